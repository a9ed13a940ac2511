"""Health (the process responds) and readiness (it can do its work), for machines.

Everyone gets the status; the reasons, which reveal waiting work and failures, need the operator's token.
"""

import threading
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core.dates import rfc3339
from briefing.core.models import Job
from briefing.core.work import broker, heartbeat

# Longer than an interrupted attempt waits for its lease to expire and for the next tick.
WAITS_AT_MOST = timedelta(minutes=5)
RUNS = {"news": "news.ingest", "indicators": "indicators.refresh", "generation": "commentary.generate"}


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Responds without touching database or cache."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@dataclass(frozen=True)
class Report:
    ready: bool
    checks: dict[str, Any]


class Readiness:
    """Shares one check among all requests within `KEPT_S` per process, so that clients cannot cause more."""

    KEPT_S = 5.0

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._report: Report | None = None
        self._looked_at = 0.0

    def report(self) -> Report:
        with self._lock:
            if self._report is None or time.monotonic() - self._looked_at >= self.KEPT_S:
                self._report, self._looked_at = _look(), time.monotonic()
            return self._report

    def reset(self) -> None:
        with self._lock:
            self._report = None


readiness = Readiness()


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Whether pages can be served (else 503), at most five seconds old; details for the operator's token."""
    report = readiness.report()
    status = 200 if report.ready else 503
    if _is_operator(request):
        return JsonResponse({"ready": report.ready, "checks": report.checks}, status=status)
    text = "ok\n" if report.ready else "not ready\n"
    return HttpResponse(text, status=status, content_type="text/plain; charset=utf-8")


def _is_operator(request: HttpRequest) -> bool:
    # Sessions are not looked up, since the database may be down.
    who = access.identity(request) if "Authorization" in request.headers else None
    return who is not None and who.is_admin


def _look() -> Report:
    checks: dict[str, Any] = {"cache": _cache(), "broker": _broker()}
    try:
        checks |= _database()
    except DatabaseError as error:
        checks["database"] = {"ok": False, "error": type(error).__name__}
    return Report(bool(checks["database"]["ok"]), checks)


def _database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    executor = MigrationExecutor(connection)
    unapplied = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    return {
        "database": {"ok": not unapplied, "unapplied_migrations": unapplied},
        # Without `urgent` sign-in codes are not sent; without `clock` no slot is opened.
        **{role: _process(role) for role in ("worker", "urgent", "clock")},
        "queue": _queue(),
        "runs": {name: _last_run(kind) for name, kind in RUNS.items()},
    }


def _queue() -> dict[str, Any]:
    """Reports due jobs and the age of the oldest, which reveals a broker that responds but drops messages."""
    now = timezone.now()
    oldest = Job.objects.longest_due(now)
    age = None if oldest is None else now - oldest[1]
    return {
        "ok": age is None or age < WAITS_AT_MOST,
        "waiting": Job.objects.due(now).count(),
        "oldest_waiting_s": None if age is None else round(age.total_seconds()),
        "dead": Job.objects.filter(state=Job.State.DEAD).count(),
    }


def _process(role: str) -> dict[str, Any]:
    seen = heartbeat.youngest(role)
    age = None if seen is None else timezone.now() - seen
    return {
        "ok": age is not None and age < heartbeat.ALIVE,
        "age_s": None if age is None else round(age.total_seconds()),
    }


def _last_run(kind: str) -> dict[str, Any]:
    done = Job.objects.filter(kind=kind, state=Job.State.DONE).order_by("-finished_at").first()
    if done is None or done.finished_at is None:
        return {"at": None, "age_s": None}
    age = timezone.now() - done.finished_at
    return {"at": rfc3339(done.finished_at), "age_s": round(age.total_seconds())}


def _cache() -> dict[str, Any]:
    cache.set("readyz", "ok", 10)
    return {"ok": cache.get("readyz") == "ok"}


def _broker() -> dict[str, Any]:
    error = broker.fault()
    return {
        "ok": not error,
        "kind": "embedded" if settings.EMBEDDED else "redis",
        **({"error": error} if error else {}),
    }
