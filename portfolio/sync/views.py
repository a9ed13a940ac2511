"""Views of the encrypted copy: status, save, download, remove (decision 9.6)."""

import base64
from datetime import timedelta
from typing import Annotated

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictInt, field_validator

from accounts import access
from briefing.core import api
from briefing.core.api import Header, Operation, Problem
from briefing.core.dates import rfc3339
from briefing.core.web import limits
from portfolio.sync import backups, encryption
from portfolio.sync.payload import BLOCK, HEAD_BYTES, MAX_BYTES, TAG_BYTES, is_envelope

FLAG = "PORTFOLIO_SYNC_ENABLED"
BODY_BYTES = 512 * 1024
AUTH_KEY_BYTES = 32
SHORTEST = HEAD_BYTES + BLOCK + TAG_BYTES
LIMITS = {
    "GET": (10, timedelta(minutes=15)),
    "POST": (30, timedelta(hours=1)),
    "DELETE": (5, timedelta(hours=1)),
}
READERS_AT_AN_ADDRESS = 5  # a household or an office may share one
BASE64 = r"^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
KEY_TEXT = r"^[A-Za-z0-9+/]{43}=$"
Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
Version = Annotated[StrictInt, Field(ge=0, lt=2**31 - 1), BeforeValidator(api.whole)]


def decoded(text: str) -> bytes:
    """Strict base64; ValueError otherwise."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise ValueError("is not base64") from None


def encoded_length(size: int) -> int:
    """The length of base64 for `size` bytes."""
    return (size + 2) // 3 * 4


def encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


class Save(BaseModel):
    """An envelope sealed by the browser, the key required to download it, and the version it replaces."""

    model_config = ConfigDict(extra="forbid")

    blob: Annotated[
        str,
        Field(
            min_length=encoded_length(SHORTEST),
            max_length=encoded_length(MAX_BYTES),
            pattern=BASE64,
            description="An envelope of version 1: 40 bytes of head, blocks of 1024 bytes, 16 bytes of tag.",
        ),
    ]
    auth_key: Annotated[str, Field(pattern=KEY_TEXT)]
    version: Version

    @field_validator("blob")
    @classmethod
    def sealed(cls, value: str) -> str:
        if not is_envelope(decoded(value)):
            raise ValueError("is not an envelope of version 1")
        return value

    @field_validator("auth_key")
    @classmethod
    def whole(cls, value: str) -> str:
        if len(decoded(value)) != AUTH_KEY_BYTES:
            raise ValueError(f"must have {AUTH_KEY_BYTES} bytes")
        return value


class Saved(BaseModel):
    """The stored version, its time and size."""

    version: int
    updated_at: Moment
    bytes: int


class Download(BaseModel):
    """The envelope as the browser sealed it (base64)."""

    blob: str
    version: int
    updated_at: Moment


class Removal(BaseModel):
    """With `version` only that version is removed; without it, any."""

    version: Annotated[int, Field(ge=1), BeforeValidator(api.in_digits)] | None = None


class Removed(BaseModel):
    """Whether there was a copy to remove."""

    removed: bool


class Status(BaseModel):
    """Whether there is a copy, and what a device needs to derive its keys.

    `version` is 0 without one. `kdf` is base64 of bytes 0 to 27 of the envelope; null for a damaged copy.
    """

    exists: bool
    updated_at: Moment | None
    bytes: int
    version: int
    kdf: str | None


def _pepper() -> bytes:
    try:
        return encryption.parse_pepper(settings.PORTFOLIO_SYNC_PEPPER)
    except encryption.PepperError:
        raise Problem(503, "unavailable", "The encrypted copy is not set up on this service.") from None


def _count_use(request: HttpRequest) -> None:
    limit, window = LIMITS[str(request.method)]
    scope, reader = f"portfolio.sync.{request.method}", str(access.reader_of(request).pk)
    wait = limits.count_use(scope, reader, limit=limit, window=window)
    if not wait:
        everyone = limit * READERS_AT_AN_ADDRESS
        wait = limits.count_use(f"{scope}.address", limits.client_of(request), limit=everyone, window=window)
        if wait:
            limits.undo_use(scope, reader)
    if wait:
        raise _locked_response(wait)


def _undo_use(request: HttpRequest) -> None:
    scope = f"portfolio.sync.{request.method}"
    limits.undo_use(scope, str(access.reader_of(request).pk))
    limits.undo_use(f"{scope}.address", limits.client_of(request))


def _locked_response(seconds: int) -> Problem:
    return Problem(429, "rate_limited", f"Try again in {seconds} seconds.", retry_after=seconds)


def _conflict(found: backups.VersionConflict) -> Problem:
    detail = "Another version is stored now." if found.version else "There is no copy any more."
    return Problem(409, "conflict", detail, version=found.version)


def _rule(method: str) -> str:
    limit, window = LIMITS[method]
    return (
        f"{limit} calls in {window // timedelta(minutes=1)} minutes for each reader,"
        f" {READERS_AT_AN_ADDRESS} times as many for each address."
    )


@api.describes(
    Operation(
        "get",
        gettext_noop("The encrypted copy"),
        rules=_rule("GET") + " After some wrong keys the copy is locked (429), in the end removed.",
        headers=(
            Header(
                "X-Sync-Auth", "The key it was saved with, base64", {"type": "string", "pattern": KEY_TEXT}
            ),
        ),
        answer=Download,
        statuses=(402, 404, 410, 429, 500, 503),
    ),
    Operation(
        "post",
        gettext_noop("Save the encrypted copy"),
        rules=_rule("POST"),
        body=Save,
        answer=Saved,
        statuses=(402, 404, 409, 413, 429, 503),
    ),
    Operation(
        "delete",
        gettext_noop("Remove the encrypted copy"),
        rules=_rule("DELETE"),
        query=Removal,
        answer=Removed,
        statuses=(402, 404, 409, 429, 503),
    ),
)
@never_cache
@require_http_methods(["GET", "POST", "DELETE"])
@access.endpoint(flag=FLAG, paid=True, needs_user=True)
def copy(request: HttpRequest) -> HttpResponse:
    """Checks flag, sign-in, paid access, pepper and limit, then downloads, saves or removes the reader's copy."""
    pepper = _pepper()
    _count_use(request)
    return {"GET": _download, "POST": _save, "DELETE": _remove}[str(request.method)](request, pepper)


