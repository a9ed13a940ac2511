from datetime import UTC, datetime

import pytest
import time_machine

from briefing.core import jobs
from briefing.core.models import Job
from commentary.models import IndicatorSummary
from commentary.tasks import slot_time
from tests.commentary.conftest import NOW, SLOT

pytestmark = pytest.mark.django_db


def run(key: str) -> Job:
    jobs.enqueue("commentary.generate", key)
    assert jobs.run(Job.objects.get().pk)
    return Job.objects.get()


def test_a_slot_writes_its_own_cycle_however_late(two_groups):
    with time_machine.travel(NOW.replace(hour=15), tick=False):
        job = run("2026-11-21T13:07Z")
    assert (job.state, job.outcome.split(":")[0]) == ("done", "cycle 2026-11-21 13")
    assert set(IndicatorSummary.objects.values_list("cycle", flat=True)) == {SLOT}


def test_a_job_asked_for_by_hand_writes_the_running_hour(two_groups):
    with time_machine.travel(NOW, tick=False):
        run("first fill")
    assert set(IndicatorSummary.objects.values_list("cycle", flat=True)) == {SLOT}


def test_slot_time_reads_the_key():
    assert slot_time("2026-11-21T13:07Z") == datetime(2026, 11, 21, 13, 7, tzinfo=UTC)
    assert slot_time("by hand") is None
