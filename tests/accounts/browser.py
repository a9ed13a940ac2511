"""A reader's browser in tests: requests a code, reads it in the message, enters it. Never reads the database."""

import re

from django.core import mail
from django.test import Client

from accounts import tasks  # noqa: F401  registers the job handlers
from briefing.core.models import Job
from briefing.core.work import jobs


def deliver_mail() -> None:
    """Runs the waiting jobs that send codes, as the worker would."""
    for pk in Job.objects.filter(kind="accounts.send_code", state="new").values_list("pk", flat=True):
        jobs.run(pk)


class Browser:
    """One cookie jar at one client address."""

    def __init__(self, address: str = "198.51.100.1", language: str = "en") -> None:
        self.client = Client(REMOTE_ADDR=address, HTTP_ACCEPT_LANGUAGE=language)

    def get(self, path: str, **kwargs: object):
        return self.client.get(path, **kwargs)

    def post(self, path: str, data: dict[str, object] | None = None, **kwargs: object):
        return self.client.post(path, data or {}, **kwargs)

    def ask(self, email: str = "ada@example.org", query: str = "", **fields: object):
        form = {"email": email, "ack": "on", "ack_version": "1", "lang": "en"} | fields
        return self.post(f"/login{query}", form)

    def code(self) -> str:
        """The code in the latest message."""
        deliver_mail()
        found = re.search(r"^ {4}(\d{6})$", mail.outbox[-1].body, flags=re.MULTILINE)
        assert found, mail.outbox[-1].body
        return found[1]

    def type(self, code: str):
        return self.post("/verify", {"code": code})

    def sign_in(self, email: str = "ada@example.org", **kwargs: object):
        self.ask(email, **kwargs)
        return self.type(self.code())

    @property
    def signed_in(self) -> bool:
        return self.get("/acknowledge").status_code == 200


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 10**6:06d}"
