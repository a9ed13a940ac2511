"""Whom a headline names, and who speaks in it."""

import pytest

from news.story_contradictions import contradiction
from news.story_facts import facts


@pytest.mark.parametrize(
    ("title", "lang", "speaker"),
    [
        ("Fed's Waller sees room for a cut", "en", "waller"),
        ("Rates in good place, says ECB's Schnabel", "en", "schnabel"),
        ('Giorgetti: "Il deficit scenderà"', "it", "giorgetti"),
        ("Conti pubblici, per Giorgetti deficit al 3%", "it", "giorgetti"),
        ("Conti pubblici, Bruxelles vede il deficit al 3%", "it", "bruxelles"),
    ],
)
def test_speakers_are_read(title: str, lang: str, speaker: str) -> None:
    assert speaker in facts(title, "", lang=lang).speakers


@pytest.mark.parametrize("title", ["", "says", "Analysts say prices will rise", "Harlan buys Orvella"])
def test_speakers_are_none_where_nobody_named_speaks(title: str) -> None:
    assert facts(title, "", lang="en").speakers == frozenset()


def test_two_speakers_of_one_figure_contradict_each_other() -> None:
    one = facts("Conti pubblici, per Giorgetti deficit al 3%", "", lang="it")
    other = facts("Conti pubblici, Bruxelles vede il deficit al 3%", "", lang="it")
    assert contradiction(one, other) == "speakers"


def test_a_speaker_known_from_the_summary_is_no_other() -> None:
    one = facts("Waller sees room for a rate cut", "", lang="en")
    other = facts("Rates have room to fall, says Fed", "Christopher Waller spoke in London.", lang="en")
    assert contradiction(one, other) == ""


def test_names_leave_out_what_only_describes_the_next() -> None:
    assert facts("Pellmar maker Orvella Foods to cut 500 jobs", "", lang="en").names == (
        ("orvella", "foods"),
    )
    assert facts("Pellmar owner to cut 500 jobs", "", lang="en").names == (("pellmar",),)
