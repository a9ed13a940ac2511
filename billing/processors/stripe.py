"""The primary processor: its signature, its events in old and new shapes, and the calls that we make to it."""

from __future__ import annotations

import contextlib
import json
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
    mapping,
    reference,
    seconds,
    word,
)
from billing.models import Processor
from briefing.core.http.adapter import GuardedAdapter
from briefing.core.http.deadline import Deadline
from briefing.core.http.guard import Guard
from briefing.core.lazy_module import LazyModule

if TYPE_CHECKING:
    import stripe
else:
    stripe = LazyModule("stripe", enable_telemetry=False)

TIMEOUT_S = 8
TOTAL_S = 20.0  # of a call and its one repetition
RETRIES = 1
TOLERANCE_S = 300
STATE_EVENTS = tuple(f"customer.subscription.{name}" for name in ("created", "updated", "paused", "resumed"))
CHECKOUT_EVENTS = ("checkout.session.completed", "checkout.session.async_payment_succeeded")
# `invoice.failed` of the specification is `invoice.payment_failed` at the processor: both are known.
DISPUTE = "charge.dispute.created"
AUDIT_EVENTS = ("invoice.paid", "invoice.failed", "invoice.payment_failed", "charge.refunded", DISPUTE)
Result = TypeVar("Result")


class Unverifiable(Exception):
    """The delivery cannot even be checked: no header, a header or body of impossible form."""


class ProcessorError(Exception):
    """A call to the processor failed. `permanent` when asking again cannot help; `missing` names what it lacks."""

    def __init__(self, text: str, *, permanent: bool, code: str = "", param: str = "") -> None:
        super().__init__(text)
        self.permanent, self.code, self.param = permanent, code, param

    @property
    def missing(self) -> bool:
        return self.code == "resource_missing"


def verify(raw: bytes, header: str) -> None:
    """Checks the signature with the processor's SDK. BadSignature or Unverifiable, never anything else."""
    if not header.strip():
        raise Unverifiable("The Stripe-Signature header is missing.")
    try:
        stripe.WebhookSignature.verify_header(raw, header, settings.BILLING_WEBHOOK_SECRET, TOLERANCE_S)
        ahead = _signed_at(header) - timezone.now().timestamp()
    except stripe.SignatureVerificationError as error:
        raise BadSignature("The signature does not fit the body, or is too old.") from error
    except Exception as error:  # a body that is no UTF-8, odd characters in the header, and what else comes
        raise Unverifiable(f"The signature cannot be checked ({type(error).__name__}).") from error
    if ahead > TOLERANCE_S:  # the SDK looks for old ones alone: one of tomorrow could be replayed until then
        raise BadSignature("The signature's time is more than five minutes ahead.")


def _signed_at(header: str) -> int:
    """The time that the verified header carries, read as the SDK reads it: the first `t`."""
    return next(
        int(value) for name, _, value in (item.partition("=") for item in header.split(",")) if name == "t"
    )


def parse(raw: bytes) -> ProcessorEvent:
    """The event in a verified body. Malformed when it is no JSON object with an id and a type."""
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError):
        raise Malformed("the body is not JSON") from None
    if not isinstance(body, dict):
        raise Malformed("the body is not a JSON object")
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
    """What a whole refund or a dispute says of its payment; a refund in part is none."""
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
    """A subscription object as an event; the parts read here are the same in every published shape."""
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
        kind = EventKind.AUDIT  # a single payment or a stored card: nothing that we sell
    return ProcessorEvent(
        processor=Processor.PRIMARY, kind=kind, subscription_id=reference(found.get("subscription")),
        customer_id=reference(found.get("customer")), references=(word(found.get("client_reference_id")),),
        metadata_user=word(metadata.get("user_id")), consent=word(metadata.get("consent_id")),
        reward=word(metadata.get("reward_id")), **named,
    )  # fmt: skip


def _subscription_of_invoice(found: Mapping[str, Any]) -> str:
    """Older shapes name it on top, newer ones under `parent`."""
    details = mapping(mapping(found.get("parent")).get("subscription_details"))
    return reference(found.get("subscription")) or reference(details.get("subscription"))


# --- Calls. None of them is made while a transaction is open. ---


