"""Security notices by e-mail to a reader whose second step changed."""

import secrets
from typing import Literal

from django.conf import settings

from accounts.models import User
from briefing.core.outside import mail
from briefing.core.work import jobs

KIND = "security"
JOB = "accounts.security_mail"
What = Literal["added", "removed", "on", "off", "refused", "link"]


def queue(user: User, what: What) -> None:
    """Queues the message as a job, so that no page waits for the mail server."""
    jobs.enqueue(JOB, secrets.token_urlsafe(16), payload={"user": user.pk, "what": what})


def send(user_id: int, what: str) -> str:
    """Raises MailError."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return "no longer wanted"
    context = {"what": what, "base_url": settings.BASE_URL}
    mail.send("security", user.email, language=user.lang, kind=KIND, user_id=user.pk, context=context)
    return "sent"
