"""The primary processor: its signature, its events in old and new shapes, and calls to its API."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import requests
from django.conf import settings
from django.utils import timezone

from billing.events import (
    BadSignature,
    EventKind,
    Malformed,
    ProcessorEvent,
    json_object,
    mapping,
    reference,
    seconds,
    word,
)
from billing.models import Processor
from briefing.core.lazy_module import LazyModule
from briefing.core.outside.http.adapter import GuardedAdapter
from briefing.core.outside.http.deadline import Deadline
from briefing.core.outside.http.guard import Guard
from briefing.core.work.jobs import Foreseen

if TYPE_CHECKING:
    import stripe
else:
    stripe = LazyModule("stripe", enable_telemetry=False)

TIMEOUT_S = 8
TOTAL_S = 20.0  # of a call and its one retry
RETRIES = 1
TOLERANCE_S = 300
STATE_EVENTS = tuple(f"customer.subscription.{name}" for name in ("created", "updated", "paused", "resumed"))
CHECKOUT_EVENTS = ("checkout.session.completed", "checkout.session.async_payment_succeeded")
DISPUTE = "charge.dispute.created"
# The specification's `invoice.failed` is `invoice.payment_failed` at the processor: both are accepted.
AUDIT_EVENTS = ("invoice.paid", "invoice.failed", "invoice.payment_failed", "charge.refunded", DISPUTE)
Result = TypeVar("Result")


class Unverifiable(Exception):
    """The signature cannot be checked: no header, or a malformed header or body."""


class ProcessorError(Foreseen):
    """A call to the processor failed. `permanent`: a retry cannot help; `missing`: `param` does not exist there."""

    def __init__(self, text: str, *, permanent: bool, code: str = "", param: str = "") -> None:
        super().__init__(text)
        self.permanent, self.code, self.param = permanent, code, param

    @property
    def missing(self) -> bool:
        return self.code == "resource_missing"


def verify(raw: bytes, header: str) -> None:
    """Checks the signature with the processor's SDK; raises only BadSignature or Unverifiable."""
    if not header.strip():
        raise Unverifiable("The Stripe-Signature header is missing.")
    try:
        stripe.WebhookSignature.verify_header(raw, header, settings.BILLING_WEBHOOK_SECRET, TOLERANCE_S)
        ahead = _signed_at(header) - timezone.now().timestamp()
    except stripe.SignatureVerificationError as error:
        raise BadSignature("The signature does not fit the body, or is too old.") from error
    except Exception as error:  # for example a body that is not UTF-8, or odd characters in the header
        raise Unverifiable(f"The signature cannot be checked ({type(error).__name__}).") from error
    if ahead > TOLERANCE_S:  # the SDK only refuses old ones: one dated tomorrow could be replayed until then
        raise BadSignature("The signature's time is more than five minutes ahead.")


def _signed_at(header: str) -> int:
    """The time in the verified header, read as the SDK reads it: the first `t`."""
    return next(
        int(value) for name, _, value in (item.partition("=") for item in header.split(",")) if name == "t"
    )


def parse(raw: bytes) -> ProcessorEvent:
    """Returns the event in a verified body; Malformed if it is not a JSON object with an id and a type."""
    body = json_object(raw)
    event_id, event_type = word(body.get("id"), 255), word(body.get("type"), 128)
    if not event_id or not event_type:
        raise Malformed("the event has no usable id or type", event_id=event_id, event_type=event_type)
    found = mapping(mapping(body.get("data")).get("object"))
    named: dict[str, Any] = {
        "event_id": event_id,
        "event_type": event_type,
        "at": seconds(body.get("created")),
    }
    if event_type in (*STATE_EVENTS, "customer.subscription.deleted"):
        ended = event_type == "customer.subscription.deleted"
        return of_subscription(found, kind=EventKind.ENDED if ended else EventKind.STATE, **named)
    if event_type in CHECKOUT_EVENTS:
        return _of_checkout(found, **named)
    kind = EventKind.AUDIT if event_type in AUDIT_EVENTS else EventKind.UNKNOWN
    return ProcessorEvent(processor=Processor.PRIMARY, kind=kind, customer_id=reference(found.get("customer")),
                 subscription_id=_subscription_of_invoice(found), **_reversal(event_type, found), **named)  # fmt: skip


def _reversal(event_type: str, found: Mapping[str, Any]) -> dict[str, Any]:
    """The reversal fields of a full refund or a dispute; none for a partial refund."""
    if event_type == DISPUTE:
        return {"reversal": "disputed", "charge_id": reference(found.get("charge"))}
    back, amount = found.get("amount_refunded"), found.get("amount")
    in_part = isinstance(back, int) and isinstance(amount, int) and back < amount
    if event_type != "charge.refunded" or (in_part and found.get("refunded") is not True):
        return {}
    return {"reversal": "refunded", "paid_at": seconds(found.get("created"))}


def of_subscription(
    found: Mapping[str, Any], *, kind: EventKind = EventKind.STATE, **named: Any
) -> ProcessorEvent:
    """Converts a subscription object to an event; these fields are equal in every published API version."""
    metadata = mapping(found.get("metadata"))
    return ProcessorEvent(
        processor=Processor.PRIMARY, kind=kind, subscription_id=word(found.get("id")),
        customer_id=reference(found.get("customer")), status=word(found.get("status"), 32),
        trial_end=seconds(found.get("trial_end")), ended_at=seconds(found.get("ended_at")),
        metadata_user=word(metadata.get("user_id")), **named,
    )  # fmt: skip


