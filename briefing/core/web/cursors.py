"""Lists with pages: opaque cursors of the time and id of the last row, and the fields of the API that hold them."""

import base64
import binascii
from datetime import UTC, datetime, timedelta
from typing import Annotated

from django.utils.translation import gettext_noop as _
from pydantic import AfterValidator, BaseModel, BeforeValidator, Field

from briefing.core import api

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


def _readable(cursor: str | None) -> str | None:
    if cursor:
        read_cursor(cursor)
    return cursor or None


Limit = Annotated[int, BeforeValidator(api.in_digits)]
Cursor = Annotated[
    str | None,
    Field(max_length=80, pattern=r"^[A-Za-z0-9_-]*$", description=_("`next_cursor` of the page before")),
    AfterValidator(_readable),
]
NextCursor = Annotated[str | None, Field(description=_("where the next page begins; null on the last"))]


def is_first_page(query: BaseModel) -> bool:
    """Whether a query with `limit` and `cursor` is for the first page of the default length, which is cached."""
    given = query.model_dump(include={"limit", "cursor"})
    return given == {"limit": type(query).model_fields["limit"].default, "cursor": None}
