"""Work as rows with leases."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from briefing.core import jobs
from briefing.core.models import Job

pytestmark = pytest.mark.django_db
done: list[str] = []


@pytest.fixture(autouse=True)
def handlers():
    done.clear()
    kept = dict(jobs.HANDLERS)

    @jobs.handles("test.fine")
    def fine(job: Job) -> str:
        done.append(job.key)
        return f"did {job.key}"

    @jobs.handles("test.broken")
    def broken(job: Job) -> str:
        raise ValueError("no luck")

    @jobs.handles("test.hopeless")
    def hopeless(job: Job) -> str:
        raise jobs.Permanent("never")

    @jobs.handles("test.early")
    def early(job: Job) -> str:
        raise jobs.NotYet("no figures")

    @jobs.handles("test.robbed")
    def robbed(job: Job) -> str:
        Job.objects.filter(pk=job.pk).update(owner="another")
        done.append(job.key)
        return "written"

    yield
    jobs.HANDLERS.clear()
    jobs.HANDLERS.update(kept)


def only() -> Job:
    return Job.objects.get()


def test_enqueue_twice_makes_one_row():
    assert jobs.enqueue("test.fine", "a") is True
    assert jobs.enqueue("test.fine", "a") is False
    assert Job.objects.count() == 1


def test_run_does_a_row_once():
    jobs.enqueue("test.fine", "a")
    assert [jobs.run(only().pk), jobs.run(only().pk)] == [True, False]
    assert (done, only().state, only().outcome) == (["a"], "done", "did a")


def test_run_leaves_a_row_that_is_not_due():
    jobs.enqueue("test.fine", "a", not_before=timezone.now() + timedelta(hours=1))
    assert jobs.run(only().pk) is False
    assert done == []


def test_run_leaves_a_row_under_a_lease():
    jobs.enqueue("test.fine", "a")
    Job.objects.update(state="running", owner="x", lease_until=timezone.now() + timedelta(seconds=30))
    assert jobs.run(only().pk) is False


def test_run_takes_a_row_whose_lease_ran_out():
    jobs.enqueue("test.fine", "a")
    Job.objects.update(
        state="running", owner="dead", attempts=1, lease_until=timezone.now() - timedelta(seconds=1)
    )
    assert jobs.run(only().pk) is True
    assert (only().state, only().attempts) == ("done", 2)


def test_failure_comes_back_later_and_later_and_ends_dead():
    jobs.enqueue("test.broken", "a")
    gaps = []
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        Job.objects.update(not_before=timezone.now())
        for _ in range(jobs.MAX_ATTEMPTS):
            assert jobs.run(only().pk) is True
            gaps.append((only().not_before - timezone.now()).total_seconds())
            clock.shift(timedelta(hours=2))
    assert only().state == "dead"
    assert only().outcome == "ValueError: no luck"
    assert gaps[0] >= 15 and gaps[3] > gaps[0]


def test_a_row_that_kills_its_worker_is_given_up():
    jobs.enqueue("test.fine", "a")
    Job.objects.update(
        state="running",
        attempts=jobs.MAX_ATTEMPTS,
        owner="dead",
        lease_until=timezone.now() - timedelta(seconds=1),
    )
    assert jobs.run(only().pk) is True
    assert (only().state, done) == ("dead", [])


def test_permanent_failure_is_dead_at_once():
    jobs.enqueue("test.hopeless", "a")
    jobs.run(only().pk)
    assert (only().state, only().outcome, only().attempts) == ("dead", "never", 1)


def test_work_that_comes_too_early_is_asked_again_and_ends_as_no_fault():
    jobs.enqueue("test.early", "a")
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        Job.objects.update(not_before=timezone.now())
        jobs.run(only().pk)
        assert (only().state, only().outcome) == ("new", "no figures")
        for _ in range(jobs.MAX_ATTEMPTS - 1):
            clock.shift(timedelta(hours=2))
            jobs.run(only().pk)
    assert (only().state, only().outcome) == ("done", "no figures")


def test_unknown_kind_is_dead_with_its_name():
    jobs.enqueue("test.nobody", "a")
    jobs.run(only().pk)
    assert (only().state, only().outcome) == ("dead", "nothing handles test.nobody")


def test_late_finisher_does_not_end_the_row():
    jobs.enqueue("test.robbed", "a")
    jobs.run(only().pk)
    assert (done, only().owner, only().state) == (["a"], "another", "running")


def test_wake_names_a_row_once_in_half_a_minute():
    jobs.enqueue("test.fine", "a")
    now = timezone.now()
    assert len(jobs.wake(now)) == 1
    assert jobs.wake(now + timedelta(seconds=5)) == []
    assert len(jobs.wake(now + timedelta(seconds=31))) == 1


def test_poison_row_does_not_block_its_neighbours():
    jobs.enqueue("test.broken", "poison")
    jobs.enqueue("test.fine", "neighbour")
    for pk in jobs.wake(timezone.now()):
        jobs.run(pk)
    assert done == ["neighbour"]


def test_purge_keeps_recent_rows():
    now = timezone.now()
    for key, state, age in [("a", "done", 15), ("b", "done", 13), ("c", "dead", 91), ("d", "dead", 89)]:
        jobs.enqueue("test.fine", key)
        Job.objects.filter(key=key).update(state=state, finished_at=now - timedelta(days=age))
    jobs.purge(now)
    assert sorted(Job.objects.values_list("key", flat=True)) == ["b", "d"]
