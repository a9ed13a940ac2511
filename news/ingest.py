"""The story of a cycle: due feeds are asked, and what they say is kept with their new state.

Safe to kill anywhere: a feed's headlines and its validators are written in one transaction, so nothing is taken
for read that was not kept; and what was not kept is due still. Safe to run twice at once: only who holds the
claim writes.
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

from briefing.core import editions, leases, notices, reach
from briefing.core.models import Job
from news.feeds import pool, state, sync
from news.feeds.fetch import FeedRequest, FeedResponse, Result, Validators
from news.models import Feed, Headline, Run, Story
from news.storing import KEPT, Stored, store_entries

AT_ONCE = 250  # headlines deleted in one transaction: a thousand held their rows for 0.2 to 0.8 s
OUTAGE = "feeds_outage"
FLOOD = "feed_flood"
FEWEST_FOR_OUTAGE = 3
log = logging.getLogger(__name__)


@dataclass
class IngestReport:
    """What a cycle did, in figures."""

    feeds: int = 0
    unchanged: int = 0
    failed: int = 0
    headlines: int = 0
    changed: int = 0
    outage: bool = False

    def __str__(self) -> str:
        text = (
            f"{self.feeds} feeds asked, {self.unchanged} unchanged, {self.failed} failed,"
            f" {self.headlines} new headlines"
        )
        text += f", {self.changed} told anew" if self.changed else ""
        return text + (" (most feeds out of reach: nothing counted)" if self.outage else "")


def refresh_due(now: datetime, claim: Job, *, force: bool = False, url: str = "") -> Iterator[IngestReport]:
    """Asks the feeds that are due (with `force` all that may be asked, with `url` that one alone).

    Yields the growing report after each batch, for whoever shows progress. Once the claim is another's, nothing
    is written any more.
    """
    sync.sync()
    forget_forbidden()
    feeds = _wanted(now, force=force, url=url)
    report = IngestReport()
    calm: list[Feed] = []
    unreachable: list[tuple[Feed, FeedResponse]] = []
    asked = [_asked(feed) for feed in feeds.values()]
    for batch in pool.answers(asked, per_host=settings.FEEDS_PER_HOST):
        answered: list[tuple[Feed, FeedResponse]] = []
        for answer in batch:
            feed = feeds[answer.asked.pk]
            if answer.result is Result.UNREACHABLE:
                unreachable.append((feed, answer))  # whose fault that is shows when all have been asked
            elif answer.result is Result.UNCHANGED and _is_calm(feed, answer):
                calm.append(feed)
            else:
                answered.append((feed, answer))
        report.feeds += len(batch)
        report.unchanged += sum(answer.result is Result.UNCHANGED for answer in batch)
        _settle(answered, now, claim, report)
        yield report
    _settle_unchanged(calm, now, claim)
    _settle_unreachable(unreachable, now, claim, report)
    yield report


def _wanted(now: datetime, *, force: bool, url: str) -> dict[int, Feed]:
    if url:
        wanted = Feed.objects.filter(url=url).exclude(pk__in=Feed.objects.forbidden().values("pk"))
    else:
        wanted = Feed.objects.askable() if force else Feed.objects.due(now)
        # A probe keeps to its week even when all others are asked now.
        wanted = wanted.exclude(enabled=False, next_check_at__gt=now)
    return {feed.pk: feed for feed in wanted.order_by("next_check_at", "pk")}


def _asked(feed: Feed) -> FeedRequest:
    if not feed.enabled:
        return FeedRequest(feed.pk, feed.url)
    return FeedRequest(feed.pk, feed.url, Validators(feed.etag, feed.last_modified, feed.body_digest))


def _is_calm(feed: Feed, answer: FeedResponse) -> bool:
    """Nothing to write but the time: such feeds are settled together."""
    return (
        feed.enabled
        and not (feed.failures or feed.last_error_code or feed.redirect_count or answer.permanent_url)
        and answer.validators == answer.asked.validators
    )


def _settle_unchanged(calm: Sequence[Feed], now: datetime, claim: Job) -> None:
    by_ttl: dict[int, list[int]] = {}
    for feed in calm:
        by_ttl.setdefault(feed.ttl_s, []).append(feed.pk)
    with transaction.atomic():
        if calm and leases.renew(claim):
            for ttl, pks in by_ttl.items():
                Feed.objects.filter(pk__in=pks).update(**state.calm(timedelta(seconds=ttl), now))


def _settle(
    answered: Sequence[tuple[Feed, FeedResponse]], now: datetime, claim: Job, report: IngestReport
) -> None:
    """Headlines and states of some feeds in one transaction; nothing when the claim was lost."""
    if not answered:
        return
    try:
        with transaction.atomic():
            if not leases.renew(claim):
                return
            kept = [(feed, answer) for feed, answer in answered if _write_state(feed, answer, now)]
            stored = store_entries([(feed, answer.entries) for feed, answer in kept if feed.enabled], now)
            _tell_of_floods(stored, (feed for feed, _answer in kept))
        report.headlines += stored.new
        report.changed += stored.changed
    except (DataError, IntegrityError) as error:
        if len(answered) > 1:  # one publisher's oddity must not stop the others
            for pair in answered:
                _settle([pair], now, claim, report)
            return
        feed, answer = answered[0]
        log.exception("feed %s cannot be stored", feed.pk)
        text = f"Its entries cannot be stored ({type(error).__name__})."
        _settle(
            [(feed, FeedResponse(answer.asked, Result.FAILED, code="unstorable", error=text))],
            now,
            claim,
            report,
        )
        return
    report.failed += sum(
        answer.result in (Result.FAILED, Result.GONE, Result.UNREACHABLE) for _feed, answer in answered
    )


def _write_state(feed: Feed, answer: FeedResponse, now: datetime) -> bool:
    """The feed's new state; False when staff deleted the feed meanwhile."""
    outcome = state.after(feed, answer, now, max_failures=settings.FEED_MAX_FAILURES)
    changes = outcome.changes
    if (url := changes.get("url")) and Feed.objects.filter(url=url).exclude(pk=feed.pk).exists():
        changes = changes | {"url": feed.url}  # another feed stands there already
    if not Feed.objects.filter(pk=feed.pk).update(**changes):
        return False
    if outcome.notice:
        kind, text = outcome.notice
        notices.tell(kind, str(feed.pk), text, path=reverse("admin:news_feed_change", args=[feed.pk]))
    return True


