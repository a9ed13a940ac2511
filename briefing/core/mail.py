"""Outgoing mail: rendered in the reader's language, sent and recorded in `email_sends`."""

import smtplib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.message import BadHeaderError
from django.template.loader import render_to_string
from django.utils import translation

from briefing.core.jobs import Foreseen
from briefing.core.models import EmailSend

# Start of the error text, and job outcome, of a message that was refused.
REFUSED = "the mail server refused"


class MailError(Foreseen):
    """Raised when a message was not sent; `permanent` if a retry cannot help.

    `may_have_left`: the connection broke while the server had the message, so it may arrive.
    """

    def __init__(self, text: str, *, permanent: bool, may_have_left: bool = False) -> None:
        super().__init__(text)
        self.permanent = permanent
        self.may_have_left = may_have_left


@dataclass(frozen=True)
class Rendered:
    """A rendered message: subject on one line, plain part, HTML part."""

    subject: str
    text: str
    html: str


def render(template: str, *, language: str, context: Mapping[str, Any] | None = None) -> Rendered:
    """Renders `mail/<template>.{subject.txt,txt,html}` in the language, as plain strings."""
    with translation.override(language):
        values = {"language": language, **(context or {})}
        return Rendered(
            subject=_one_line(render_to_string(f"mail/{template}.subject.txt", values)),
            # Adding a plain string removes the SafeString type of a template's output.
            text=render_to_string(f"mail/{template}.txt", values) + "",
            html=render_to_string(f"mail/{template}.html", values) + "",
        )


def _one_line(subject: str) -> str:
    """Returns the subject on one line, without sequences that mail programs decode (RFC 2047)."""
    return " ".join(subject.split()).replace("=?", "= ?")


def send(
    template: str,
    to: str,
    *,
    language: str,
    kind: str,
    user_id: int | None = None,
    context: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    record: Callable[[], EmailSend] | None = None,
) -> EmailSend:
    """Sends `mail/<template>.{subject.txt,txt,html}` to one address; returns the row that records it.

    The row is written before sending and removed if the mailbox is refused. To never send twice, pass
    `record`: it is called when the message is complete and before it is sent, and writes a row that is kept;
    it stops the sending by raising. Raises MailError without the address in its text, also for a line break
    in a header.
    """
    words = render(template, language=language, context=context)
    message = EmailMultiAlternatives(
        words.subject, words.text, to=[to], headers={"Content-Language": language, **(headers or {})}
    )
    message.attach_alternative(words.html, "text/html")
    try:
        message.message()
    except BadHeaderError:
        raise MailError("a header of the message has a line break", permanent=True) from None
    row = record() if record else EmailSend.objects.create(user_id=user_id, kind=kind)
    connected = False
    try:
        with get_connection() as connection:
            connected = True
            connection.send_messages([message])
    except Exception as error:
        if record is None:
            row.delete()
        raise MailError(
            f"{REFUSED}: {type(error).__name__}",
            permanent=_permanent(error),
            may_have_left=connected and not _refused(error),
        ) from None
    return row


def _refused(error: Exception) -> bool:
    """Whether the server itself rejected the message and so does not have it."""
    return isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPResponseException)


def _permanent(error: Exception) -> bool:
    """Whether a retry cannot help: a refused recipient or a 5xx status, except for authentication."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return 500 <= error.smtp_code < 600 and not isinstance(error, smtplib.SMTPAuthenticationError)
    return False
