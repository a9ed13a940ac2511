"""Webhook views: check size and signature, then call `deliveries.take`; cookies and tokens are ignored."""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Literal

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.request import UnreadablePostError
from django.utils.translation import gettext_noop
from django.views.decorators.csrf import csrf_exempt
from pydantic import BaseModel, Field

from billing import deliveries
from billing.deliveries import Incoming
from billing.events import BadSignature
from billing.models import Processor
from billing.processors import polar, stripe
from briefing.core import api
from briefing.core.api import Header, Operation, Problem

LIMIT = 2**20
# As in `billing.events.word`: printable ASCII without spaces.
EVENT_ID = r"^[\x21-\x7e]{1,255}$"
EVENT_TYPE = r"^[\x21-\x7e]{1,128}$"
SIGNED = "Signed over the body as it is sent, at most 1 MiB, at most five minutes ago or ahead."
Take = Callable[[HttpRequest], deliveries.Answer]


class Received(BaseModel):
    """`ok`, `ignored` (it changed nothing) or `duplicate` (its id was handled before)."""

    status: Literal["ok", "ignored", "duplicate"]


class PrimaryEvent(BaseModel):
    """An event of the primary processor; other fields depend on its type."""

    id: Annotated[str, Field(pattern=EVENT_ID)]
    type: Annotated[str, Field(pattern=EVENT_TYPE)]


class SecondaryEvent(BaseModel):
    """An event of the secondary processor, whose id is in a header."""

    type: Annotated[str, Field(pattern=EVENT_TYPE)]


def endpoint(take: Take) -> Callable[[HttpRequest], HttpResponse]:
    """Makes a webhook's view: POST only, exempt from CSRF and from request transactions."""

    @csrf_exempt
    @transaction.non_atomic_requests
    @wraps(take)
    def view(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            refusal = api.problem(405, "method_not_allowed", "Deliveries are posted.")
            refusal["Allow"] = "POST"
            return refusal
        try:
            return _answer(take(request))
        except Problem as problem:
            return problem.response()

    return view


def _answer(outcome: deliveries.Answer) -> HttpResponse:
    if outcome == "failed":
        return api.problem(
            500, "internal_error", "The delivery is stored but was not handled; send it again."
        )
    if outcome == "malformed":
        return api.problem(400, "invalid_request", "The body is not an event; it is recorded.")
    return api.answer(Received(status=outcome))


def _body(request: HttpRequest) -> bytes:
    """The raw body; Problem 413 if it is longer than 1 MiB."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    try:
        raw = b"" if length.isdigit() and int(length) > LIMIT else request.read(LIMIT + 1)
    except UnreadablePostError:
        raise Problem(400, "invalid_request", "The body broke off.") from None
    if len(raw) > LIMIT or (length.isdigit() and int(length) > LIMIT):
        raise Problem(413, "too_large", "The body is longer than 1 MiB.")
    return raw


def _unsigned(error: Exception, setting: str) -> Problem:
    """The 401 that operators read in the processor's list of deliveries."""
    text = f"{error} Compare the endpoint's secret at the processor with {setting}, and this server's clock."
    return Problem(401, "signature_invalid", text)


@api.describes(
    Operation(
        "post",
        gettext_noop("Deliveries from the primary processor"),
        rules=SIGNED,
        headers=(
            Header("Stripe-Signature", "Time and signatures: t=…,v1=…", {"type": "string", "minLength": 1}),
        ),
        body=PrimaryEvent,
        answer=Received,
        statuses=(401, 404, 413, 500),
        public=True,
    )
)
@endpoint
def primary(request: HttpRequest) -> deliveries.Answer:
    """Receives signed events of the primary processor."""
    if not settings.SUBSCRIPTIONS_ENABLED:
        raise Problem(404, "feature_disabled", "Subscriptions are switched off here (SUBSCRIPTIONS_ENABLED).")
    raw = _body(request)
    try:
        stripe.verify(raw, request.headers.get("Stripe-Signature", ""))
    except stripe.Unverifiable as error:
        raise Problem(400, "invalid_request", str(error)) from None
    except BadSignature as error:
        raise _unsigned(error, "BILLING_WEBHOOK_SECRET") from None
    return deliveries.take(Incoming(Processor.PRIMARY, raw, stripe.parse))


@api.describes(
    Operation(
        "post",
        gettext_noop("Deliveries from the secondary processor"),
        rules=SIGNED,
        headers=(
            Header("webhook-id", "The event's id", {"type": "string", "pattern": EVENT_ID}),
            Header(
                "webhook-timestamp",
                "Whole seconds since 1970",
                {"type": "string", "pattern": r"^[0-9]{1,12}$"},
            ),
            Header(
                "webhook-signature",
                "v1,<base64>, several separated by blanks",
                {"type": "string", "minLength": 1},
            ),
        ),
        body=SecondaryEvent,
        answer=Received,
        statuses=(401, 413, 500, 503),
        public=True,
    )
)
@endpoint
def secondary(request: HttpRequest) -> deliveries.Answer:
    """Receives signed events of the secondary processor; independent of the subscriptions flag (decision 8.6)."""
    if not polar.configured():
        raise Problem(503, "unavailable", "No secret is set for these deliveries (BILLING2_WEBHOOK_SECRET).")
    raw = _body(request)
    headers = {name.lower(): value for name, value in request.headers.items()}
    try:
        webhook_id = polar.verify(raw, headers)
    except polar.MissingHeaders as error:
        raise Problem(400, "invalid_request", str(error)) from None
    except BadSignature as error:
        raise _unsigned(error, "BILLING2_WEBHOOK_SECRET") from None
    return deliveries.take(Incoming(Processor.SECONDARY, raw, lambda body: polar.parse(body, webhook_id)))
