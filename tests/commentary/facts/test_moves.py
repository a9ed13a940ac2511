from datetime import timedelta

import pytest

from commentary.facts.moves import Moves, move, moves_of, run_of
from tests.commentary.facts.histories import daily, monthly


@pytest.mark.parametrize(
    ("new", "old", "measure", "expected"),
    [
        (110.0, 100.0, "percent", 10.0),
        (90.0, 100.0, "percent", -10.0),
        (1.0, 0.0, "percent", None),
        (1.0, -2.0, "percent", None),
        (1.5, -0.5, "points", 2.0),
        (0.0, 0.0, "points", 0.0),
    ],
)
def test_a_move_is_in_the_measure_of_its_row(new, old, measure, expected):
    assert move(new, old, measure) == pytest.approx(expected)


def test_no_observation_and_a_single_one_have_no_move():
    assert (moves_of([], "points"), moves_of(daily(1.0), "points")) == (Moves(), Moves())


def test_fewer_than_sixty_observations_say_nothing_of_the_usual():
    assert moves_of(daily(*[1.0, 2.0] * 29, 1.0), "points") == Moves(-1.0)


def test_the_usual_move_is_the_median_and_rarity_the_share_of_smaller_ones():
    """59 moves: 29 of 1, 29 of 3 and the newest of 2; the median is 2, and 29 of 59 are smaller."""
    values = [0.0]
    for size in [1.0] * 29 + [3.0] * 29:
        values.append(values[-1] + size)
    found = moves_of(daily(*values, values[-1] - 2.0), "points")
    assert (found.move, found.usual_move, found.move_rarity) == (-2.0, 2.0, pytest.approx(29 / 59 * 100))


def test_only_two_years_count_where_they_have_sixty_observations():
    """What swung by 5 three years ago says nothing of a series that now moves by 1."""
    old = daily(*[0.0, 5.0] * 50, end=daily(1.0)[0].day - timedelta(days=1000))
    assert moves_of([*old, *daily(*[0.0, 1.0] * 40)], "points").usual_move == 1.0


def test_sixty_moves_count_where_two_years_have_fewer():
    """Of 80 months the last 60 moves count: 40 of 1 and 20 of 9 among them; the median is 1."""
    values = [0.0]
    for size in [9.0] * 39 + [1.0] * 40:
        values.append(values[-1] + size)
    assert moves_of(monthly(*values), "points").usual_move == 1.0


def test_no_usual_move_is_counted_across_a_month_that_was_never_published():
    """A jump of 9 lies in every fourth month, which is left out: what is left moves by 1, and by 2 nowhere."""
    values = [float(month + 9 * (month // 4)) for month in range(240)]
    whole = monthly(*values)
    assert moves_of(whole[-61:], "points").usual_move == 1.0
    with_holes = [point for at, point in enumerate(whole) if at % 4 != 0 or at == 0]
    found = moves_of(with_holes, "points")
    assert (found.usual_move, found.move_rarity) == (1.0, 0.0)


def test_per_cent_has_no_trend_by_level():
    """A price that grows by 1 % a day moves as usual at any height, although its points have grown fivefold."""
    found = moves_of(daily(*[100 * 1.01**day for day in range(160)]), "percent")
    assert (found.usual_move, found.move_rarity) == (pytest.approx(1.0), 0.0)


def test_a_series_that_never_moved_has_a_usual_move_of_nothing():
    assert moves_of(daily(*[2.0] * 80), "points") == Moves(0.0, 0.0, 0.0)
    assert moves_of(daily(*[2.0] * 80, 2.25), "points").move_rarity == pytest.approx(80 / 80 * 100, abs=2)


def test_bases_below_zero_are_left_out_of_percentages():
    assert moves_of(daily(*[-1.0, 1.0] * 40), "percent") == Moves()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([], (0, 0)),
        ([1], (0, 0)),
        ([1, 1], (0, 0)),
        ([1, 2], (1, 0)),
        ([2, 1], (-1, 0)),
        ([1, 2, 3, 4, 5], (4, 0)),
        ([5, 4, 3], (-2, 0)),
        ([1, 2, 3, 3, 4], (1, 0)),  # a still day ends a run, and is not the end of one by a turn
        ([1, 2, 3, 4, 5, 4], (-1, 4)),
        ([9, 8, 7, 6, 5, 6], (1, -4)),
        ([1, 2, 3, 4, 3], (-1, 0)),  # a run of three is none
        ([1, 2, 3, 4, 5, 4, 3], (-2, 0)),  # told when it ended, not a day later
        ([1, 2, 3, 4, 5, 5], (0, 0)),
        ([-3, -2, -1, 0, 1], (4, 0)),
    ],
)
def test_runs(values, expected):
    assert run_of([float(value) for value in values]) == expected
