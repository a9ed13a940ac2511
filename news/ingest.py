"""Fetches the due feeds and stores their headlines and new state.

Safe to kill at any point: a feed's headlines and validators are written in one transaction, so nothing counts as read
that was not stored, and what was not stored is still due. Safe to run concurrently: only the lease holder writes.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DataError, IntegrityError, transaction
from django.db.models import QuerySet
from django.urls import reverse

from briefing.core.models import Job
from briefing.core.operations import notices
from briefing.core.outside import reachability
from briefing.core.web import cache_versions
from briefing.core.work import leases
from news.feeds import pool, state, sync
from news.feeds.fetch import FeedRequest, FeedResponse, FetchOutcome, Validators
from news.models import Feed, Headline, Run, Story
from news.storing import KEPT, StoreReport, store_entries

AT_ONCE = 250  # headlines per transaction: deleting a thousand locked their rows for 0.2 to 0.8 s
OUTAGE = "feeds_outage"
FLOOD = "feed_flood"
FEWEST_FOR_OUTAGE = 3
log = logging.getLogger(__name__)


@dataclass
class IngestReport:
    """The counts of a cycle."""

    feeds: int = 0
    unchanged: int = 0
    failed: int = 0
    headlines: int = 0
    changed: int = 0
    outage: bool = False

    def __str__(self) -> str:
        text = (
            f"{self.feeds} feeds fetched, {self.unchanged} unchanged, {self.failed} failed,"
            f" {self.headlines} new headlines"
        )
        text += f", {self.changed} corrected" if self.changed else ""
        return text + (" (most feeds out of reach: no failures counted)" if self.outage else "")


def refresh_due(now: datetime, claim: Job, *, force: bool = False, url: str = "") -> Iterator[IngestReport]:
    """Fetches the due feeds; with `force` all that may be fetched, with `url` only that one.

    Yields the updated report after each batch, for progress display. Nothing is written after the lease is lost.
    """
    sync.sync()
    forget_forbidden()
    feeds = _due_feeds(now, force=force, url=url)
    report = IngestReport()
    unchanged: list[Feed] = []
    unreachable: list[tuple[Feed, FeedResponse]] = []
    requests = [_request_for(feed) for feed in feeds.values()]
    for batch in pool.fetch_all(requests, per_host=settings.FEEDS_PER_HOST):
        answered: list[tuple[Feed, FeedResponse]] = []
        for response in batch:
            feed = feeds[response.request.pk]
            if response.result is FetchOutcome.UNREACHABLE:
                unreachable.append((feed, response))  # decided after all responses
            elif response.result is FetchOutcome.UNCHANGED and _only_check_time_changes(feed, response):
                unchanged.append(feed)
            else:
                answered.append((feed, response))
        report.feeds += len(batch)
        report.unchanged += sum(response.result is FetchOutcome.UNCHANGED for response in batch)
        _settle(answered, now, claim, report)
        yield report
    _settle_unchanged(unchanged, now, claim)
    _settle_unreachable(unreachable, now, claim, report)
    yield report


def _due_feeds(now: datetime, *, force: bool, url: str) -> dict[int, Feed]:
    if url:
        wanted = Feed.objects.filter(url=url).exclude(pk__in=Feed.objects.forbidden().values("pk"))
    else:
        wanted = Feed.objects.askable() if force else Feed.objects.due(now)
        # A disabled feed is probed weekly even with `force`.
        wanted = wanted.exclude(enabled=False, next_check_at__gt=now)
    return {feed.pk: feed for feed in wanted.order_by("next_check_at", "pk")}


def _request_for(feed: Feed) -> FeedRequest:
    if not feed.enabled:
        return FeedRequest(feed.pk, feed.url)
    return FeedRequest(feed.pk, feed.url, Validators(feed.etag, feed.last_modified, feed.body_digest))


def _only_check_time_changes(feed: Feed, response: FeedResponse) -> bool:
    """Returns whether only the check time changes; such feeds are updated together."""
    return (
        feed.enabled
        and not (feed.failures or feed.last_error_code or feed.redirect_count or response.permanent_url)
        and response.validators == response.request.validators
    )


def _settle_unchanged(unchanged: Sequence[Feed], now: datetime, claim: Job) -> None:
    by_ttl: dict[int, list[int]] = {}
    for feed in unchanged:
        by_ttl.setdefault(feed.ttl_s, []).append(feed.pk)
    with transaction.atomic():
        if unchanged and leases.renew(claim):
            for ttl, pks in by_ttl.items():
                Feed.objects.filter(pk__in=pks).update(**state.after_unchanged(timedelta(seconds=ttl), now))


def _settle(
    answered: Sequence[tuple[Feed, FeedResponse]], now: datetime, claim: Job, report: IngestReport
) -> None:
    """Stores headlines and states of some feeds in one transaction; does nothing if the lease was lost."""
    if not answered:
        return
    try:
        with transaction.atomic():
            if not leases.renew(claim):
                return
            written = [(feed, response) for feed, response in answered if _write_state(feed, response, now)]
            stored = store_entries(
                [(feed, response.entries) for feed, response in written if feed.enabled], now
            )
            _notify_floods(stored, (feed for feed, _answer in written))
        report.headlines += stored.new
        report.changed += stored.changed
    except (DataError, IntegrityError) as error:
        if len(answered) > 1:  # one publisher's invalid data must not affect the others
            for pair in answered:
                _settle([pair], now, claim, report)
            return
        feed, response = answered[0]
        log.exception("feed %s cannot be stored", feed.pk)
        text = f"Its entries cannot be stored ({type(error).__name__})."
        _settle(
            [(feed, FeedResponse(response.request, FetchOutcome.FAILED, code="unstorable", error=text))],
            now,
            claim,
            report,
        )
        return
    report.failed += sum(
        response.result in (FetchOutcome.FAILED, FetchOutcome.GONE, FetchOutcome.UNREACHABLE)
        for _feed, response in answered
    )


def _write_state(feed: Feed, response: FeedResponse, now: datetime) -> bool:
    """Stores the feed's new state; returns False if staff deleted the feed in the meantime."""
    outcome = state.after(feed, response, now, max_failures=settings.FEED_MAX_FAILURES)
    changes = outcome.changes
    if (url := changes.get("url")) and Feed.objects.filter(url=url).exclude(pk=feed.pk).exists():
        changes = changes | {"url": feed.url}  # another feed already has this URL
    if not Feed.objects.filter(pk=feed.pk).update(**changes):
        return False
    if outcome.notice:
        kind, text = outcome.notice
        notices.notify(kind, str(feed.pk), text, path=reverse("admin:news_feed_change", args=[feed.pk]))
    return True


