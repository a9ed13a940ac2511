"""A reader with a passkey at the keyboard: what the page's script does, without the page."""

from typing import Any

from tests.accounts.authenticator import Authenticator
from tests.accounts.browser import Browser

ORIGIN = "http://localhost:8000"


class KeyHolder(Browser):
    """A browser with an authenticator."""

    def __init__(self, authenticator: Authenticator | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.authenticator = authenticator or Authenticator(ORIGIN)

    def add(self, name: str = "Phone", authenticator: Authenticator | None = None):
        """Registers a passkey in the settings."""
        options = self.post("/settings/passkeys/options").json()
        answer = (authenticator or self.authenticator).create(options)
        return self.post("/settings/passkeys/add", {"name": name, "credential": answer})

    def confirm(self, to: str = "/settings", authenticator: Authenticator | None = None):
        """Uses a passkey where one is asked for."""
        return self.post(f"/confirm?next={to}", {"credential": self.answer(authenticator)})

    def answer(self, authenticator: Authenticator | None = None) -> str:
        return (authenticator or self.authenticator).get(self.post("/confirm/options").json())

    def at_settings(self) -> str:
        return " ".join(self.get("/settings").content.decode().split())
