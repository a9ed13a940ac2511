"""Jobs: confirmations, receipts, rewards, cancellations and the nightly reconciliation; purges."""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings

from billing import checkout, deliveries, reversals, rewards, withdrawal
from billing.models import Consent
from billing.processors.stripe import ProcessorError
from billing.reconcile import reconcile
from briefing.core.models import Job
from briefing.core.operations import notices
from briefing.core.outside.mail import MailError
from briefing.core.work.jobs import Permanent, handles
from briefing.core.work.retention import purges

# The kind of staff notices about differences.
DRIFT = "billing_drift"
log = logging.getLogger(__name__)


def _with_id(work: Callable[[int], str], job: Job) -> str:
    """Calls `work` with the id in the job's key."""
    return _with_key(lambda key: work(int(key)), job)


def _with_key(work: Callable[[str], str], job: Job) -> str:
    """Calls `work` with the job's key; a permanent error fails the job at once, without retries."""
    try:
        return work(job.key)
    except (MailError, ProcessorError) as error:
        if error.permanent:
            raise Permanent(str(error)) from None
        raise


@handles("billing.confirm", within=timedelta(minutes=1), queue="urgent")
def confirm(job: Job) -> str:
    return _with_id(checkout.send_confirmation, job)


@handles("billing.reward", within=timedelta(minutes=3), queue="urgent")
def reward(job: Job) -> str:
    return _with_id(rewards.grant, job)


@handles("billing.household", within=timedelta(minutes=3))
def household(job: Job) -> str:
    return _with_id(rewards.check_card, job)


@handles("billing.take_back", within=timedelta(minutes=3))
def take_back(job: Job) -> str:
    return _with_key(reversals.revoke_discount, job)


@handles("billing.dispute", within=timedelta(minutes=3))
def dispute(job: Job) -> str:
    return _with_key(reversals.dispute, job)


@handles("billing.withdrawal_receipt", within=timedelta(minutes=1), queue="urgent")
def withdrawal_receipt(job: Job) -> str:
    return _with_id(withdrawal.send_receipt, job)


@handles("billing.withdrawal_cancel", within=timedelta(minutes=3), queue="urgent")
def withdrawal_cancel(job: Job) -> str:
    return _with_id(withdrawal.cancel, job)


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
