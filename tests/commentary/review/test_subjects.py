"""Whether a number belongs to the row, the day and the direction that its sentence says."""

import json

import pytest

from commentary.review.grounding.ground import ground
from commentary.review.grounding.subjects import about
from commentary.review.grounding.words import words
from indicators.groups import load
from tests.commentary.review.texts import DATA

FACTS = json.loads((DATA / "figures_facts.json").read_text(encoding="utf-8"))


def reasons(text: str, lang: str = "en") -> list[str]:
    return [finding.reason for finding in ground(text, lang=lang, facts=FACTS)]


ROW = "This value belongs to another figure."
DATE = "This value belongs to another date."
BEFORE = "It is the value of another time."
MOVED = "The figure moved the other way, or not at all."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Inflation in the euro area was 4.4%.", ROW),
        ("Inflation was 6.3% and unemployment 2.1% in the euro area.", ROW),
        ("Core inflation was 2.1%.", ROW),
        ("Inflation in the euro area was 2.2% in October.", DATE),
        ("Inflation was 2.1% in September.", DATE),
        ("Inflation in the euro area now stands at 2.2%.", BEFORE),
        ("The VIX climbed to 23.4.", MOVED),
        ("Unemployment in the US fell to 4.4%.", MOVED),
    ],
)
def test_a_figure_in_the_wrong_place_is_found(text, reason):
    assert reasons(text)[:1] == [reason]


@pytest.mark.parametrize(
    "text",
    [
        "Inflation and unemployment in the euro area were 2.1% and 6.3% respectively.",
        "At 6.3%, unemployment was higher than inflation in the euro area.",
        "US and German ten-year yields were 4.12% and 2.71%.",
        "Inflation was 2.1% in October, down from 2.2%.",
        "Inflation now stands at 2.1%, after 2.2% in September.",
        "On 20 November the latest figure for inflation was 2.1%.",
        "The figure was 6.3%.",
        "The price of tea was 6.3%.",
        "The VIX was at 23.4 after it had climbed to 26.4.",
    ],
)
def test_a_figure_that_may_be_where_it_is_passes(text):
    assert reasons(text) == []


def test_words_say_a_subject_and_what_tells_it_apart():
    said = about("il rendimento decennale tedesco e l'inflazione di fondo", words("it"))
    assert said.concepts == {"yield", "inflation"}
    assert said.qualifiers == {("regions", "germany"), ("maturities", "ten_years"), ("measures", "core")}


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_row_of_the_service_is_known_by_its_name(lang):
    labels = [getattr(row.label, lang) for group in load().groups for row in group.rows]
    assert [label for label in labels if not about(label.lower(), words(lang)).concepts] == []
