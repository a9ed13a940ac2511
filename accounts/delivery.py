"""Whether the message with a sign-in code has left, as its reader may know it.

The same for every address, whether an account stands behind it or not.
"""

from datetime import timedelta
from typing import Literal

from django.utils import timezone

from briefing.core.mail import REFUSED
from briefing.core.models import Job

KIND = "accounts.send_code"
USUALLY_WITHIN = timedelta(seconds=30)
State = Literal["on its way", "late", "not sent"]


def state(challenge: str) -> State:
    """By the job that sends it: late after the first refusal or half a minute, not sent once it was given up."""
    job = Job.objects.filter(kind=KIND, key=challenge).first()
    if job is None or job.state in (Job.State.DONE, Job.State.SKIPPED):
        return "on its way"
    if job.state == Job.State.DEAD:
        return "not sent"
    refused = REFUSED in job.outcome
    return "late" if refused or timezone.now() - job.created_at > USUALLY_WITHIN else "on its way"
