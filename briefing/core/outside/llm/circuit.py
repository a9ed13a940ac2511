"""A circuit breaker shared by all processes.

It is stored in the database, because in the embedded deployment each process has its own cache. Three consecutive
counted failures pause the endpoint for five minutes; then one call probes it.
"""

from datetime import timedelta
from enum import Enum

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from briefing.core.models import LlmEndpoint
from briefing.core.outside.llm.endpoints import endpoint
from briefing.core.outside.llm.interface import Provider

FAILURES = 3
MOST_COUNTED = 1_000
LEFT_ALONE = timedelta(minutes=5)
# Retried hourly when a key or an account is refused: it costs nothing and recovers without an operator.
HELD = timedelta(hours=1)
LONGEST_WAIT = timedelta(hours=1)


class CircuitState(Enum):
    SHUT = "shut"
    FREE = "free"
    PROBE = "probe"  # the one call that tests whether the endpoint works again


def circuit_state(provider: Provider) -> CircuitState:
    """Returns the state before a call; when the pause ends, exactly one caller gets PROBE."""
    row, now = endpoint(provider), timezone.now()
    if row.open_until is None:
        return CircuitState.FREE
    if row.open_until > now:
        return CircuitState.SHUT
    probing = now + timedelta(seconds=settings.LLM_TIMEOUT_S + 5)
    taken = _row(provider).filter(open_until=row.open_until).update(open_until=probing, changed_at=now)
    return CircuitState.PROBE if taken else CircuitState.SHUT


def is_paused(provider: Provider) -> bool:
    """Whether the circuit is open; does not use up the probe."""
    return _row(provider).filter(open_until__gt=timezone.now()).exists()


def close(provider: Provider) -> None:
    failed = _row(provider).filter(Q(failures__gt=0) | Q(open_until__isnull=False))
    failed.update(failures=0, open_until=None, reason="", changed_at=timezone.now())


def count_failure(provider: Provider, reason: str, *, retry_after: float | None = None) -> bool:
    """Counts a failure and returns whether the endpoint is now paused; honours `retry_after` up to an hour."""
    now = timezone.now()
    with transaction.atomic():
        _row(provider).filter(failures__lt=MOST_COUNTED).update(failures=F("failures") + 1)
        until = []
        if _row(provider).filter(failures__gte=FAILURES).exists():
            until.append(now + LEFT_ALONE)
        if retry_after:
            until.append(now + min(timedelta(seconds=retry_after), LONGEST_WAIT))
        columns = {"open_until": max(until)} if until else {}
        _row(provider).update(reason=reason[:200], changed_at=now, **columns)
    return bool(until)


def hold_open(provider: Provider, reason: str) -> None:
    """Pauses the endpoint for an hour, or until staff close the circuit or the configuration changes."""
    now = timezone.now()
    _row(provider).update(failures=FAILURES, open_until=now + HELD, reason=reason[:200], changed_at=now)


def _row(provider: Provider) -> QuerySet[LlmEndpoint]:
    return LlmEndpoint.objects.filter(pk=provider.identity)
