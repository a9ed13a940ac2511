from dataclasses import replace

import pytest

from commentary.facts.ranking import (
    RELEASE_UNMOVED,
    CrossedLevel,
    PreviousFigures,
    is_unusual,
    mark_of,
    marked,
    printed_direction,
    ranked,
    score,
    times_usual,
)
from tests.commentary.figures import figure

KNOWN = figure("US10", value=4.08, prev=4.0, period="2026-11-19", prev_period="2026-11-18", date="2026-11-19")


RECENT = {"2026-11-18": 4.0, "2026-11-19": 4.08, "2026-11-20": 4.12}


MONTH = {"frequency": "M", "decimals": 1, "usual_move": 0.1}


PRICE = {"unit": "USD", "measure": "percent"}


def mark(row, earlier=KNOWN, recent=None):
    figures = None if earlier is None else {earlier.key: earlier}
    return marked(row, PreviousFigures(figures), RECENT if recent is None else recent)


def news(key="US10", **changes):
    """The score of a new figure: a US yield that rose by 10 basis points, twice its usual move."""
    return score(figure(key, **{"new": True, "value": 4.3, "prev": 4.2} | changes))


def inflation(key, value=2.1, prev=2.0, **changes):
    return figure(key, **MONTH | {"new": True, "value": value, "prev": prev} | changes)


def scored(*rows):
    return [replace(row, newsworthiness=score(row)) for row in rows]


def keys(*rows, language="en"):
    return [[row.key for row in family.rows] for family in ranked(scored(*rows), language)]


def test_an_observation_that_the_last_edition_did_not_have_is_new():
    row = mark(figure())
    assert (row.new, row.revised_from, row.revised_period) == (True, None, "")


def test_what_the_last_edition_showed_is_not_new():
    row = mark(figure(value=4.9), earlier=figure(value=4.9))
    assert (row.new, row.newsworthiness) == (False, 0.0)


def test_before_any_edition_everything_that_is_not_stale_is_new():
    assert (mark(figure(), earlier=None).new, mark(figure(stale=True), earlier=None).new) == (True, False)


def test_a_row_that_was_not_there_or_had_another_unit_is_new():
    assert mark(figure(), earlier=figure("GB10")).new
    assert mark(figure(), earlier=replace(figure(), unit="index")).new


def test_a_revision_names_its_period_and_what_was_shown():
    row = mark(figure(), recent=RECENT | {"2026-11-19": 4.06})
    assert (row.new, row.revised_period, row.revised_from) == (True, "2026-11-19", 4.08)
    older = mark(figure(), recent=RECENT | {"2026-11-18": 4.02})
    assert (older.revised_period, older.revised_from) == ("2026-11-18", 4.0)


def test_a_revision_that_nobody_can_see_is_none():
    assert mark(figure(), recent=RECENT | {"2026-11-19": 4.0801}).revised_period == ""


def test_a_withdrawn_observation_is_neither_new_nor_a_revision():
    row = mark(replace(KNOWN), earlier=figure(), recent={"2026-11-18": 4.0, "2026-11-19": 4.08})
    assert (row.new, row.revised_period) == (False, "")


def test_what_led_the_last_edition_is_known_by_its_family():
    seen = PreviousFigures({"BRNT": figure("BRNT", newsworthiness=2.0), "US10": figure(newsworthiness=1.0)})
    rows = [marked(figure(key), seen, {}) for key in ("BRNT", "WTI", "US10")]
    assert [row.led for row in rows] == [True, True, False]
    assert not marked(figure(), PreviousFigures({"US10": figure()}), {}).led


def test_a_policy_rate_that_changed_leads_always_the_larger_bank_first():
    changed = [news(key, value=4.25, prev=4.5) for key in ("FEDU", "ECBD", "BOER", "PRJP", "PRCA")]
    assert changed == sorted(changed, reverse=True) and len(set(changed)) == 5
    assert min(changed) > score(inflation("CPIA", 9.0, 1.0))


def test_an_unchanged_policy_rate_is_news_on_its_decision_day_alone():
    still = {"value": 4.5, "prev": 4.5}
    assert news("FEDU", **still) == 0.0
    largest = news("US10", usual_move=0.01, value=5.1, crossed=(), extreme="highest", run=5)
    release, held = score(inflation("CPII")), news("FEDU", **still, decided="2026-11-19")
    assert release > held > largest


