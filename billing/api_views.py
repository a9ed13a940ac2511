"""API of billing: checkout, portal and the paid status."""

from datetime import timedelta
from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_POST, require_safe
from pydantic import BaseModel, ConfigDict, Field, StrictBool, field_validator

from accounts import access
from billing import checkout
from billing.plans import PLANS
from billing.processors.stripe import ProcessorError
from briefing.core import api
from briefing.core.api import Operation, Problem
from briefing.core.language import page_language
from briefing.core.web import limits

FLAG = "SUBSCRIPTIONS_ENABLED"
CALLS, WINDOW = 10, timedelta(hours=1)  # each calls the processor, which has a rate limit


class Order(BaseModel):
    """What to buy. `consent` must be true: the reader ticked the consent box."""

    model_config = ConfigDict(extra="forbid")

    cadence: Literal["monthly", "annual"]
    consent: Annotated[StrictBool, Field(json_schema_extra={"const": True})]

    @field_validator("consent")
    @classmethod
    def given(cls, value: bool) -> bool:
        if not value:
            raise ValueError("must be true")
        return value


class Address(BaseModel):
    """The URL of the processor's page to open next."""

    url: str


class Access(BaseModel):
    """Whether the reader has paid access, and its source."""

    active: bool
    source: access.Source


def processor_failed() -> Problem:
    return Problem(
        502,
        "processor_failed",
        _("The payment processor does not answer. Nothing was charged; please try again in a few minutes."),
    )


def count(request: HttpRequest, scope: Literal["checkout", "portal"]) -> None:
    """Counts a call, refused payloads included; raises Problem 429 after ten in an hour."""
    wait = limits.count_use(f"billing.{scope}", str(access.reader_of(request).pk), limit=CALLS, window=WINDOW)
    if wait:
        raise Problem(
            429,
            "rate_limited",
            _("Too many requests within an hour. Please try again later."),
            retry_after=wait,
        )


@api.describes(
    Operation(
        "post",
        gettext_noop("Start a hosted checkout"),
        body=Order,
        answer=Address,
        statuses=(404, 409, 413, 429, 502),
    )
)
@require_POST
@access.endpoint(flag=FLAG, needs_user=True)
def start_checkout(request: HttpRequest) -> HttpResponse:
    """Returns the URL of a checkout session."""
    count(request, "checkout")
    order = api.validated(Order, api.read_json(request))
    return api.answer(Address(url=begin(request, order.cadence)))


def begin(request: HttpRequest, cadence: str) -> str:
    """Returns the URL of a checkout for the reader; raises Problem 409 or 502."""
    try:
        return checkout.start(access.reader_of(request), PLANS[cadence], language=page_language())
    except checkout.AlreadySubscribed:
        text = _("You already have a running subscription. Manage it in your settings.")
        raise Problem(409, "conflict", text, manage="/settings") from None
    except ProcessorError:
        raise processor_failed() from None


@api.describes(
    Operation("post", gettext_noop("Open the customer portal"), answer=Address, statuses=(404, 429, 502))
)
@require_POST
@access.endpoint(flag=FLAG, needs_user=True)
def open_portal(request: HttpRequest) -> HttpResponse:
    """Returns the URL of a portal session; 404 until the reader is a customer."""
    count(request, "portal")
    return api.answer(Address(url=portal_address(request)))


def portal_address(request: HttpRequest) -> str:
    """Returns the URL of the customer portal; raises Problem 404 or 502."""
    try:
        url = checkout.portal(access.reader_of(request), language=page_language())
    except ProcessorError:
        raise processor_failed() from None
    if url is None:
        raise Problem(404, "not_found", _("There is no subscription to manage yet."))
    return url


@api.describes(
    Operation(
        "get", gettext_noop("Whether the paid part is open to the reader"), answer=Access, statuses=(404,)
    )
)
@require_safe
@access.endpoint(flag=FLAG, needs_user=True)
def show_access(request: HttpRequest) -> HttpResponse:
    """Returns the paid status; the page after a payment polls it until the webhook arrived."""
    status = access.paid_status(access.admitted(request))
    return api.answer(Access(active=status.active, source=status.source))