def _notify_floods(stored: StoreReport, feeds: Iterable[Feed]) -> None:
    """Notifies staff if a feed that was read before exceeds its cap."""
    for feed in feeds:
        if feed.last_ok_at and (more := stored.left_out.get(feed.pk)):
            text = (
                f"{feed} brought {settings.FEED_MOST_NEW + more} new headlines at once; the newest"
                f" {settings.FEED_MOST_NEW} were taken. If it always brings so many, raise FEED_MOST_NEW."
            )
            path = reverse("admin:news_feed_change", args=[feed.pk])
            notices.notify(FLOOD, str(feed.pk), text, path=path)


def _settle_unreachable(
    unreachable: list[tuple[Feed, FeedResponse]], now: datetime, claim: Job, report: IngestReport
) -> None:
    report.outage = len(unreachable) >= FEWEST_FOR_OUTAGE and 2 * len(unreachable) > report.feeds
    reached = {"feeds"} if report.feeds > len(unreachable) else set()
    hosts = {urlsplit(feed.url).hostname or "" for feed, _answer in unreachable}
    reachability.note("headlines", reached=reached, unreached=hosts, now=now)
    if report.outage and reachability.outage():
        report.failed += len(unreachable)
        notices.resolve(OUTAGE, "")  # reported as a network outage
        return
    if report.outage:
        report.failed += len(unreachable)
        path = reverse("admin:news_feed_changelist")
        notices.notify(OUTAGE, "", _outage_text(unreachable, report), path=path)
        return
    _settle(unreachable, now, claim, report)
    if report.feeds > len(unreachable):
        notices.resolve(OUTAGE, "")


def _outage_text(unreachable: list[tuple[Feed, FeedResponse]], report: IngestReport) -> str:
    return (
        f"{len(unreachable)} of {report.feeds} feeds could not be reached: the fault is probably ours, so no"
        f" failure was counted. Check this server's network, name servers and proxy. The last error:"
        f" {unreachable[-1][1].error}"
    )[:500]


def forget_forbidden() -> int:
    """Deletes headlines of feeds whose terms forbid a paid service, if this is one; returns their number."""
    feeds = Feed.objects.forbidden().values("pk")
    if not feeds:
        return 0
    return _delete(Headline.objects.filter(feed__in=feeds).order_by("pk"))


def purge(now: datetime) -> int:
    """Deletes headlines, runs and empty stories older than 90 days; returns the number of headlines."""
    deleted = _delete(Headline.objects.filter(published_at__lt=now - KEPT).order_by("published_at"))
    # Stories that were joined into others.
    Story.objects.filter(headlines=None, created_at__lt=now - KEPT).delete()
    Run.objects.filter(started_at__lt=now - KEPT).delete()
    return deleted


def _delete(old: QuerySet[Headline]) -> int:
    """Deletes in batches, each in a transaction, so that other statements do not wait long."""
    deleted = 0
    while batch := dict(old.values_list("pk", "story_id")[:AT_ONCE]):
        with transaction.atomic():
            Headline.objects.filter(pk__in=batch).delete()
            still_used = set(
                Headline.objects.filter(story__in=set(batch.values())).values_list("story_id", flat=True)
            )
            Story.objects.filter(pk__in=set(batch.values()) - still_used - {None}).delete()
            cache_versions.invalidate("news")
        deleted += len(batch)
    return deleted
