"""The secondary processor: Standard Webhooks signatures and events. Never called: there is no API key."""

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils import timezone

from billing.events import (
    BadSignature,
    EventKind,
    Malformed,
    ProcessorEvent,
    instant,
    json_object,
    mapping,
    reference,
    word,
)
from billing.models import Processor

TOLERANCE_S = 300
LEAST_KEY_BYTES = 24  # minimum of the scheme; a guessed secret could forge events that give paid access
OLD_PREFIX = "polar_whs_"  # of endpoints made before `whsec_`; the key is the bytes of the whole text
OLD_TOKEN = re.compile(r"[A-Za-z0-9_-]{32,}")  # 32 characters of base64 are 24 bytes
STATE_EVENTS = (
    "subscription.created",
    "subscription.active",
    "subscription.updated",
    "subscription.uncanceled",
)
AUDIT_EVENTS = ("subscription.canceled", "subscription.past_due")
AUDIT_PREFIXES = ("order.", "refund.")
CUSTOMER_PAGE = "https://polar.sh/purchases"  # where its customers cancel


class MissingHeaders(Exception):
    """A header of the scheme is missing."""


def configured() -> bool:
    return bool(settings.BILLING2_WEBHOOK_SECRET.strip().removeprefix("whsec_"))


def is_strong(secret: str) -> bool:
    """Whether the secret has at least 24 random bytes, in the current form or the older one."""
    if secret.startswith(OLD_PREFIX):
        return bool(OLD_TOKEN.fullmatch(secret.removeprefix(OLD_PREFIX)))
    return len(decoded(secret)) >= LEAST_KEY_BYTES


def keys(secret: str) -> list[bytes]:
    """The possible signing keys: the base64 part of the secret, and the bytes of the whole text.

    The scheme decodes the part after `whsec_`; this processor signs with the text itself.
    """
    found = [secret.encode("utf-8", "surrogateescape")]
    return [key, *found] if (key := decoded(secret)) else found


def decoded(secret: str) -> bytes:
    """The base64 part of the secret as bytes; empty if it is not base64."""
    encoded = secret.removeprefix("whsec_")
    try:
        return base64.b64decode(encoded + "=" * (-len(encoded) % 4), validate=True)
    except (binascii.Error, ValueError):
        return b""


def verify(raw: bytes, headers: Mapping[str, str]) -> str:
    """Checks the scheme's three headers and returns the delivery's id. MissingHeaders or BadSignature."""
    webhook_id, sent, signatures = (
        headers.get(f"webhook-{name}", "").strip() for name in ("id", "timestamp", "signature")
    )
    if not (webhook_id and sent and signatures):
        raise MissingHeaders("webhook-id, webhook-timestamp and webhook-signature are needed.")
    if not (sent.isascii() and sent.isdigit() and len(sent) <= 12):
        raise BadSignature("webhook-timestamp is not in whole seconds.")
    if abs(timezone.now().timestamp() - int(sent)) > TOLERANCE_S:
        raise BadSignature("webhook-timestamp is more than five minutes away.")
    signed = b".".join((_bytes(webhook_id), sent.encode(), raw))
    expected = [
        base64.b64encode(hmac.digest(key, signed, hashlib.sha256))
        for key in keys(settings.BILLING2_WEBHOOK_SECRET)
    ]
    right = False
    for token in signatures.split(" "):
        version, _, signature = token.partition(",")
        for one in expected:  # compares all, so that the time reveals nothing
            right |= hmac.compare_digest(one, _bytes(signature)) and version == "v1"
    if not right:
        raise BadSignature("No signature fits the body.")
    return webhook_id


def _bytes(header: str) -> bytes:
    """The header's bytes as received: WSGI decodes each byte as one character."""
    return header.encode("latin-1", "replace")


def parse(raw: bytes, webhook_id: str) -> ProcessorEvent:
    """Returns the event in a verified body; Malformed if it is not a JSON object with a type."""
    body = json_object(raw)
    event_id, event_type = word(webhook_id, 255), word(body.get("type"), 128)
    if not event_id or not event_type:
        raise Malformed("the event has no usable id or type", event_id=event_id, event_type=event_type)
    data = mapping(body.get("data"))
    about_subscription = event_type.startswith("subscription.")
    return ProcessorEvent(
        processor=Processor.SECONDARY, event_id=event_id, event_type=event_type, kind=_kind(event_type),
        at=_time(event_type, data, body),
        subscription_id=word(data.get("id")) if about_subscription else reference(data.get("subscription_id")),
        **_subscription(data), **_reversal(event_type, data),
    )  # fmt: skip


def _reversal(event_type: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """A full refund of an order, or any refund event, which does not state its share of the order."""
    whole = event_type.startswith("order.") and data.get("status") == "refunded"
    done = event_type.startswith("refund.") and data.get("status", "succeeded") == "succeeded"
    return {"reversal": "refunded", "paid_at": instant(data.get("created_at"))} if whole or done else {}


def _kind(event_type: str) -> EventKind:
    if event_type in STATE_EVENTS:
        return EventKind.STATE
    if event_type == "subscription.revoked":
        return EventKind.ENDED
    known = event_type in AUDIT_EVENTS or event_type.startswith(AUDIT_PREFIXES)
    return EventKind.AUDIT if known else EventKind.UNKNOWN


def _time(event_type: str, data: Mapping[str, Any], body: Mapping[str, Any]) -> datetime | None:
    """When the object last changed; the creation time of a new one that was never modified."""
    born = instant(data.get("created_at")) if event_type == "subscription.created" else None
    return instant(data.get("modified_at")) or born or instant(body.get("timestamp"))


def _subscription(data: Mapping[str, Any]) -> dict[str, Any]:
    customer = mapping(data.get("customer"))
    return {
        "customer_id": reference(data.get("customer_id")) or word(customer.get("id")),
        "status": word(data.get("status"), 32),
        "trial_end": instant(data.get("trial_end")),
        "ended_at": instant(data.get("ended_at")),
        "metadata_user": word(customer.get("external_id")),
        "email": word(customer.get("email"), 254),
    }
