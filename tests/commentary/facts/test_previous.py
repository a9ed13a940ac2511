"""What readers could have seen: by real cycles, on a clock that moves."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from briefing.core.work import schedule
from commentary.facts import previous
from commentary.facts.collecting import everything
from commentary.facts.ranking import PreviousFigures
from commentary.models import IndicatorSummary, StrategicLog
from commentary.publishing import logs, reads
from indicators import groups
from indicators.models import DailyQuote
from tests.commentary.conftest import NOW, store_figure

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
LATER = {
    "period": "2026-11-23",
    "previous_period": "2026-11-20",
    "observed_on": datetime(2026, 11, 23).date(),
}


def edition(now: datetime, **figures: dict[str, object]) -> None:
    """Stores figures by row code, then writes the reads of a moment."""
    for code, changes in figures.items():
        store_figure(code, **changes)
    with time_machine.travel(now, tick=False):
        reads.cycle(now, tones=["NOVICE"])


def facts_at(now: datetime):
    with time_machine.travel(now, tick=False):
        return {row.key: row for row in everything(today=now.date())["all"].rows}


def test_before_any_edition_nothing_was_seen():
    assert previous.seen_before_day(NOW) == PreviousFigures()
    store_figure("CPIE")
    assert facts_at(NOW)["CPIE"].new


def test_what_came_today_stays_new_until_the_day_is_over():
    edition(NOW, CPIE={})
    edition(NOW + timedelta(hours=1), US10=LATER)
    assert {key: row.new for key, row in facts_at(NOW + timedelta(hours=2)).items()} == {
        "CPIE": True,
        "US10": True,
    }
    assert {key: row.new for key, row in facts_at(NOW + DAY).items()} == {"CPIE": False, "US10": False}


def test_the_next_day_only_what_came_since_is_new():
    edition(NOW, CPIE={}, US10=LATER)
    store_figure("US10", **LATER | {"period": "2026-11-24", "observed_on": datetime(2026, 11, 24).date()})
    assert {key: row.new for key, row in facts_at(NOW + DAY).items()} == {"CPIE": False, "US10": True}


def test_a_day_without_an_edition_reaches_back_to_the_one_before():
    edition(NOW, CPIE={})
    assert not facts_at(NOW + 5 * DAY)["CPIE"].new


def test_a_rejected_text_was_never_seen_a_withdrawn_one_was():
    edition(NOW, CPIE={})
    IndicatorSummary.objects.update(state="withdrawn")
    assert previous.seen_before_day(NOW + DAY).figures.keys() == {"CPIE"}
    IndicatorSummary.objects.update(state="rejected")
    assert previous.seen_before_day(NOW + DAY).figures is None


def test_what_led_the_last_edition_gives_way_to_what_is_as_newsworthy():
    edition(NOW, US10=LATER | {"value": 4.5})
    store_figure("US10", value=4.7, period="2026-11-24", observed_on=datetime(2026, 11, 24).date())
    assert previous.seen_before_day(NOW + DAY).family == "ust"
    assert facts_at(NOW + DAY)["US10"].led


def test_a_log_measures_from_the_last_log():
    edition(NOW, CPIE={})
    with time_machine.travel(NOW, tick=False):
        logs.cycle(NOW, tones=["NOVICE"])
    slot = schedule.slot_at(logs.KIND, NOW) + timedelta(hours=6)
    store_figure("US10", **LATER)
    seen = previous.seen_before_log(slot, tone="NOVICE", style="DRY")
    rows = {row.key: row.new for row in everything(today=NOW.date(), seen=seen)["all"].rows}
    assert rows == {"CPIE": False, "US10": True}
    assert StrategicLog.objects.get().facts["rows"][0]["new"]
    assert previous.seen_before_log(slot, tone="INTERMEDIATE", style="DRY").figures is None


def test_a_text_knows_the_one_that_it_follows():
    edition(NOW, CPIE={})
    first = IndicatorSummary.objects.get(group="all")
    assert first.facts["previous"] is None
    edition(NOW + DAY, CPIE={"value": 2.4})
    second = IndicatorSummary.objects.filter(group="all").order_by("-cycle").first()
    assert second.facts["previous"] == {
        "title": first.title,
        "text": first.content,
        "as_of": "2026-11-21T13:07+00:00",
    }


def test_a_revised_figure_is_news_with_what_was_shown():
    edition(NOW, CPIE={})
    symbol = groups.load().row("CPIE").symbols[0]
    DailyQuote.objects.create(symbol=symbol, day=datetime(2026, 10, 31).date(), period="2026-10", value=2.4)
    store_figure("CPIE", value=2.4, computed_at=NOW + DAY)
    row = facts_at(NOW + DAY)["CPIE"]
    assert (row.new, row.revised_period, row.revised_from) == (False, "2026-10", 2.1)


def test_an_edition_takes_three_queries_and_two_with_cached_histories(django_assert_num_queries):
    for code in ("CPIE", "CPII", "US10"):
        store_figure(code)
    with time_machine.travel(datetime(2026, 11, 22, 9, tzinfo=UTC), tick=False):
        with django_assert_num_queries(3):
            everything(today=NOW.date())
        with django_assert_num_queries(2):
            everything(today=NOW.date())
