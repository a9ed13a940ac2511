"""How long a lease is held, and what ends a handler that does not."""

import signal
import subprocess
import sys
from datetime import timedelta

import pytest
from django.utils import timezone

from briefing.core import leases
from briefing.core.leases import TimeUp, held
from briefing.core.models import Job
from tests.shape.running import ROOT, wait_for

# Neither loop nor wait of Python: nothing is raised before it returns.
UNINTERRUPTIBLE = """
import tests.environment, django, os, time
from datetime import timedelta
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()
from briefing.core import leases
from briefing.core.models import Job
leases.GRACE = timedelta(seconds=0.2)
with leases.held(Job(pk=1, kind="test.stuck"), timedelta(seconds=0.2), expendable={expendable}):
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
    with held(job, timedelta(minutes=1)):
        wait_for(lambda: Job.objects.get().lease_until > before, seconds=20, what="a renewal")


@pytest.mark.django_db(transaction=True)
def test_lease_is_renewed_no_more_after_the_time(job, monkeypatch):
    monkeypatch.setattr(leases, "RENEW_EVERY_S", 0.01)
    monkeypatch.setattr(leases, "GRACE", timedelta(0))
    monkeypatch.setattr(leases, "LEASE", timedelta(0))
    watch = leases._Watch(job, 0.05, expendable=False)
    watch.thread = 0  # nobody's, so that nothing is raised here
    watch.run()
    last = Job.objects.get().lease_until
    assert last > job.lease_until
    assert last <= timezone.now()


def test_block_within_its_time_is_left_alone(job):
    with held(job, timedelta(minutes=1)):
        pass


@pytest.mark.django_db(transaction=True)
def test_block_beyond_its_time_is_interrupted(job):
    with pytest.raises(TimeUp), held(job, timedelta(seconds=0.05)):
        while True:
            pass


def test_worker_that_cannot_be_interrupted_is_ended():
    done = stuck(expendable=True, seconds=100)
    assert done.returncode == -signal.SIGKILL
    assert b"test.stuck does not end: its process is ended" in done.stderr


def test_process_that_is_no_worker_goes_on():
    done = stuck(expendable=False, seconds=1.5)
    assert (done.returncode, b"TimeUp" in done.stderr) == (1, True)
