"""Towns: known in both languages, and two of them two stories."""

import pytest

from news.story_contradictions import contradiction
from news.story_facts import facts


@pytest.mark.parametrize(
    ("lang", "title", "town"),
    [("en", "Harlan opens plant in Turin", "torino"), ("it", "Valdoria apre a Torino", "torino"),
     ("it", "Volo per San Francisco cancellato", "san francisco")],
)  # fmt: skip
def test_towns_are_known_by_any_of_their_names(lang: str, title: str, town: str) -> None:
    assert facts(title, "", lang=lang).towns == {town.replace(" ", "-")}


def test_a_town_is_written_with_a_capital() -> None:
    assert facts("Grants for the derby and other events", "", lang="en").towns == frozenset()


@pytest.mark.parametrize(
    ("lang", "one", "other"),
    [("it", "Ita, primo volo Roma-Houston il 1° maggio", "Ita, primo volo Roma-Dallas il 1° maggio"),
     ("en", "Harlan to build plant in Leeds", "Harlan to build plant in York, not in Cardiff")],
)  # fmt: skip
def test_two_towns_are_two_stories(lang: str, one: str, other: str) -> None:
    assert contradiction(facts(one, "", lang=lang), facts(other, "", lang=lang)) == "towns"


def test_a_town_that_the_other_s_summary_names_is_no_other_town() -> None:
    one = facts("Harlan to shut its Leeds site", "", lang="en")
    other = facts("Harlan leaves for Cardiff", "The site in Leeds closes.", lang="en")
    assert contradiction(one, other) != "towns"
