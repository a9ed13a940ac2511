"""The state table as a pure function: a subscription's state after an event, in any order of events.

Events of one subscription are ordered by (time, rank of the status, trial end): the newest wins, and of two in
the same second the one with the higher rank. A subscription that ended at the primary processor stays ended. One
that ended at the secondary processor resumes only by an event with the status `active`, `trialing` or none: a
change to a subscription that is past due does not restore access. Ambiguous statuses (`incomplete`, unknown ones)
are not ordered, so they neither give nor end access.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime

from billing.events import EventKind, ProcessorEvent
from billing.models import Processor, Subscription

ENDED = "canceled"
PENDING = "incomplete"
# Later stages rank higher. `past_due` is below `active`, which follows it after a successful retry.
RANK = {
    "trialing": 1,
    "past_due": 2,
    "active": 3,
    "paused": 4,
    "unpaid": 5,
    "incomplete_expired": 6,
    ENDED: 6,
}
TERMINAL = frozenset({ENDED, "incomplete_expired"})
RESUMES = frozenset({"", "trialing", "active"})  # restores access after an end at the secondary processor
LONG_AGO = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class SubscriptionState:
    """The known state of one subscription. `at` is the time of the newest event that was applied, if it had one.

    `granted_at` is the time of the newest event that clearly gave access, applied or not.
    """

    status: str = ""
    at: datetime | None = None
    trial_end: datetime | None = None
    granted_at: datetime | None = None

    @property
    def gives_access(self) -> bool:
        return self.status in Subscription.GIVE_ACCESS


def status_of(event: ProcessorEvent) -> str:
    """The status that an event asserts; "" if it is ambiguous."""
    if event.kind is EventKind.ENDED:
        return ENDED
    if event.status in RANK:
        return event.status
    # The secondary's events give access unless the status denies it; a missing or unknown one does not.
    return "active" if event.processor is Processor.SECONDARY and event.status != PENDING else ""


def after(known: SubscriptionState, event: ProcessorEvent) -> SubscriptionState:
    """The state after a STATE, ENDED, PAID or PENDING event; the same object when it changes nothing."""
    if known.status in TERMINAL and event.processor is Processor.PRIMARY:
        return known
    if known.status == ENDED and event.kind is EventKind.STATE and event.status not in RESUMES:
        return _after_end(known, event)
    if event.kind is EventKind.PENDING:
        return known if known.status else replace(known, status=PENDING)
    if event.kind is EventKind.PAID:
        # Has no time or trial: used only until the subscription's own events arrive.
        return known if known.status in RANK else replace(known, status="active")
    status = status_of(event)
    if not status:
        return known if known.status else replace(known, status=event.status)
    trial_end = event.trial_end if status == "trialing" else None
    new = SubscriptionState(status, event.at or known.at, trial_end, known.granted_at)
    if event.at and known.at and _key(new) < _key(known):
        return _ended_before(known, event)
    return new


def newest_grant(known: SubscriptionState, event: ProcessorEvent) -> datetime | None:
    """The new `granted_at` after an event."""
    grants = event.kind is EventKind.STATE and event.status in RESUMES
    return max(known.granted_at or LONG_AGO, event.at) if grants and event.at else known.granted_at


def _after_end(known: SubscriptionState, event: ProcessorEvent) -> SubscriptionState:
    """The state after a change to an ended secondary subscription; a denying status moves the time of the end."""
    denied = event.status in RANK and event.status not in Subscription.GIVE_ACCESS
    return replace(known, at=event.at) if denied and event.at and event.at > (known.at or LONG_AGO) else known


def _ended_before(known: SubscriptionState, event: ProcessorEvent) -> SubscriptionState:
    """The state after an event older than `known`: only an end with no later grant is applied."""
    ends = event.kind is EventKind.ENDED and event.processor is Processor.SECONDARY and known.status != ENDED
    if not ends or (event.at or LONG_AGO) < (known.granted_at or LONG_AGO):
        return known
    return replace(known, status=ENDED, at=event.at if known.gives_access else known.at, trial_end=None)


def _key(state: SubscriptionState) -> tuple[datetime, int, datetime]:
    return state.at or LONG_AGO, RANK[state.status], state.trial_end or LONG_AGO
