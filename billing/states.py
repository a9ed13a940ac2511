"""The state table as a pure function: what a subscription is after an event, whatever order events come in.

Events of one subscription are ordered by (time, rank of the status, trial end): the newest wins, and of two in
the same second the one further on. What has ended at the primary processor stays ended. Statuses that say
nothing certain (`incomplete`, unknown ones) take no part in the order, so they can neither give nor end access.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from billing.events import Event, Kind
from billing.models import Processor

ENDED = "canceled"
PENDING = "incomplete"
# Further on = higher. `past_due` is below `active`, since it is what a successful retry leaves.
RANK = {
    "trialing": 1,
    "past_due": 2,
    "active": 3,
    "paused": 4,
    "unpaid": 5,
    "incomplete_expired": 6,
    ENDED: 6,
}
GIVES_ACCESS = frozenset({"trialing", "active", "past_due"})
TERMINAL = frozenset({ENDED, "incomplete_expired"})
LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class State:
    """What is known of one subscription. `at` is the time of the newest event that counted, if it had one."""

    status: str = ""
    at: datetime | None = None
    trial_end: datetime | None = None

    @property
    def gives_access(self) -> bool:
        return self.status in GIVES_ACCESS


def status_of(event: Event) -> str:
    """The status that an event asserts; empty when it says nothing certain."""
    if event.kind is Kind.ENDED:
        return ENDED
    if event.status in RANK:
        return event.status
    # The secondary's events give access unless the status denies it; a missing or new one does not.
    return "active" if event.processor is Processor.SECONDARY and event.status != PENDING else ""


def after(known: State, event: Event) -> State:
    """The state after a STATE, ENDED, PAID or PENDING event; the same object when it changes nothing."""
    if known.status in TERMINAL and event.processor is Processor.PRIMARY:
        return known
    if event.kind is Kind.PENDING:
        return known if known.status else replace(known, status=PENDING)
    if event.kind is Kind.PAID:
        # Says nothing of the time or the trial: it only fills in until the subscription's own events tell.
        return known if known.status in RANK else replace(known, status="active")
    status = status_of(event)
    if not status:
        return known if known.status else replace(known, status=event.status)
    new = State(status, event.at or known.at, event.trial_end if status == "trialing" else None)
    if event.at and known.at and _key(new) < _key(known):
        return known
    return new


def _key(state: State) -> tuple[datetime, int, datetime]:
    return state.at or LONG_AGO, RANK[state.status], state.trial_end or LONG_AGO
