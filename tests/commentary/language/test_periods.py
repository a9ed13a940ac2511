"""Days, months, quarters and years with their prepositions."""

import pytest

from commentary.language.periods import PeriodText

CASES = [
    ("2026-11-20", "20 November", "on 20 November", "20 novembre", "il 20 novembre"),
    ("2026-11-08", "8 November", "on 8 November", "8 novembre", "l’8 novembre"),
    ("2026-11-11", "11 November", "on 11 November", "11 novembre", "l’11 novembre"),
    ("2026-11-01", "1 November", "on 1 November", "1º novembre", "il 1º novembre"),
    ("2015-02-27", "27 February 2015", "on 27 February 2015", "27 febbraio 2015", "il 27 febbraio 2015"),
    ("2026-10", "October", "in October", "ottobre", "a ottobre"),
    ("2026-04", "April", "in April", "aprile", "ad aprile"),
    ("2026-08", "August", "in August", "agosto", "ad agosto"),
    ("2015-03", "March 2015", "in March 2015", "marzo 2015", "a marzo 2015"),
    ("2026-Q3", "the third quarter", "in the third quarter", "terzo trimestre", "nel terzo trimestre"),
    ("2025-Q4", "the fourth quarter of 2025", "in the fourth quarter of 2025", "quarto trimestre del 2025", "nel quarto trimestre del 2025"),
    ("2026-S1", "the first half", "in the first half", "primo semestre", "nel primo semestre"),
    ("2025", "2025", "in 2025", "2025", "nel 2025"),
    ("2026-W46", "15 November", "on 15 November", "15 novembre", "il 15 novembre"),
]  # fmt: skip
AFTER = [
    ("2026-10", "da ottobre", "di ottobre", "a ottobre"), ("2026-04", "da aprile", "di aprile", "ad aprile"),
    ("2026-11-08", "dall’8 novembre", "dell’8 novembre", "all’8 novembre"),
    ("2026-11-01", "dal 1º novembre", "del 1º novembre", "al 1º novembre"),
    ("2026-Q3", "dal terzo trimestre", "del terzo trimestre", "al terzo trimestre"), ("2011", "dal 2011", "del 2011", "al 2011"),
]  # fmt: skip


@pytest.mark.parametrize(("label", "bare_en", "at_en", "bare_it", "at_it"), CASES)
def test_a_period_has_its_year_only_where_it_is_another(label, bare_en, at_en, bare_it, at_it):
    period = PeriodText(label, 2026)
    assert (period.bare("en"), period.at("en"), period.bare("it"), period.at("it")) == (
        bare_en,
        at_en,
        bare_it,
        at_it,
    )


@pytest.mark.parametrize(("label", "since", "of", "to"), AFTER)
def test_italian_prepositions_before_a_period(label, since, of, to):
    period = PeriodText(label, 2026)
    assert (period.after("da", "it"), period.after("di", "it"), period.after("a", "it")) == (since, of, to)


def test_a_weekday_stands_before_its_day():
    assert [PeriodText("2026-11-26", 2026).weekday(lang) for lang in ("en", "it")] == [
        "Thursday, 26 November",
        "giovedì 26 novembre",
    ]


def test_a_week_whose_last_day_is_known_is_named_by_it():
    assert PeriodText("2026-W46", 2026, "2026-11-13").bare("en") == "13 November"


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("2026", "year"),
        ("2026-11", "month"),
        ("2026-11-20", "day"),
        ("2026-Q1", "part"),
        ("2026-S2", "part"),
        ("2026-W01", "day"),
    ],
)
def test_the_kind_of_a_period(label, kind):
    assert PeriodText(label, 2026).kind == kind


def test_a_week_is_dated_by_its_sunday():
    assert PeriodText("2026-W46", 2026).bare("en") == "15 November"
