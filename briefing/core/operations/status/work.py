"""Status of pipelines, jobs and processes."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from celery.schedules import crontab
from django.db.models import Count, Max, Min, Q
from django.urls import reverse

from briefing.core.models import Heartbeat, Job
from briefing.core.operations.status import Level, Report, StatusLine, StatusMeasure, names, reports, span
from briefing.core.outside import reachability
from briefing.core.outside.mail import REFUSED
from briefing.core.work import broker, heartbeat, jobs, schedule
from briefing.core.work.leases import CLAIM

# For the retries of a job, beyond its total time.
RETRIES = timedelta(minutes=15)
LOOK_BACK = timedelta(days=8)
DAY = timedelta(days=1)
# Kinds that fetch from publishers.
FROM_OUTSIDE = frozenset({"indicators.refresh", "indicators.agenda", "news.ingest", "portfolio.quotes"})
WEEK = timedelta(days=7)
# Jobs are sent to the workers at each tick, so a longer wait means that no worker is free.
LATE, TOO_LATE = timedelta(minutes=5), timedelta(minutes=15)
ROLES = {
    "web": "No page is served by a process that says so. Start `manage.py web`.",
    "worker": "Nothing is fetched or written. Start `manage.py worker --queue work`.",
    "urgent": "Nobody can sign in. Start `manage.py worker --queue urgent`.",
    "clock": "Nothing is begun. Start `manage.py beat` (embedded: the worker has its own clock).",
}


def _jobs(**filters: str) -> str:
    query = "&".join(f"{name}={value}" for name, value in filters.items())
    return f"{reverse('admin:briefing_job_changelist')}?{query}"


@reports("Pipelines")
def pipelines(now: datetime) -> Report:
    """Reports the last success and the next slot of each scheduled kind."""
    done = Job.objects.filter(state=Job.State.DONE).order_by().values_list("kind")
    last = dict(done.annotate(Max("finished_at")))
    first = Job.objects.aggregate(first=Min("created_at"))["first"] or now
    for kind, slots in sorted(schedule.timetable().items()):
        yield _pipeline(kind, slots, _Runs(last.get(kind), first, now))
        if moment := last.get(kind):
            yield StatusMeasure(
                "last_success_timestamp_seconds", "When a kind of work was last done.", moment.timestamp(),
                {"kind": kind},
            )  # fmt: skip


@dataclass(frozen=True)
class _Runs:
    """A pipeline's last success, and when the service's records begin."""

    last: datetime | None
    first: datetime
    now: datetime

    def missed(self, slots: crontab) -> int:
        """Returns how many of the two newest slots are overdue."""
        since = self.last or self.first
        newest = schedule.newest_slot(slots, self.now - _patience(), LOOK_BACK)
        if newest is None or since >= newest:
            return 0
        before = schedule.newest_slot(slots, newest - timedelta(minutes=1), LOOK_BACK)
        return 2 if before and since < before else 1


def _pipeline(kind: str, slots: crontab, runs: _Runs) -> StatusLine:
    level = Level(runs.missed(slots))
    last = f"last good run {span(runs.now - runs.last)} ago" if runs.last else "no good run yet"
    coming = schedule.next_slot(slots, runs.now)
    text = f"{kind}: {last}, next {f'at {coming:%Y-%m-%d %H:%M} UTC' if coming else 'never'}."
    todo = "A slot was missed: look at its jobs, and whether worker and clock run." if level else ""
    return StatusLine(
        f"pipeline:{kind}", level, text, todo, _jobs(kind__exact=kind), of_publishers=kind in FROM_OUTSIDE
    )


@reports("Work")
def work(now: datetime) -> Report:
    # Mail failures are counted in the mail section, network failures in the network's.
    refused = Q(outcome__contains=REFUSED) | Q(outcome__contains=reachability.MARK)
    rows = list(
        Job.objects.exclude(kind=CLAIM).order_by().values("kind", "state").annotate(
            count=Count("pk"), last=Max("finished_at"),
            fresh=Count("pk", filter=~refused & Q(state=Job.State.DEAD, finished_at__gte=now - DAY)),
            week=Count("pk", filter=~refused & Q(state=Job.State.DEAD, finished_at__gte=now - WEEK)),
        ).order_by("kind", "state")
    )  # fmt: skip
    for row in rows:
        labels = {"kind": row["kind"], "state": row["state"]}
        yield StatusMeasure("jobs", "Rows of work by kind and state.", row["count"], labels)
        if row["state"] == Job.State.DEAD:
            yield _failed(row, now)
    if not any(row["state"] == Job.State.DEAD for row in rows):
        yield StatusLine("jobs:failed", Level.OK, "No job has permanently failed.")
    yield from _waiting(now)
    yield from _running(now)


def _failed(row: Mapping[str, Any], now: datetime) -> StatusLine:
    level = Level.ERROR if row["fresh"] else Level.WARNING if row["week"] else Level.OK
    kind, last = row["kind"], row["last"]
    ago = f", the last {span(now - last)} ago" if last else ""
    text = f"{kind}: {row['count']} permanently failed{ago}."
    todo = "Read the outcome, mend the cause, try again." if level else ""
    return StatusLine(f"failed:{kind}", level, text, todo, _jobs(kind__exact=kind, state__exact="dead"), kind)


def _waiting(now: datetime) -> Report:
    kind, since = Job.objects.longest_due(now) or ("", now)
    age = now - since
    due = Job.objects.due(now).count()
    yield StatusMeasure("jobs_due", "Jobs whose time has come and that no worker has.", due)
    yield StatusMeasure(
        "oldest_waiting_seconds", "For how long the oldest of them waits.", age.total_seconds()
    )
    text = f"Oldest waiting: {kind}, for {span(age)}." if kind else "Nothing waits."
    level = Level.ERROR if age > TOO_LATE else Level.WARNING if age > LATE else Level.OK
    todo = "No worker takes it: look at the processes and at Redis (its memory may be full)." if level else ""
    yield StatusLine("jobs:waiting", level, text, todo, _jobs(state__exact="new"))


def _patience() -> timedelta:
    return jobs.longest_within() + RETRIES


def _running(now: datetime) -> Report:
    running = Job.objects.filter(state=Job.State.RUNNING).exclude(kind=CLAIM).order_by("woken_at")
    longest = running.exclude(woken_at=None).only("kind", "woken_at").first()
    age = now - longest.woken_at if longest and longest.woken_at else timedelta()
    yield StatusMeasure(
        "longest_running_seconds", "For how long the oldest running job runs.", age.total_seconds()
    )
    text = f"Longest running: {longest.kind}, for {span(age)}." if longest else "Nothing runs."
    level = Level.ERROR if age > _patience() else Level.OK
    todo = "Its total time is over and it was not ended: restart the worker." if level else ""
    yield StatusLine("jobs:running", level, text, todo, _jobs(state__exact="running"))


@reports("Processes")
def processes(now: datetime) -> Report:
    """Reports the running processes by role and the broker; a silent process is listed for an hour."""
    rows = list(Heartbeat.objects.filter(beat_at__gte=now - heartbeat.FORGOTTEN).order_by("role", "name"))
    alive = [row for row in rows if now - row.beat_at < heartbeat.ALIVE]
    for role, todo in ROLES.items():
        own = [row for row in alive if row.role == role]
        labels = {"role": role}
        yield StatusMeasure("processes", "Processes that are alive.", len(own), labels)
        if newest := max((row.beat_at for row in rows if row.role == role), default=None):
            yield StatusMeasure(
                "heartbeat_timestamp_seconds", "When a process of a role last said that it lives.",
                newest.timestamp(), labels,
            )  # fmt: skip
        if not own:
            yield StatusLine(f"process:{role}", Level.ERROR, f"No {role} process is alive.", todo)
    if error := broker.fault():
        yield StatusLine(
            "broker", Level.ERROR, f"Redis does not answer as broker ({error}).",
            "Start it, or look at REDIS_URL. Codes and work wait for it; none is lost, and no process needs a restart.",
        )  # fmt: skip
    for row in rows:
        yield StatusLine(f"heartbeat:{row.role}", Level.OK, _process(row, now))
    if len(versions := sorted({row.version for row in alive if row.version})) > 1:
        yield StatusLine(
            "process:versions", Level.WARNING, f"Processes run different versions: {names(versions)}.",
            "Fine while they are replaced; after that restart the older ones.",
        )  # fmt: skip
    if len({row.settings_hash for row in alive}) > 1:
        by_hash: dict[str, set[str]] = {}
        for row in alive:
            by_hash.setdefault(row.settings_hash, set()).add(row.host)
        text = "Hosts or processes run with different settings or secrets: " + "; ".join(
            sorted(names(sorted(hosts)) for hosts in by_hash.values())
        )
        yield StatusLine(
            "process:settings", Level.WARNING, f"{text}.",
            "Fine while they are restarted; after that compare the settings of the hosts (docs/operating/hosts.md).",
        )  # fmt: skip


def _process(row: Heartbeat, now: datetime) -> str:
    age = now - row.beat_at
    heard = "heard" if age < heartbeat.ALIVE else "silent, last heard"
    return (
        f"{row.role} on {row.host or 'an unnamed host'}, process {row.pid}, version {row.version or 'unknown'}, "
        f"started {span(now - row.started_at)} ago, {heard} {span(age)} ago."
    )
