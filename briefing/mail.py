"""Door to the mailbox: render in the reader's language, send, record in `email_sends`."""

import smtplib
from collections.abc import Mapping
from typing import Any

from django.core.mail import EmailMultiAlternatives
from django.core.mail.message import BadHeaderError
from django.template.loader import render_to_string
from django.utils import translation

from briefing.models import EmailSend


class MailError(Exception):
    """A message did not leave. `permanent` when sending it again cannot help."""

    def __init__(self, text: str, *, permanent: bool) -> None:
        super().__init__(text)
        self.permanent = permanent


def send(
    template: str,
    to: str,
    *,
    language: str,
    kind: str,
    user_id: int | None = None,
    context: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    record: EmailSend | None = None,
) -> EmailSend:
    """Sends `mail/<template>.{subject.txt,txt,html}` to one address; returns the row that records it.

    The row is written before the message leaves (or is handed in as `record` by who must never send twice)
    and removed when the mailbox refuses. Raises MailError, without the address in its text.
    """
    with translation.override(language):
        values = {"language": language, **(context or {})}
        subject = " ".join(render_to_string(f"mail/{template}.subject.txt", values).split())
        text = render_to_string(f"mail/{template}.txt", values)
        html = render_to_string(f"mail/{template}.html", values)
    message = EmailMultiAlternatives(
        subject, text, to=[to], headers={"Content-Language": language, **(headers or {})}
    )
    message.attach_alternative(html, "text/html")
    row = record or EmailSend.objects.create(user_id=user_id, kind=kind)
    try:
        message.send()
    except Exception as error:
        if record is None:
            row.delete()
        raise MailError(
            f"the mail server refused: {type(error).__name__}", permanent=_permanent(error)
        ) from None
    return row


def _permanent(error: Exception) -> bool:
    """Refused recipients and headers stay refused; everything else may go through later."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return 500 <= error.smtp_code < 600 and not isinstance(error, smtplib.SMTPAuthenticationError)
    return isinstance(error, BadHeaderError)
