"""Operational status of sign-in: the number of codes not sent, without addresses."""

from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse

from briefing.core.models import Job
from briefing.core.operations.status import Level, Report, StatusLine, StatusMeasure, reports

KIND = "accounts.send_code"
PATIENCE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@reports("Sign-in codes")
def codes(now: datetime) -> Report:
    """Reports codes requested within the last hour and not sent within a minute."""
    late = Job.objects.filter(kind=KIND, created_at__gte=now - HOUR, created_at__lt=now - PATIENCE)
    undelivered = late.filter(~Q(state=Job.State.DONE)).count()
    yield StatusMeasure(
        "codes_undelivered", "Sign-in codes of an hour that have not left a minute later.", undelivered
    )
    path = f"{reverse('admin:briefing_job_changelist')}?kind__exact={KIND}"
    if undelivered:
        text = f"{undelivered} sign-in codes of the last hour have not left."
        todo = "Look at the urgent worker and the mail server."
        yield StatusLine("codes:undelivered", Level.ERROR, text, todo, path)
    else:
        yield StatusLine("codes:undelivered", Level.OK, "Every code of the last hour has left.", path=path)
