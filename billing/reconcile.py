"""Compares subscriptions and tiers with the primary processor, and repairs differences."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import DatabaseError, transaction
from django.db.models import Q

from accounts.models import User
from billing import subscriptions
from billing.events import ProcessorEvent
from billing.matching import reader_of
from billing.models import Processor, Subscription
from billing.processors import stripe
from billing.states import TERMINAL
from briefing.core.operations.logs import error_line

EVENT_TYPE = "reconcile"
MOST_FAILURES = 5  # each may take 20 seconds


@dataclass(frozen=True)
class Drift:
    """One difference: its subject, our value and the processor's."""

    about: str
    what: str
    here: str
    there: str

    def __str__(self) -> str:
        return f"{self.about}: {self.what} is {self.here or 'nothing'} here, {self.there or 'nothing'} there"


@dataclass(frozen=True)
class Unknown:
    """A subscription that could not be compared, and the reason."""

    about: str
    why: str

    def __str__(self) -> str:
        return f"{self.about}: not compared: {self.why}"


@dataclass
class ReconcileReport:
    """The counts of a run; `unknown` lists the subscriptions that could not be compared."""

    requested: int = 0
    unknown: list[Unknown] = field(default_factory=list)
    drifts: list[Drift] = field(default_factory=list)
    healed: int = 0

    def __str__(self) -> str:
        left_out = f", {len(self.unknown)} not compared" if self.unknown else ""
        return f"{self.requested} subscriptions asked, {len(self.drifts)} differences, {self.healed} healed{left_out}"


def reconcile(*, fix: bool, progress: Callable[[str], None] = lambda text: None) -> ReconcileReport:
    """Compares all subscriptions that run at the processor or in our records.

    One that cannot be retrieved or repaired is skipped and reported. ProcessorError when none can be listed.
    """
    report = ReconcileReport()
    at = stripe.request_time()
    listed = {str(found.get("id")): found for found in stripe.running()}
    processor = _Processor()
    for subscription_id in sorted(set(listed) | _believed()):
        report.requested += 1
        progress(subscription_id)
        try:
            _compare(report, listed.get(subscription_id) or processor.retrieve(subscription_id), at, fix=fix)
        except (stripe.ProcessorError, subscriptions.LinkedMeanwhile, DatabaseError) as error:
            report.unknown.append(Unknown(subscription_id, error_line(error)))
    _compare_tiers(report, fix=fix)
    return report


def _believed() -> set[str]:
    """Ids that have not ended in our records, from rows and columns."""
    rows = Subscription.objects.filter(processor=Processor.PRIMARY).exclude(status__in=TERMINAL)
    columns = User.objects.filter(billing_subscription_id__gt="")  # neither "" nor NULL, by the index
    return set(rows.values_list("subscription_id", flat=True)) | {
        str(found) for found in columns.values_list("billing_subscription_id", flat=True)
    }


class _Processor:
    """Retrieves single subscriptions; stops calling after several failures in a row."""

    def __init__(self) -> None:
        self.failures = 0

    def retrieve(self, subscription_id: str) -> dict[str, Any]:
        if self.failures >= MOST_FAILURES:
            raise stripe.ProcessorError("the processor has stopped answering", permanent=False)
        try:
            found = stripe.retrieve(subscription_id)
        except stripe.ProcessorError as error:
            if error.missing:
                return {"id": subscription_id, "status": "canceled"}  # the processor has no such subscription
            self.failures += not error.permanent
            raise
        self.failures = 0
        return found


def _compare(report: ReconcileReport, found: Mapping[str, Any], at: datetime, *, fix: bool) -> None:
    event = stripe.of_subscription(found, event_id="", event_type=EVENT_TYPE, at=at)
    row = Subscription.objects.filter(
        processor=Processor.PRIMARY, subscription_id=event.subscription_id
    ).first()
    if row is None and reader_of(event) is None:
        return  # another product of the same processor account
    here = (row.status, row.trial_end) if row else ("", None)
    trial_end = event.trial_end if event.status == "trialing" else None
    differences = []
    if here[0] != event.status:
        differences.append(Drift(event.subscription_id, "status", here[0], event.status))
    elif here[1] != trial_end:
        differences.append(
            Drift(event.subscription_id, "trial end", str(here[1] or ""), str(trial_end or ""))
        )
    if row is not None and row.user_id is None and reader_of(event):
        differences.append(Drift(event.subscription_id, "reader", "", str(reader_of(event))))
    report.drifts += differences
    if differences and fix and _heal(event, row):
        report.healed += len(differences)


def _heal(event: ProcessorEvent, row: Subscription | None) -> bool:
    """Applies the retrieved state, unless an event arrived since the request."""
    with transaction.atomic():
        now = Subscription.objects.filter(
            processor=Processor.PRIMARY, subscription_id=event.subscription_id
        ).first()
        if row is not None and now is not None and now.newest_at != row.newest_at:
            return False
        subscriptions.apply(event, authoritative=True)
    return True


def _compare_tiers(report: ReconcileReport, *, fix: bool) -> None:
    """Reports tiers that do not match the reader's subscriptions, at either processor."""
    live = Subscription.objects.live().filter(user__isnull=False).values("user")
    secondary_only = Q(billing2_subscription_id__isnull=False) & ~Q(
        subscriptions__processor=Processor.SECONDARY
    )
    paid_for_nothing = User.objects.filter(tier=User.Tier.PAID).exclude(pk__in=live).exclude(secondary_only)
    free_though_paid = User.objects.filter(tier=User.Tier.FREE, pk__in=live)
    wrong = [(user, "free") for user in paid_for_nothing] + [(user, "paid") for user in free_though_paid]
    for user, right in wrong:
        report.drifts.append(Drift(f"reader {user.pk}", "tier", user.tier, right))
        if fix:
            with transaction.atomic():
                subscriptions.settle(User.objects.select_for_update().get(pk=user.pk))
            report.healed += 1
