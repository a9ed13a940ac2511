"""Liveness touches nothing; readiness says what the service stands on."""

import pytest
from django.test import Client
from django.utils import timezone

from briefing.core import heartbeat
from briefing.core.models import Job


def test_healthz_needs_no_database():
    response = Client().get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_readyz_reports_every_part():
    heartbeat.beat("worker")
    Job.objects.create(kind="news.ingest", key="a", state="done", finished_at=timezone.now())
    Job.objects.create(kind="news.ingest", key="b")
    Job.objects.create(kind="news.ingest", key="c", state="dead")
    response = Client().get("/readyz")
    body = response.json()
    checks = body["checks"]
    assert (response.status_code, body["ready"]) == (200, True)
    assert checks["database"] == {"ok": True, "unapplied_migrations": 0}
    assert checks["worker"] == {"ok": True, "age_s": 0}
    assert checks["queue"] == {"waiting": 1, "dead": 1}
    assert checks["runs"]["news"]["age_s"] == 0
    assert checks["runs"]["generation"] == {"at": None, "age_s": None}
    assert checks["cache"]["ok"] is True


@pytest.mark.django_db
def test_readyz_of_a_silent_worker_is_still_ready():
    body = Client().get("/readyz").json()
    assert (body["ready"], body["checks"]["worker"]) == (True, {"ok": False, "age_s": None})


@pytest.mark.django_db
def test_readyz_without_cache_or_broker_is_degraded(settings):
    settings.EMBEDDED = False
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = {
        "default": {
            "BACKEND": "briefing.core.cache.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    response = Client().get("/readyz")
    assert response.status_code == 200
    assert response.json()["checks"]["broker"] == {"ok": False, "kind": "redis", "error": "ConnectionError"}
    assert response.json()["checks"]["cache"] == {"ok": False}
