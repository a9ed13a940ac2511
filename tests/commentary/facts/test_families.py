"""What follows the lead, and which row leads."""

from dataclasses import replace

import pytest

from commentary.facts.ranking import (
    is_quiet,
    ranked,
)
from tests.commentary.facts.test_ranking import PRICE, inflation, keys
from tests.commentary.figures import facts, figure


def test_one_story_takes_one_place():
    oil = [figure(key, new=True, **PRICE, value=72.0, prev=70.0, usual_move=1.0) for key in ("WTI", "BRNT")]
    assert keys(*oil, figure(new=True, value=4.3, prev=4.2)) == [["BRNT", "WTI"], ["US10"]]


def test_only_what_is_of_the_same_day_follows():
    first = figure("BRNT", new=True, **PRICE, value=72.0, prev=70.0, usual_move=1.0)
    older = replace(first, key="WTI", date="2026-11-19")
    assert keys(first, older) == [["BRNT"]]


def test_what_came_with_a_release_follows_it_though_it_did_not_move():
    known = inflation("SERE", new=False)
    assert keys(inflation("CORE", 2.0), inflation("CPIE"), known) == [["CPIE", "CORE"]]


def test_a_stale_row_does_not_follow_a_release():
    assert keys(inflation("CPIE"), inflation("CORE", stale=True)) == [["CPIE"]]


def test_a_market_row_that_is_no_news_does_not_follow():
    still = figure("BAA", new=True, unit="pp", value=2.0, prev=2.0)
    assert keys(figure("HYS", new=True, unit="pp", value=3.3, prev=3.2), still) == [["HYS"]]


def test_without_news_there_is_no_family():
    assert keys(figure(), figure("GOLD")) == []


def test_what_led_gives_way_to_what_is_within_a_fifth():
    rows = [figure("US10", newsworthiness=2.0, led=True), figure("GOLD", newsworthiness=1.85)]
    assert [family.lead.key for family in ranked(rows, "en")] == ["GOLD", "US10"]
    assert facts(*rows).lead == "GOLD"
    rows[1] = replace(rows[1], newsworthiness=1.75)
    assert ([family.lead.key for family in ranked(rows, "en")], facts(*rows).lead) == (
        ["US10", "GOLD"],
        "US10",
    )


def test_the_lead_is_the_most_newsworthy_row_the_first_among_equals():
    rows = [figure("A", newsworthiness=0.2), figure("B", newsworthiness=0.6), figure("C", newsworthiness=0.6)]
    assert (facts(*rows).lead, facts(figure("A")).lead, facts().lead) == ("B", "", "")
    assert [family.lead.key for family in ranked(rows, "it")] == ["B", "C", "A"]
    assert ranked(rows, "it")[0].score == 0.6


@pytest.mark.parametrize(
    ("best", "publishers", "expected"),
    [(1.4, 1, True), (1.5, 5, False), (1.9, 6, True), (1.9, 5, False), (2.0, 9, False), (1.0, 0, False)],
)
def test_a_quiet_day_is_led_by_its_largest_story(best, publishers, expected):
    stories = [{"publishers": publishers}] if publishers else []
    assert is_quiet([figure(newsworthiness=best), figure(newsworthiness=0.1)], stories) is expected


def test_a_day_without_figures_is_quiet_where_there_are_stories():
    assert (is_quiet([], [{"publishers": 1}]), is_quiet([], [])) == (True, False)
