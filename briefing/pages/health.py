"""Health (the process answers) and readiness (it can do its work), for machines."""

from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from briefing.core import heartbeat
from briefing.core.models import Job

RUNS = {"news": "news.ingest", "indicators": "indicators.refresh", "generation": "commentary.generate"}


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process is up; touches nothing."""
    return HttpResponse("ok\n", content_type="text/plain; charset=utf-8")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """What the service stands on. 503 only when pages cannot be served."""
    checks: dict[str, Any] = {"cache": _cache(), "broker": _broker()}
    try:
        checks |= _database()
    except DatabaseError as error:
        checks["database"] = {"ok": False, "error": type(error).__name__}
    ready = bool(checks["database"]["ok"])
    return JsonResponse({"ready": ready, "checks": checks}, status=200 if ready else 503)


def _database() -> dict[str, Any]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    executor = MigrationExecutor(connection)
    unapplied = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    now = timezone.now()
    seen = heartbeat.youngest("worker")
    return {
        "database": {"ok": not unapplied, "unapplied_migrations": unapplied},
        "worker": {
            "ok": seen is not None and now - seen < heartbeat.ALIVE,
            "age_s": None if seen is None else round((now - seen).total_seconds()),
        },
        "queue": {"waiting": Job.objects.due(now).count(), "dead": Job.objects.filter(state="dead").count()},
        "runs": {name: _last_run(kind) for name, kind in RUNS.items()},
    }


def _last_run(kind: str) -> dict[str, Any]:
    done = Job.objects.filter(kind=kind, state=Job.State.DONE).order_by("-finished_at").first()
    if done is None or done.finished_at is None:
        return {"at": None, "age_s": None}
    age = timezone.now() - done.finished_at
    return {"at": done.finished_at.strftime("%Y-%m-%dT%H:%M:%SZ"), "age_s": round(age.total_seconds())}


def _cache() -> dict[str, Any]:
    cache.set("readyz", "ok", 10)
    return {"ok": cache.get("readyz") == "ok"}


def _broker() -> dict[str, Any]:
    if settings.EMBEDDED:
        return {"ok": True, "kind": "embedded"}
    import redis  # 36 MB that the embedded shape does without

    try:
        redis.Redis.from_url(
            settings.CELERY_BROKER_URL, socket_connect_timeout=0.5, socket_timeout=0.5
        ).ping()
    except redis.RedisError as error:
        return {"ok": False, "kind": "redis", "error": type(error).__name__}
    return {"ok": True, "kind": "redis"}
