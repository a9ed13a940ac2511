"""Every signed delivery is stored once and handled once.

The row comes first, by its unique id, and stays whatever happens next. Handling is one transaction that locks
the row: a handler that fails leaves nothing behind but the error on the row, and the next delivery of the same
id is handled; only an id that was handled is a duplicate.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from django.db import DatabaseError, transaction
from django.utils import timezone

from billing import subscriptions
from billing.events import Event, Kind, Malformed
from billing.models import Billing2Event, BillingEvent, Delivery, Processor
from billing.processors import polar, stripe

Answer = Literal["ok", "ignored", "duplicate", "failed", "malformed", "cut"]
LEDGERS: dict[Processor, type[Delivery]] = {
    Processor.PRIMARY: BillingEvent,
    Processor.SECONDARY: Billing2Event,
}
KEPT_BYTES = 16 * 1024
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Incoming:
    """A verified delivery: who sent it, its bytes, and how to read them. `read` raises Malformed."""

    processor: Processor
    raw: bytes
    read: Callable[[bytes], Event]


def kept(raw: bytes) -> tuple[str, bool]:
    """The body as text that any database holds: no NUL, at most 16 KiB, no character broken; whether it was cut."""
    data = raw.decode("utf-8", "replace").replace("\x00", "").encode("utf-8", "replace")
    return data[:KEPT_BYTES].decode("utf-8", "ignore"), len(data) > KEPT_BYTES


def take(incoming: Incoming) -> Answer:
    """Stores and handles a verified delivery."""
    try:
        event = incoming.read(incoming.raw)
    except Malformed as error:
        return _refuse(incoming, error)
    ledger = LEDGERS[incoming.processor]
    payload, cut = kept(incoming.raw)
    row, _created = ledger._default_manager.get_or_create(
        event_id=event.event_id,
        defaults={"event_type": event.event_type, "payload": payload, "payload_cut": cut,
                  "subscription_id": event.subscription_id},
    )  # fmt: skip
    return handle(row, event)


def _refuse(incoming: Incoming, error: Malformed) -> Answer:
    """Records what cannot be read, under its own hash where it has no id."""
    payload, cut = kept(incoming.raw)
    event_id = error.event_id or f"sha256:{hashlib.sha256(incoming.raw).hexdigest()}"
    row, created = LEDGERS[incoming.processor]._default_manager.get_or_create(
        event_id=event_id,
        defaults={
            "event_type": error.event_type,
            "payload": payload,
            "payload_cut": cut,
            "error": str(error),
        },
    )
    if not created and row.processed_at:
        return "duplicate"
    type(row)._default_manager.filter(pk=row.pk).update(attempts=row.attempts + 1, error=str(error))
    return "malformed"


def handle(row: Delivery, event: Event, *, again: bool = False, authoritative: bool = False) -> Answer:
    """Handles a stored delivery in one transaction. `again`: also when it was handled before (staff asked)."""
    ledger = type(row)._default_manager
    try:
        with transaction.atomic():
            locked = ledger.select_for_update().get(pk=row.pk)
            if locked.processed_at and not again:
                return "duplicate"
            applied = subscriptions.apply(event, authoritative=authoritative)
            locked.outcome, locked.error, locked.user_id = applied.outcome, applied.error, applied.user_id
            locked.attempts, locked.processed_at = locked.attempts + 1, timezone.now()
            locked.save(update_fields=["outcome", "error", "user", "attempts", "processed_at"])
    except Exception as error:
        log.exception("delivery failed: %s", event.event_type)
        _note(row, f"{type(error).__name__}: {error}")
        return "failed"
    return "ignored" if applied.outcome == Delivery.Outcome.IGNORED else "ok"


def _note(row: Delivery, text: str) -> None:
    try:
        type(row)._default_manager.filter(pk=row.pk).update(error=text[:2000], attempts=row.attempts + 1)
    except DatabaseError:  # the database itself is away: the row is there, and the processor sends again
        log.warning("the error of a delivery could not be recorded")


def replay(row: Delivery) -> Answer:
    """Handles a stored delivery again, from its payload; one that was cut asks the primary processor.

    ProcessorError when that fails. "cut": the secondary processor must send it again itself.
    """
    if not row.payload_cut:
        reader = (
            stripe.parse if row.processor is Processor.PRIMARY else lambda raw: polar.parse(raw, row.event_id)
        )
        try:
            return handle(row, reader(row.payload.encode()), again=True)
        except Malformed as error:
            _note(row, str(error))
            return "malformed"
    if row.processor is Processor.SECONDARY:
        return "cut"
    if not row.subscription_id:
        return handle(row, Event(row.processor, row.event_id, row.event_type, Kind.UNKNOWN), again=True)
    at = stripe.asking_time()
    found = stripe.retrieve(row.subscription_id)
    event = stripe.of_subscription(found, event_id=row.event_id, event_type=row.event_type, at=at)
    return handle(row, event, again=True, authoritative=True)
