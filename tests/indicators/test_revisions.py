from datetime import date, timedelta

import pytest

from indicators.revisions import rewritten
from indicators.sources import Observation

OLD = [100.0 + n / 3 for n in range(24)]


def series(values: list[float]) -> list[Observation]:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(len(values))]
    return [Observation(day.isoformat(), day, value) for day, value in zip(days, values, strict=True)]


def stored(values: list[float]) -> dict[str, float]:
    return {each.period: each.value for each in series(values)}


@pytest.mark.parametrize("factor", [0.8, 1.25, 0.01, 3.0])
def test_a_constant_ratio_is_a_new_base(factor):
    said = [round(value * factor, 4) for value in OLD]
    assert rewritten(stored(OLD), series(said)) == "rebased"


def test_revised_old_figures_rewrite_the_history():
    said = [value + (0.4 if n in (0, 3, 5) else 0.0) for n, value in enumerate(OLD)]
    assert rewritten(stored(OLD), series(said)) == "revised"


@pytest.mark.parametrize("newest", [1, 6, 11])
def test_a_revision_of_the_newest_does_not(newest):
    said = [*OLD[:-newest], *(value + 0.4 for value in OLD[-newest:])]
    assert rewritten(stored(OLD), series([*said, 108.0])) == ""


def test_one_corrected_old_figure_does_not():
    assert rewritten(stored(OLD), series([OLD[0], OLD[1] + 9, *OLD[2:]])) == ""


def test_nothing_new_is_no_revision():
    assert rewritten(stored(OLD), series(OLD)) == rewritten({}, series(OLD)) == ""


@pytest.mark.parametrize("values", [[0.0, 0.0, 0.0, 0.0], [1.0, -1.0, 2.0, -2.0]])
def test_zeros_and_changed_signs_are_no_base(values):
    assert rewritten(stored(values), series([value + 1 for value in values])) != "rebased"
