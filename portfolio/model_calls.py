"""Limits on readers' model calls: for each mailbox, each client, in total, and concurrently."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts import access
from briefing.core.addresses import without_plus
from briefing.core.api import Problem
from briefing.core.outside.llm import Share, charged_to
from briefing.core.web import limits

HOUR = timedelta(hours=1)
OPERATOR = "operator"  # the operator's token has no reader; its calls are counted together
EVERYBODY = "all"
AT_ONCE = 2
# An answer takes some seconds; after this time a slot is usually free.
RETRY_AFTER_S = 15


class Busy(Exception):
    pass


class Slots:
    """Slots for concurrent calls; `acquire` never blocks, since a waiting thread would be occupied too."""

    def __init__(self, size: int) -> None:
        self._free = threading.BoundedSemaphore(size)

    @contextmanager
    def acquire(self) -> Iterator[None]:
        """Raises Busy if none is free."""
        if not self._free.acquire(blocking=False):
            raise Busy
        try:
            yield
        finally:
            self._free.release()


readers = Slots(AT_ONCE)


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
            with readers.acquire(), charged_to(self.share):
                self._count(request)
                yield
        except Busy:
            limits.undo_use(self.scope, _mailbox(request))
            text = _("The service is busy. Please try again in a moment.")
            raise Problem(503, "busy", text, retry_after=RETRY_AFTER_S) from None

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
