"""E-mails staff when an error begins and when it ends, at most ten messages a day.

Errors are those of `briefing.core.operations.status`; warnings appear only on the admin's first page. The watch runs
every ten minutes (a row of the timetable) in the urgent worker. If pipelines and processes are well, it
requests HEARTBEAT_URL, so that an outside monitor notices a complete failure.
"""

import logging
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import User
from briefing.core.models import Job, ServiceFault
from briefing.core.operations import status
from briefing.core.operations.status import Level, ServiceStatus, StatusLine
from briefing.core.outside import mail
from briefing.core.outside.http import WebError
from briefing.core.outside.http.client import exchange
from briefing.core.outside.http.deadline import Deadline
from briefing.core.web import limits
from briefing.core.work import heartbeat, jobs

MAIL = "briefing.send_alert"
MOST_A_DAY = 10
DAY = timedelta(days=1)
MOST_LINES = 40
# While one of these has an error, HEARTBEAT_URL is not requested.
VITAL = ("Database", "Pipelines", "Processes", "Work")
log = logging.getLogger(__name__)


def watch(now: datetime) -> str:
    """Checks the status, records what began and ended and queues messages; returns a summary."""
    heartbeat.forget_silent(now)
    found = status.look(now)
    errors = {line.key[:120]: line for line in found.faults if line.level == Level.ERROR}
    with transaction.atomic():
        _remember(errors, now)
        told = _queue_messages(now)
    return f"{len(errors)} errors; {told} messages; {_ping_heartbeat_url(found)}"


def _remember(errors: dict[str, StatusLine], now: datetime) -> None:
    """Updates the faults' rows: marks ended ones, deletes those never reported, reopens those that returned."""
    gone = ServiceFault.objects.exclude(key__in=errors)
    gone.filter(told_at=None).delete()
    gone.filter(ended_at=None).update(ended_at=now)
    for key, line in errors.items():
        text = line.said[:1000]
        ServiceFault.objects.update_or_create(
            key=key,
            defaults={"text": text, "ended_at": None},
            create_defaults={"text": text, "began_at": now},
        )


def _queue_messages(now: datetime) -> int:
    """Queues a message for each staff member below the daily limit; returns how many. Faults are reported once."""
    began = list(ServiceFault.objects.filter(told_at=None).order_by("began_at", "key"))
    ended = list(ServiceFault.objects.exclude(ended_at=None).order_by("began_at", "key"))
    if not began and not ended:
        return 0
    payload = {"began": _texts(began), "ended": _texts(ended)}
    staff = User.objects.filter(is_staff=True, is_active=True).order_by("pk")
    reached = [user.pk for user in staff if _has_room(user)]
    for pk in reached:
        jobs.enqueue(MAIL, f"{pk} {now:%Y-%m-%dT%H:%M:%S}", payload={"user": pk, **payload})
    if reached:  # otherwise the next watch reports them
        ServiceFault.objects.filter(pk__in=[fault.pk for fault in began]).update(told_at=now)
        ServiceFault.objects.filter(pk__in=[fault.pk for fault in ended]).delete()
    return len(reached)


def _has_room(user: User) -> bool:
    return limits.count_use("alerts", str(user.pk), limit=MOST_A_DAY, window=DAY) == 0


def _texts(faults: Iterable[ServiceFault]) -> list[str]:
    return [fault.text for fault in faults][:MOST_LINES]


def send(job: Job) -> str:
    """Sends the message to a staff member; raises MailError."""
    user = User.objects.filter(pk=job.payload["user"], is_staff=True, is_active=True).first()
    if user is None:
        return "no longer staff"
    context = {"began": job.payload["began"], "ended": job.payload["ended"], "base_url": settings.BASE_URL}
    mail.send("alert", user.email, language=user.lang, kind="alert", user_id=user.pk, context=context)
    return "sent"


def _ping_heartbeat_url(found: ServiceStatus) -> str:
    """Requests HEARTBEAT_URL, which may be in the private network; logs failures, which its monitor reports."""
    if not settings.HEARTBEAT_URL:
        return "no HEARTBEAT_URL"
    if any(section.level == Level.ERROR for section in found.sections if section.title in VITAL):
        return "HEARTBEAT_URL was not asked"
    try:
        with Deadline(10.0) as deadline:
            reply = exchange("GET", settings.HEARTBEAT_URL, headers={}, body=b"", deadline=deadline,
                             max_bytes=100_000, own=True)  # fmt: skip
    except WebError as error:
        log.warning("HEARTBEAT_URL could not be asked: %s", error)
        return "HEARTBEAT_URL could not be asked"
    if not 200 <= reply.status < 300:
        log.warning("HEARTBEAT_URL answered %d", reply.status)
    return f"HEARTBEAT_URL answered {reply.status}"
