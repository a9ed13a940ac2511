"""Tasks: sending codes, and what accounts keep only for a time."""

from datetime import datetime, timedelta

from accounts import signin
from accounts.models import SignInChallenge
from accounts.passkeys import challenges, links, messages  # noqa: F401  register what they purge
from briefing.core.jobs import Permanent, handles
from briefing.core.mail import MailError
from briefing.core.models import Job
from briefing.core.retention import purges


@handles("accounts.send_code", within=timedelta(minutes=1), queue="urgent")
def send_code(job: Job) -> str:
    """The key is the challenge's id; the code is made here and is in no queue."""
    try:
        return signin.send_code(job.key)
    except MailError as error:
        if error.permanent:
            raise Permanent(str(error)) from None
        raise


@handles("accounts.tell_locked", within=timedelta(minutes=1), queue="urgent")
def tell_locked(job: Job) -> str:
    """The key is the challenge's id, whose address is locked."""
    try:
        return signin.notify_locked(job.key)
    except MailError as error:
        if error.permanent:
            raise Permanent(str(error)) from None
        raise


@handles(messages.JOB, within=timedelta(minutes=1), queue="urgent")
def send_security_mail(job: Job) -> str:
    """Tells a reader that something about the second step changed."""
    try:
        return messages.send(job.payload["user"], job.payload["what"])
    except MailError as error:
        if error.permanent:
            raise Permanent(str(error)) from None
        raise


@purges("sign-in challenges")
def purge_challenges(now: datetime) -> int:
    """A day's failures count for a day; nothing needs a challenge longer than two."""
    return int(SignInChallenge.objects.filter(created_at__lt=now - timedelta(days=2)).delete()[0])
