"""Fetches one feed with a conditional GET and interprets the response."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum

from django.utils import timezone

from briefing.core.outside import http
from news.feeds import cadence, parse
from news.feeds.entries import Document, FeedEntry

ACCEPT = (
    "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml;q=0.9,"
    " application/xml;q=0.8, text/xml;q=0.8, */*;q=0.5"
)
DEADLINE_S = 20.0
MAX_BYTES = 5 * 2**20
Parse = Callable[..., Document]
MAX_AGE = re.compile(r"(?:^|[\s,])max-age\s*=\s*\"?(\d{1,9})", re.IGNORECASE)


class FetchOutcome(Enum):
    """The result of a fetch. `LATER` does not count as a failure, nor does `UNREACHABLE` in an outage."""

    NEW = "new"
    UNCHANGED = "unchanged"
    LATER = "later"
    UNREACHABLE = "unreachable"
    FAILED = "failed"
    GONE = "gone"


@dataclass(frozen=True)
class Validators:
    """The stored ETag, Last-Modified and digest, to detect an unchanged document."""

    etag: str = ""
    last_modified: str = ""
    body_digest: str = ""


@dataclass(frozen=True)
class FeedRequest:
    """The fields of a feed that a fetch needs, so that threads do not use the database."""

    pk: int
    url: str
    validators: Validators = Validators()


@dataclass(frozen=True)
class FeedResponse:
    """The result of a fetch: `error` is a sentence for staff, `code` the machine-readable reason."""

    request: FeedRequest
    result: FetchOutcome
    entries: list[FeedEntry] = field(default_factory=list, repr=False)
    validators: Validators = Validators()
    ttl: timedelta | None = None
    permanent_url: str | None = None
    repairs: str = ""
    code: str = ""
    error: str = ""
    retry_at: datetime | None = None


def fetch(request: FeedRequest, parse_document: Parse) -> FeedResponse:
    """Fetches the feed and never raises for a server error. `parse_document` is `Parsers.parse` in a run."""
    try:
        reply = http.fetch(
            request.url,
            headers=_headers(request),
            deadline_s=DEADLINE_S,
            max_bytes=MAX_BYTES,
            max_redirects=5,
        )
    except http.WebError as error:
        return _refused(request, error)
    return read(request, reply, parse_document)


def _headers(request: FeedRequest) -> dict[str, str]:
    headers = {"Accept": ACCEPT}
    if request.validators.etag:
        headers["If-None-Match"] = request.validators.etag
    if request.validators.last_modified:
        headers["If-Modified-Since"] = request.validators.last_modified
    return headers


def _refused(request: FeedRequest, error: http.WebError) -> FeedResponse:
    if error.status == 410:
        result = FetchOutcome.GONE
    elif error.status in (429, 503) and error.retry_after is not None:
        result = FetchOutcome.LATER
    elif error.code in ("connect", "deadline"):
        result = FetchOutcome.UNREACHABLE
    else:
        result = FetchOutcome.FAILED
    code = f"http_{error.status}" if error.status else error.code
    # Counted from the response: the cycle may have begun minutes before it.
    wait = None if error.retry_after is None else timedelta(seconds=min(error.retry_after, 10**6))
    retry_at = None if wait is None else timezone.now() + wait
    return FeedResponse(request, result, code=code, error=str(error), retry_at=retry_at)


def read(request: FeedRequest, reply: http.FetchedResponse, parse_document: Parse) -> FeedResponse:
    """Interprets a 200 or a 304; an unchanged body is not parsed again."""
    if reply.status == 304 and not (request.validators.etag or request.validators.last_modified):
        text = (
            f"{reply.url} answered 304 (Not Modified) although no earlier version was named: nothing was read."
            " A cache before it is wrong; open the address in a browser, and give another one if it stays so."
        )
        return FeedResponse(request, FetchOutcome.FAILED, code="unasked_304", error=text)
    # Some servers repeat the validators with a 304; otherwise the previous ones remain valid.
    before = request.validators if reply.status == 304 else Validators()
    validators = Validators(
        _validator(reply.headers.get("etag", before.etag), 500),
        _validator(reply.headers.get("last-modified", before.last_modified), 120),
        before.body_digest or hashlib.sha256(reply.body).hexdigest(),
    )
    if reply.status == 304 or validators.body_digest == request.validators.body_digest:
        return FeedResponse(
            request, FetchOutcome.UNCHANGED, validators=validators, permanent_url=reply.permanent_url
        )
    try:
        content_type = reply.headers.get("content-type", "")
        document = parse_document(reply.body, url=reply.url, content_type=content_type)
    except parse.Unreadable as error:
        return FeedResponse(request, FetchOutcome.FAILED, code=error.code, error=str(error))
    max_age = _max_age(reply.headers.get("cache-control", ""))
    return FeedResponse(
        request,
        FetchOutcome.NEW,
        document.entries,
        validators=validators,
        ttl=cadence.stated_ttl(document.ttl_minutes, document.period, max_age),
        permanent_url=reply.permanent_url,
        repairs=document.repairs,
    )


def _validator(text: str, longest: int) -> str:
    """Returns the validator, "" if it exceeds its column or cannot be sent in a header."""
    return text if len(text) <= longest and text.isprintable() and text.isascii() else ""


def _max_age(cache_control: str) -> timedelta | None:
    match = MAX_AGE.search(cache_control)
    return timedelta(seconds=int(match.group(1))) if match else None
