"""The mailbox of one's own machine: each message is shown in the terminal, its plain text alone."""

import sys
import threading
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

RULE = "─" * 72
_printing = threading.Lock()


class EmailBackend(BaseEmailBackend):
    """Prints recipient, subject and text, framed so that a code is plainly to be seen between other lines."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            lines = ["", RULE, f"E-mail to {', '.join(message.recipients())}", f"Subject: {message.subject}", "",
                     str(message.body).strip(), RULE, ""]  # fmt: skip
            with _printing:
                sys.stdout.write("\n".join(lines) + "\n")
                sys.stdout.flush()
        return len(email_messages)
