import pytest
from django.template import Context, Template, TemplateSyntaxError


def render(source: str) -> str:
    return Template("{% load fragments %}" + source).render(Context({"word": "<b>"}))


def test_fragment_shows_what_it_holds():
    assert render("a{% fragment one figures news %}{{ word }}{% endfragment %}c") == "a&lt;b&gt;c"


@pytest.mark.parametrize("arguments", ["one", "one headlines", "one news headlines"])
def test_fragment_without_parts_of_an_edition_is_a_mistake(arguments):
    with pytest.raises(TemplateSyntaxError, match="needs parts"):
        render(f"{{% fragment {arguments} %}}x{{% endfragment %}}")