def _download(request: HttpRequest, pepper: bytes) -> HttpResponse:
    try:
        found = backups.fetch(access.reader_of(request).pk, _submitted_key(request), pepper)
    except backups.Missing:
        raise Problem(404, "not_found", "There is no encrypted copy.") from None
    except backups.PepperChanged as gone:
        _undo_use(request)
        detail = (
            "The copy cannot be opened any more: the service's key has changed. Remove it and save again."
        )
        raise Problem(410, "gone", detail, version=gone.version) from None
    except backups.Locked as locked:
        raise _locked_response(locked.seconds) from None
    except backups.WrongVerifier as refused:
        left = {"tries_left": refused.tries_left, "removed": refused.removed}
        raise Problem(403, "sync_key_refused", "X-Sync-Auth is missing or wrong.", **left) from None
    except encryption.Damaged:
        raise Problem(
            500, "damaged", "The stored copy is damaged. It was kept, and staff were told."
        ) from None
    return api.answer(
        Download(blob=encoded(found.inner), version=found.version, updated_at=rfc3339(found.updated_at))
    )


def _submitted_key(request: HttpRequest) -> bytes | None:
    try:
        return decoded(request.headers.get("X-Sync-Auth", ""))
    except ValueError:
        return None


def _save(request: HttpRequest, pepper: bytes) -> HttpResponse:
    wanted = api.validated(Save, api.read_json(request, limit=BODY_BYTES))
    inner, auth_key = decoded(wanted.blob), decoded(wanted.auth_key)
    try:
        user_id = access.reader_of(request).pk
        saved = backups.save(user_id, inner, auth_key, version=wanted.version, pepper=pepper)
    except backups.VersionConflict as stale:
        raise _conflict(stale) from None
    return api.answer(Saved(version=saved.version, updated_at=rfc3339(saved.updated_at), bytes=len(inner)))


def _remove(request: HttpRequest, pepper: bytes) -> HttpResponse:
    version = api.query_as(Removal, request.GET).version
    try:
        return api.answer(Removed(removed=backups.remove(access.reader_of(request).pk, version=version)))
    except backups.VersionConflict as stale:
        raise _conflict(stale) from None


@api.describes(
    Operation(
        "get", gettext_noop("Whether there is an encrypted copy"), answer=Status, statuses=(402, 404, 503)
    )
)
@never_cache
@require_safe
@access.endpoint(flag=FLAG, paid=True, needs_user=True)
def status(request: HttpRequest) -> HttpResponse:
    """Called first by every device; not rate limited."""
    found = backups.summary(access.reader_of(request).pk, _pepper())
    if found is None:
        return api.answer(Status(exists=False, updated_at=None, bytes=0, version=0, kdf=None))
    kdf = encoded(found.kdf) if found.kdf is not None else None
    return api.answer(
        Status(
            exists=True,
            updated_at=rfc3339(found.updated_at),
            bytes=found.size,
            version=found.version,
            kdf=kdf,
        )
    )
