"""Requests to the sources and checks of their responses, shared by all source modules."""

import hashlib
import json
import math
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from briefing.core import periods
from briefing.core.outside.http import FetchedResponse, WebError
from briefing.core.outside.http import fetch as fetch_url
from briefing.core.outside.http.client import exchange
from briefing.core.outside.http.deadline import Deadline
from indicators.sources import Observation, SourceError, Unchanged, reasons

# Missing values as spelled by FRED's API and old files, new fredgraph and ONS, ECB, Bank of England,
# Eurostat's tables.
MISSING = frozenset({"", ".", "..", "nan", ":", "na", "n/a", "null"})
MOST_JSON_VALUES = 2_000_000
NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d{1,2})?", re.IGNORECASE | re.ASCII)

# Minimum window of a request: in a shorter one a paused series looks like one that does not exist.
WINDOW = timedelta(days=800)


Validators = dict[str, list[str]]
MOST_BYTES = 8 * 2**20
POST_WITHIN_S = 20.0


@dataclass
class Conversation:
    """The validators (ETag, Last-Modified) of a fetch's requests by URL digest: `sent` last time, `seen` now.

    `transient` is set if the data include an unfinished period: tomorrow they mean something else, so that a 304
    would be wrong then, and no validators are stored.
    """

    sent: Validators = field(default_factory=dict)
    seen: Validators = field(default_factory=dict)
    transient: bool = False

    @property
    def validators(self) -> Validators:
        """The validators to store: those of a fetch with one request whose data stay valid on later days."""
        return self.seen if len(self.seen) == 1 and not self.transient else {}


conversation: ContextVar[Conversation | None] = ContextVar("conversation", default=None)


def today() -> date:
    return timezone.now().astimezone(UTC).date()


def window_start(since: date) -> date:
    """The first day to request, early enough that an empty result means a discontinued series."""
    return min(since, today() - WINDOW)


def browser_like() -> dict[str, str]:
    """A browser-like User-Agent with our name, for servers that reject other clients."""
    contact = " ".join(settings.OUTBOUND_CONTACT.split())
    return {"User-Agent": f"Mozilla/5.0 (compatible; MarketBriefing/0.1; +{contact})"}


def get(
    source: str,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    deadline_s: float = 20.0,
    attempts: int = 2,
) -> FetchedResponse:
    """The response of a source; raises SourceError with a message that names the source."""
    talk = conversation.get() or Conversation()
    address = hashlib.sha256(url.encode()).hexdigest()[:16]  # hashed since some addresses contain keys
    etag, modified = talk.sent.get(address, ["", ""])
    sent_headers = dict(headers or {})
    sent_headers |= {"If-None-Match": etag} if etag else {}
    sent_headers |= {"If-Modified-Since": modified} if modified else {}
    try:
        reply = fetch_url(
            url, headers=sent_headers, deadline_s=deadline_s, max_bytes=MOST_BYTES, attempts=attempts
        )
    except WebError as error:
        permanent = error.permanent and error.status in (None, 400, 404, 410)
        reason = reasons.quoted(error.body)
        raise SourceError(
            f"{source}: {error}{reason}", permanent=permanent, status=error.status, detail=reason
        ) from error
    if reply.status == 304:
        raise Unchanged(f"{source} has nothing new.")
    found = [reply.headers.get(name, "") for name in ("etag", "last-modified")]
    talk.seen[address] = [text if text.isprintable() and len(text) <= 200 else "" for text in found]
    return reply


def is_unreached(error: BaseException) -> bool:
    """Whether the connection failed or timed out, anywhere in the chain of causes."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, WebError):
            return cause.code in ("connect", "deadline")
        cause = cause.__cause__ or cause.__context__
    return False


def post(source: str, url: str, document: object) -> FetchedResponse:
    """Sends one JSON POST, without retries because such sources limit the number of requests."""
    headers = {"content-type": "application/json", "accept": "application/json"}
    try:
        with Deadline(POST_WITHIN_S) as deadline:
            reply = exchange(
                "POST", url, headers=headers, body=json.dumps(document).encode(), deadline=deadline,
                max_bytes=MOST_BYTES,
            )  # fmt: skip
    except WebError as error:
        raise SourceError(f"{source}: {error}", status=error.status) from error
    if reply.status != 200:
        reason = reasons.quoted(reply.body)
        raise SourceError(f"{source} answered {reply.status}.{reason}", status=reply.status, detail=reason)
    return reply


def text_of(source: str, body: bytes) -> str:
    """The body as UTF-8, which every source uses, declared or not; raises SourceError for HTML."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SourceError(f"{source} sent bytes that are not UTF-8 text.") from None
    if is_html(text):
        raise SourceError(f"{source} answered with a web page instead of data.{reasons.quoted(body)}")
    return text


