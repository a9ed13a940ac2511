"""Which slots are due: the newest missed one of each kind is opened, older ones are marked as skipped.

The timetable is django-celery-beat's rows: a migration makes them, staff change them in the admin.
"""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from celery.schedules import crontab
from django.utils import timezone
from django.utils.translation import gettext as _
from django_celery_beat.models import CrontabSchedule, PeriodicTask

from briefing.core import notices
from briefing.core.jobs import enqueue
from briefing.core.models import Job

TASK = "briefing.tasks.open_slot"
LOOK_BACK = timedelta(hours=26)
A_MONTH = timedelta(days=32)
SLOT_KEY = "%Y-%m-%dT%H:%M%z"
# Sources are asked and texts written no more often than this.
LEAST_MINUTES = 10


def timetable() -> dict[str, crontab]:
    """The slots of each kind of job that is switched on, as the rows have them now."""
    rows = PeriodicTask.objects.filter(task=TASK, enabled=True).exclude(crontab=None)
    found = {}
    for row in rows.select_related("crontab"):
        try:
            found[row.name] = row.crontab.schedule
        except ValueError as error:  # one row that cannot be read must not stop the others
            text = f"The times of {row.name} cannot be used: {error}. Correct them in the admin (Timetable)."
            notices.tell("timetable", row.name, text)
    return found


def problem(times: CrontabSchedule) -> str | None:
    """Why these times cannot be used; None when they can."""
    try:
        slots = times.schedule
    except ValueError:  # Celery refuses the 31st of February
        return _("There is no such date.")
    minutes = sorted(slots.minute)
    gaps = [later - earlier for earlier, later in pairwise([*minutes, minutes[0] + 60])]
    return _("Leave at least ten minutes between two times.") if min(gaps) < LEAST_MINUTES else None


def newest_slot(slots: crontab, now: datetime, look_back: timedelta = LOOK_BACK) -> datetime | None:
    """The last minute at or before `now` that the crontab names (in its own time zone), not further back."""
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
    """The first minute after `now` that the crontab names (in its own time zone), within a month."""
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
    """The last slot of a kind at or before the moment, by its row as it is now, switched on or not.

    Where no row names one within a month: the minute itself.
    """
    row = PeriodicTask.objects.filter(task=TASK, name=kind).select_related("crontab").first()
    try:
        slot = newest_slot(row.crontab.schedule, moment, A_MONTH) if row and row.crontab else None
    except ValueError:  # staff are told by the timetable
        slot = None
    return slot or moment.astimezone(UTC).replace(second=0, microsecond=0)


def slot_of(job: Job) -> datetime:
    """The slot that a job was opened for, however late it runs; for one asked for by hand the kind's last slot."""
    try:
        return datetime.strptime(job.key, SLOT_KEY)
    except ValueError:
        return slot_at(job.kind, timezone.now())


def slot_key(slot: datetime) -> str:
    return slot.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ")


def open_slot(kind: str, slots: crontab, now: datetime | None = None) -> bool:
    """Makes the newest slot's row; a still-waiting older slot of the kind is skipped in its favour."""
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
