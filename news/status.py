"""The news section of the staff status page."""

from datetime import datetime, timedelta

from django.urls import reverse

from briefing.core.operations.status import Level, Report, StatusLine, StatusMeasure, names, reports
from news.models import Feed

DAY = timedelta(days=1)


@reports("News feeds")
def feeds(now: datetime) -> Report:
    """Reports feeds without a success for a day, and feeds that the service disabled."""
    rows = list(
        Feed.objects.askable().only(
            "slug", "url", "title", "publisher", "last_ok_at", "last_error", "disabled_at"
        )
    )
    for feed in rows:
        if feed.last_ok_at:
            yield StatusMeasure(
                "feed_last_success_timestamp_seconds", "When a feed last answered well.",
                feed.last_ok_at.timestamp(), {"feed": feed.slug or f"feed-{feed.pk}"},
            )  # fmt: skip
    failing = [str(feed) for feed in rows if _fails(feed, now)]
    disabled = [str(feed) for feed in rows if feed.disabled_at]
    yield StatusMeasure("feeds", "Feeds that are asked.", len(rows))
    yield StatusMeasure("feeds_failing", "Feeds without a success for a day.", len(failing))
    yield StatusMeasure("feeds_disabled", "Feeds that the service disabled after failures.", len(disabled))
    path = reverse("admin:news_feed_changelist")
    if not failing and not disabled:
        yield StatusLine(
            "feeds", Level.OK, f"{len(rows)} feeds, none of them failing.", path=path, of_publishers=True
        )
    if failing:
        level = Level.ERROR if 2 * len(failing) >= len(rows) else Level.WARNING
        text = f"{len(failing)} of {len(rows)} feeds without a success for a day: {names(failing)}."
        yield StatusLine(
            "feeds:failing",
            level,
            text,
            "The admin shows each error with what to do.",
            path,
            of_publishers=True,
        )
    if disabled:
        text = f"{len(disabled)} feeds were disabled after failures: {names(disabled)}."
        yield StatusLine(
            "feeds:disabled",
            Level.WARNING,
            text,
            "The admin shows what to do about each; then enable it.",
            f"{path}?enabled__exact=0",
        )


def _fails(feed: Feed, now: datetime) -> bool:
    quiet = feed.last_ok_at is None or feed.last_ok_at < now - DAY
    return quiet and bool(feed.last_error) and not feed.disabled_at
