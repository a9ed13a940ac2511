"""How long texts are kept: reads 400 days, logs for good, verdicts as long as their text or 400 days."""

from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef

from commentary.models import IndicatorSummary, ReviewerVerdict

KEPT = timedelta(days=400)


def purge(now: datetime) -> int:
    """Deletes what is past its time; the last accepted read of a group stays, however old. Returns rows."""
    newer = IndicatorSummary.objects.accepted().filter(
        group=OuterRef("group"), tone=OuterRef("tone"), style=OuterRef("style"), cycle__gt=OuterRef("cycle")
    )
    old = IndicatorSummary.objects.filter(Exists(newer), cycle__lt=now - KEPT)
    verdicts = ReviewerVerdict.objects.filter(summary=None, log=None, created_at__lt=now - KEPT)
    return sum(rows.delete()[0] for rows in (old, verdicts))
