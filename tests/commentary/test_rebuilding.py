"""Sixty days of editions, computed again from the series as known then, equal what was published."""

import random
from collections import defaultdict
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from briefing.core import periods
from commentary import past_editions, rebuilding
from commentary.facts.snapshot import EVERYTHING, Facts
from commentary.models import IndicatorSummary, WrittenText
from commentary.publishing import reads
from indicators import computation, groups
from indicators.models import DailyQuote, Quote, Revision
from indicators.sources import Observation
from indicators.storage import store_observations
from indicators.vintages import NotKnown
from tests.commentary.figures import AS_OF, figure

pytestmark = pytest.mark.django_db
FIRST, DAYS = date(2026, 9, 1), 60
CODES = ("US10", "USCV", "SPRD", "CORA", "INDP", "UNUS", "FEDU", "BUFF", "FEDB", "GDPE", "MCPR")
YEARS = {"D": 2, "W": 3, "M": 8, "Q": 12}
LEVEL = {"D": 4.0, "W": 6_600_000.0, "M": 4.0, "Q": 2.0}
LAG = {"D": 1, "W": 3, "M": 12, "Q": 25}  # days from the end of a period to its first value


WEEKDAYS = defaultdict(lambda: range(7), D=range(5), W=(2,))  # FRED dates its weekly series by a day


class World:
    """Sources whose newest values are revised, whose histories are rewritten, rebased and cut now and then."""

    def __init__(self) -> None:
        self.chance = random.Random(60)
        registry = groups.load()
        self.symbols = {
            symbol: frequency
            for code in CODES
            for symbol, frequency in zip(
                registry.row(code).symbols, registry.row(code).frequencies, strict=True
            )
        }
        self.values: dict[str, dict[str, Observation]] = {symbol: {} for symbol in self.symbols}
        self.level = {symbol: self._begin(symbol) for symbol in self.symbols}

    def _begin(self, symbol: str) -> float:
        large = {"FRED:NCBEILQ027S": 60e6, "FRED:GDP": 30e3, "FRED:CPROFIT": 4e3, "FRED:WALCL": 6.6e6}
        if symbol.startswith(("USBLS:", "EUSTAT:sts")):
            return 300.0
        return large.get(symbol, 4.0)

    def _next(self, symbol: str) -> float:
        step = 0.004 if self.level[symbol] > 100 else 0.03
        self.level[symbol] *= 1 + self.chance.uniform(-step, step)
        return round(self.level[symbol], 2)

    def publish(self, symbol: str, day: date) -> bool:
        """Adds what has come out by the day, revises some of the latest; returns whether all was rewritten."""
        frequency, known = self.symbols[symbol], self.values[symbol]
        begin = day - timedelta(days=4) if known else day.replace(year=day.year - YEARS[frequency])
        come = day - timedelta(days=LAG[frequency])
        while begin <= come:
            period = periods.of(begin, frequency)
            if period.end <= come and period.label not in known and begin.weekday() in WEEKDAYS[frequency]:
                known[period.label] = Observation(period.label, period.end, self._next(symbol))
                self._revise(known)
            begin += timedelta(days=1)
        return self._rewrite(symbol)

    def _revise(self, known: dict[str, Observation]) -> None:
        for label in list(known)[-4:-1]:
            if self.chance.random() < 0.4:
                old = known[label]
                known[label] = Observation(
                    label, old.day, round(old.value * self.chance.uniform(0.98, 1.02), 2)
                )

    def _rewrite(self, symbol: str) -> bool:
        known, dice = self.values[symbol], self.chance.random()
        if dice < 0.01 and self.level[symbol] > 100:  # a new base year
            self.level[symbol] *= 0.8
            known.update({
                label: Observation(label, each.day, round(each.value * 0.8, 2)) for label, each in known.items()
            })  # fmt: skip
            return True
        if 0.01 < dice < 0.03 and len(known) > 30:
            del known[self.chance.choice(list(known)[-8:-2])]
        return False

    def refresh(self, now: datetime) -> None:
        changed = set()
        for symbol in self.symbols:
            whole = self.publish(symbol, now.date())
            shown = list(self.values[symbol].values())
            found = store_observations(symbol, shown if whole else shown[-400:], whole=whole, now=now)
            if found.written or found.withdrawn:
                changed.add(symbol)
        computation.compute(groups.load().active_rows(), changed=changed, now=now)


