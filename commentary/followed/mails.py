"""Messages about followed figures: one row for each reader and slot, by day in the reader's zone, never sent twice."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.urls import reverse
from django.utils import timezone

from accounts import access
from accounts.models import User
from briefing.core import mail, origin
from briefing.core.models import EmailSend, Job
from commentary import marks
from commentary.digests import unsubscribing
from commentary.followed import listing, times
from commentary.followed.listing import EventLine
from commentary.followed.models import FigureEvent, FollowDelivery, FollowMail, PendingEvent

JOB = "commentary.send_followed"
EMAIL_KIND = "followed"
# Four a second, half the rate of the job queue, so that sign-in codes are not delayed.
PACE = timedelta(milliseconds=250)
BATCH = 500
# A reader's slots of the day before count too, since a change of zone moves the day.
RECENT = timedelta(days=2)
KEEP_FOR = timedelta(days=90)
# An event that could not be sent for this long is dropped.
NEWS_FOR = timedelta(days=7)
BY_RULES = marks.Mark("rules")
Row = TypeVar("Row")
State, Reason = FollowMail.State, FollowMail.Reason


class Stopped(Exception):
    """The message is not sent; `reason` is None if another worker claimed it or the account is deleted."""

    def __init__(self, reason: FollowMail.Reason | None) -> None:
        super().__init__(reason)
        self.reason = reason


def open_mails(now: datetime) -> int:
    """Creates the messages and jobs of readers with events to send, and returns how many wait. Idempotent.

    The number of queries grows with the batches, not with the readers.
    """
    for batch in _batches(_addressed()):
        taken = _recent_slots([pk for pk, *_own in batch], now)
        rows = [
            FollowMail(user_id=pk, slot=slot)
            for pk, wanted, zone in batch
            if (slot := times.slot(wanted, zone, now))
            and not _is_taken(slot, wanted, taken[pk], times.day_of(zone, now))
        ]
        FollowMail.objects.bulk_create(rows, ignore_conflicts=True)
    return _enqueue_waiting()


def _batches(rows: Iterable[Row]) -> Iterator[list[Row]]:
    left = iter(rows)
    while batch := list(islice(left, BATCH)):
        yield batch


def _addressed() -> Iterator[tuple[int, str, str]]:
    """Yields readers with events to send, with how often they want mail and their zone."""
    unsent = PendingEvent.objects.filter(user=OuterRef("user"), mail=None)
    readers = FollowDelivery.objects.filter(Exists(unsent), user__is_active=True).exclude(
        mail=FollowDelivery.Mail.OFF
    )
    yield from readers.order_by("user").values_list("user", "mail", "zone").iterator(chunk_size=BATCH)


def _recent_slots(readers: Sequence[int], now: datetime) -> dict[int, set[str]]:
    found: dict[int, set[str]] = defaultdict(set)
    recent = FollowMail.objects.filter(user__in=readers, created_at__gt=now - RECENT)
    for pk, slot in recent.values_list("user", "slot"):
        found[pk].add(slot)
    return found


def _is_taken(slot: str, wanted: str, taken: set[str], day: str) -> bool:
    """Whether this slot has a message; for one a day also whether an hour of that day has."""
    if wanted == FollowDelivery.Mail.DAILY:
        return any(each.startswith(day) for each in taken)
    return slot in taken or day in taken


def _enqueue_waiting() -> int:
    """Creates the missing jobs of waiting messages; a message whose job has ended in failure keeps it."""
    waiting = list(FollowMail.objects.waiting().order_by("pk").values_list("pk", flat=True))
    start = timezone.now()
    for batch in _batches(enumerate(waiting)):
        Job.objects.bulk_create(
            [Job(kind=JOB, key=str(pk), not_before=start + place * PACE) for place, pk in batch],
            ignore_conflicts=True,
        )
    return len(waiting)


def deliver(pk: int, now: datetime) -> str:
    """Sends one message and returns the outcome; idempotent.

    Checks the account, the hour and the events again. Raises MailError if a retry may succeed.
    """
    row = FollowMail.objects.waiting().select_related("user").filter(pk=pk).first()
    if row is None:
        return "nothing to send"
    if reason := objection(row, row.user, now):
        return _skip(row, reason)
    tone = row.user.digest_tone
    pending = dict(PendingEvent.objects.filter(user=row.user, mail=None).values_list("event", "pk"))
    events = FigureEvent.objects.filter(pk__in=pending).order_by("at", "pk")
    lines = listing.lines(events, row.user.lang, tone)
    if not lines:
        return _drop(row, list(pending.values()))
    url = unsubscribing.link(
        unsubscribing.token_of(row.user_id, unsubscribing.FOLLOWED), row.user.lang, "commentary:followed_off"
    )
    try:
        mail.send(
            "followed",
            row.user.email,
            language=row.user.lang,
            kind=EMAIL_KIND,
            context=context_of(lines, row, unsubscribe_url=url, now=now),
            headers=unsubscribing.headers(url) | marks.headers([BY_RULES]),
            record=lambda: _record(row, list(pending.values()), now),
        )
    except Stopped as stopped:
        return _skip(row, stopped.reason) if stopped.reason else "nothing to send"
    except mail.MailError as error:
        return _not_sent(row, error)
    _finish(row, State.RECORDED, State.SENT)
    return "sent"


def objection(row: FollowMail, user: User, now: datetime) -> FollowMail.Reason | None:
    """Returns why the reader must not get this message now, or None."""
    delivery = FollowDelivery.objects.filter(user=user).first()
    if not user.is_active:
        return Reason.INACTIVE
    if delivery is None or delivery.mail == FollowDelivery.Mail.OFF:
        return Reason.NOT_WANTED
    if not times.is_day(delivery.zone, now) or not row.slot.startswith(times.day_of(delivery.zone, now)):
        return Reason.TOO_LATE
    return None if access.acknowledged(user) else Reason.NOT_ACCEPTED


def _record(row: FollowMail, pending: list[int], now: datetime) -> EmailSend:
    """Claims the message and its events and records the sending, in one transaction that locks the reader."""
    with transaction.atomic():
        origin.claim()
        user = User.objects.select_for_update().filter(pk=row.user_id).first()
        if user is None:
            raise Stopped(None)
        if reason := objection(row, user, now):
            raise Stopped(reason)
        if user.email != row.user.email:
            raise mail.MailError("the reader changed address meanwhile", permanent=False)
        sent = EmailSend.objects.create(user=user, kind=EMAIL_KIND)
        claimed = FollowMail.objects.waiting().filter(pk=row.pk)
        if not claimed.update(state=State.RECORDED, email_send=sent, finished_at=sent.sent_at):
            raise Stopped(None)  # rolls back the row created above
        if PendingEvent.objects.filter(pk__in=pending, mail=None).update(mail=row) != len(pending):
            raise mail.MailError("the reader changed the choice meanwhile", permanent=False)
    return sent


def _not_sent(row: FollowMail, error: mail.MailError) -> str:
    """Handles a failed sending: no retry if the message may have left, otherwise a retry or a final failure."""
    if error.may_have_left:
        return "the connection broke: it may have left, and is not repeated"
    with transaction.atomic():
        EmailSend.objects.filter(pk__in=FollowMail.objects.filter(pk=row.pk).values("email_send")).delete()
        if error.permanent:
            _finish(row, State.RECORDED, State.FAILED, Reason.REFUSED)
        else:
            PendingEvent.objects.filter(mail=row).update(mail=None)
            FollowMail.objects.filter(pk=row.pk, state=State.RECORDED).update(
                state=State.WAITING, finished_at=None
            )
    raise error


def _skip(row: FollowMail, reason: FollowMail.Reason) -> str:
    _finish(row, State.WAITING, State.SKIPPED, reason)
    return f"skipped: {reason.value}"


def _drop(row: FollowMail, pending: list[int]) -> str:
    """Deletes the message and its events, which were all withdrawn, so that the slot is free for others."""
    with transaction.atomic():
        PendingEvent.objects.filter(pk__in=pending, mail=None).delete()
        FollowMail.objects.waiting().filter(pk=row.pk).delete()
    return "nothing new"


def _finish(row: FollowMail, old: FollowMail.State, new: FollowMail.State, reason: str = "") -> None:
    FollowMail.objects.filter(pk=row.pk, state=old).update(
        state=new, reason=reason, finished_at=timezone.now()
    )


def context_of(
    lines: Sequence[EventLine], row: FollowMail, *, unsubscribe_url: str, now: datetime
) -> dict[str, Any]:
    """Returns the template context of `mail/followed`."""
    delivery = FollowDelivery.objects.get(user=row.user_id)
    return {
        "lines": lines,
        "mark": BY_RULES,
        "day": times.local(delivery.zone, now).date(),
        "hourly": delivery.mail == FollowDelivery.Mail.HOURLY,
        "base_url": settings.BASE_URL,
        "settings_url": f"{settings.BASE_URL}{reverse('accounts:settings')}#followed",
        "unsubscribe_url": unsubscribe_url,
        "operator": settings.OPERATOR,
        "sample_data": origin.is_sample(),
    }


def purge(now: datetime) -> int:
    """Deletes messages and events older than 90 days, and events that could not be sent for 7."""
    late = PendingEvent.objects.filter(mail=None, event__at__lt=now - NEWS_FOR)
    old = (
        FollowMail.objects.filter(created_at__lt=now - KEEP_FOR),
        FigureEvent.objects.filter(at__lt=now - KEEP_FOR),
    )
    return sum(rows.delete()[0] for rows in (late, *old))
