"""The tools: what they find, what every answer carries, and what they refuse."""

import json
from dataclasses import replace
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import RULES_ONLY
from briefing.core import origin
from briefing.mcp.tools import RIDER, TOOLS
from commentary.models import IndicatorSummary
from indicators import groups
from indicators.models import DailyQuote, Quote
from indicators.sources import Observation
from indicators.storage import store_observations
from tests.pages import edition
from tests.pages.feed_reader import log

pytestmark = pytest.mark.django_db
SINCE = "2026-11-20T00:00:00Z"
OPEN, SHUT = "CPIE", "SOFR"  # Eurostat's may be redistributed, the New York Fed's is not settled


@pytest.fixture(autouse=True)
def whole(noon: None) -> None:
    edition.whole()


def api(token, path):
    return Client().get(path, headers={"authorization": f"Bearer {token}"}).json()


def refusal(result) -> str:
    assert result["isError"] is True
    assert "structuredContent" not in result
    return result["content"][0]["text"]


# --- as listed ---


def test_every_tool_is_read_only_and_carries_the_rider(rpc):
    tools = rpc("tools/list")["result"]["tools"]
    assert [tool["name"] for tool in tools] == list(TOOLS)
    for tool in tools:
        assert tool["description"].endswith(RIDER)
        assert tool["annotations"]["readOnlyHint"] is True
        assert (tool["inputSchema"]["additionalProperties"], tool["outputSchema"]["type"]) == (
            False,
            "object",
        )
        assert ("as_of" in tool["inputSchema"]["properties"]) is (tool["name"] == "get_series")


# --- what every answer carries ---


@pytest.mark.parametrize(("tool", "given"), [
    ("find_figures", {"words": "inflation"}), ("get_series", {"code": OPEN}), ("get_reads", {}), ("get_log", {}),
    ("get_agenda", {}), ("find_news", {}), ("what_changed", {"since": SINCE}),
])  # fmt: skip
def test_an_answer_names_source_date_terms_and_that_it_is_no_advice(call, tool, given):
    log(1)
    result = call(tool, **given)
    about = result["structuredContent"]["about"]
    assert result["isError"] is False
    assert about["sources"] and about["terms"] and about["date"] >= "2026-09"
    assert "Educational, not advice." in about["notice"]
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_a_text_names_this_service_and_who_publishes_its_figures(call, settings):
    sources = call("get_reads", group="bonds")["structuredContent"]["about"]["sources"]
    assert settings.BASE_URL in sources
    assert len(sources) > 1


@pytest.mark.parametrize("is_second", [False, True])
def test_a_text_names_the_source_that_its_figures_had(call, settings, is_second):
    """US10 is shown by its first source today; the text's figure came from the one that `is_second` says."""
    facts = IndicatorSummary.objects.get(group="all", tone="NOVICE").facts
    [row] = [row for row in facts["rows"] if row["key"] == "US10"]
    row["fallback"] = is_second
    figure = {"code": "US10", "field": "value", "value": row["value"], "period": row["period"]}
    log(1, sentences=[{"text": "One.", "kind": "fact", "figures": [figure]}], facts=facts)
    first = groups.load().row("US10")
    assert first.fallback is not None
    wanted = first.fallback.source_name if is_second else first.attribution("en")
    assert set(call("get_log")["structuredContent"]["about"]["sources"]) == {settings.BASE_URL, wanted}


def test_samples_say_that_they_are_made_up(call):
    # As the database would record it; the setting counts only while there are no data.
    origin.remember(origin.SAMPLES)
    about = call("find_news")["structuredContent"]["about"]
    assert (about["sample_data"], about["notice"][:11]) == (True, "Sample data")


def test_an_answer_is_in_the_requested_language(call):
    content = call("find_figures", words="inflazione italia", lang="it")["structuredContent"]
    assert content["about"]["notice"].endswith("Materiale didattico, non consulenza.")
    assert content["result"]["items"][0]["label"] == "Inflazione, Italia"


