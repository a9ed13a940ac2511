"""The four readers whom permissions are told apart by, each with a browser of their own.

def test_something(cast):
    assert cast.statuses("/news") == (303, 200, 200, 200)
"""

from dataclasses import dataclass, fields
from typing import Any

from django.test import Client

from tests.accounts.readers import signed_in


@dataclass(frozen=True)
class Cast:
    """Nobody; a free account; a paying one; a free one of the staff."""

    visitor: Client
    reader: Client
    subscriber: Client
    staff: Client

    def statuses(self, path: str, method: str = "get", **request: Any) -> tuple[int, ...]:
        """What each of them is answered, in the order above."""
        clients = [getattr(self, field.name) for field in fields(self)]
        return tuple(getattr(client, method)(path, **request).status_code for client in clients)


def cast() -> Cast:
    return Cast(
        visitor=Client(),
        reader=signed_in(email="reader@example.org"),
        subscriber=signed_in(email="subscriber@example.org", tier="paid"),
        staff=signed_in(email="staff@example.org", is_staff=True),
    )
