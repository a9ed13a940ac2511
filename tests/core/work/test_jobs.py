"""Jobs as database rows with leases."""

import time
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.outside.mail import MailError
from briefing.core.work import jobs

pytestmark = pytest.mark.django_db
done: list[str] = []


@pytest.fixture(autouse=True)
def handlers():
    done.clear()
    kept = dict(jobs.KINDS)

    @jobs.handles("test.fine")
    def fine(job: Job) -> str:
        done.append(job.key)
        return f"did {job.key}"

    @jobs.handles("test.broken")
    def broken(job: Job) -> str:
        raise ValueError("no luck")

    @jobs.handles("test.foreseen")
    def foreseen(job: Job) -> str:
        raise jobs.Foreseen("no answer")

    @jobs.handles("test.mail")
    def unsent(job: Job) -> str:
        raise MailError("the mail server refused: OSError", permanent=False)

    @jobs.handles("test.hopeless")
    def hopeless(job: Job) -> str:
        raise MailError("never", permanent=True)

    @jobs.handles("test.early")
    def early(job: Job) -> str:
        raise jobs.NotYet("no figures")

    @jobs.handles("test.robbed")
    def robbed(job: Job) -> str:
        Job.objects.filter(pk=job.pk).update(owner="another")
        done.append(job.key)
        return "written"

    yield
    jobs.KINDS.clear()
    jobs.KINDS.update(kept)


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


@pytest.mark.parametrize(("kind", "reason"), [
    ("test.foreseen", "no answer"), ("test.mail", "the mail server refused: OSError")
])  # fmt: skip
def test_foreseen_failure_is_one_line_of_the_log_and_comes_back(caplog, kind, reason):
    jobs.enqueue(kind, "a")
    jobs.run(only().pk)
    assert [(line.getMessage(), line.exc_info) for line in caplog.records] == [
        (f"job failed: {kind}: {reason}", None)
    ]
    assert (only().state, only().outcome) == ("new", reason)


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


def test_permanent_failure_is_dead_at_once(caplog):
    jobs.enqueue("test.hopeless", "a")
    with caplog.at_level("ERROR"):
        jobs.run(only().pk)
    assert [(record.getMessage(), record.exc_info) for record in caplog.records] == [
        ("job failed: test.hopeless: never", None)
    ]
    assert (only().state, only().outcome, only().attempts) == ("dead", "never", 1)


def test_work_that_comes_too_early_is_retried_and_ends_without_a_failure():
    jobs.enqueue("test.early", "a")
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        Job.objects.update(not_before=timezone.now())
        jobs.run(only().pk)
        assert (only().state, only().outcome) == ("new", "no figures")
        for _ in range(jobs.MAX_ATTEMPTS - 1):
            clock.shift(timedelta(hours=2))
            jobs.run(only().pk)
    assert (only().state, only().outcome) == ("done", "no figures")


def test_unknown_kind_is_put_back_for_a_newer_worker():
    jobs.enqueue("test.nobody", "a")
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        Job.objects.update(not_before=timezone.now(), created_at=timezone.now())
        assert jobs.run(only().pk) is True
        assert (only().state, only().attempts, only().outcome) == ("new", 0, "nothing handles test.nobody")
        assert only().not_before == timezone.now() + timedelta(minutes=1)


def test_kind_that_nobody_knows_for_a_day_is_dead_with_its_name():
    jobs.enqueue("test.nobody", "a")
    Job.objects.update(created_at=timezone.now() - timedelta(hours=25))
    jobs.run(only().pk)
    assert (only().state, only().outcome) == ("dead", "nothing handles test.nobody")


@pytest.mark.django_db(transaction=True)
def test_handler_beyond_its_time_is_interrupted_and_tried_again():
    @jobs.handles("test.endless", within=timedelta(seconds=0.2))
    def endless(job: Job) -> str:
        while True:
            try:
                time.sleep(0.01)
            except Exception:
                done.append("taken for a fault of one of many")

    jobs.enqueue("test.endless", "a")
    assert jobs.run(only().pk) is True
    assert (done, only().state, only().attempts) == ([], "new", 1)
    assert only().outcome == "not done within 0:00:00.200000"
    assert only().not_before > timezone.now()


@pytest.mark.django_db(transaction=True)
def test_handler_that_never_keeps_its_time_is_given_up():
    @jobs.handles("test.endless", within=timedelta(seconds=0.05))
    def endless(job: Job) -> str:
        while True:
            time.sleep(0.01)

    jobs.enqueue("test.endless", "a")
    for _ in range(jobs.MAX_ATTEMPTS):
        Job.objects.update(not_before=timezone.now())
        jobs.run(only().pk)
    assert (only().state, only().outcome) == ("dead", "not done within 0:00:00.050000")


def test_what_a_person_waits_for_is_not_behind_other_work():
    @jobs.handles("test.code", queue="urgent")
    def code(job: Job) -> str:
        return "sent"

    for number in range(300):
        jobs.enqueue("test.fine", str(number))
    jobs.enqueue("test.code", "a")
    now = timezone.now()
    assert [row.kind for row in jobs.wake(now, "urgent")] == ["test.code"]
    assert {row.kind for row in jobs.wake(now, "work")} == {"test.fine"}


def test_work_of_an_unknown_kind_is_in_the_common_queue():
    jobs.enqueue("test.nobody", "a")
    now = timezone.now()
    assert (jobs.wake(now, "urgent"), len(jobs.wake(now, "work"))) == ([], 1)


def test_late_finisher_does_not_end_the_row():
    jobs.enqueue("test.robbed", "a")
    jobs.run(only().pk)
    assert (done, only().owner, only().state) == (["a"], "another", "running")


def test_wake_names_a_row_once_in_half_a_minute():
    jobs.enqueue("test.fine", "a")
    now = timezone.now()
    assert len(jobs.wake(now, "work")) == 1
    assert jobs.wake(now + timedelta(seconds=5), "work") == []
    assert len(jobs.wake(now + timedelta(seconds=31), "work")) == 1


def test_rows_due_for_longest_are_woken_first():
    now = timezone.now()
    for minutes in range(jobs.AT_ONCE + 1):
        jobs.enqueue("test.fine", f"due for {minutes}", not_before=now - timedelta(minutes=minutes))
    jobs.wake(now, "work")
    assert [row.key for row in Job.objects.filter(woken_at=None)] == ["due for 0"]


def test_pause_before_a_retry_doubles_from_half_a_minute_to_an_hour():
    for attempts, longest in enumerate((30, 60, 120, 240, 480, 960, 1920, 3600, 3600), start=1):
        assert longest / 2 <= jobs.backoff(attempts).total_seconds() <= longest


def test_poison_row_does_not_block_its_neighbours():
    jobs.enqueue("test.broken", "poison")
    jobs.enqueue("test.fine", "neighbour")
    for row in jobs.wake(timezone.now(), "work"):
        jobs.run(row.pk)
    assert done == ["neighbour"]


def test_purge_keeps_recent_rows():
    now = timezone.now()
    for key, state, age in [("a", "done", 15), ("b", "done", 13), ("c", "dead", 91), ("d", "dead", 89)]:
        jobs.enqueue("test.fine", key)
        Job.objects.filter(key=key).update(state=state, finished_at=now - timedelta(days=age))
    jobs.purge(now)
    assert sorted(Job.objects.values_list("key", flat=True)) == ["b", "d"]
