from datetime import date

import pytest
from django.utils import translation

from indicators import wording
from indicators.gaps import Gap, Gaps

NBSP = "\u00a0"


@pytest.mark.parametrize(
    ("unit", "text"),
    [("%", "3.0%"), ("ratio", "3.0×"), ("index", "3.0"), ("pp", f"3.0{NBSP}pp"), ("USD", f"3.0{NBSP}USD"),
     ("USD bn", f"3.0{NBSP}USD bn"), ("GBP", f"3.0{NBSP}GBP"), ("JPY", f"3.0{NBSP}JPY")],
)  # fmt: skip
def test_figure_carries_its_unit(unit, text):
    assert wording.figure(3.0, unit, 1) == text


@pytest.mark.parametrize(
    ("new", "old", "unit", "text", "direction"),
    [(3.2, 3.0, "%", f"+0.2{NBSP}pp", "up"), (0.5, 0.9, "pp", f"−0.4{NBSP}pp", "down"),
     (99.0, 101.5, "index", "−2.5", "down"), (1.8, 1.5, "ratio", "+0.3", "up"),
     (110.0, 100.0, "USD", "+10.0%", "up"), (150.3, 151.0, "JPY", "−0.5%", "down"), (8999.9, 9000.0, "CHF", "−0.001%", "down"), (100.0, 100.0, "USD", "0.0%", "flat"),
     (5.0, -3.0, "USD", f"+8.0{NBSP}USD", "up"), (3.01, 3.0, "%", f"0.0{NBSP}pp", "flat")],
)  # fmt: skip
def test_change_is_in_the_unit_s_own_measure(new, old, unit, text, direction):
    assert wording.change(new, old, unit=unit, decimals=1) == wording.Change(text, direction)


@pytest.mark.parametrize(
    ("new", "old", "unit", "decimals", "text"),
    [(4.644, 4.656, "%", 2, f"−0.02{NBSP}pp"), (4.6449, 4.6351, "%", 2, f"0.00{NBSP}pp"), (99.96, 100.04, "index", 1, "0.0"),
     (1.0849, 1.0751, "USD", 2, "0.0%"), (1.349, 1.251, "ratio", 1, "0.0")],
)  # fmt: skip
def test_change_is_that_of_the_figures_as_they_are_shown(new, old, unit, decimals, text):
    assert wording.change(new, old, unit=unit, decimals=decimals).text == text


HOLE, YEAR_AFTER = Gap("2025-10", "2025-10"), Gap("2026-10", "2025-10")


@pytest.mark.parametrize(
    ("say", "gaps", "english", "italian"),
    [
        (wording.no_newer_figure, Gaps(newest=YEAR_AFTER), "For October 2026 there is no figure: the period it is compared with, October 2025, was never published.", "Per ottobre 2026 non c’è un dato: il periodo di confronto, ottobre 2025, non è mai stato pubblicato."),
        (wording.no_newer_figure, Gaps(newest=HOLE), "For October 2025 there is no figure: a part of it was never published.", "Per ottobre 2025 non c’è un dato: una sua parte non è mai stata pubblicata."),
        (wording.no_newer_figure_in_short, Gaps(newest=YEAR_AFTER), "none for October 2026: October 2025 was never published", "per ottobre 2026 nessun dato: ottobre 2025 mai pubblicato"),
        (wording.no_change, Gaps(change=YEAR_AFTER), "There is no change to show: October 2026 has no figure, because October 2025 was never published.", "La variazione manca: per ottobre 2026 non c’è un dato, perché ottobre 2025 non è mai stato pubblicato."),
        (wording.no_change, Gaps(change=HOLE), "There is no change to show: October 2025 was never published.", "La variazione manca: ottobre 2025 non è mai stato pubblicato."),
        (wording.no_comparison, Gaps(year_ago=YEAR_AFTER), "There is no comparison with a year earlier: October 2026 has no figure, because October 2025 was never published.", "Manca il confronto con un anno prima: per ottobre 2026 non c’è un dato, perché ottobre 2025 non è mai stato pubblicato."),
        (wording.no_comparison, Gaps(year_ago=HOLE), "There is no comparison with a year earlier: October 2025 was never published.", "Manca il confronto con un anno prima: ottobre 2025 non è mai stato pubblicato."),
    ],
)  # fmt: skip
def test_a_gap_is_said_in_a_sentence(say, gaps, english, italian):
    assert say(gaps) == english
    assert say(Gaps()) == ""
    with translation.override("it"):
        assert say(gaps) == italian


def test_change_without_an_earlier_figure_is_none():
    assert wording.change(3.0, None, unit="%", decimals=1) == wording.Change("", "none")


@pytest.mark.parametrize(
    ("period", "day", "text"),
    [("2026-11-20", date(2026, 11, 20), "20 Nov 2026"), ("2026-W05", date(2026, 2, 1), "1 Feb 2026"),
     ("2026-09", date(2026, 9, 30), "September 2026"), ("2026-Q3", date(2026, 9, 30), "Q3 2026"),
     ("2026-S1", date(2026, 6, 30), "H1 2026"), ("2025", date(2025, 12, 31), "2025")],
)  # fmt: skip
def test_when_names_the_period(period, day, text):
    assert wording.when(period, day) == text


def test_when_writes_italian_months_small():
    with translation.override("it"):
        assert wording.when("2026-09", date(2026, 9, 30)) == "settembre 2026"
        assert wording.when("2026-11-20", date(2026, 11, 20)) == "20 nov 2026"


@pytest.mark.parametrize(
    ("percentile", "value", "text"),
    [(99.9, 9.0, "The highest of its own observations"), (0.1, 1.0, "The lowest of its own observations"),
     (71.4, 5.0, "Higher than about 71% of its own observations"),
     (99.8, 8.9, "Higher than about 99% of its own observations")],
)  # fmt: skip
def test_place_says_where_a_figure_stands(percentile, value, text):
    assert wording.place(percentile, value=value, lowest=1.0, highest=9.0) == text


def test_place_in_a_history_that_never_moved():
    assert (
        wording.place(50.0, value=2.0, lowest=2.0, highest=2.0) == "The same as all of its own observations"
    )


@pytest.mark.parametrize(
    ("zscore", "text"),
    [(0.04, "at its own average"), (1.26, "1.3 standard deviations above its own average"),
     (-0.5, "0.5 standard deviations below its own average")],
)  # fmt: skip
def test_distance_is_said_in_words(zscore, text):
    assert wording.distance(zscore) == text
