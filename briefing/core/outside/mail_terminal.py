"""Mail backend for local use: writes each message's plain text to the terminal."""

import sys
import threading
from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

RULE = "─" * 72
_printing = threading.Lock()


class TerminalBackend(BaseEmailBackend):
    """Prints recipient, subject and text in a frame, so that a sign-in code stands out among other lines."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            lines = ["", RULE, f"E-mail to {', '.join(message.recipients())}", f"Subject: {message.subject}", "",
                     str(message.body).strip(), RULE, ""]  # fmt: skip
            with _printing:
                sys.stdout.write("\n".join(lines) + "\n")
                sys.stdout.flush()
        return len(email_messages)
