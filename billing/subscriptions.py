"""Applies an event: updates the subscription's row and the reader's tier and columns derived from it.

This is the only writer of tiers. All functions run inside one transaction with the reader's row locked.
"""

from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from billing import reversals, rewards
from billing.events import EventKind, ProcessorEvent
from billing.matching import CUSTOMER_COLUMN, SUBSCRIPTION_COLUMN, reader_of
from billing.models import Consent, Delivery, Processor, Subscription
from billing.states import PENDING, RANK, TERMINAL, SubscriptionState, after, newest_grant
from briefing.core.work.jobs import enqueue

NO_USER = "no matching user"
NO_SUBSCRIPTION = "the event names no subscription"


class LinkedMeanwhile(Exception):
    """Another delivery linked the subscription while this one waited; a retry sees the link."""


@dataclass(frozen=True)
class Applied:
    """The result of an event: the response to the processor, and an error for staff."""

    outcome: Delivery.Outcome
    user_id: int | None = None
    error: str = ""


def apply(event: ProcessorEvent, *, reader: User | None = None, authoritative: bool = False) -> Applied:
    """Applies one event. `reader`: one that the caller has locked.

    `authoritative`: data just retrieved, applied regardless of order or end.
    """
    user_id = reader_of(event)
    if event.kind is EventKind.UNKNOWN:
        return Applied(Delivery.Outcome.IGNORED, user_id)
    if event.kind is EventKind.AUDIT:
        reversals.payment_reversed(event, user_id)
        return Applied(Delivery.Outcome.OK, user_id)
    if not event.subscription_id:
        return Applied(Delivery.Outcome.IGNORED, user_id, NO_SUBSCRIPTION)
    # Always lock the reader first, then the subscription: another order could deadlock.
    user = reader
    if reader is None or reader.pk != user_id:
        user = User.objects.select_for_update().filter(pk=user_id).first() if user_id else None
    if user is not None:
        _create_missing_subscription(user)
    row = _locked_row(event, user)
    known = (
        SubscriptionState()
        if authoritative
        else SubscriptionState(row.status, row.newest_at, row.trial_end, row.granted_at)
    )
    new = after(known, event)
    row.granted_at = newest_grant(known, event)
    _store(row, event, new)
    if user is None:
        return Applied(Delivery.Outcome.IGNORED, None, NO_USER)
    _link(user, row)
    _update_reader(user, row, event)
    if new is not known and new.status in TERMINAL:
        reversals.subscription_ended(row, event.ended_at or event.at or timezone.now())
    changed = new is not known or event.kind in (EventKind.PAID, EventKind.PENDING)
    return Applied(Delivery.Outcome.OK if changed else Delivery.Outcome.IGNORED, user.pk)


def _create_missing_subscription(user: User) -> None:
    """Creates the missing row of a paid reader's subscription that only the columns name."""
    if user.tier != User.Tier.PAID:
        return
    for processor in Processor:
        subscription_id = getattr(user, SUBSCRIPTION_COLUMN[processor])
        if subscription_id:
            Subscription.objects.get_or_create(
                processor=processor, subscription_id=subscription_id,
                defaults={"user": user, "status": "active",
                          "customer_id": getattr(user, CUSTOMER_COLUMN[processor]) or ""},
            )  # fmt: skip


def _locked_row(event: ProcessorEvent, user: User | None) -> Subscription:
    key = {"processor": event.processor, "subscription_id": event.subscription_id}
    new = {"user": user, "customer_id": event.customer_id}
    row, _created = Subscription.objects.select_for_update().get_or_create(**key, defaults=new)
    if row.user_id is not None and row.user_id != (user.pk if user else None):
        raise LinkedMeanwhile(f"{row.subscription_id} belongs to another reader by now")
    return row


def _store(row: Subscription, event: ProcessorEvent, new: SubscriptionState) -> None:
    row.status, row.newest_at, row.trial_end = new.status, new.at, new.trial_end
    row.trialed = row.trialed or new.status == "trialing" or event.trial_end is not None
    row.customer_id = event.customer_id or row.customer_id
    row.save(update_fields=["status", "newest_at", "granted_at", "trial_end", "trialed", "customer_id"])


