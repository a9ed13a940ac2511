"""Opens due slots: the newest missed one of each kind becomes a job, older ones are skipped.

The timetable is stored in django-celery-beat's rows, which a migration creates and staff edit in the admin.
"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from celery.schedules import crontab
from django.utils import timezone
from django.utils.translation import gettext as _
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from briefing.core.models import Job
from briefing.core.operations import notices
from briefing.core.work.jobs import enqueue

TASK = "briefing.tasks.open_slot"
LOOK_BACK = timedelta(hours=26)
A_MONTH = timedelta(days=32)
SLOT_KEY = "%Y-%m-%dT%H:%M%z"
# The shortest interval at which sources are fetched and texts written.
LEAST_MINUTES = 10


def timetable() -> dict[str, crontab]:
    """Returns the enabled slots of each kind from the database."""
    rows = PeriodicTask.objects.filter(task=TASK, enabled=True).exclude(crontab=None)
    found = {}
    for row in rows.select_related("crontab"):
        try:
            found[row.name] = row.crontab.schedule
        except ValueError as error:  # one unreadable row must not stop the others
            text = f"The times of {row.name} cannot be used: {error}. Correct them in the admin (Timetable)."
            notices.notify("timetable", row.name, text)
    return found


def problem(times: CrontabSchedule) -> str | None:
    """Returns why these times are invalid; None if they are valid."""
    try:
        slots = times.schedule
    except ValueError:  # Celery refuses the 31st of February
        return _("There is no such date.")
    minutes = sorted(slots.minute)
    gaps = [later - earlier for earlier, later in pairwise([*minutes, minutes[0] + 60])]
    return _("Leave at least ten minutes between two times.") if min(gaps) < LEAST_MINUTES else None


def newest_slot(slots: crontab, now: datetime, look_back: timedelta = LOOK_BACK) -> datetime | None:
    """Returns the last minute at or before `now` that matches the crontab in its time zone, within `look_back`."""
    minute = now.astimezone(UTC).replace(second=0, microsecond=0)
    earliest = minute - look_back
    while minute > earliest:
        local = minute.astimezone(slots.tz)
        if not _names_hour(slots, local):
            minute -= timedelta(minutes=local.minute + 1)
        elif local.minute not in slots.minute:
            minute -= timedelta(minutes=1)
        else:
            return minute
    return None


def next_slot(slots: crontab, now: datetime) -> datetime | None:
    """Returns the first minute after `now` that matches the crontab in its time zone, within a month."""
    minute = now.astimezone(UTC).replace(second=0, microsecond=0) + timedelta(minutes=1)
    latest = minute + A_MONTH
    while minute < latest:
        local = minute.astimezone(slots.tz)
        if not _names_hour(slots, local):
            minute += timedelta(minutes=60 - local.minute)
        elif local.minute not in slots.minute:
            minute += timedelta(minutes=1)
        else:
            return minute
    return None


def _names_hour(slots: crontab, moment: datetime) -> bool:
    return (
        moment.hour in slots.hour
        and moment.isoweekday() % 7 in slots.day_of_week
        and moment.day in slots.day_of_month
        and moment.month in slots.month_of_year
    )


def slot_at(kind: str, moment: datetime) -> datetime:
    """Returns the kind's last slot at or before the moment by its current row, enabled or not.

    Returns the minute itself if no slot lies within a month before.
    """
    row = PeriodicTask.objects.filter(task=TASK, name=kind).select_related("crontab").first()
    try:
        slot = newest_slot(row.crontab.schedule, moment, A_MONTH) if row and row.crontab else None
    except ValueError:  # `timetable` notifies staff
        slot = None
    return slot or moment.astimezone(UTC).replace(second=0, microsecond=0)


def slot_of(job: Job) -> datetime:
    """Returns the slot that the job was opened for; for a manually requested job the kind's last slot."""
    try:
        return datetime.strptime(job.key, SLOT_KEY)
    except ValueError:
        return slot_at(job.kind, timezone.now())


def slot_key(slot: datetime) -> str:
    return slot.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def open_slot(kind: str, slots: crontab, now: datetime | None = None) -> bool:
    """Creates the newest slot's job and skips older slots of the kind that still wait."""
    now = now or timezone.now()
    slot = newest_slot(slots, now)
    if slot is None:
        return False
    key = slot_key(slot)
    created = enqueue(kind, key, not_before=slot)
    if created:
        Job.objects.filter(kind=kind, state=Job.State.NEW, key__lt=key, key__startswith="20").update(
            state=Job.State.SKIPPED, finished_at=now, outcome=f"the slot {key} came first"
        )
    return created
