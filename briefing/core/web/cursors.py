"""Opaque pagination cursors: the time and the id of the last row."""

import base64
import binascii
from datetime import UTC, datetime, timedelta

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class BadCursor(ValueError):
    """Raised for a cursor that `make_cursor` did not produce."""


def make_cursor(moment: datetime, pk: int) -> str:
    microseconds = (moment - EPOCH) // timedelta(microseconds=1)
    return base64.urlsafe_b64encode(f"{microseconds}.{pk}".encode()).decode().rstrip("=")


def read_cursor(cursor: str) -> tuple[datetime, int]:
    """Raises BadCursor."""
    try:
        if len(cursor) > 80 or not cursor.isascii():
            raise BadCursor("The cursor is not one of ours.")
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True).decode()
        microseconds, pk = text.split(".")
        if not (microseconds.lstrip("-").isdecimal() and pk.isdecimal() and int(pk) < 2**63):
            raise BadCursor("The cursor is not one of ours.")
        return EPOCH + timedelta(microseconds=int(microseconds)), int(pk)
    except (ValueError, OverflowError, binascii.Error, UnicodeDecodeError):
        raise BadCursor("The cursor is not one of ours.") from None
