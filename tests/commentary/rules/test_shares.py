"""Share indices in texts by rules: per cent and points, both tones and languages, and never why they moved."""

from dataclasses import replace

import pytest

from briefing.core.numbers import NBSP
from commentary.facts.ranking import ranked
from commentary.facts.snapshot import Facts, RowFacts
from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import read_writer
from commentary.writing import material
from commentary.writing.checks import draft as checks
from indicators import groups
from tests.commentary.rows import AS_OF, row_of
from tests.commentary.tables import findings

INDICES = {
    row.code: row for group in groups.load().configured if group.id == "shares" for row in group.rows
}  # fmt: skip
CLOSES = {
    "SPX": (7532.4, 7605.1), "FTSE": (10554.0, 10562.2), "DAX": (28175.0, 28082.2), "NIKKEI": (55132.0, 55089.0),
    "HSI": (27288.0, 26610.0), "SSEC": (4145.4, 4145.4),
}  # fmt: skip


def row(code: str, **changes: object) -> RowFacts:
    value, prev = CLOSES[code]
    fact = replace(
        row_of(INDICES[code]), value=value, prev=prev, move=(value / prev - 1) * 100, usual_move=0.7
    )
    fact = replace(fact, lowest=value / 2, highest=value * 2, year_ago=None, newsworthiness=0.0)
    return replace(fact, **changes)


def told(language: str, tone: str, *rows: RowFacts) -> str:
    """The group's read; it passes the checks of drafts."""
    facts = Facts("shares", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), tone)
    draft = read_writer.write(facts, slots)
    verdicts = checks.check(draft, slots, kind="read", by_rules=True)
    assert [findings(each) for each in verdicts if not each.passed] == []
    return render(draft, slots, language).body.replace(NBSP, " ")


@pytest.mark.parametrize(("language", "tone", "text"), [
    ("en", "NOVICE", "The S&P 500, an index of large US companies, fell 1.0% to 7,532.4 points on 20 November."),
    ("en", "INTERMEDIATE", "The S&P 500 fell 1.0% to 7,532.4 points on 20 November."),
    ("it", "NOVICE", "Lo S&P 500, indice delle grandi società Usa, è sceso dell’1,0% a 7.532,4 punti il 20 novembre."),
    ("it", "INTERMEDIATE", "Lo S&P 500 è sceso dell’1,0% a 7.532,4 punti il 20 novembre."),
])  # fmt: skip
def test_a_move_is_in_per_cent_and_the_close_in_points(language, tone, text):
    assert told(language, tone, row("SPX", newsworthiness=1.4)) == text


@pytest.mark.parametrize(("language", "latest"), [
    ("en", "on 20 November, the latest figure available"), ("it", "il 20 novembre, ultimo dato disponibile"),
])  # fmt: skip
def test_a_close_of_some_sessions_ago_is_no_price(language, latest):
    assert latest in told(language, "INTERMEDIATE", row("SPX", newsworthiness=1.4, age=4))
    assert latest not in told(language, "INTERMEDIATE", row("SPX", newsworthiness=1.4, age=2))


@pytest.mark.parametrize(("code", "en", "it"), [
    ("SPX", "The S&P 500", "Lo S&P 500"), ("FTSE", "The FTSE 100", "Il Ftse 100"), ("DAX", "The Dax", "Il Dax"),
    ("NIKKEI", "The Nikkei 225", "Il Nikkei 225"), ("HSI", "The Hang Seng", "L’Hang Seng"),
    ("SSEC", "The Shanghai Composite", "Lo Shanghai Composite"),
])  # fmt: skip
def test_each_index_has_its_name_and_article(code, en, it):
    assert told("en", "INTERMEDIATE", row(code)).startswith(en)
    assert told("it", "INTERMEDIATE", row(code)).startswith(it)


def test_indices_of_one_day_are_one_family_that_the_largest_move_leads():
    rows = [row(code, newsworthiness=worth) for code, worth in (("SPX", 1.4), ("HSI", 0.9), ("DAX", 0.0))]
    [family] = ranked(rows, "en")
    assert [each.key for each in family.rows] == ["SPX", "HSI"]


def test_a_read_of_all_six_passes_the_checks_in_both_languages():
    for tone in ("NOVICE", "INTERMEDIATE"):
        rows = [row(code, newsworthiness=0.9 if code in ("SPX", "HSI") else 0.0) for code in CLOSES]
        texts = {language: told(language, tone, *rows) for language in ("en", "it")}
        assert "S&P 500" in texts["en"] and "7.532,4 punti" in texts["it"]


def test_a_model_is_given_the_move_in_per_cent_and_the_close_in_points():
    facts = Facts("shares", AS_OF, (row("SPX", newsworthiness=1.4),))
    given = material.figures(SlotTable.of(facts.as_json(), "INTERMEDIATE")).replace(NBSP, " ")
    for text in ("S&P 500", "7,532.4 points", "1.0%"):
        assert text in given


@pytest.mark.parametrize(("reason", "passes"), [
    ({"en": "", "it": ""}, True),
    ({"en": " because investors sold", "it": " perché gli investitori hanno venduto"}, False),
    ({"en": " as yields rose", "it": " con il rialzo dei rendimenti"}, False),
])  # fmt: skip
def test_a_model_s_sentence_says_how_much_and_never_why(reason, passes):
    facts = Facts("shares", AS_OF, (row("SPX", newsworthiness=1.4),))
    texts = {
        "en": f"{{spx.name}} fell {{spx.move}} to {{spx.value}} on {{spx.on}}{reason['en']}.",
        "it": f"{{spx.name}} è sceso di {{spx.move}} a {{spx.value}} il {{spx.on}}{reason['it']}.",
    }
    draft = SlotDraft(None, (SlotSentence("fact", ("spx",), texts),))
    [verdict] = checks.check(draft, SlotTable.of(facts.as_json(), "INTERMEDIATE"), kind="read")
    assert verdict.passed is passes, findings(verdict)
