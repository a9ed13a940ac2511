"""The stages, events and accounts found among the words of a headline."""

import pytest

from news.story_events import HAPPENINGS, _tables, happenings, kin, met_by
from news.story_words import clean, words


def found(title: str, kind: str, language: str = "en") -> set[str]:
    return {name for one, name, _ in happenings(words(clean(title, 400)), language) if one == kind}


@pytest.mark.parametrize(
    ("title", "language", "stage"),
    [
        ("Harlan raises takeover bid for Orvella", "en", "offerup"),
        ("Tessaly completes the purchase of Orvella", "en", "complete"),
        ("Harlan and Orvella merger talks collapse", "en", "dropped"),
        ("Central bank expected to cut rates", "en", "preview"),
        ("Harlan shares slump after results", "en", "market"),
        ("Valdoria perfeziona l'acquisizione", "it", "complete"),
        ("Treni, lo sciopero di venerdì è stato revocato", "it", "dropped"),
        ("Valdoria alza ancora l'offerta", "it", "offerup"),
    ],
)
def test_happenings_gives_the_stage(title: str, language: str, stage: str) -> None:
    assert stage in found(title, "stage", language)


def test_happenings_skips_what_a_phrase_of_none_covers() -> None:
    assert "strike" in found("Pilots strike at Harlan", "event")
    assert "strike" not in found("Harlan strikes a deal", "event")


def test_happenings_gives_the_places_of_the_words() -> None:
    places = {
        name: at for kind, name, at in happenings(words("Harlan turns down bid"), "en") if kind == "stage"
    }
    assert places["rejected"] == (1, 2)


@pytest.mark.parametrize("language", ["en", "it"])
def test_happenings_of_nothing_is_empty(language: str) -> None:
    assert list(happenings([], language)) == []


def test_tables_name_only_what_the_lists_define() -> None:
    defined = {name for language in ("en", "it") for kind in HAPPENINGS for name in _tables()[language][kind]}
    used = set().union(*met_by().values(), *kin())
    assert used <= defined
