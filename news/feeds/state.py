"""Pure: what an answer does to its feed's row. Column values in, column values out, and what staff hear."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from news.feeds import cadence, remedies
from news.feeds.fetch import FeedResponse, Result
from news.models import Feed

# Kinds of notices to staff about one feed.
DISABLED, ANSWERS = "feed_disabled", "feed_answers"
REDIRECTS_TO_MOVE = 3
PROBE_EVERY = timedelta(days=7)


@dataclass(frozen=True)
class Outcome:
    """New column values of the feed, and a notice's kind and text, if any."""

    changes: dict[str, Any] = field(default_factory=dict)
    notice: tuple[str, str] | None = None


def after(feed: Feed, answer: FeedResponse, now: datetime, *, max_failures: int) -> Outcome:
    """What the answer makes of the feed. Enabled feeds were fetched, disabled ones probed."""
    if not feed.enabled:
        return _probed(feed, answer, now)
    if answer.result in (Result.NEW, Result.UNCHANGED):
        repaired = {"repairs": answer.repairs[:500]} if answer.result is Result.NEW else {}
        return Outcome(_answered(feed, answer, now) | repaired)
    if answer.result is Result.LATER and answer.retry_at:
        retry_at = cadence.after_refusal(now, answer.retry_at)
        return Outcome(_said(answer, now) | {"next_check_at": retry_at})
    failures = feed.failures + 1
    changes = _said(answer, now) | {"failures": failures, "redirect_to": "", "redirect_count": 0}
    if answer.result is Result.GONE:
        return _disabled(
            feed,
            changes | {"gone": True},
            f"The publisher says that it is gone (410). {remedies.in_english(answer.code)}",
            now,
        )
    if failures >= max_failures:
        reason = f"{failures} failures in a row, the last: {answer.error} {remedies.in_english(answer.code)}"
        return _disabled(feed, changes, reason, now)
    return Outcome(changes | {"next_check_at": cadence.after_failure(now, failures)})


def calm(ttl: timedelta, now: datetime) -> dict[str, Any]:
    """For feeds that are unchanged and have nothing to clear."""
    return {
        "next_check_at": cadence.next_check(now, ttl),
        "last_checked_at": now,
        "last_ok_at": now,
    }


def _answered(feed: Feed, answer: FeedResponse, now: datetime) -> dict[str, Any]:
    ttl = timedelta(seconds=feed.ttl_s) if answer.ttl is None else answer.ttl
    validators = answer.validators
    return {
        "etag": validators.etag,
        "last_modified": validators.last_modified,
        "body_digest": validators.body_digest,
        "ttl_s": int(ttl.total_seconds()),
        "failures": 0,
        "last_error": "",
        "last_error_code": "",
        **_redirect(feed, answer.permanent_url),
        **calm(ttl, now),
    }


def _redirect(feed: Feed, moved_to: str | None) -> dict[str, Any]:
    """A permanent redirect is believed after three times in a row: a single one may be a mistake."""
    if not moved_to or len(moved_to) > 500:
        return {"redirect_to": "", "redirect_count": 0}
    seen = feed.redirect_count + 1 if moved_to == feed.redirect_to else 1
    if seen >= REDIRECTS_TO_MOVE:
        return {"url": moved_to, "redirect_to": "", "redirect_count": 0}
    return {"redirect_to": moved_to, "redirect_count": seen}


def _said(answer: FeedResponse, now: datetime) -> dict[str, Any]:
    return {
        "last_checked_at": now,
        "last_error": answer.error[:500],
        "last_error_code": answer.code[:24],
    }


def _disabled(feed: Feed, changes: dict[str, Any], reason: str, now: datetime) -> Outcome:
    taken_out = {
        "enabled": False,
        "disabled_at": now,
        "disabled_reason": reason[:500],
        "next_check_at": now + PROBE_EVERY,
    }
    return Outcome(changes | taken_out, (DISABLED, f"{feed} was disabled. {reason}"))


def _probed(feed: Feed, answer: FeedResponse, now: datetime) -> Outcome:
    """Nothing is kept of a probe; staff hear of a feed that answers, and decide."""
    again = {"next_check_at": now + PROBE_EVERY}
    if answer.result in (Result.NEW, Result.UNCHANGED):
        return Outcome(
            again | {"last_checked_at": now},
            (ANSWERS, f"{feed} answers again; it is still disabled. Enable it."),
        )
    return Outcome(again | _said(answer, now))
