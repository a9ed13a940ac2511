import pytest
from django.template import Context, Template, TemplateSyntaxError


def render(source: str) -> str:
    return Template("{% load pieces %}" + source).render(Context({"word": "<b>"}))


def test_piece_shows_what_it_holds():
    assert render("a{% piece one figures news %}{{ word }}{% endpiece %}c") == "a&lt;b&gt;c"


@pytest.mark.parametrize("arguments", ["one", "one headlines", "one news headlines"])
def test_piece_without_parts_of_an_edition_is_a_mistake(arguments):
    with pytest.raises(TemplateSyntaxError, match="needs parts"):
        render(f"{{% piece {arguments} %}}x{{% endpiece %}}")