def _link(user: User, row: Subscription) -> None:
    """Links the row, and unlinked rows of the same customer, to the reader."""
    if row.user_id is None:
        row.user = user
        row.save(update_fields=["user"])
    if row.customer_id:
        Subscription.objects.filter(processor=row.processor, customer_id=row.customer_id, user=None).update(
            user=user
        )


def _update_reader(user: User, row: Subscription, event: ProcessorEvent) -> None:
    """Updates what depends on the row: ids, tier, consent, reward and confirmation."""
    processor = Processor(row.processor)
    known = row.status in RANK or event.kind is EventKind.PENDING
    if known and not getattr(user, CUSTOMER_COLUMN[processor]):
        setattr(user, CUSTOMER_COLUMN[processor], _free_customer(user, row))
    live = Subscription.objects.of(user, processor).live()
    if event.kind is EventKind.PENDING and row.status == PENDING and not live.exists():
        setattr(user, SUBSCRIPTION_COLUMN[processor], row.subscription_id)
    settle(user, may_end=row.status in RANK and not row.gives_access)
    if event.kind is EventKind.PAID:
        _complete(user, row, event)
    # A checkout alone may start a trial: only the subscription's own events show a payment.
    active = (
        Subscription.objects.of(user)
        .filter(status="active", newest_at__isnull=False)
        .order_by("first_seen_at")
    )
    paying = row if row.status == "active" and event.kind is EventKind.STATE else active.first()
    if paying:
        rewards.record_earned(user, paying)


def _free_customer(user: User, row: Subscription) -> str | None:
    """The subscription's customer; None if it is unknown or another reader has it."""
    column = CUSTOMER_COLUMN[Processor(row.processor)]
    if not row.customer_id or row.customer_id == getattr(user, column):
        return row.customer_id or None
    return None if User.objects.filter(**{column: row.customer_id}).exists() else row.customer_id


def _current(named: str | None, rows: list[Subscription]) -> Subscription | None:
    """The subscription of a processor that the reader's column should name, where it names `named` now.

    That is a live one, best the named one, or the named one with a pending payment.
    """
    same = next((row for row in rows if row.subscription_id == named), None)
    if same and same.gives_access:
        return same
    live = next((row for row in rows if row.gives_access), None)
    return live or (same if same and same.status == PENDING else None)


def settle(user: User, *, may_end: bool = True) -> None:
    """Sets tier and columns from the reader's subscriptions. Without `may_end` no reader loses access.

    Both columns of a processor come from one subscription, `_current`.
    """
    rows = list(Subscription.objects.of(user).order_by("-first_seen_at", "-pk"))
    found: dict[Processor, Subscription | None] = {}
    for processor in Processor:
        mine = [row for row in rows if row.processor == processor]
        found[processor] = _current(getattr(user, SUBSCRIPTION_COLUMN[processor]), mine)
        _set_processor_ids(user, processor, found[processor])
    paid = any(row is not None and row.gives_access for row in found.values())
    if paid or may_end:
        user.tier = User.Tier.PAID if paid else User.Tier.FREE
    user.billing_trial_end_at = _trial_end(found[Processor.PRIMARY])
    user.save(
        update_fields=[
            "tier",
            "billing_trial_end_at",
            *CUSTOMER_COLUMN.values(),
            *SUBSCRIPTION_COLUMN.values(),
        ]
    )


def _set_processor_ids(user: User, processor: Processor, row: Subscription | None) -> None:
    """Sets both columns; without a subscription the customer stays, so that a later event finds the reader."""
    column = SUBSCRIPTION_COLUMN[processor]
    if row and (row.customer_id or row.subscription_id != getattr(user, column)):
        setattr(user, CUSTOMER_COLUMN[processor], _free_customer(user, row))
    setattr(user, column, row.subscription_id if row else None)


def _trial_end(row: Subscription | None) -> datetime | None:
    return row.trial_end if row and row.status == "trialing" else None


def _complete(user: User, row: Subscription, event: ProcessorEvent) -> None:
    """Completes this checkout's consent, queues its confirmation and records a reward used in it."""
    rewards.record_used(user, event.reward, row)
    if not event.consent.isdigit():
        return
    done = Consent.objects.filter(pk=int(event.consent[:18]), user=user, completed_at=None)
    if done.update(completed_at=event.at or row.first_seen_at, subscription=row):
        enqueue("billing.confirm", event.consent[:18])