# --- figures ---


@pytest.mark.parametrize(("words", "code"), [
    ("Italy inflation", "CPII"), ("US 10-year yield", "US10"), ("us10", "US10"), ("unemployment euro area", "UNEE"),
])  # fmt: skip
def test_words_find_the_figure_named_so(call, words, code):
    assert call("find_figures", words=words)["structuredContent"]["result"]["items"][0]["code"] == code


def test_figures_are_those_of_the_api(call, token):
    items = call("find_figures", group="bonds", limit=20)["structuredContent"]["result"]["items"]
    assert items == api(token, "/api/indicators?group=bonds")["items"][:20]


def test_words_that_fit_nothing_find_nothing(call):
    result = call("find_figures", words="xyzzy")["structuredContent"]["result"]
    assert (result["items"], result["found"]) == ([], 0)
    assert "bonds" in result["groups"]


def test_a_region_is_a_filter(call):
    items = call("find_figures", region="IT", limit=20)["structuredContent"]["result"]["items"]
    assert {item["region"] for item in items} == {"IT"}


def test_a_series_is_that_of_the_api(call, token):
    result = call("get_series", code=OPEN.lower(), range="5y")["structuredContent"]["result"]
    assert result.pop("left_out") == 0
    assert result == api(token, f"/api/indicators/{OPEN}?range=5y")


def test_a_long_series_gives_its_newest_and_says_how_many_are_left_out(call):
    [symbol] = groups.load().row("EA10").symbols
    DailyQuote.objects.bulk_create(
        DailyQuote(symbol=symbol, day=day, period=day.isoformat(), value=3.0)
        for day in (date(2020, 1, 1) + timedelta(days=number) for number in range(1600))
    )
    result = call("get_series", code="EA10", range="all")["structuredContent"]["result"]
    assert (len(result["observations"]), result["left_out"]) == (750, 910)
    assert result["observations"][-1]["period"] == result["figure"]["period"]


def test_a_series_that_may_not_be_redistributed_is_refused_with_reason_and_terms(call):
    text = refusal(call("get_series", code=SHUT))
    assert text.startswith("redistribution_refused: It is not clear whether its owner’s terms")
    assert "Terms: https://" in text


def test_such_a_figure_is_found_without_its_value(call):
    [item] = [
        each
        for each in call("find_figures", words=SHUT)["structuredContent"]["result"]["items"]
        if each["code"] == SHUT
    ]
    assert (item["figure"], item["refused"]["code"]) == (None, "redistribution_refused")


# --- texts, agenda, news ---


def test_reads_are_those_of_the_api(call, token):
    every = {item["group"]: item for item in api(token, "/api/reads?lang=it")["items"]}
    for group in ("all", "bonds"):
        assert call("get_reads", group=group, lang="it")["structuredContent"]["result"]["items"] == [
            every[group]
        ]


def test_a_reader_of_texts_by_rules_gets_no_other(call, ada):
    log(1)
    assert call("get_log")["structuredContent"]["result"]["items"][0]["written_by"] == "ai"
    ada.settings_json = {RULES_ONLY: True}
    ada.save()
    assert [i["written_by"] for i in call("get_log")["structuredContent"]["result"]["items"]] in (
        [],
        ["rules"],
    )


def test_the_log_is_that_of_the_api(call, token):
    log(1)
    assert call("get_log", limit=3)["structuredContent"]["result"] == api(token, "/api/logs?limit=3")


def test_the_agenda_is_that_of_the_api(call, token):
    assert call("get_agenda", region="EU")["structuredContent"]["result"] == api(
        token, "/api/agenda?region=EU"
    )