def _tell_of_floods(stored: Stored, feeds: Iterable[Feed]) -> None:
    """A feed that was read before and brings more than its share says something new about itself."""
    for feed in feeds:
        if feed.last_ok_at and (more := stored.left_out.get(feed.pk)):
            text = (
                f"{feed} brought {settings.FEED_MOST_NEW + more} new headlines at once; the newest"
                f" {settings.FEED_MOST_NEW} were taken. If it always brings so many, raise FEED_MOST_NEW."
            )
            path = reverse("admin:news_feed_change", args=[feed.pk])
            notices.tell(FLOOD, str(feed.pk), text, path=path)


def _settle_unreachable(
    unreachable: list[tuple[Feed, FeedResponse]], now: datetime, claim: Job, report: IngestReport
) -> None:
    report.outage = len(unreachable) >= FEWEST_FOR_OUTAGE and 2 * len(unreachable) > report.feeds
    reached = {"feeds"} if report.feeds > len(unreachable) else set()
    hosts = {urlsplit(feed.url).hostname or "" for feed, _answer in unreachable}
    reach.note("headlines", reached=reached, unreached=hosts, now=now)
    if report.outage and reach.away():
        report.failed += len(unreachable)
        notices.resolve(OUTAGE, "")  # told as the network's
        return
    if report.outage:
        report.failed += len(unreachable)
        path = reverse("admin:news_feed_changelist")
        notices.tell(OUTAGE, "", _outage_text(unreachable, report), path=path)
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
    """Deletes the headlines of feeds whose terms forbid a paid service, where this is one; how many that were."""
    feeds = Feed.objects.forbidden().values("pk")
    if not feeds:
        return 0
    return _delete(Headline.objects.filter(feed__in=feeds).order_by("pk"))


def purge(now: datetime) -> int:
    """Deletes headlines published over 90 days ago, and what only they needed; how many headlines that were."""
    deleted = _delete(Headline.objects.filter(published_at__lt=now - KEPT).order_by("published_at"))
    Story.objects.filter(headlines=None, created_at__lt=now - KEPT).delete()  # joined into others
    Run.objects.filter(started_at__lt=now - KEPT).delete()
    return deleted


def _delete(old: QuerySet[Headline]) -> int:
    """In batches, each its own transaction, so that no other statement waits for long."""
    deleted = 0
    while batch := dict(old.values_list("pk", "story_id")[:AT_ONCE]):
        with transaction.atomic():
            Headline.objects.filter(pk__in=batch).delete()
            told = set(
                Headline.objects.filter(story__in=set(batch.values())).values_list("story_id", flat=True)
            )
            Story.objects.filter(pk__in=set(batch.values()) - told - {None}).delete()
            editions.changed("news")
        deleted += len(batch)
    return deleted
