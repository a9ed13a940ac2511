from commentary.facts.highlights import Survey, busiest_group, direction, is_record_high, is_record_low, steps
from tests.commentary.figures import figure


def keys(rows) -> list[str]:
    return [row.key for row in rows]


def test_direction_ignores_what_arithmetic_leaves_over():
    assert [direction(figure(value=0.1 + 0.2, prev=p)) for p in (0.3, 0.2999, 0.31, None)] == [0, 1, -1, None]


def test_steps_measure_a_move_in_usual_ones():
    assert steps(figure(value=4.0, prev=3.0, usual_move=0.25)) == 4.0
    assert [steps(figure(usual_move=step)) for step in (None, 0.0)] == [None, None]
    assert steps(figure(prev=None)) is None


def test_a_record_needs_a_history_that_moved():
    assert is_record_high(figure(value=9.5, highest=9.5)) and is_record_low(figure(value=0.5, lowest=0.5))
    flat = figure(value=2.0, lowest=2.0, highest=2.0)
    assert (is_record_high(flat), is_record_low(flat)) == (False, False)


def test_high_and_low_are_the_outer_fifths_without_stale_rows():
    rows = (
        figure("A", percentile=80.0), figure("B", percentile=20.0), figure("C", percentile=79.9),
        figure("D", percentile=99.0, stale=True), figure("E", percentile=None), figure("F", percentile=97.0),
    )  # fmt: skip
    survey = Survey(rows)
    assert (keys(survey.high), keys(survey.low), keys(survey.ranked)) == (
        ["F", "A"],
        ["B"],
        ["F", "A", "C", "B"],
    )
    assert keys(survey.stale) == ["D"]


def test_moves_are_compared_among_daily_rows_where_there_are_two():
    daily = [figure("A", usual_move=0.01), figure("B", usual_move=0.04)]
    slow = figure("Q", frequency="Q", usual_move=0.001)
    assert keys(Survey((*daily, slow)).movers) == ["A", "B"]
    assert keys(Survey((daily[0], slow)).movers) == ["Q", "A"]


def test_moves_are_not_compared_while_one_of_them_has_no_measure():
    assert Survey((figure("A"), figure("B"), figure("C", usual_move=None))).movers == []
    still = figure("C", usual_move=None, prev=4.12)
    assert keys(Survey((figure("A"), figure("B", usual_move=0.2), still)).movers) == ["A", "B"]


def test_busiest_group_is_the_one_with_the_largest_share():
    rows = [figure(f"A{n}", group="a", percentile=p) for n, p in enumerate((90.0, 85.0, 50.0))]
    rows += [figure(f"B{n}", group="b", percentile=p) for n, p in enumerate((90.0, 10.0, 50.0))]
    assert busiest_group(Survey(tuple(rows)), high=True) == ("a", 2, 3)
    assert busiest_group(Survey(tuple(rows)), high=False) is None


def test_busiest_group_is_none_when_two_share_the_first_place():
    rows = [figure(f"{g}{n}", group=g, percentile=90.0) for g in "ab" for n in range(2)]
    assert busiest_group(Survey(tuple(rows)), high=True) is None