def is_html(text: str) -> bool:
    start = text.lstrip()[:512].lower()
    return start.startswith(("<!doctype html", "<html", "<head", "<body")) or (
        start.startswith("<") and "<html" in start
    )


def json_of(source: str, body: bytes) -> dict[str, Any]:
    """The body as a JSON object; raises SourceError for HTML, plain text or a list."""
    text = text_of(source, body)
    if text.count(",") + text.count("[") + text.count("{") > MOST_JSON_VALUES:
        raise SourceError(f"{source} sent JSON of more than {MOST_JSON_VALUES:,} values.")
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        start = " ".join(text[:80].split())
        raise SourceError(f"{source} sent no JSON but: {start!r}.") from None
    if not isinstance(document, dict):
        raise SourceError(f"{source} sent JSON of another shape than expected.")
    return document


def number(source: str, raw: object) -> float | None:
    """The figure, or None for a known spelling of "missing"; raises SourceError for anything else."""
    if raw is None:
        return None
    figure = math.inf
    if isinstance(raw, str):
        text = raw.strip()
        if text.lower() in MISSING:
            return None
        if NUMBER.fullmatch(text):
            figure = float(text)
    elif isinstance(raw, int | float) and not isinstance(raw, bool):
        with suppress(OverflowError):  # an integer of more than 308 digits
            figure = float(raw)
        if math.isnan(figure):  # not valid JSON, but accepted by Python's parser
            return None
    if math.isfinite(figure):
        return figure + 0.0  # turns -0.0 into 0.0
    raise SourceError(f"{source} has {raw!r:.80} where a figure should be.")


def day_of(source: str, text: str, layout: str) -> date:
    """Parses a date in the source's format (strptime)."""
    try:
        return datetime.strptime(text.strip(), layout).date()
    except ValueError:
        raise SourceError(f"{source} has {text!r} where a date should be.") from None


def period_of(source: str, text: str, frequency: str | None) -> periods.Period:
    """Parses a period label; raises SourceError if it has another frequency than expected."""
    try:
        period = periods.parse(text)
    except ValueError:
        raise SourceError(f"{source} has {text!r} where a period should be.") from None
    expected, got = ("D" if code == "W" else code for code in (frequency, period.frequency))
    if expected and expected != got:
        raise SourceError(
            f"{source} gives {text!r}, but the row is configured with frequency {frequency}.", permanent=True
        )
    return period


def tidy(
    source: str, observations: Iterable[Observation], *, since: date, until: date | None = None
) -> list[Observation]:
    """The observations from `since` on, oldest first; periods that start after today (or `until`) are dropped.

    An unfinished period keeps its last day as `day`: the caller knows whether the series publishes such figures
    (`early` in groups.toml). Raises SourceError if a period occurs twice, as the result then mixes several series.
    """
    last = until or today()
    by_day: dict[date, Observation] = {}
    for observation in observations:
        if observation.day in by_day:
            raise SourceError(
                f"{source} gives {observation.period} twice: the request matches more than one series.",
                permanent=True,
            )
        by_day[observation.day] = observation
    if not by_day:
        raise SourceError(f"{source} has no values for this series: it is gone or empty.", permanent=True)
    talk = conversation.get()
    if talk and max(by_day) > last:
        talk.transient = True
    return [
        by_day[day] for day in sorted(by_day) if since <= day and (day <= last or _begun(by_day[day], last))
    ]


def is_unfinished(observation: Observation, today: date) -> bool:
    """Whether it describes a period of several days that has not ended."""
    return observation.day > today and periods.first_day(observation.period) < observation.day


def _begun(observation: Observation, last: date) -> bool:
    return periods.first_day(observation.period) <= last
