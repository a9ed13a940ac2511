"""Maps a feed response to new column values of the feed and a notice for staff. No database access."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from news.feeds import cadence, remedies
from news.feeds.fetch import FeedResponse, FetchOutcome
from news.models import Feed

# Kinds of notices to staff about one feed.
DISABLED, ANSWERS = "feed_disabled", "feed_answers"
REDIRECTS_TO_MOVE = 3
PROBE_EVERY = timedelta(days=7)


@dataclass(frozen=True)
class FeedUpdate:
    """New column values of the feed, and the kind and text of a notice, if any."""

    changes: dict[str, Any] = field(default_factory=dict)
    notice: tuple[str, str] | None = None


def after(feed: Feed, response: FeedResponse, now: datetime, *, max_failures: int) -> FeedUpdate:
    """Returns the update after a response. Enabled feeds were fetched, disabled ones probed."""
    if not feed.enabled:
        return _probed(feed, response, now)
    if response.result in (FetchOutcome.NEW, FetchOutcome.UNCHANGED):
        repaired = {"repairs": response.repairs[:500]} if response.result is FetchOutcome.NEW else {}
        return FeedUpdate(_after_success(feed, response, now) | repaired)
    if response.result is FetchOutcome.LATER and response.retry_at:
        retry_at = cadence.after_refusal(now, response.retry_at)
        return FeedUpdate(_check_columns(response, now) | {"next_check_at": retry_at})
    failures = feed.failures + 1
    changes = _check_columns(response, now) | {"failures": failures, "redirect_to": "", "redirect_count": 0}
    if response.result is FetchOutcome.GONE:
        return _disabled(
            feed,
            changes | {"gone": True},
            f"The publisher says that it is gone (410). {remedies.in_english(response.code)}",
            now,
        )
    if failures >= max_failures:
        reason = (
            f"{failures} failures in a row, the last: {response.error} {remedies.in_english(response.code)}"
        )
        return _disabled(feed, changes, reason, now)
    return FeedUpdate(changes | {"next_check_at": cadence.after_failure(now, failures)})


def after_unchanged(ttl: timedelta, now: datetime) -> dict[str, Any]:
    """Returns the changes for an unchanged feed without errors or redirects to clear."""
    return {
        "next_check_at": cadence.next_check(now, ttl),
        "last_checked_at": now,
        "last_ok_at": now,
    }


def _after_success(feed: Feed, response: FeedResponse, now: datetime) -> dict[str, Any]:
    ttl = timedelta(seconds=feed.ttl_s) if response.ttl is None else response.ttl
    validators = response.validators
    return {
        "etag": validators.etag,
        "last_modified": validators.last_modified,
        "body_digest": validators.body_digest,
        "ttl_s": int(ttl.total_seconds()),
        "failures": 0,
        "last_error": "",
        "last_error_code": "",
        **_redirect(feed, response.permanent_url),
        **after_unchanged(ttl, now),
    }


def _redirect(feed: Feed, moved_to: str | None) -> dict[str, Any]:
    """Counts permanent redirects; the URL changes after three in a row, since a single one may be a mistake."""
    if not moved_to or len(moved_to) > 500:
        return {"redirect_to": "", "redirect_count": 0}
    seen = feed.redirect_count + 1 if moved_to == feed.redirect_to else 1
    if seen >= REDIRECTS_TO_MOVE:
        return {"url": moved_to, "redirect_to": "", "redirect_count": 0}
    return {"redirect_to": moved_to, "redirect_count": seen}


def _check_columns(response: FeedResponse, now: datetime) -> dict[str, Any]:
    return {
        "last_checked_at": now,
        "last_error": response.error[:500],
        "last_error_code": response.code[:24],
    }


def _disabled(feed: Feed, changes: dict[str, Any], reason: str, now: datetime) -> FeedUpdate:
    disabled = {
        "enabled": False,
        "disabled_at": now,
        "disabled_reason": reason[:500],
        "next_check_at": now + PROBE_EVERY,
    }
    return FeedUpdate(changes | disabled, (DISABLED, f"{feed} was disabled. {reason}"))


def _probed(feed: Feed, response: FeedResponse, now: datetime) -> FeedUpdate:
    """Stores no content of a probe; staff are notified of a feed that responds, and decide."""
    again = {"next_check_at": now + PROBE_EVERY}
    if response.result in (FetchOutcome.NEW, FetchOutcome.UNCHANGED):
        return FeedUpdate(
            again | {"last_checked_at": now},
            (ANSWERS, f"{feed} answers again; it is still disabled. Enable it."),
        )
    return FeedUpdate(again | _check_columns(response, now))