@pytest.fixture
def days(request, settings):
    """A morning's and an evening's refresh each day, and a cycle of texts between them."""
    settings.SAMPLE_DATA = True
    settings.GENERATION_STYLES = ["DRY"]
    world = World()
    for n in range(request.param):
        settings.GENERATION_TONES = ["INTERMEDIATE"] if n % 10 else ["INTERMEDIATE", "NOVICE"]
        morning = datetime.combine(FIRST + timedelta(days=n), datetime.min.time(), UTC) + timedelta(hours=9)
        with time_machine.travel(morning, tick=False):
            world.refresh(morning)
            reads.cycle(morning + timedelta(minutes=7), slot=morning)
            world.refresh(morning + timedelta(hours=10))
    with time_machine.travel(datetime(2026, 10, 31, 12, tzinfo=UTC), tick=False):
        yield request.param


@pytest.mark.parametrize("days", [4, pytest.param(DAYS, marks=pytest.mark.corpus)], indirect=True)
def test_past_days_are_rebuilt_as_they_were_published(days, settings):
    leads = IndicatorSummary.objects.filter(group=EVERYTHING, tone="INTERMEDIATE")
    # The others have nothing new: the text before stands.
    assert len({text.cycle.date() for text in leads}) > days * 5 / 6
    assert {row["key"] for row in leads.latest("cycle").facts["rows"]} >= set(CODES)
    assert Revision.objects.filter(rebased=True).exists() or days < DAYS
    out = StringIO()
    call_command("check_editions", days=DAYS + 1, stdout=out)
    texts = IndicatorSummary.objects.count()
    assert out.getvalue() == f"{texts} reads rebuilt, 0 differ, 0 not rebuilt\n"
    assert texts > 2 * days
    # The page of each day shows the figures rebuilt.
    for n in range(days):
        day = FIRST + timedelta(days=n)
        shown = past_editions.edition(day, date(2026, 10, 31), "en", "INTERMEDIATE")
        rebuilt = rebuilding.facts_of(leads.filter(cycle__date__lte=day).latest("cycle")).rows
        figures = {figure.code: figure for group in shown.groups for figure in group.figures}
        assert figures == {row.key: past_editions.figure(row, "en") for row in rebuilt}
    _what_breaks_it_shows(FIRST + timedelta(days=days / 2))


def _what_breaks_it_shows(day: date) -> None:
    """With another text, or without the revisions after a day, the comparison finds differences."""
    text = IndicatorSummary.objects.filter(group=EVERYTHING).latest("cycle")
    IndicatorSummary.objects.filter(pk=text.pk).update(content="Something else.")
    text.refresh_from_db()
    assert [line.partition(": ")[2] for line in rebuilding.differences(text)] == [
        "the rules' text in en differs"
    ]
    Revision.objects.filter(at__date__gt=day).delete()
    with pytest.raises(CommandError, match="differ"):
        call_command("check_editions", days=DAYS + 1, stdout=StringIO(), stderr=StringIO())


def test_a_text_from_before_the_record_is_not_rebuilt(settings):
    settings.SAMPLE_DATA = True
    now = datetime(2026, 11, 21, 9, tzinfo=UTC)
    with time_machine.travel(now, tick=False):
        World().refresh(now)
        reads.cycle(now, slot=now)
        Quote.objects.update(known_since=now + timedelta(hours=1))
        text = IndicatorSummary.objects.filter(group=EVERYTHING).first()
        with pytest.raises(NotKnown):
            rebuilding.facts_of(text)
        out, err = StringIO(), StringIO()
        call_command("check_editions", stdout=out, stderr=err)
        assert "0 reads rebuilt, 0 differ" in out.getvalue()
        assert "not rebuilt, NotKnown" in err.getvalue()


def test_a_row_that_is_no_longer_configured_is_not_known():
    facts = Facts("all", AS_OF, (figure("GONE"),)).as_json()
    with pytest.raises(NotKnown, match="GONE"):
        rebuilding.facts_of(
            IndicatorSummary(group="all", facts=facts, cycle=datetime(2026, 11, 21, 9, tzinfo=UTC))
        )


def test_facts_say_when_their_figures_were_computed(settings):
    settings.SAMPLE_DATA = True
    now = datetime(2026, 11, 21, 9, tzinfo=UTC)
    with time_machine.travel(now, tick=False):
        World().refresh(now)
        reads.cycle(now + timedelta(minutes=7), slot=now)
    text = IndicatorSummary.objects.filter(group=EVERYTHING).first()
    facts = Facts.from_json(text.facts)
    assert facts.known_at == now.isoformat()
    assert not any(row.fallback for row in facts.rows)
    assert DailyQuote.objects.filter(seen_at=now).exists()


def test_a_model_s_text_is_compared_by_the_rules_text_stored_with_it():
    rules = {"en": {"title": "A", "content": "B", "sentences": []}}
    text = IndicatorSummary(by_rules=rules, written_by=WrittenText.WrittenBy.AI, title="X", content="Y")
    assert rebuilding.published_rules_texts(text) == {"en": ("A", "B")}
