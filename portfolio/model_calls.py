"""Limits on readers' model calls: for each mailbox, each client, in total, and concurrently."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import access
from briefing.core import limits
from briefing.core.addresses import without_plus
from briefing.core.api import Problem
from briefing.core.llm import Share, charged_to, slots

HOUR = timedelta(hours=1)
OPERATOR = "operator"  # the operator's token has no reader; its calls are counted together
EVERYBODY = "all"


@dataclass(frozen=True)
class Allowance:
    """`calls` an hour for a mailbox and for a client, `total` for all readers together."""

    scope: str
    calls: int
    total: int
    share: Share

    def take(self, request: HttpRequest) -> None:
        """Counts a call of the reader's mailbox, without its plus-address; Problem 429 above the limit."""
        if wait := limits.count_use(self.scope, _mailbox(request), limit=self.calls, window=HOUR):
            raise Problem(429, "rate_limited", _("You can try again later."), retry_after=wait)

    @contextmanager
    def model_call(self, request: HttpRequest) -> Iterator[None]:
        """Holds a slot and charges the calls inside to the share. Enter it after `take` and after reading the body.

        Problem 429 above the client's limit; 503 above the total, or when all slots are in use; neither counts
        as a use.
        """
        try:
            with slots.readers.acquire(), charged_to(self.share):
                self._count(request)
                yield
        except slots.Busy:
            limits.undo_use(self.scope, _mailbox(request))
            text = _("The service is busy. Please try again in a moment.")
            raise Problem(503, "busy", text, retry_after=slots.RETRY_AFTER_S) from None

    def _count(self, request: HttpRequest) -> None:
        if wait := limits.count_use(f"{self.scope}.all", EVERYBODY, limit=self.total, window=HOUR):
            limits.undo_use(self.scope, _mailbox(request))
            text = _("The hourly limit of requests to the model has been reached. Please try again later.")
            raise Problem(503, "busy", text, retry_after=wait)
        by_reader = access.admitted(request).user is not None
        if by_reader and (
            wait := limits.count_client_use(f"{self.scope}.ip", request, limit=self.calls, window=HOUR)
        ):
            limits.undo_use(f"{self.scope}.all", EVERYBODY)
            raise Problem(429, "rate_limited", _("You can try again later."), retry_after=wait)


def _mailbox(request: HttpRequest) -> str:
    user = access.admitted(request).user
    return without_plus(user.normalised_email) if user else OPERATOR