def test_a_decision_is_reported_once():
    row = figure("FEDU", value=4.5, prev=4.5, decided="2026-11-19")
    earlier = replace(KNOWN, key="FEDU", value=4.5)
    assert mark(row, earlier).newsworthiness > 0
    again = mark(row, replace(earlier, decided="2026-11-19"))
    assert (again.newsworthiness, again.decided) == (0.0, "2026-11-19")


def test_a_rate_that_came_with_later_days_at_once_has_changed():
    earlier = replace(KNOWN, key="PRJP", value=0.5, period="2026-11-12")
    row = mark(figure("PRJP", value=0.75, prev=0.75), earlier)
    assert (row.prev, row.prev_period, row.newsworthiness >= 100) == (0.5, "2026-11-12", True)
    assert mark(figure("US10", value=4.12, prev=4.12)).prev == 4.12


def test_releases_lead_in_the_order_of_their_regions_then_by_size():
    rows = [inflation(key) for key in ("CPIU", "CPII", "CPIE", "CPIA")] + [inflation("UNUS", 4.5, 4.0)]
    assert keys(*rows) == [["UNUS"], ["CPIA"], ["CPIE"], ["CPIU"], ["CPII"]]


def test_a_reader_s_own_country_comes_before_others():
    rows = [inflation("CPIU", 4.5, 4.0), inflation("CPII")]
    assert keys(*rows, language="it") == [["CPII"], ["CPIU"]]
    assert keys(*rows, language="en") == [["CPIU"], ["CPII"]]


def test_a_reader_s_own_country_lifts_no_unmoved_release():
    rows = [inflation("CPII", 2.0), figure(new=True, value=4.3, prev=4.2)]
    assert keys(*rows, language="it") == [["US10"], ["CPII"]]


def test_a_release_that_did_not_move_is_second_to_a_larger_market_move():
    assert score(inflation("CPIE", 2.0)) == RELEASE_UNMOVED
    assert score(inflation("CPIE", 2.04, 2.01)) == RELEASE_UNMOVED  # as shown: 2.0 both times
    assert score(inflation("CPIE", 2.0, new=False)) == 0.0


def test_core_and_services_count_by_their_size_and_unmoved_nothing():
    assert score(inflation("CORE")) == pytest.approx(0.8)
    assert score(inflation("CORE", 2.3)) == pytest.approx(2.4)
    assert score(inflation("CORE", 2.0)) == 0.0


def test_a_market_move_counts_by_its_multiple_and_its_class():
    assert news() == pytest.approx(2.0)
    assert news("GB10") == pytest.approx(2.0 * 0.6)
    assert news("USCV", unit="pp", value=0.3, prev=0.2) == pytest.approx(2.0 * 0.35)
    assert news("OFRS", unit="index") == 0.0
    assert news(usual_move=0.001) == pytest.approx(5.0)


def test_an_older_price_counts_less():
    found = [news("BRNT", **PRICE, value=72.0, prev=70.0, usual_move=1.0, age=age) for age in (0, 1, 2, 3, 9)]
    assert found == [pytest.approx(2 / 70 * 100 * share) for share in (1, 1, 0.7, 0.5, 0.5)]
    monthly = news("SPRD", frequency="M", unit="pp", value=1.1, prev=1.0, age=9)
    assert monthly == pytest.approx(2.0 * 0.6)


def test_a_move_below_the_usual_one_or_its_floor_is_no_news():
    assert news(value=4.24, usual_move=0.05) == 0.0
    assert news(value=4.25, usual_move=0.05) == pytest.approx(1.0)
    assert (news(value=4.22, usual_move=0.01), news(value=4.23, usual_move=0.01)) == (0.0, pytest.approx(3.0))
    assert news("EURU", **PRICE, decimals=4, value=1.1518, prev=1.15, usual_move=0.05) == 0.0
    assert news("BTC", **PRICE, decimals=0, value=90000, prev=88000, usual_move=1.0) > 0


def test_what_cannot_be_seen_is_no_move():
    assert news(value=4.2049, prev=4.2, usual_move=0.001) == 0.0
    assert times_usual(figure(value=4.21, prev=4.2, usual_move=0.004)) == pytest.approx(1.0)


def test_without_a_known_usual_move_a_move_counts_as_usual():
    assert score(inflation("BLS", 8.0, 2.0, usual_move=None)) == pytest.approx(0.8)


