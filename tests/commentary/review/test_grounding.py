"""Numbers and dates of a text against the figures supplied."""

import pytest

from commentary.review.grounding.ground import MOST, ground
from commentary.review.grounding.rows import BadFacts
from commentary.review.review import review
from commentary.review.verdict import Outcome

FACTS = {
    "as_of": "2026-11-20",
    "rows": [
        {"key": "US10", "label": "US 10-year yield", "value": 4.12, "prev": 4.18, "unit": "%", "date": "2026-11-20"},
        {"key": "DE10", "label": "German 10-year yield", "value": 2.71, "prev": 2.70, "unit": "%", "date": "2026-11-20"},
        {"key": "SPX", "label": "S&P 500", "value": 6602.99, "prev": 6734.11, "unit": "index", "change_7d_pct": -1.95,
         "date": "2026-11-20", "period": "2026-11-20"},
        {"key": "CPI", "label": "Inflation, euro area", "value": 2.1, "prev": 2.2, "unit": "%", "period": "2026-10",
         "prev_period": "2026-09", "date": "2026-10-31", "percentile": 63.0},
        {"key": "RES", "label": "Reserves", "value": 2.9, "prev": 3.0, "unit": "USD tn", "period": "2026-Q3", "date": "2026-09-30"},
        {"key": "GAP", "label": "Output gap", "value": -0.4, "prev": -0.3, "unit": "pp", "date": "2026-09-30", "period": "2026-Q3"},
    ],
    "constants": {"inflation_target": 2.0},
}  # fmt: skip


def rules(text: str, lang: str = "en") -> list[str]:
    return [finding.rule for finding in ground(text, lang=lang, facts=FACTS)]


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", "The US 10-year yield stood at 4.12% on 20 November, 6 basis points lower."),
        ("en", "The yield was 4.1%, down 0.06 percentage points."),
        ("en", "The yield was about 4%."),
        ("en", "The gap between US and German yields was 1.41 percentage points, or 141 bp."),
        ("en", "The S&P 500 closed at 6,602.99, 1.9% lower on the day and 1.95% on the week."),
        ("en", "The index fell to 6,603 from 6,734.11, a loss of 131.12 points."),
        ("en", "Inflation was 2.1% in October 2026 against 2.2% in September; the target is 2%."),
        ("en", "Reserves were $2.9 trillion in the third quarter of 2026."),
        ("en", "The gap was -0.4 percentage points."),
        ("en", "The gap was negative at 0.4 percentage points."),
        ("en", "Six figures are shown; inflation stood above 63% of its readings."),
        ("en", "The yield was more than 4% and less than 4.2%."),
        ("it", "Il decennale USA era al 4,12% il 20 novembre, 6 punti base in meno."),
        ("it", "L'indice era a 6.602,99 punti, l'1,9% in meno."),
        ("it", "L'inflazione era al 2,1% in ottobre 2026, dal 2,2% di settembre."),
        ("it", "Le riserve erano 2,9 mila miliardi di dollari nel terzo trimestre del 2026."),
        ("it", "Il rendimento era di circa il 4%."),
        ("it", "Il differenziale fra i due rendimenti era di 1,41 punti percentuali."),
    ],
)
def test_what_follows_from_the_figures_passes(lang, text):
    assert rules(text, lang) == []


@pytest.mark.parametrize(
    ("lang", "text", "rule"),
    [
        ("en", "The yield stood at 4.15%.", "grounding.number"),
        ("en", "The yield stood at 4.3%.", "grounding.number"),
        ("en", "The yield stood at 4.11%.", "grounding.number"),
        ("en", "The yield fell by 6 percentage points.", "grounding.number"),
        ("en", "The yield fell by 8 bp.", "grounding.number"),
        ("en", "The yield was at its lowest since 2021.", "grounding.date"),
        ("en", "On 19 November the yield was 4.12%.", "grounding.date"),
        ("en", "Inflation was 2.1% in August.", "grounding.date"),
        ("en", "Reserves fell in the second quarter.", "grounding.date"),
        ("en", "Reserves were €2.9 trillion.", "grounding.number"),
        ("en", "Reserves were $2.9 billion.", "grounding.number"),
        ("en", "The gap was +0.4 percentage points.", "grounding.sign"),
        ("en", "The yield rose by 6 basis points.", "grounding.direction"),
        ("en", "Probability of a cut: 62%.", "grounding.number"),
        ("en", "The yield was 4,12%.", "grounding.notation"),
        ("en", "The index has doubled.", "grounding.number"),
        ("en", "It was the third consecutive fall.", "grounding.run"),
        ("en", "The yield fell by a quarter point.", "grounding.row"),
        ("en", "It was higher than in nine out of ten months.", None),
        ("en", "The yield was more than 5%.", "grounding.number"),
        ("it", "Il rendimento era al 4.12%.", "grounding.notation"),
        ("it", "Il rendimento era al 4,15%.", "grounding.number"),
        ("it", "Il rendimento è salito di 6 punti base.", "grounding.direction"),
        ("it", "Il minimo dal 2021.", "grounding.date"),
        ("it", "L'indice è raddoppiato.", "grounding.number"),
        ("it", "L'indice era a 6,602 punti.", "grounding.number"),
    ],
)
def test_what_does_not_follow_is_found(lang, text, rule):
    assert rules(text, lang) == ([rule] if rule else [])


def test_names_are_no_claims():
    assert rules("The S&P 500, the Stoxx 600 and the 2-year note were named by the G7; M2 was not.") == []


def test_a_finding_names_the_number_to_leave_out():
    (finding,) = ground("The yield was 4.3% then.", lang="en", facts=FACTS)
    assert finding.excerpt == "4.3%"
    assert finding.instruction == "Do not write “4.3%”: no figure supplied has this value."


@pytest.mark.parametrize(
    "facts", [{}, {"rows": None}, {"rows": "x"}, {"rows": [1]}, {"rows": [], "constants": 3}]
)
def test_facts_of_another_shape_are_refused(facts):
    with pytest.raises(BadFacts):
        ground("The yield was 4.1%.", lang="en", facts=facts)


def test_facts_of_another_shape_fail_the_review():
    verdict = review("The yield was lower.", lang="en", kind="read", facts={"rows": 7})
    assert verdict.outcome is Outcome.ERROR


def test_odd_values_in_rows_are_passed_over():
    row = {"key": "A", "label": None, "value": float("nan"), "prev": "x", "unit": None, "date": None}
    assert [f.rule for f in ground("It was 4%.", lang="en", facts={"as_of": None, "rows": [row]})] == [
        "grounding.number"
    ]


def test_more_numbers_than_a_text_can_have_are_refused_at_once():
    assert "grounding.count" in rules("4.12% " * (MOST + 1))


def test_without_facts_grounding_is_left_out():
    assert review("The yield was 9.9% in October 1999.", lang="en", kind="read").passed
