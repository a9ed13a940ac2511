"""The event of either processor in one form, and defensive parsing of its fields."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from billing.models import Processor
from briefing.core.dates import read_rfc3339

WORD = re.compile(r"[\x21-\x7e]+")
LATEST = datetime(9000, 1, 1, tzinfo=UTC)


class BadSignature(Exception):
    """The delivery is not the processor's, or its time is too far off."""


class Malformed(Exception):
    """A signed body that cannot be used; `event_id` and `event_type` as far as they could be read."""

    def __init__(self, text: str, *, event_id: str = "", event_type: str = "") -> None:
        super().__init__(text)
        self.event_id, self.event_type = event_id, event_type


def json_object(raw: bytes) -> dict[str, Any]:
    """Returns the object in a body; Malformed if it holds anything else."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise Malformed("the body is not JSON") from None
    if not isinstance(body, dict):
        raise Malformed("the body is not a JSON object")
    return body


class EventKind(Enum):
    """How an event changes a subscription."""

    STATE = "state"  # the subscription's current state
    ENDED = "ended"  # the subscription is over
    PAID = "paid"  # a checkout was completed
    PENDING = "pending"  # a checkout was completed, its payment is pending
    AUDIT = "audit"  # recorded, changes no state
    UNKNOWN = "unknown"  # unknown type: recorded, changes nothing


@dataclass(frozen=True)
class ProcessorEvent:
    """One delivery. Ids are printable ASCII of at most 64 characters or empty; times are aware or None."""

    processor: Processor
    event_id: str
    event_type: str
    kind: EventKind
    at: datetime | None = None
    subscription_id: str = ""
    customer_id: str = ""
    status: str = ""
    trial_end: datetime | None = None
    ended_at: datetime | None = None
    references: tuple[str, ...] = ()  # ids of our users, tried before the customer
    metadata_user: str = ""  # id of our user, tried after the customer
    email: str = ""
    found: str = ""  # reader found by e-mail on arrival; the e-mail is not stored
    consent: str = ""
    reward: str = ""
    reversal: str = ""  # "refunded" or "disputed", of a payment made at `paid_at`
    paid_at: datetime | None = None
    charge_id: str = ""  # of a dispute, which names no customer


def word(value: object, limit: int = 64) -> str:
    """Returns `value` if it is printable ASCII without spaces and fits the column, else ""."""
    return value if isinstance(value, str) and len(value) <= limit and WORD.fullmatch(value) else ""


def reference(value: object) -> str:
    """The id in `value`, which processors send as text or, expanded, as an object."""
    return word(value.get("id")) if isinstance(value, Mapping) else word(value)


def mapping(value: object) -> Mapping[str, Any]:
    """Returns `value` if it is an object, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def seconds(value: object) -> datetime | None:
    """Parses whole seconds since 1970; None for anything else, and after the year 9000."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 < value < LATEST.timestamp():
        return None
    return datetime.fromtimestamp(value, UTC)


def instant(value: object) -> datetime | None:
    """Parses RFC 3339 text, in UTC if it has no zone; None for anything else."""
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        return read_rfc3339(value)
    except ValueError:
        return None
