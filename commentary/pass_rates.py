"""How often texts pass each stage of the review, counted over all kinds, portfolios included without any detail."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import floor

from django.core.cache import cache
from django.db.models import Count, Q
from django.utils import timezone

from commentary.models import ReviewerVerdict

Stage, Said = ReviewerVerdict.Stage, ReviewerVerdict.Verdict
# In the order of a text's way. The writer's own rows tell that there was no text, so they are no review.
STAGES = (Stage.PRECHECK, Stage.GROUNDING, Stage.LLM_REVIEWER, Stage.FIDELITY)
LONG, SHORT = 90, 30
ENOUGH = 20
KEPT_S = 3600
KEY = "commentary.pass_rates.2"


@dataclass(frozen=True)
class PassRate:
    """Checks of one stage in one window, and how many ended in "passed" (with hints or without)."""

    checks: int
    passed: int

    @property
    def per_cent(self) -> float | None:
        """To one decimal, rounded down, so that 100 means all of them; None where they are too few for a share."""
        return floor(self.passed / self.checks * 1000) / 10 if self.checks >= ENOUGH else None


@dataclass(frozen=True)
class StagePassRate:
    """One stage of one kind and language, over the last 30 and 90 days."""

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
        """Kinds in this order first, then any others that there are."""
        found = dict.fromkeys(line.kind for line in self.lines)
        for kind in dict.fromkeys([*order, *found]):
            if kind in found:
                yield kind, [line for line in self.lines if line.kind == kind]


def rates() -> Rates:
    """Counted at most once an hour; by one query."""
    cached: Rates | None = cache.get(KEY)
    if cached is None:
        cached = count(timezone.now())
        cache.set(KEY, cached, KEPT_S)
    return cached


def count(now: datetime) -> Rates:
    """Checks, not findings: each check is counted by the row that opens it.

    Attempt 0 is the rules' own text, which would make a model look better than it is.
    """
    recent = Q(created_at__gte=now - timedelta(days=SHORT))
    passed = Q(verdict__in=(Said.PASS, Said.HINT))
    found = (
        ReviewerVerdict.objects.filter(
            opens=True, attempt__gt=0, created_at__gte=now - timedelta(days=LONG), stage__in=STAGES
        )
        .order_by()
        .values_list("kind", "lang", "stage")
        .annotate(
            short=Count("pk", filter=recent),
            short_passed=Count("pk", filter=recent & passed),
            long=Count("pk"),
            long_passed=Count("pk", filter=passed),
        )
    )
    lines = [
        StagePassRate(kind, lang, stage, PassRate(short, short_passed), PassRate(long, long_passed))
        for kind, lang, stage, short, short_passed, long, long_passed in found
    ]
    lines.sort(key=lambda line: (line.kind, line.lang, STAGES.index(Stage(line.stage))))
    return Rates(now, tuple(lines))
