"""What a newspaper reader takes for granted: sample headlines that agree with the figures and with each other.

Each agreement is a sentence that holds on every one of sixty days.
"""

import re
from collections import Counter
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.utils.dates import MONTHS

from briefing.demo import calendar_fred, curve, ecb, treasury, world
from briefing.demo.events import events_of
from briefing.demo.feeds import feed_configs, tellers_of
from briefing.demo.releases import decisions, policy, sessions
from briefing.demo.reports import calendar_name
from briefing.demo.world import value
from indicators.trading_hours import load
from tests.demo.sixty_days import (
    EVENTS,
    FIRST,
    LAST,
    OFFICES,
    SESSIONS,
    change,
    ended,
    figures_of,
    headlines,
    hicp,
    jobs,
    merged_reports,
    number,
    one_event_a_month,
    people,
    told_at,
)

AGREEMENTS: dict[str, Callable[[], bool]] = {
    "a month's US jobs are told once, as the figures have it": lambda: told_at(
        r"economy adds ([\d,]+),000 jobs", "jobs_us", jobs
    ) and one_event_a_month("jobs_us", r"economy (?:adds|loses)"),
    "US unemployment is told as the figures have it": lambda: told_at(
        r"Jobs report: .*unemployment at ([\d.]+)%", "jobs_us", lambda end: value("UNRATE", end)
    ),
    "euro area inflation is told once a month, as the figures have it": lambda: told_at(
        r"Inflation in the euro area at ([\d.]+)%", "hicp", lambda end: hicp("TOTAL", end)
    ) and one_event_a_month("hicp", r"Inflation in the euro area"),
    "British inflation is told as the figures have it": lambda: told_at(
        r"Inflation in Britain at ([\d.]+)%", "cpi_uk", lambda end: value("d7g7", end)
    ),
    "US inflation is told as the figures have it, and not for the month that was never published": lambda: told_at(
        r"US consumer inflation at ([\d.]+)%", "cpi_us", lambda end: value("cpi_us", end)
    ) and not [event for event, _m in headlines("US consumer inflation") if ended("cpi_us", event).month == 10],
    "British retail sales are told once a month, as the figures have it": lambda: told_at(
        r"UK retail sales volume (?:rises|falls) ([\d.]+)%", "retail_uk", change("j5ek")
    ) and one_event_a_month("retail_uk", "UK retail sales volume"),
    "Italian output is told once a month, as the figures have it": lambda: told_at(
        r"Italy's industrial output (?:rises|falls) ([\d.]+)%", "output_it", change("output_it")
    ) and one_event_a_month("output_it", "Italy's industrial output"),
    "auctions pay the day's Italian ten-year yield": lambda: all(
        abs(number(m[1]) - curve.europe("IT", event.at.date())) < 0.006
        for event, m in headlines(r"Italy sells ten-year bonds at ([\d.]+)%")
    ) and len(headlines(r"Italy sells ten-year bonds")) in (1, 2, 3),
    "closing reports tell the session's US shares": lambda: figures_of(
        r"^Wall Street closes .*, S&P 500 at ([\d,]+)", lambda day: value("^GSPC", day)
    ),
    "currency reports tell the day's euro and yen": lambda: all(
        (number(m[1]), number(m[2]))
        == (ecb.exchange("USD", day), round(ecb.exchange("JPY", day) / ecb.exchange("USD", day), 2))
        for event, m in headlines(r"euro at ([\d.]+) dollars, dollar at ([\d.]+) yen")
        for day in [event.at.date()]
    ),
    "gold's report has the change that the page works out from the prices": lambda: all(
        round(abs(100 * (value("GC=F", day) / value("GC=F", before) - 1)), 1) == number(m[1])
        for event, m in headlines(r"^Gold (?:rises|falls) ([\d.]+)%")
        for day in [event.at.date()]
        for before in [sessions("America/New_York", day - timedelta(days=9), day - timedelta(days=1))[-1]]
    ),
    "no figure is announced that does not come": lambda: all(
        bool(calendar_fred._dates(
            {"release_id": [str(number)], "realtime_start": [str(FIRST)], "include_release_dates_with_no_data": ["true"]}, FIRST
        )) == ("stops" not in world.table("series").get(name, {}))
        for name, number in calendar_fred.IDS.items()
    ),
    "no office speaks between Christmas Eve and New Year": lambda: not [
        event for day in range(24, 32) for event in events_of(date(2026, 12, day))
        if event.announced_by and event.key.startswith("k")
    ],
    "two-year yields fall before the Fed decides, and not at once on the day": lambda: max(
        abs(curve.us(2, after) - curve.us(2, before)) for before, after in pairwise(SESSIONS)
    ) < 0.1,
    "oil reports tell the day's prices": lambda: figures_of(
        r"Oil: Brent at ([\d.]+) dollars", lambda day: value("DCOILBRENTEU", day)
    ),
    "no market closes a session on its exchange's holiday": lambda: all(
        event.at.date() not in exchange.closed
        for exchange in load().exchanges
        for pattern, mic in (("^Wall Street", "XNYS"), ("^Dax", "XFRA"), ("^Nikkei", "XTKS"), ("^FTSE 100", "XLON"))
        for event, _m in headlines(pattern)
        if exchange.mic == mic
    ),
    "no bonds are traded and no federal office reports on Veterans Day and Columbus Day": lambda: not [
        event for day in (date(2026, 11, 11), date(2026, 10, 12), date(2027, 10, 11)) for event in events_of(day)
        if re.search("ten-year yield|^US crude oil stocks", str(event.tellings["en"][0][0]))
    ],
    "no yield is published for a day without bond trading": lambda: not re.search(
        "11/11/2026|10/12/2026|10/11/2027",
        "".join(
            treasury.answer(f"daily-treasury-rates.csv/{year}/all", {"type": [kind]}, datetime(2028, 1, 1, tzinfo=UTC)).body
            for year in (2026, 2027) for kind in treasury.TABLES
        ),
    ),
    "no Italian office reports on an Italian holiday": lambda: not [
        event for event in EVENTS
        if {"istat", "bancaditalia", "mef"} & set(event.announced_by) and (event.at.month, event.at.day) == (12, 8)
    ],
    "nobody of a bank speaks in the week before it decides": lambda: all(
        not decisions(bank, event.at.date(), event.at.date() + timedelta(days=7))
        for bank, pattern in (
            ("ECB", "^Governing Council member .* asks"), ("BOE", "^Bank of England's .* wants"), ("FOMC", "^Fed's .*: no hurry")
        )
        for event, _m in headlines(pattern)
    ) and len(headlines("^Governing Council member .* asks")) > 3,
    "nothing is compared with the day before on a Monday": lambda: not [
        event for event, _m in headlines("day before") if event.at.weekday() == 0 and "itcoin" not in str(event.tellings)
    ],
    "two persons in the news have two surnames, but for those of a saga": lambda: max(
        Counter(name.split()[1] for name, roles in people().items() if min(roles).startswith("k")).values()
    ) == 1,
    "an Italian duty has its article": lambda: all(
        re.search(r"\b(?:i|gli|le|sui|sugli|sulle) \w+ europe[ei]\b", event.tellings["it"][0][0])
        for event, _m in headlines("threatens duty of|delays duty on")
    ) and bool(headlines("threatens duty of")),
    "a falling price is not told as a rise": lambda: all(
        (value("^GDAXI", day) > value("^GDAXI", before)) == (m[1] == "rises")
        for event, m in headlines(r"^Dax (rises|falls)")
        for day in [event.at.date()]
        for before in [sessions("Europe/Berlin", day - timedelta(days=9), day - timedelta(days=1))[-1]]
    ),
    "the Fed's minutes and its Beige Book come at two in Washington, as the agenda has it": lambda: {
        event.at.astimezone(ZoneInfo("America/New_York")).hour
        for event, _m in headlines("minutes of its|Beige Book")
    } == {14},
    "the Fed's minutes come once for each meeting": lambda: (
        len({event.key for event, _m in headlines("minutes of its")})
        == len(decisions("FOMC", FIRST - timedelta(days=21), LAST - timedelta(days=21)))
    ),
    "a bank's decision is told on its day, with the rate that holds from the next": lambda: all(
        number(m[1]) == policy("FOMC", event.at.date() + timedelta(days=1))
        for event, m in headlines(r"Federal Reserve (?:keeps|cuts|raises) its rate (?:at|to) ([\d.]+)%")
    ) and len({event.key for event, _m in headlines("Federal Reserve (?:keeps|cuts|raises)")}) == len(
        decisions("FOMC", FIRST, LAST)
    ),
    "offices speak on working days alone": lambda: all(
        event.at.weekday() < 5 and not world.holiday(event.at.date()) for event in EVENTS if event.announced_by
    ),
    "every office speaks of something": lambda: {
        slug for event in EVENTS for slug in event.announced_by
    } == OFFICES,
    "no office but the one whose figures they are tells them first": lambda: all(
        event.announced_by == (office,)
        for office, pattern in {
            "eurostat": "Inflation in the euro area", "istat": "Italy's industrial output", "mef": "bond auction",
            "eia": "US crude oil stocks", "ons-releases": "^UK (?:inflation|retail|output|unemployment)",
            "bea": "US household spending", "bancaditalia": "loans to households",
        }.items()
        for event, _m in headlines(pattern)
    ) and all(not event.announced_by for event, _m in headlines("jobs report|Jobs report|exports rise")),
    "a person is one person": lambda: all(
        len({each for each in roles if each.startswith("s")}) <= 1
        and not (any(each.startswith("s") for each in roles) and any(each.startswith("k") for each in roles))
        for roles in people().values()
    ),
    "a firm that does well is not told to do badly": lambda: not (
        {m[1] for _event, m in headlines("^(.+) (?:raises its outlook|opens plant)")}
        & {m[1] for _event, m in headlines("^(.+) (?:warns on profit|to cut \\d+ jobs)")}
    ),
    "no bank is bid for, no strait attacked and no duty announced twice": lambda: max(
        Counter(
            m[0]
            for key, pattern in (("bid", r"bids .* for rival .*"), ("strait", r"at \w+ strait after"), ("duty", r"duty of .*"))
            for m in {event.key: m for event, m in headlines(pattern)}.values()
            if key
        ).values()
    ) == 1,
    "no title is told on two days": lambda: max(
        Counter(
            title
            for event in EVENTS
            for title in {title for title, _summary in event.tellings["en"]}
            if event.key.startswith(("k", "s"))
        ).values()
    ) == 1,
    "every event is told in each language": lambda: all(
        {feed_configs()[slug].lang for slug in tellers_of(event)} == set(event.tellings) for event in EVENTS
    ),
    "no report is taken for another event's": lambda: not merged_reports(),
    "English headlines name no Italian month and Italian ones no English one": lambda: not any(
        re.search(rf"\b(?:{'|'.join(calendar_name(month, other) for month in MONTHS.values())})\b", " ".join(telling))
        for lang, other in (("en", "it"), ("it", "en"))
        for event in EVENTS
        for telling in event.tellings[lang]
    ),
}  # fmt: skip


@pytest.mark.parametrize("agreement", AGREEMENTS)
def test_over_sixty_days(agreement):
    assert AGREEMENTS[agreement](), agreement


def test_there_are_at_least_twenty_agreements_over_sixty_days():
    assert (len(AGREEMENTS) >= 20, (LAST - FIRST).days + 1) == (True, 60)


def test_the_same_day_tells_the_same():
    day = datetime(2026, 11, 18).date()
    before = events_of(day)
    events_of.cache_clear()
    assert [(event.key, event.tellings) for event in events_of(day)] == [
        (event.key, event.tellings) for event in before
    ]
