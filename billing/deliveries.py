"""Stores every signed delivery once and processes it once.

The row is created first, by its unique id, and stays if processing fails. Processing is one transaction that locks
the row: a failure only leaves the error on the row, and the next delivery of the same id is processed; only a
processed id is a duplicate. The row holds the body, cut to 16 KiB, for 30 days or until the reader's account is
deleted; then the fields listed in `payloads`; after 90 days nothing.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from django.db import DatabaseError, transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from billing import payloads, subscriptions
from billing.events import EventKind, Malformed, ProcessorEvent
from billing.matching import of_deleted_reader, reader_of
from billing.models import Billing2Event, BillingEvent, Delivery, Processor, Subscription
from billing.processors import polar, stripe
from briefing.core.operations.logs import error_line

Answer = Literal["ok", "ignored", "duplicate", "failed", "malformed", "gone"]
LEDGERS: dict[Processor, type[Delivery]] = {
    Processor.PRIMARY: BillingEvent,
    Processor.SECONDARY: Billing2Event,
}
RAW_FOR, KEPT_FOR = timedelta(days=30), timedelta(days=90)
BATCH = 500
UNREADABLE = "sha256:"  # prefix of the id of a body without one
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Incoming:
    """A verified delivery: its processor, its bytes and their parser `read`, which raises Malformed."""

    processor: Processor
    raw: bytes
    read: Callable[[bytes], ProcessorEvent]


def take(incoming: Incoming) -> Answer:
    """Stores and processes a verified delivery."""
    try:
        event = incoming.read(incoming.raw)
    except Malformed as error:
        return _refuse(incoming, error)
    return handle(_stored(incoming, event), event)


def _stored(incoming: Incoming, event: ProcessorEvent) -> Delivery:
    """The delivery's row, created at its first arrival; the payload is reduced if the reader's account is gone."""
    with transaction.atomic():
        # Locked, so that a deletion of the account runs either before or after this row is stored.
        found = reader_of(event)
        reader = User.objects.select_for_update().filter(pk=found).first() if found else None
        row, _created = LEDGERS[incoming.processor]._default_manager.get_or_create(
            event_id=event.event_id,
            defaults={"event_type": event.event_type, "subscription_id": event.subscription_id, "user": reader,
                      **_payload(incoming, reduce=reader is None and of_deleted_reader(event))},
        )  # fmt: skip
    return row


def _payload(incoming: Incoming, *, reduce: bool) -> dict[str, Any]:
    if reduce:
        return {"payload": payloads.reduced(incoming.processor, incoming.raw), "payload_reduced": True}
    text, was_cut = payloads.cut(incoming.raw)
    return {"payload": text, "payload_cut": was_cut}


def _refuse(incoming: Incoming, error: Malformed) -> Answer:
    """Records a signed body that could not be read, by its own hash if it has no id."""
    event_id = error.event_id or f"{UNREADABLE}{hashlib.sha256(incoming.raw).hexdigest()}"
    row, created = LEDGERS[incoming.processor]._default_manager.get_or_create(
        event_id=event_id,
        defaults={"event_type": error.event_type, "error": str(error), **_payload(incoming, reduce=False)},
    )
    if not created and row.processed_at:
        return "duplicate"
    type(row)._default_manager.filter(pk=row.pk).update(attempts=row.attempts + 1, error=str(error))
    return "malformed"


def handle(
    row: Delivery, event: ProcessorEvent, *, again: bool = False, authoritative: bool = False
) -> Answer:
    """Processes a stored delivery in one transaction; `again` also if it was processed before."""
    ledger = type(row)._default_manager
    try:
        with transaction.atomic():
            # Lock the reader before their rows, as account deletion does: another order could deadlock.
            readers = User.objects.select_for_update()
            reader = readers.filter(pk=row.user_id).first() if row.user_id is not None else None
            locked = ledger.select_for_update().get(pk=row.pk)
            if locked.processed_at and not again:
                return "duplicate"
            applied = subscriptions.apply(event, reader=reader, authoritative=authoritative)
            locked.outcome, locked.error, locked.user_id = applied.outcome, applied.error, applied.user_id
            locked.attempts, locked.processed_at = locked.attempts + 1, timezone.now()
            locked.save(update_fields=["outcome", "error", "user", "attempts", "processed_at"])
    except Exception as error:
        log.exception("delivery failed: %s", event.event_type)
        _note(row, error_line(error))
        return "failed"
    return "ignored" if applied.outcome == Delivery.Outcome.IGNORED else "ok"


def _note(row: Delivery, text: str) -> None:
    try:
        type(row)._default_manager.filter(pk=row.pk).update(error=text[:2000], attempts=row.attempts + 1)
    except DatabaseError:  # the database is down: the row exists, and the processor retries
        log.warning("the error of a delivery could not be recorded")


def replay(row: Delivery) -> Answer:
    """Processes a stored delivery again, from its payload or by retrieving the subscription.

    ProcessorError when that fails. "gone": the secondary processor must send it again itself.
    """
    if is_unreadable(row):
        _note(row, row.error)
        return "malformed"
    if row.payload and not row.payload_cut:
        try:
            return handle(row, _event_of(row), again=True)
        except Malformed as error:
            _note(row, str(error))
            return "malformed"
    if row.processor is Processor.SECONDARY:
        return "gone"
    if not row.subscription_id:
        return handle(
            row, ProcessorEvent(row.processor, row.event_id, row.event_type, EventKind.UNKNOWN), again=True
        )
    at = stripe.request_time()
    found = stripe.retrieve(row.subscription_id)
    event = stripe.of_subscription(found, event_id=row.event_id, event_type=row.event_type, at=at)
    return handle(row, event, again=True, authoritative=True)


def is_unreadable(row: Delivery) -> bool:
    """Whether the delivery was signed but is not an event."""
    return row.event_id.startswith(UNREADABLE) or not row.event_type


def _event_of(row: Delivery) -> ProcessorEvent:
    """The event in the stored payload; the row supplies a reader who was found by an e-mail, which is not stored."""
    raw = row.payload.encode()
    event = stripe.parse(raw) if row.processor is Processor.PRIMARY else polar.parse(raw, row.event_id)
    return replace(event, found=str(row.user_id or ""))


def forget(user: User) -> None:
    """Reduces every payload that names the reader, including those that matched no account on arrival."""
    ids = [user.billing_customer_id, user.billing2_customer_id, user.billing_subscription_id,
           user.billing2_subscription_id]  # fmt: skip
    for row in Subscription.objects.of(user):
        ids += [row.customer_id, row.subscription_id]
    named = Q(user=user)
    for text in filter(None, {user.email, *ids}):
        named |= Q(user=None, payload__icontains=text)
    _reduce(named)


def reduce_old(now: datetime) -> int:
    """Reduces the payloads of deliveries older than 30 days."""
    return _reduce(Q(received_at__lt=now - RAW_FOR))


def _reduce(which: Q) -> int:
    """Cuts payloads down to the fields in `payloads`, in batches so that no table is locked for long."""
    count = 0
    for processor, ledger in LEDGERS.items():
        rows = ledger._default_manager.filter(which, payload_reduced=False).exclude(payload="").order_by("pk")
        while batch := list(rows[:BATCH]):
            for row in batch:
                row.payload, row.payload_reduced = payloads.reduced(processor, row.payload.encode()), True
            ledger._default_manager.bulk_update(batch, ["payload", "payload_reduced"])
            count += len(batch)
    return count


def purge(now: datetime) -> int:
    """Empties the payloads of deliveries older than 90 days."""
    return sum(
        ledger._default_manager.filter(received_at__lt=now - KEPT_FOR).exclude(payload="").update(payload="")
        for ledger in LEDGERS.values()
    )
