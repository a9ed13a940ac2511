"""Pass rates of texts at each stage of the review, over all kinds including portfolios."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import floor

from django.core.cache import cache
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from briefing.core import origin
from commentary.models import ReviewerVerdict

Stage, Said = ReviewerVerdict.Stage, ReviewerVerdict.Verdict
# In the order of the review. The writer's rows record missing texts, not reviews.
STAGES = (Stage.PRECHECK, Stage.GROUNDING, Stage.LLM_REVIEWER, Stage.FIDELITY)
PASSED = Q(verdict__in=(Said.PASS, Said.HINT))
LONG, SHORT = 90, 30
ENOUGH = 20
KEPT_S = 3600
KEY = "commentary.pass_rates.2"


@dataclass(frozen=True)
class PassRate:
    """Number of checks of a stage in a window, and of those passed (with or without hints)."""

    checks: int
    passed: int

    @property
    def per_cent(self) -> float | None:
        """Percentage to one decimal, rounded down so that 100 means all; None for too few checks."""
        return floor(self.passed / self.checks * 1000) / 10 if self.checks >= ENOUGH else None


@dataclass(frozen=True)
class StagePassRate:
    """Pass rates of one stage, kind and language over the last 30 and 90 days."""

    kind: str
    lang: str
    stage: str
    short: PassRate
    long: PassRate


@dataclass(frozen=True)
class Rates:
    counted_at: datetime
    lines: tuple[StagePassRate, ...]

    def by_kind(self, order: Iterable[str] = ()) -> Iterator[tuple[str, list[StagePassRate]]]:
        """Yields the kinds in `order` first, then any others."""
        found = dict.fromkeys(line.kind for line in self.lines)
        for kind in dict.fromkeys([*order, *found]):
            if kind in found:
                yield kind, [line for line in self.lines if line.kind == kind]


def rates() -> Rates:
    """Returns the pass rates, cached for an hour; one query. Those of samples and of live data are two entries."""
    key = f"{KEY}.{origin.is_sample()}"
    cached: Rates | None = cache.get(key)
    if cached is None:
        cached = count(timezone.now())
        cache.set(key, cached, KEPT_S)
    return cached


def checks(since: datetime) -> QuerySet[ReviewerVerdict]:
    """Returns the checks of models' texts, each by the row that opens it; attempt 0 is the rules' text."""
    found = ReviewerVerdict.objects.filter(opens=True, attempt__gt=0, created_at__gte=since, stage__in=STAGES)
    return found.order_by()


def count(now: datetime) -> Rates:
    recent = Q(created_at__gte=now - timedelta(days=SHORT))
    found = (
        checks(now - timedelta(days=LONG))
        .values_list("kind", "lang", "stage")
        .annotate(
            short=Count("pk", filter=recent),
            short_passed=Count("pk", filter=recent & PASSED),
            long=Count("pk"),
            long_passed=Count("pk", filter=PASSED),
        )
    )
    lines = [
        StagePassRate(kind, lang, stage, PassRate(short, short_passed), PassRate(long, long_passed))
        for kind, lang, stage, short, short_passed, long, long_passed in found
    ]
    lines.sort(key=lambda line: (line.kind, line.lang, STAGES.index(Stage(line.stage))))
    return Rates(now, tuple(lines))
