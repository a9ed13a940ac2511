"""Messages about followed figures: one row for each reader and slot, by day in the reader's zone, never sent twice."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef

from accounts import access
from accounts.models import User
from briefing.core.outside import mail
from commentary import marks
from commentary.followed import listing, times
from commentary.followed.listing import EventLine
from commentary.followed.models import FigureEvent, FollowDelivery, FollowMail, PendingEvent
from commentary.mailing import sending, unsubscribing

JOB = "commentary.send_followed"
EMAIL_KIND = "followed"
# A reader's slots of the day before count too, since a change of zone moves the day.
RECENT = timedelta(days=2)
# An event that could not be sent for this long is dropped.
NEWS_FOR = timedelta(days=7)
BY_RULES = marks.Mark("rules")
Reason = FollowMail.Reason


def open_mails(now: datetime) -> int:
    """Creates the messages and jobs of readers with events to send, and returns how many wait. Idempotent.

    The number of queries grows with the batches, not with the readers.
    """
    for batch in sending.batches(_addressed()):
        taken = _recent_slots([pk for pk, *_own in batch], now)
        rows = [
            FollowMail(user_id=pk, slot=slot)
            for pk, wanted, zone in batch
            if (slot := times.slot(wanted, zone, now))
            and not _is_taken(slot, wanted, taken[pk], times.day_of(zone, now))
        ]
        FollowMail.objects.bulk_create(rows, ignore_conflicts=True)
    waiting = FollowMail.objects.waiting().order_by("pk").values_list("pk", flat=True)
    return sending.enqueue(JOB, list(waiting))


def _addressed() -> Iterator[tuple[int, str, str]]:
    """Yields readers with events to send, with how often they want mail and their zone."""
    unsent = PendingEvent.objects.filter(user=OuterRef("user"), mail=None)
    readers = FollowDelivery.objects.filter(Exists(unsent), user__is_active=True).exclude(
        mail=FollowDelivery.Mail.OFF
    )
    yield from readers.order_by("user").values_list("user", "mail", "zone").iterator(chunk_size=sending.BATCH)


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


def deliver(pk: int, now: datetime) -> str:
    """Sends one message and returns the outcome; idempotent.

    Checks the account, the hour and the events again. Raises MailError if a retry may succeed.
    """
    row = FollowMail.objects.waiting().select_related("user").filter(pk=pk).first()
    if row is None:
        return sending.NOTHING
    if reason := objection(row, row.user, now):
        return sending.skip(row, reason)
    pending = dict(PendingEvent.objects.filter(user=row.user, mail=None).values_list("event", "pk"))
    events = FigureEvent.objects.filter(pk__in=pending).order_by("at", "pk")
    lines = listing.lines(events, row.user.lang, row.user.digest_tone)
    if not lines:
        return _drop(row, list(pending.values()))
    token = unsubscribing.token_of(row.user_id, unsubscribing.FOLLOWED)
    url = unsubscribing.link(token, row.user.lang, "commentary:followed_off")
    return sending.send(
        row,
        row.user,
        "followed",
        kind=EMAIL_KIND,
        context=context_of(lines, row, unsubscribe_url=url, now=now),
        headers=unsubscribing.headers(url) | marks.headers([BY_RULES]),
        confirm=lambda user: _confirm(row, user, list(pending.values()), now),
        release=lambda: PendingEvent.objects.filter(mail=row).update(mail=None),
    )


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


def _confirm(row: FollowMail, user: User, pending: list[int], now: datetime) -> None:
    """Checks the account just before sending, and gives the message its events. Raises Stopped or MailError."""
    if reason := objection(row, user, now):
        raise sending.Stopped(reason)
    if user.email != row.user.email:
        raise mail.MailError("the reader changed address meanwhile", permanent=False)
    if PendingEvent.objects.filter(pk__in=pending, mail=None).update(mail=row) != len(pending):
        raise mail.MailError("the reader changed the choice meanwhile", permanent=False)


def _drop(row: FollowMail, pending: list[int]) -> str:
    """Deletes the message and its events, which were all withdrawn, so that the slot is free for others."""
    with transaction.atomic():
        PendingEvent.objects.filter(pk__in=pending, mail=None).delete()
        FollowMail.objects.waiting().filter(pk=row.pk).delete()
    return "nothing new"


def context_of(
    lines: Sequence[EventLine], row: FollowMail, *, unsubscribe_url: str, now: datetime
) -> dict[str, Any]:
    """Returns the template context of `mail/followed`."""
    delivery = FollowDelivery.objects.get(user=row.user_id)
    return sending.context_of("followed", unsubscribe_url) | {
        "lines": lines,
        "mark": BY_RULES,
        "day": times.local(delivery.zone, now).date(),
        "hourly": delivery.mail == FollowDelivery.Mail.HOURLY,
    }


def purge(now: datetime) -> int:
    """Deletes messages and events older than 90 days, and events that could not be sent for 7."""
    late = PendingEvent.objects.filter(mail=None, event__at__lt=now - NEWS_FOR)
    old = (
        FollowMail.objects.filter(created_at__lt=now - sending.KEEP_FOR),
        FigureEvent.objects.filter(at__lt=now - sending.KEEP_FOR),
    )
    return sum(rows.delete()[0] for rows in (late, *old))
