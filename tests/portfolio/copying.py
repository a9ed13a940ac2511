"""A device that saves and loads an encrypted copy as the browser's script would, and a test envelope."""

import base64
import json
import struct
from typing import Any

from django.http import HttpResponse
from django.test import Client

from accounts.models import User
from tests.accounts.readers import signed_in

PATH = "/api/portfolio/sync"
PEPPER = bytes(range(32)).hex()
OTHER_PEPPER = bytes(range(1, 33)).hex()
AUTH_KEY, WRONG_KEY = b"k" * 32, b"w" * 32


def envelope(content: bytes = b"c", *, blocks: int = 1, **head: Any) -> bytes:
    """Bytes with the header of an envelope and dummy content."""
    fields = {"magic": b"PFS1", "kdf": 1, "cipher": 1, "flags": 0, "iterations": 600_000} | head
    start = struct.pack(">4sBBHI", *fields.values()) + b"s" * 16 + b"n" * 12
    return start + (content * (1024 * blocks + 16))[: 1024 * blocks + 16]


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


class Device:
    """A reader's browser: one session, one address."""

    def __init__(
        self, email: str = "reader@example.org", *, client: Client | None = None, **columns: object
    ) -> None:
        self.client = client or signed_in(email=email, **columns)

    @property
    def reader(self) -> User:
        return User.objects.get(pk=self.client.session["_auth_user_id"])

    @property
    def user_id(self) -> int:
        return int(self.reader.pk)

    def post(self, body: Any, **headers: str) -> HttpResponse:
        raw = body if isinstance(body, bytes | str) else json.dumps(body)
        return self.client.post(PATH, raw, content_type="application/json", headers=headers)

    def save(
        self, inner: bytes | None = None, *, version: int = 0, auth_key: bytes = AUTH_KEY
    ) -> HttpResponse:
        body = {
            "blob": b64(envelope() if inner is None else inner),
            "auth_key": b64(auth_key),
            "version": version,
        }
        return self.post(body)

    def load(self, auth_key: bytes | None = AUTH_KEY) -> HttpResponse:
        headers = {} if auth_key is None else {"X-Sync-Auth": b64(auth_key)}
        return self.client.get(PATH, headers=headers)

    def status(self) -> HttpResponse:
        return self.client.get(f"{PATH}/status")

    def remove(self, query: str = "") -> HttpResponse:
        return self.client.delete(f"{PATH}{query}")


def told(response: HttpResponse) -> tuple[int, str]:
    """The status and the code of a problem."""
    return response.status_code, response.json().get("code", "")
