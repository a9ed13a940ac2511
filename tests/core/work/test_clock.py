"""The clock process: does not wait for workers, and its messages contain only row ids."""

import faulthandler

import pytest
from celery.beat import ScheduleEntry

from briefing import tasks
from briefing.celery import app
from briefing.core.models import Heartbeat, Job
from briefing.core.work import clock, jobs

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _disarmed():
    kept = dict(jobs.KINDS)
    yield
    faulthandler.cancel_dump_traceback_later()
    jobs.KINDS.clear()
    jobs.KINDS.update(kept)


@pytest.fixture
def broker(settings, monkeypatch):
    """Keeps messages in this process."""
    monkeypatch.setattr(app.conf, "broker_url", "memory://")
    monkeypatch.setattr(app.conf, "broker_read_url", "memory://")
    monkeypatch.setattr(app.conf, "broker_write_url", "memory://")
    monkeypatch.setattr(app.amqp, "_producer_pool", None)  # keeps the broker of earlier tests
    monkeypatch.setattr(app, "_pool", None)


def waiting(queue: str) -> int:
    with app.connection_for_read() as connection:
        channel = connection.default_channel
        channel.queue_declare(queue, durable=True)
        return int(channel.queue_purge(queue) or 0)


def test_entry_runs_in_the_clock(broker):
    entry = ScheduleEntry(name="tick", task="briefing.tasks.tick", schedule=2.0, app=app)
    clock.Ticking(app).apply_async(entry, advance=False)
    assert list(Heartbeat.objects.values_list("role", flat=True)) == ["clock"]


def test_further_worker_only_ticks():
    assert list(clock.Ticking(app).schedule) == ["tick"]


def test_tick_names_each_row_in_its_queue(broker):
    @jobs.handles("test.code", queue="urgent")
    def code(job: Job) -> str:
        return "sent"

    waiting("work"), waiting("urgent")
    jobs.enqueue("test.code", "a")
    tasks._wake("urgent", Job.objects.get().not_before)
    assert (waiting("urgent"), waiting("work")) == (1, 0)


def test_tick_bears_a_broker_that_is_away(monkeypatch):
    for name in ("broker_url", "broker_read_url", "broker_write_url"):
        monkeypatch.setattr(app.conf, name, "redis://127.0.0.1:1/0")
    jobs.enqueue("test.any", "a")
    assert tasks.tick() >= 1
