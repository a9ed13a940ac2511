"""The stored part of a delivery's body: first the body, cut to 16 KiB, later the fields listed here.

The lists name, for each processor and kind of event, what replaying and reconciling need, and nothing that
identifies the customer. Fields that are not listed are dropped, also those that a later API version adds;
a listed field with a value of another form is stored as null.
"""

import codecs
import json
from collections.abc import Callable, Mapping
from typing import Any

from billing.events import Malformed, instant, json_object, reference, seconds, word
from billing.models import Processor

Leaf = Callable[[object], Any]
Shape = Mapping[str, Any]  # name -> Leaf, or the Shape of an object inside
MOST = 10**15
RAW_BYTES = 16 * 1024  # the specification's limit of a stored payload


def _name(value: object) -> str | None:
    """An id, or the id inside an expanded object; never an e-mail address."""
    found = reference(value)
    return found if found and "@" not in found else None


def _word(value: object) -> str | None:
    found = word(value, 128)
    return found if found and "@" not in found else None


def _own_id(value: object) -> str | None:
    """An id that we assigned: digits only, since other products' checkouts may put any text there."""
    found = word(value, 18)
    return found if found.isdigit() else None


def _event_id(value: object) -> str | None:
    return word(value, 255) or None


def _moment(value: object) -> int | None:
    return value if isinstance(value, int) and seconds(value) else None


def _instant(value: object) -> str | None:
    return value if isinstance(value, str) and instant(value) else None


def _amount(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and abs(value) < MOST else None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


OURS: Shape = {"user_id": _own_id, "consent_id": _own_id, "reward_id": _own_id}
# --- the primary processor: `data.object` by type of event ---
OBJECT: Shape = {
    "id": _name, "object": _word, "customer": _name, "subscription": _name,
    "parent": {"subscription_details": {"subscription": _name}},
}  # fmt: skip
SUBSCRIPTION: Shape = {
    "id": _name, "object": _word, "customer": _name, "status": _word, "trial_end": _moment, "ended_at": _moment,
    "metadata": OURS,
}  # fmt: skip
CHECKOUT: Shape = {
    "id": _name, "object": _word, "customer": _name, "subscription": _name, "mode": _word,
    "payment_status": _word, "client_reference_id": _own_id, "metadata": OURS,
}  # fmt: skip
INVOICE: Shape = {**OBJECT, "status": _word, "currency": _word, "amount_due": _amount, "amount_paid": _amount}
CHARGE: Shape = {
    **OBJECT, "created": _moment, "currency": _word, "amount": _amount, "amount_refunded": _amount, "refunded": _flag,
}  # fmt: skip
DISPUTE: Shape = {
    **OBJECT,
    "charge": _name,
    "created": _moment,
    "currency": _word,
    "amount": _amount,
    "status": _word,
}
PRIMARY: Mapping[str, Shape] = {
    "customer.subscription.": SUBSCRIPTION,
    "checkout.session.": CHECKOUT,
    "invoice.": INVOICE,
    "charge.refunded": CHARGE,
    "charge.dispute.": DISPUTE,
}
# --- the secondary processor: `data` by type of event ---
DATA: Shape = {
    "id": _name, "subscription_id": _name, "customer_id": _name, "customer": {"id": _name, "external_id": _own_id},
    "status": _word, "created_at": _instant, "modified_at": _instant, "trial_end": _instant, "ended_at": _instant,
}  # fmt: skip
ORDER: Shape = {**DATA, "currency": _word, "total_amount": _amount, "refunded_amount": _amount}
REFUND: Shape = {**DATA, "order_id": _name, "currency": _word, "amount": _amount}
SECONDARY: Mapping[str, Shape] = {"order.": ORDER, "refund.": REFUND}


def cut(raw: bytes) -> tuple[str, bool]:
    """Returns the body as UTF-8 text of at most 16 KiB without NUL, and whether that changed it."""
    decoder = codecs.getincrementaldecoder("utf-8")("replace")  # drops a character that the limit splits
    text = decoder.decode(raw[:RAW_BYTES], final=len(raw) <= RAW_BYTES).replace("\0", "\ufffd")
    stored = text.encode()[:RAW_BYTES].decode("utf-8", "ignore")
    return stored, stored.encode() != raw


def reduced(processor: Processor, raw: bytes) -> str:
    """Returns the listed fields as JSON of at most a few KiB; "" for a body that is not an event."""
    try:
        body = json_object(raw)
    except Malformed:
        return ""
    return json.dumps(_only(_shape(processor, body.get("type")), body), separators=(",", ":"))


def _shape(processor: Processor, kind: object) -> Shape:
    known, otherwise = (PRIMARY, OBJECT) if processor is Processor.PRIMARY else (SECONDARY, DATA)
    named = str(kind)
    found = next((shape for prefix, shape in known.items() if named.startswith(prefix)), otherwise)
    if processor is Processor.SECONDARY:
        return {"type": _word, "timestamp": _instant, "data": found}
    return {"id": _event_id, "object": _word, "api_version": _word, "type": _word, "created": _moment,
            "livemode": _flag, "data": {"object": found}}  # fmt: skip


def _only(shape: Shape, found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _leaf_value(leaf, found[name]) for name, leaf in shape.items() if name in found}


def _leaf_value(leaf: Leaf | Shape, value: object) -> Any:
    if callable(leaf):
        return leaf(value)
    return _only(leaf, value) if isinstance(value, Mapping) else None
