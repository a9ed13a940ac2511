"""Liveness touches nothing; readiness says what the service stands on."""

from collections.abc import Iterator
from datetime import timedelta

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work import heartbeat
from briefing.pages import health
from tests.accounts.readers import signed_in

TOKEN = "the-operators-own-token-of-the-tests"


@pytest.fixture(autouse=True)
def _asked_anew() -> Iterator[None]:
    health.readiness.reset()
    yield
    health.readiness.reset()


@pytest.fixture
def operator(settings) -> Client:
    settings.SERVICE_TOKEN = TOKEN
    return Client(headers={"Authorization": f"Bearer {TOKEN}"})


def test_healthz_needs_no_database():
    response = Client().get("/healthz")
    assert (response.status_code, response.content) == (200, b"ok\n")


@pytest.mark.django_db
def test_healthz_of_a_reader_needs_no_database_either():
    """It has one thread of its own, which no session may hold while the database hangs."""
    client = signed_in(Client())
    client.get("/settings")
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/healthz").status_code == 200
    assert len(asked) == 0


@pytest.mark.django_db
@time_machine.travel("2026-11-23T12:00:00Z", tick=False)
def test_readyz_tells_the_operator_every_part(operator):
    for role in ("worker", "urgent", "clock"):
        heartbeat.beat(role)
    Job.objects.create(kind="news.ingest", key="a", state="done", finished_at=timezone.now())
    since = timezone.now() - timedelta(minutes=4)
    Job.objects.create(kind="news.ingest", key="b", not_before=since, created_at=since)
    Job.objects.create(kind="news.ingest", key="c", state="dead")
    response = operator.get("/readyz")
    body = response.json()
    checks = body["checks"]
    assert (response.status_code, body["ready"]) == (200, True)
    assert checks["database"] == {"ok": True, "unapplied_migrations": 0}
    assert [checks[role] for role in ("worker", "urgent", "clock")] == [{"ok": True, "age_s": 0}] * 3
    assert checks["queue"] == {"ok": True, "waiting": 1, "oldest_waiting_s": 240, "dead": 1}
    assert checks["runs"]["news"]["age_s"] == 0
    assert checks["runs"]["generation"] == {"at": None, "age_s": None}
    assert checks["cache"]["ok"] is True


@pytest.mark.django_db
def test_readyz_of_a_silent_worker_is_still_ready(operator):
    body = operator.get("/readyz").json()
    silent = {"ok": False, "age_s": None}
    assert (body["ready"], body["checks"]["worker"], body["checks"]["urgent"]) == (True, silent, silent)


@pytest.mark.django_db
@time_machine.travel("2026-11-23T12:00:00Z", tick=False)
def test_readyz_tells_of_work_that_nobody_takes(operator):
    since = timezone.now() - timedelta(minutes=6)
    Job.objects.create(kind="news.ingest", key="b", not_before=since, created_at=since)
    checks = operator.get("/readyz").json()["checks"]
    assert (checks["queue"]["ok"], checks["queue"]["oldest_waiting_s"]) == (False, 360)


@pytest.mark.django_db
def test_readyz_without_cache_or_broker_is_degraded(settings, operator):
    settings.EMBEDDED = False
    settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"
    settings.CACHES = {
        "default": {
            "BACKEND": "briefing.core.cache.RedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
        }
    }
    response = operator.get("/readyz")
    assert response.status_code == 200
    assert response.json()["checks"]["broker"] == {"ok": False, "kind": "redis", "error": "ConnectionError"}
    assert response.json()["checks"]["cache"] == {"ok": False}


@pytest.mark.django_db
@pytest.mark.parametrize("header", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}])
def test_readyz_tells_others_only_whether(settings, header):
    settings.SERVICE_TOKEN = TOKEN
    Job.objects.create(kind="news.ingest", key="c", state="dead")
    response = Client(headers=header).get("/readyz")
    assert (response.status_code, response["Content-Type"], response.content) == (
        200,
        "text/plain; charset=utf-8",
        b"ok\n",
    )


@pytest.mark.django_db
def test_readyz_tells_a_signed_in_reader_no_more():
    assert signed_in().get("/readyz").content == b"ok\n"


@pytest.mark.django_db
def test_readyz_looks_once_for_all_who_ask_at_the_same_time(operator):
    first = operator.get("/readyz").json()
    Job.objects.create(kind="news.ingest", key="b")
    with CaptureQueriesContext(connection) as asked:
        again = [Client().get("/readyz").status_code for _ in range(20)]
        assert operator.get("/readyz").json() == first
    assert (set(again), len(asked)) == ({200}, 0)


@pytest.mark.django_db
def test_readyz_looks_again_after_a_few_seconds(operator, monkeypatch):
    operator.get("/readyz")
    Job.objects.create(kind="news.ingest", key="b")
    later = health.time.monotonic() + health.Readiness.KEPT_S
    monkeypatch.setattr(health.time, "monotonic", lambda: later)
    assert operator.get("/readyz").json()["checks"]["queue"]["waiting"] == 1


@pytest.mark.django_db
def test_readyz_without_a_database_is_503_and_says_no_more_than_that(operator):
    def refuse(*args: object) -> None:
        raise DatabaseError("server closed the connection at 10.0.0.7")

    with connection.execute_wrapper(refuse):
        assert (Client().get("/readyz").status_code, Client().get("/readyz").content) == (503, b"not ready\n")
        checks = operator.get("/readyz").json()["checks"]
    assert checks["database"] == {"ok": False, "error": "DatabaseError"}