def test_a_level_alone_is_no_news():
    assert news(value=4.2, percentile=100.0, extreme="highest", run=0) == 0.0


def test_marks_extremes_and_long_runs_are_added():
    assert news(value=5.0, prev=4.9) == pytest.approx(3.0)
    assert news(extreme="highest", extreme_since="2023-06-29") == pytest.approx(3.0)
    assert news(extreme="highest", extreme_since="2025-06-29") == pytest.approx(2.5)
    assert news(extreme="highest", since="1990-01-02") == pytest.approx(3.0)
    assert news(extreme="highest", since="2025-01-02") == pytest.approx(2.5)
    assert (news(run=4), news(run=-5)) == (pytest.approx(2.0), pytest.approx(2.3))


@pytest.mark.parametrize(
    ("value", "prev", "expected"),
    [
        (5.0, 4.95, CrossedLevel(5.0, 1, reached=True)), (5.02, 4.95, CrossedLevel(5.0, 1)), (4.94, 5.0, CrossedLevel(5.0, -1)),
        (5.03, 5.0, None), (4.98, 4.95, None), (-0.02, 0.03, CrossedLevel(0.0, -1)), (0.03, -0.02, CrossedLevel(0.0, 1)),
        (4.999, 4.95, CrossedLevel(5.0, 1, reached=True)), (2.9, 4.1, CrossedLevel(4.0, -1)), (5.0, None, None),
    ],
)  # fmt: skip
def test_a_whole_per_cent_is_reached_or_crossed(value, prev, expected):
    assert mark_of(figure(value=value, prev=prev)) == expected


def test_a_round_figure_is_crossed_in_the_way_of_the_move():
    up = ({"kind": "round", "level": 70.0, "way": 1},)
    assert mark_of(figure("BRNT", **PRICE, value=70.5, prev=69.0, crossed=up)) == CrossedLevel(70.0, 1)
    assert mark_of(figure("BRNT", **PRICE, value=69.0, prev=70.5, crossed=up)) is None
    assert mark_of(figure("BRNT", **PRICE, value=70.0, prev=69.0)) is None


def test_what_is_known_or_stale_counts_nothing():
    assert (news(new=False), news(stale=True)) == (0.0, 0.0)


@pytest.mark.parametrize(
    ("value", "prev", "way"), [(0.1 + 0.2, 0.3, 0), (0.3, 0.31, -1), (0.3, 0.2, 1), (1, None, 0)]
)
def test_a_move_that_nobody_sees_has_no_way(value, prev, way):
    assert printed_direction(figure(value=value, prev=prev)) == way


def test_a_revision_counts_like_a_move_of_its_size():
    revised = {"new": False, "value": 4.2, "prev": 4.1, "revised_period": "2026-11-20", "extreme": "highest"}
    assert news(**revised, revised_from=4.1) == pytest.approx(2.0)
    assert news(**revised, revised_from=4.18) == 0.0
    older = revised | {"revised_period": "2026-11-19"}
    assert news(**older, revised_from=4.3) == pytest.approx(4.0)
    price = PRICE | {"new": False, "value": 102.0, "usual_move": 1.0, "revised_period": "2026-11-20"}
    assert news("GOLD", **price, revised_from=100.0) == pytest.approx(2.0)


def test_a_revised_release_is_a_release():
    told = {"new": False, "revised_period": "2026-10"}
    assert score(inflation("CPIE", 2.2, 2.0, **told, revised_from=2.1)) == pytest.approx(31.0)
    assert score(inflation("CPIE", 2.2, 2.0, **told | {"usual_move": 0.2}, revised_from=2.1)) == 0.0


@pytest.mark.parametrize(
    ("changes", "unusual"),
    [
        ({"value": 4.17, "usual_move": 0.05}, True),  # 0.09, 1.8 times the usual
        ({"value": 4.16, "usual_move": 0.05}, False),
        ({"value": 4.14, "usual_move": 0.05, "extreme": "highest"}, True),
        ({"value": 4.12, "usual_move": 0.05, "extreme": "highest"}, False),  # less than usual
        ({"value": 4.5, "usual_move": None}, False),
        ({"value": 4.5, "usual_move": 0.05, "stale": True}, False),
        ({"value": 4.08, "usual_move": 0.0, "extreme": "highest"}, False),  # unchanged
    ],
)
def test_what_is_unusual(changes, unusual):
    assert is_unusual(figure("US10", prev=4.08, **changes)) is unusual
