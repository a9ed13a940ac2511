"""Outgoing mail: render in the reader's language, send, record in `email_sends`."""

import smtplib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.message import BadHeaderError
from django.template.loader import render_to_string
from django.utils import translation

from briefing.core.models import EmailSend

# What every message that did not leave says, in its job's outcome too.
REFUSED = "the mail server refused"


class MailError(Exception):
    """A message did not leave. `permanent` when sending it again cannot help.

    `may_have_left`: the connection broke while the server had the message, so it may arrive all the same.
    """

    def __init__(self, text: str, *, permanent: bool, may_have_left: bool = False) -> None:
        super().__init__(text)
        self.permanent = permanent
        self.may_have_left = may_have_left


@dataclass(frozen=True)
class Rendered:
    """A message's words: the subject on one line, the plain part, the HTML part."""

    subject: str
    text: str
    html: str


def render(template: str, *, language: str, context: Mapping[str, Any] | None = None) -> Rendered:
    """`mail/<template>.{subject.txt,txt,html}` in the language; plain strings, which a page would escape."""
    with translation.override(language):
        values = {"language": language, **(context or {})}
        return Rendered(
            subject=_one_line(render_to_string(f"mail/{template}.subject.txt", values)),
            # Adding a plain string takes off the mark of a template's output, "safe for a page".
            text=render_to_string(f"mail/{template}.txt", values) + "",
            html=render_to_string(f"mail/{template}.html", values) + "",
        )


def _one_line(subject: str) -> str:
    """The subject on one line, with nothing that a mail program would decode into other words (RFC 2047)."""
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

    The row is written before the message leaves and removed when the mailbox refuses. Who must never send
    twice hands in `record`: it is called once the message is whole and before it leaves, writes the row and
    keeps it, and stops the sending by raising. Raises MailError, without the address in its text; a line
    break in a header is refused.
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
    """Whether the server itself said no, so that it has nothing of the message."""
    return isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPResponseException)


def _permanent(error: Exception) -> bool:
    """Refused recipients stay refused; everything else may go through later."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return all(500 <= code < 600 for code, _ in error.recipients.values())
    if isinstance(error, smtplib.SMTPResponseException):
        return 500 <= error.smtp_code < 600 and not isinstance(error, smtplib.SMTPAuthenticationError)
    return False
