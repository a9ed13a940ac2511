from commentary.facts.moves import Moves
from commentary.facts.past import Past, past_of
from tests.commentary.facts.histories import config, daily, monthly


def test_no_history_says_nothing():
    assert past_of(config(), []) == Past()


def test_monthly_rows_know_the_year_before_by_its_name():
    row = config("CPIE")
    found = past_of(row, monthly(*[value / 10 for value in range(24)]))
    assert (found.year_ago, found.year_ago_period) == (1.1, "2025-10")
    without = [point for point in monthly(*range(24)) if point.period != "2025-10"]
    assert past_of(row, without).year_ago is None


def test_no_comparison_across_a_month_that_was_never_published():
    """October 2026 of a rate is missing: no move, run or crossing leads from September to November."""
    row, points = config("CPIE"), monthly(*[1.0 + month / 10 for month in range(12)], 1.9, 2.2)
    assert (past_of(row, points).moves.move, past_of(row, points).crossed) != (None, ())
    del points[-2]
    broken = past_of(row, points)
    assert (broken.moves, broken.run, broken.run_ended, broken.crossed) == (Moves(), 0, 0, ())
    assert broken.recent[-1] == (points[-1].period, 2.2)


def test_a_run_begins_after_a_month_that_was_never_published():
    points = monthly(*[value / 10 for value in range(12)])
    del points[-4]
    assert past_of(config("CPIE"), points).run == 2


def test_days_without_trading_break_no_run():
    points = daily(*[value / 10 for value in range(12)])
    del points[-2]
    assert past_of(config("US10"), points).run == 10


def test_daily_rows_have_no_year_before():
    assert past_of(config("US10"), daily(*range(800))).year_ago is None


def test_the_row_settles_measure_target_and_round_figures():
    gold = past_of(config("GOLD"), daily(*[3990.0] * 70, 4010.0))
    assert (round(gold.moves.move, 3), gold.crossed) == (
        0.501,
        ({"kind": "round", "level": 4000.0, "way": 1},),
    )
    inflation = past_of(config("CPIE"), monthly(2.1, 1.9))
    assert [(each["kind"], each["way"]) for each in inflation.crossed] == [("target", -1)]


def test_the_fields_are_those_of_a_row():
    fields = past_of(config("CPIE"), monthly(*[value / 10 for value in range(70)])).as_fields()
    assert (fields["run"], fields["extreme"], round(fields["usual_move"], 6)) == (69, "highest", 0.1)
    assert "moves" not in fields and "recent" not in fields
