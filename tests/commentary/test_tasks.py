from datetime import UTC, datetime
from tempfile import TemporaryDirectory

import pytest
import time_machine
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from briefing.core.models import Job
from briefing.core.work import jobs
from commentary import tasks  # noqa: F401  registers the handlers
from commentary.models import IndicatorSummary
from tests.commentary.conftest import NOW, SLOT
from tests.fresh_process import python

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


def test_a_manually_requested_job_writes_the_current_hour(two_groups):
    with time_machine.travel(NOW, tick=False):
        run("first fill")
    assert set(IndicatorSummary.objects.values_list("cycle", flat=True)) == {SLOT}


def test_slots_that_staff_changed_are_the_cycles(two_groups):
    twice_an_hour = CrontabSchedule.objects.create(minute="7,37", hour="*")
    PeriodicTask.objects.filter(name="commentary.generate").update(crontab=twice_an_hour)
    half_past = datetime(2026, 11, 21, 13, 37, tzinfo=UTC)
    with time_machine.travel(half_past, tick=False):
        run("2026-11-21T13:37Z")
    assert set(IndicatorSummary.objects.values_list("cycle", flat=True)) == {half_past}


def test_a_slow_model_has_time_for_a_text_of_four_calls():
    code = (
        "import django; django.setup()\n"
        "import commentary.tasks, news.tasks\n"
        "from briefing.core.work import jobs\n"
        "from commentary.writing import composition\n"
        "print(*(jobs.within(kind).seconds for kind in ('commentary.generate', 'commentary.log', 'news.ingest')),\n"
        "      composition.longest().seconds, jobs.longest_within().seconds)"
    )
    found = {}
    for seconds in ("60", "900"):
        with TemporaryDirectory() as folder:
            variables = {
                "DJANGO_SETTINGS_MODULE": "briefing.settings",
                "ENV_FILE": "/dev/null",
                "DATA_DIR": folder,
            }
            done = python(code, LLM_TIMEOUT_S=seconds, **variables)
        found[seconds] = [int(part) // 60 for part in done.stdout.split()]
    assert found == {"60": [30, 30, 9, 20, 30], "900": [86, 86, 23, 76, 86]}
