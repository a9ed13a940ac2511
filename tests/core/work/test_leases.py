"""The duration of leases, and the interruption of handlers that exceed them."""

import signal
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work import jobs, leases
from briefing.core.work.leases import TimeUp, claimed, hold_lease
from tests.shape.running import ROOT, wait_for

# A C call that Python cannot interrupt: exceptions are raised only after it returns.
UNINTERRUPTIBLE = """
import tests.environment, django, os, time
from datetime import timedelta
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()
from briefing.core.work import leases
from briefing.core.models import Job
leases.GRACE = timedelta(seconds=0.2)
with leases.hold_lease(Job(pk=1, kind="test.stuck"), timedelta(seconds=0.2), expendable={expendable}):
    time.sleep({seconds})
"""


@pytest.fixture
def job(db) -> Job:
    return Job.objects.create(
        kind="test.work", key="a", state="running", owner="me", lease_until=timezone.now()
    )


def stuck(*, expendable: bool, seconds: float) -> subprocess.CompletedProcess[bytes]:
    code = UNINTERRUPTIBLE.format(expendable=expendable, seconds=seconds)
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, timeout=120, check=False
    )


@pytest.mark.django_db(transaction=True)
def test_lease_is_renewed_while_the_time_lasts(job, monkeypatch):
    monkeypatch.setattr(leases, "RENEW_EVERY_S", 0.01)
    before = job.lease_until
    with hold_lease(job, timedelta(minutes=1)):
        wait_for(lambda: Job.objects.get().lease_until > before, seconds=20, what="a renewal")


@pytest.mark.django_db(transaction=True)
def test_lease_is_renewed_no_more_after_the_time(job, monkeypatch):
    monkeypatch.setattr(leases, "RENEW_EVERY_S", 0.01)
    monkeypatch.setattr(leases, "GRACE", timedelta(0))
    monkeypatch.setattr(leases, "LEASE", timedelta(0))
    watch = leases._Watch(job, 0.05, expendable=False)
    watch.thread = 0  # no thread's id, so that no exception is raised here
    watch.run()
    last = Job.objects.get().lease_until
    assert last > job.lease_until
    assert last <= timezone.now()


def test_block_within_its_time_is_left_alone(job):
    with hold_lease(job, timedelta(minutes=1)):
        pass


@pytest.mark.django_db(transaction=True)
def test_block_beyond_its_time_is_interrupted(job):
    with pytest.raises(TimeUp), hold_lease(job, timedelta(seconds=0.05)):
        while True:
            pass


def test_worker_that_cannot_be_interrupted_is_ended():
    done = stuck(expendable=True, seconds=100)
    assert done.returncode == -signal.SIGKILL
    assert b"test.stuck does not end: its process is ended" in done.stderr


def test_process_that_is_no_worker_goes_on():
    done = stuck(expendable=False, seconds=1.5)
    assert (done.returncode, b"TimeUp" in done.stderr) == (1, True)


@pytest.mark.django_db
def test_a_claim_is_had_once_and_given_back():
    with claimed("read x") as first, claimed("read x") as second, claimed("read y") as other:
        assert (first is None, second is None, other is None) == (False, True, False)
    assert Job.objects.count() == 0


@pytest.mark.django_db
def test_a_claim_is_given_back_when_the_work_breaks():
    with pytest.raises(RuntimeError), claimed("read x"):
        raise RuntimeError
    assert Job.objects.count() == 0


@pytest.fixture
def abandoned(db) -> Job:
    """A lease whose holder was killed a moment ago."""
    until = timezone.now() + timedelta(seconds=50)
    return Job.objects.create(kind="lease", key="x", state="running", owner="dead", lease_until=until)


def run_out(row: Job) -> None:
    Job.objects.filter(pk=row.pk).update(lease_until=timezone.now() - timedelta(seconds=1))


def test_the_claim_of_a_dead_worker_passes_on_after_its_lease(abandoned):
    with claimed("x") as got:
        assert got is None
    run_out(abandoned)
    with claimed("x") as got:
        assert got is not None
    assert Job.objects.count() == 0


def test_the_claim_of_a_dead_worker_is_ended_by_another_and_can_be_had(abandoned):
    run_out(abandoned)
    assert [row.pk for row in jobs.wake(timezone.now(), "work")] == [abandoned.pk]
    assert jobs.run(abandoned.pk) is True
    assert Job.objects.get().outcome == "its holder died"
    with claimed("x") as got:
        assert got is not None


def test_a_claim_that_was_lost_is_not_given_back_twice(abandoned):
    run_out(abandoned)
    with claimed("x") as late:
        run_out(late)
        with claimed("x") as next_one:
            assert (leases.renew(late), leases.renew(next_one)) == (False, True)
        assert Job.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_claim_is_renewed_and_ends_with_its_time(monkeypatch):
    monkeypatch.setattr(leases, "RENEW_EVERY_S", 0.01)
    with pytest.raises(TimeUp), claimed("x", timedelta(seconds=0.3)) as row:
        before = row.lease_until
        wait_for(lambda: Job.objects.get().lease_until > before, seconds=20, what="a renewal")
        while True:
            pass
    assert Job.objects.count() == 0