def _of_checkout(found: Mapping[str, Any], **named: Any) -> ProcessorEvent:
    metadata = mapping(found.get("metadata"))
    kind = EventKind.PENDING if found.get("payment_status") == "unpaid" else EventKind.PAID
    if found.get("mode", "subscription") != "subscription":
        kind = EventKind.AUDIT  # a single payment or a stored card, which we do not sell
    return ProcessorEvent(
        processor=Processor.PRIMARY, kind=kind, subscription_id=reference(found.get("subscription")),
        customer_id=reference(found.get("customer")), references=(word(found.get("client_reference_id")),),
        metadata_user=word(metadata.get("user_id")), consent=word(metadata.get("consent_id")),
        reward=word(metadata.get("reward_id")), **named,
    )  # fmt: skip


def _subscription_of_invoice(found: Mapping[str, Any]) -> str:
    """The invoice's subscription: at the top level in older shapes, under `parent` in newer ones."""
    details = mapping(mapping(found.get("parent")).get("subscription_details"))
    return reference(found.get("subscription")) or reference(details.get("subscription"))


# --- API calls. Never call them inside a transaction. ---


def _client(session: requests.Session) -> stripe.StripeClient:
    base = settings.BILLING_API_BASE
    addresses: Any = {"api": base} if base else {}
    return stripe.StripeClient(
        settings.BILLING_API_KEY, base_addresses=addresses, max_network_retries=RETRIES,
        http_client=stripe.RequestsClient(timeout=TIMEOUT_S, session=session),
    )  # fmt: skip


@contextlib.contextmanager
def _session() -> Iterator[requests.Session]:
    """A session for the SDK with our connection guard and a total deadline."""
    # A configured base URL (a test, a proxy) may be in a private network.
    with Deadline(TOTAL_S) as deadline, requests.Session() as session:
        session.trust_env = False
        for scheme in ("https://", "http://"):
            session.mount(scheme, GuardedAdapter(Guard(deadline, own=bool(settings.BILLING_API_BASE))))
        yield session


def _call(call: Callable[[stripe.StripeClient], Result]) -> Result:
    if not settings.BILLING_API_KEY:
        raise ProcessorError(
            "BILLING_API_KEY is empty: the processor cannot be asked. Set it in .env.", permanent=True
        )
    try:
        with _session() as session:
            return call(_client(session))
    except stripe.StripeError as error:
        details = [type(error).__name__, error.code or "", getattr(error, "param", None) or ""]
        permanent = isinstance(
            error, stripe.InvalidRequestError | stripe.AuthenticationError | stripe.CardError
        )
        remedy = (
            "Check BILLING_API_KEY, and what this names, at the processor."
            if permanent
            else "Try again later."
        )
        raise ProcessorError(
            f"The processor did not do it ({', '.join(part for part in details if part)}). {remedy}",
            permanent=permanent,
            code=error.code or "", param=getattr(error, "param", None) or "",
        ) from error  # fmt: skip


def create_checkout(params: Mapping[str, Any], *, key: str) -> str:
    """Creates a hosted checkout session and returns its URL."""
    given: Any = dict(params)
    return str(
        _call(lambda client: client.v1.checkout.sessions.create(given, {"idempotency_key": key})).url or ""
    )


def create_portal(customer_id: str, *, return_url: str, language: str) -> str:
    """Creates a session of the customer portal and returns its URL."""
    params: Any = {"customer": customer_id, "return_url": return_url, "locale": language}
    return str(_call(lambda client: client.v1.billing_portal.sessions.create(params)).url)


def request_time() -> datetime:
    """The time to record for data that is retrieved now: five seconds ago, in whole seconds.

    Events carry whole seconds of the processor's clock, and one after the request must never look older than the
    retrieved state.
    """
    return (timezone.now() - timedelta(seconds=5)).replace(microsecond=0)


def retrieve(subscription_id: str) -> dict[str, Any]:
    """Returns the subscription as a dict, with its discounts and payment method expanded."""
    params: Any = {"expand": ["discounts", "default_payment_method"]}
    found = _call(lambda client: client.v1.subscriptions.retrieve(subscription_id, params))
    return found.to_dict()


def retrieve_charge(charge_id: str) -> dict[str, Any]:
    return _call(lambda client: client.v1.charges.retrieve(charge_id)).to_dict()


def running() -> Iterator[dict[str, Any]]:
    """Yields every subscription that has not ended."""

    def ask(client: stripe.StripeClient) -> list[dict[str, Any]]:
        pages = client.v1.subscriptions.list({"limit": 100}).auto_paging_iter()
        return [found.to_dict() for found in pages]

    yield from _call(ask)


def cancel(subscription_id: str) -> None:
    """Ends the subscription at once, whose webhook then updates the tier; one that no longer exists counts as ended."""
    try:
        _call(lambda client: client.v1.subscriptions.cancel(subscription_id))
    except ProcessorError as error:
        if not error.missing:
            raise


def retain_discounts(subscription_id: str, retained: list[str]) -> None:
    """Removes all other discounts and the reward's id. Idempotent, so it sends no idempotency key."""
    params: Any = {
        "discounts": [{"discount": discount} for discount in retained] or "",
        "metadata": {"reward_id": ""},
    }
    _call(lambda client: client.v1.subscriptions.update(subscription_id, params))


def add_discount(subscription_id: str, *, retained: list[str], coupon: str, reward: str) -> None:
    """Adds a coupon to the retained discounts and stores the reward's id in the metadata."""
    discounts = [{"discount": discount} for discount in retained] + [{"coupon": coupon}]
    params: Any = {"discounts": discounts, "metadata": {"reward_id": reward}}
    _call(
        lambda client: client.v1.subscriptions.update(
            subscription_id, params, {"idempotency_key": f"referral-{reward}"}
        )
    )
