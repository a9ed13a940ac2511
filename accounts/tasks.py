"""Jobs that send sign-in mail, and the purge of sign-in challenges."""

from datetime import datetime, timedelta

from accounts import signin
from accounts.models import SignInChallenge
from accounts.passkeys import challenges, links, messages  # noqa: F401  register what they purge
from briefing.core.models import Job
from briefing.core.work.jobs import handles
from briefing.core.work.retention import purges


@handles("accounts.send_code", within=timedelta(minutes=1), queue="urgent")
def send_code(job: Job) -> str:
    """The key is the challenge's id; the code is made here, so no queue contains it."""
    return signin.send_code(job.key)


@handles("accounts.tell_locked", within=timedelta(minutes=1), queue="urgent")
def tell_locked(job: Job) -> str:
    """The key is the id of a challenge of the locked address."""
    return signin.notify_locked(job.key)


@handles(messages.JOB, within=timedelta(minutes=1), queue="urgent")
def send_security_mail(job: Job) -> str:
    """Notifies a reader of a change to the second step."""
    return messages.send(job.payload["user"], job.payload["what"])


@purges("sign-in challenges")
def purge_challenges(now: datetime) -> int:
    """Deletes challenges older than two days; failures count for one day."""
    return int(SignInChallenge.objects.filter(created_at__lt=now - timedelta(days=2)).delete()[0])
