"""Delivery state of a sign-in code, as shown to the reader.

The same for every address, with or without an account.
"""

from datetime import timedelta
from typing import Literal

from django.utils import timezone

from briefing.core.models import Job
from briefing.core.outside.mail import REFUSED

KIND = "accounts.send_code"
USUALLY_WITHIN = timedelta(seconds=30)
State = Literal["on its way", "late", "not sent"]


def state(challenge: str) -> State:
    """State of the sending job: late after a refusal or half a minute, not sent once the job is dead."""
    job = Job.objects.filter(kind=KIND, key=challenge).first()
    if job is None or job.state in (Job.State.DONE, Job.State.SKIPPED):
        return "on its way"
    if job.state == Job.State.DEAD:
        return "not sent"
    refused = REFUSED in job.outcome
    return "late" if refused or timezone.now() - job.created_at > USUALLY_WITHIN else "on its way"
