"""Operational status of payments."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Count, Q
from django.urls import reverse

from billing.deliveries import LEDGERS
from billing.tasks import DRIFT
from briefing.core.models import Job, StaffNotice
from briefing.core.operations.status import Level, Report, StatusLine, StatusMeasure, reports

# A processor retries within the hour.
PATIENCE = timedelta(minutes=5)
DAY, WEEK = timedelta(days=1), timedelta(days=7)


@reports("Payments")
def payments(now: datetime) -> Report:
    """Reports deliveries that were not processed, and the result of the nightly reconciliation."""
    for processor, ledger in LEDGERS.items():
        late = Q(received_at__lt=now - PATIENCE)
        counts = ledger._default_manager.filter(processed_at=None).aggregate(
            week=Count("pk", filter=late & Q(received_at__gte=now - WEEK)),
            day=Count("pk", filter=late & Q(received_at__gte=now - DAY)),
        )  # fmt: skip
        labels = {"processor": processor.value}
        yield StatusMeasure(
            "deliveries_waiting", "Deliveries of a week that were not handled.", counts["week"], labels
        )
        level = Level.ERROR if counts["day"] else Level.WARNING if counts["week"] else Level.OK
        text = f"{processor.label}: {counts['week']} deliveries of a week were not handled."
        todo = "Their errors stand in the admin; then `manage.py replay_deliveries`." if level else ""
        path = f"{reverse(f'admin:billing_{ledger._meta.model_name}_changelist')}"
        yield StatusLine(f"deliveries:{processor.value}", level, text, todo, path)
    if settings.SUBSCRIPTIONS_ENABLED:
        yield _comparison()


def _comparison() -> StatusLine:
    drift = StaffNotice.objects.filter(kind=DRIFT, resolved_at=None).count()
    last = Job.objects.filter(kind="billing.reconcile", state=Job.State.DONE).order_by("-finished_at").first()
    said = f"Last comparison: {last.outcome[:200]}." if last else "No comparison with the processor yet."
    todo = "Look at what differed (log, “billing drift”), then settle the notice." if drift else ""
    return StatusLine("billing:drift", Level.WARNING if drift else Level.OK, said, todo)
