"""Jobs: confirmations, receipts, rewards, cancellations and the nightly reconciliation; purges."""

import logging
from datetime import datetime, timedelta

from django.conf import settings

from billing import account_deletion, checkout, deliveries, reversals, rewards, withdrawal
from billing.models import Consent
from billing.reconcile import reconcile
from briefing.core.models import Job
from briefing.core.operations import notices
from briefing.core.work.jobs import handles
from briefing.core.work.retention import purges

# The kind of staff notices about differences.
DRIFT = "billing_drift"
log = logging.getLogger(__name__)


@handles("billing.confirm", within=timedelta(minutes=1), queue="urgent")
def confirm(job: Job) -> str:
    return checkout.send_confirmation(int(job.key))


@handles("billing.reward", within=timedelta(minutes=3), queue="urgent")
def reward(job: Job) -> str:
    return rewards.grant(int(job.key))


@handles("billing.household", within=timedelta(minutes=3))
def household(job: Job) -> str:
    return rewards.check_card(int(job.key))


@handles("billing.take_back", within=timedelta(minutes=3))
def take_back(job: Job) -> str:
    return reversals.revoke_discount(job.key)


@handles("billing.dispute", within=timedelta(minutes=3))
def dispute(job: Job) -> str:
    return reversals.dispute(job.key)


@handles("billing.withdrawal_receipt", within=timedelta(minutes=1), queue="urgent")
def withdrawal_receipt(job: Job) -> str:
    return withdrawal.send_receipt(int(job.key))


@handles("billing.withdrawal_cancel", within=timedelta(minutes=3), queue="urgent")
def withdrawal_cancel(job: Job) -> str:
    return withdrawal.cancel(int(job.key))


@handles("billing.deletion_cancel", within=timedelta(minutes=3))
def deletion_cancel(job: Job) -> str:
    return account_deletion.cancel(job.key)


@handles("billing.reconcile", within=timedelta(minutes=30))
def nightly(job: Job) -> str:
    """Repairs differences, then applies or revokes the rewards that still wait."""
    if not settings.SUBSCRIPTIONS_ENABLED:
        return "subscriptions are disabled"
    report = reconcile(fix=True)
    for found in (*report.drifts, *report.unknown):
        log.warning("billing drift: %s", found)
    if report.drifts or report.unknown:
        text = (
            f"The nightly comparison with the processor: {report}. The log names each (“billing drift”). What"
            " was healed needs nothing; look up the others at the processor."
        )
        notices.notify(DRIFT, "", text)
    return "; ".join(
        part for part in (str(report), rewards.grant_waiting(), reversals.revoke_waiting()) if part
    )


@purges("abandoned checkouts")
def purge_consents(now: datetime) -> int:
    """Deletes consents without a payment after 60 days; the slowest payments take two weeks."""
    old = Consent.objects.filter(completed_at=None, given_at__lt=now - timedelta(days=60))
    return int(old.delete()[0])


purges("raw payloads of deliveries")(deliveries.reduce_old)
purges("payloads of deliveries")(deliveries.purge)