def _client(session: requests.Session) -> stripe.StripeClient:
    base = settings.BILLING_API_BASE
    addresses: Any = {"api": base} if base else {}
    return stripe.StripeClient(
        settings.BILLING_API_KEY, base_addresses=addresses, max_network_retries=RETRIES,
        http_client=stripe.RequestsClient(timeout=TIMEOUT_S, session=session),
    )  # fmt: skip


@contextlib.contextmanager
def _session() -> Iterator[requests.Session]:
    """The SDK's session, whose sockets our guard opens and our deadline ends."""
    # An address of the operator's own (a test, a proxy) may lie inside our network.
    with Deadline(TOTAL_S) as deadline, requests.Session() as session:
        session.trust_env = False
        for scheme in ("https://", "http://"):
            session.mount(scheme, GuardedAdapter(Guard(deadline, own=bool(settings.BILLING_API_BASE))))
        yield session


def _call(call: Callable[[stripe.StripeClient], Result]) -> Result:
    if not settings.BILLING_API_KEY:
        raise ProcessorError("BILLING_API_KEY is empty: the processor cannot be asked.", permanent=True)
    try:
        with _session() as session:
            return call(_client(session))
    except stripe.StripeError as error:
        details = [type(error).__name__, error.code or "", getattr(error, "param", None) or ""]
        raise ProcessorError(
            f"The processor did not do it ({', '.join(part for part in details if part)}).",
            permanent=isinstance(error, stripe.InvalidRequestError | stripe.AuthenticationError | stripe.CardError),
            code=error.code or "", param=getattr(error, "param", None) or "",
        ) from error  # fmt: skip


def create_checkout(params: Mapping[str, Any], *, key: str) -> str:
    """Makes a hosted checkout session; its address."""
    given: Any = dict(params)
    return str(
        _call(lambda client: client.v1.checkout.sessions.create(given, {"idempotency_key": key})).url or ""
    )


def create_portal(customer_id: str, *, return_url: str, language: str) -> str:
    """Makes a session of the customer portal; its address."""
    params: Any = {"customer": customer_id, "return_url": return_url, "locale": language}
    return str(_call(lambda client: client.v1.billing_portal.sessions.create(params)).url)


def request_time() -> datetime:
    """The time that an answer asked for now stands for.

    A little early, since events carry whole seconds of the processor's clock: what happens after the question
    must never look older than the answer.
    """
    return (timezone.now() - timedelta(seconds=5)).replace(microsecond=0)


def retrieve(subscription_id: str) -> dict[str, Any]:
    """The subscription as plain data, its discounts and its payment method expanded."""
    params: Any = {"expand": ["discounts", "default_payment_method"]}
    found = _call(lambda client: client.v1.subscriptions.retrieve(subscription_id, params))
    return found.to_dict()


def retrieve_charge(charge_id: str) -> dict[str, Any]:
    """One payment as plain data."""
    return _call(lambda client: client.v1.charges.retrieve(charge_id)).to_dict()


def running() -> Iterator[dict[str, Any]]:
    """Every subscription that has not ended, page by page."""

    def ask(client: stripe.StripeClient) -> list[dict[str, Any]]:
        pages = client.v1.subscriptions.list({"limit": 100}).auto_paging_iter()
        return [found.to_dict() for found in pages]

    yield from _call(ask)


def cancel(subscription_id: str) -> dict[str, Any]:
    """Ends the subscription at once; one that has ended already is as good."""
    try:
        return _call(lambda client: client.v1.subscriptions.cancel(subscription_id)).to_dict()
    except ProcessorError as error:
        if not error.missing:
            raise
        return {"id": subscription_id, "status": "canceled"}


def retain_discounts(subscription_id: str, retained: list[str]) -> None:
    """Removes every other discount, and the name of the reward. No idempotency key: the same once or twice."""
    params: Any = {
        "discounts": [{"discount": discount} for discount in retained] or "",
        "metadata": {"reward_id": ""},
    }
    _call(lambda client: client.v1.subscriptions.update(subscription_id, params))


def add_discount(subscription_id: str, *, retained: list[str], coupon: str, reward: str) -> None:
    """Adds a coupon beside the discounts that are kept, and notes for which reward that was."""
    discounts = [{"discount": discount} for discount in retained] + [{"coupon": coupon}]
    params: Any = {"discounts": discounts, "metadata": {"reward_id": reward}}
    _call(
        lambda client: client.v1.subscriptions.update(
            subscription_id, params, {"idempotency_key": f"referral-{reward}"}
        )
    )
