"""A reader's browser with a passkey, which does what the page's script does."""

from typing import Any

from tests.accounts.authenticator import Authenticator
from tests.accounts.browser import Browser

ORIGIN = "http://localhost:8000"


class KeyHolder(Browser):
    def __init__(self, authenticator: Authenticator | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.authenticator = authenticator or Authenticator(ORIGIN)

    def add(self, name: str = "Phone", authenticator: Authenticator | None = None):
        options = self.post("/settings/passkeys/options").json()
        answer = (authenticator or self.authenticator).create(options)
        return self.post("/settings/passkeys/add", {"name": name, "credential": answer})

    def confirm(self, to: str = "/settings", authenticator: Authenticator | None = None):
        """Uses a passkey on the confirmation page."""
        return self.post(f"/confirm?next={to}", {"credential": self.answer(authenticator)})

    def answer(self, authenticator: Authenticator | None = None) -> str:
        return (authenticator or self.authenticator).get(self.post("/confirm/options").json())

    def at_settings(self) -> str:
        return " ".join(self.get("/settings").content.decode().split())
