from datetime import date, timedelta

import pytest

from indicators.plausibility import doubt
from indicators.sources import Observation


def series(*values: float) -> list[Observation]:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(len(values))]
    return [Observation(day.isoformat(), day, value) for day, value in zip(days, values, strict=True)]


def stored(*values: float) -> dict[str, float]:
    return {each.period: each.value for each in series(*values)}


CALM = [1.0 + n % 5 / 10 for n in range(30)]


@pytest.mark.parametrize("factor", [1000, 0.001, 1e6])
def test_a_unit_that_changed_is_doubted(factor):
    said = series(*(value * factor for value in CALM))
    assert "its unit has changed" in doubt(stored(*CALM), said)


@pytest.mark.parametrize("factor", [1.0, 1.2, 100, -1])
def test_a_revision_or_a_new_base_is_not(factor):
    assert doubt(stored(*CALM), series(*(value * factor for value in CALM))) == ""


def test_a_newest_figure_far_outside_the_history_is_doubted():
    assert "is too far from" in doubt(stored(*CALM), series(*CALM, 9.0))


@pytest.mark.parametrize("newest", [1.0, 1.9, 3.0, -0.4])
def test_a_large_step_alone_is_not(newest):
    assert doubt(stored(*CALM), series(*CALM, newest)) == ""


def test_what_was_stored_before_is_not_doubted_again():
    assert doubt(stored(*CALM, 9.0), series(*CALM, 9.0)) == ""


def test_nothing_is_doubted_without_a_history():
    assert doubt({}, series(*CALM, 9.0)) == doubt(stored(1.0), series(1.0, 500.0)) == ""


def test_a_series_that_never_moved_may_move():
    assert doubt(stored(*[2.0] * 30), series(*[2.0] * 30, 2.5)) == ""