def test_news_are_found_by_tag_and_word_and_paged(call, token):
    found = call("find_news", include=["EU"], limit=1)["structuredContent"]["result"]
    assert found == api(token, "/api/news?include=EU&limit=1")
    assert (
        call("find_news", include=["EU"], limit=1, cursor=found["next_cursor"])["structuredContent"][
            "result"
        ]["items"]
        != found["items"]
    )
    [item] = call("find_news", q="chip")["structuredContent"]["result"]["items"]
    assert item["title"].startswith("Chip makers")


def test_searches_are_limited_as_in_the_api(call):
    assert [call("find_news", q="chip")["isError"] for _ in range(60)] == [False] * 60
    with time_machine.travel(edition.NOW + timedelta(minutes=2), tick=False):
        assert refusal(call("find_news", q="chip")) == (
            "rate_limited: Too many searches. Please wait a little. Try again in 480 seconds."
        )


# --- what changed ---


def test_what_changed_holds_what_the_api_dates_since_then(call, token):
    result = call("what_changed", since=SINCE)["structuredContent"]["result"]
    assert result["figures"] and result["news"]
    assert "all" in result["reads"]
    codes = {item["code"] for item in result["figures"]} | set(result["more_figures"])
    observed = {
        item["code"]
        for item in api(token, "/api/indicators")["items"]
        if item["figure"] and item["figure"]["observed_on"] >= "2026-11-20"
    }
    assert observed <= codes
    assert all(item["published_at"] >= SINCE for item in result["news"])


def test_what_changed_is_the_same_in_whichever_zone_the_moment_is_written(call):
    utc, athens = (
        call("what_changed", since=since)["structuredContent"]["result"]
        for since in ("2026-11-20T22:30:00Z", "2026-11-21T00:30:00+02:00")
    )
    assert utc["figures"] and utc == athens


def revise(code, change=0.5):
    """A revision of the figure's latest observation, fetched a quarter of an hour ago."""
    symbol = groups.load().row(code).symbols[0]
    stored = list(DailyQuote.objects.of([symbol]))
    Quote.objects.filter(symbol=symbol).update(known_since=edition.NOW - timedelta(days=2))
    points = [Observation(point.period, point.day, point.value) for point in stored]
    points[-1] = replace(points[-1], value=round(points[-1].value + change, 3))
    store_observations(symbol, points, whole=False, now=edition.NOW - timedelta(minutes=15))
    return stored[-1].value, points[-1].value


def test_what_changed_holds_revisions_as_the_api_does(call, token):
    before, now = revise(OPEN)
    revise(SHUT)
    answer = call("what_changed", since=SINCE)["structuredContent"]
    [item] = answer["result"]["revisions"]
    assert (item["code"], item["before"], item["value"]) == (OPEN, before, now)
    assert item in api(token, f"/api/revisions?since={SINCE}")["items"]
    assert item["source"]["attribution"] in answer["about"]["sources"]
    assert (
        call("what_changed", since=edition.NOW.isoformat())["structuredContent"]["result"]["revisions"] == []
    )


def test_a_series_as_known_on_a_day(call):
    before, now = revise(OPEN)
    then = call("get_series", code=OPEN, as_of="2026-11-20")["structuredContent"]["result"]
    assert (then["as_of"], then["observations"][-1]["value"]) == ("2026-11-20", before)
    today = call("get_series", code=OPEN)["structuredContent"]["result"]
    assert (today["as_of"], today["observations"][-1]["value"]) == (None, now)
    assert today["revised"][0]["first"] == before


def test_a_day_before_the_record_is_refused_with_its_first_moment(call):
    revise(OPEN)
    assert refusal(call("get_series", code=OPEN, as_of="2026-11-18")) == (
        "not_known_then: How this series stood is known from 2026-11-19 on (UTC): no revisions were recorded before."
    )


def test_nothing_changed_since_now(call):
    result = call("what_changed", since=edition.NOW.isoformat())["structuredContent"]["result"]
    assert (result["news"], result["logs"], result["releases"]) == ([], [], [])
