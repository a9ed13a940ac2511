"""One news cycle: fetches the due feeds, groups new headlines into stories and tags them. Resumes a killed run."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work import jobs, leases
from briefing.core.work.jobs import NotYet
from news import ingest
from news.feeds import cadence
from news.models import Headline, Run
from news.stories.storage import attach
from news.tagging import tag

# A backlog (a first start with hundreds of feeds) is grouped and tagged in a separate job, so that the next
# cycle does not have to wait for it.
BACKLOG = 1500
# Time limit of a manual run over hundreds of feeds; the scheduled job has a shorter limit.
MANUAL_LIMIT = timedelta(hours=1)
GROUP_AND_TAG = "news.describe"
Progress = Callable[[ingest.IngestReport], None]


def last_run() -> datetime | None:
    """Returns the start time of the last finished run, or None while no headline is stored."""
    finished = Run.objects.filter(finished_at__isnull=False).order_by("-started_at").first()
    return finished.started_at if finished and Headline.objects.exists() else None


def is_due(now: datetime, key: str) -> bool:
    """Returns whether a run is due by the cadence policy; an unfinished run under this key always is."""
    return Run.objects.filter(key=key, finished_at__isnull=True).exists() or cadence.is_due(now, last_run())


def run(
    now: datetime, key: str, *, force: bool = False, url: str = "", progress: Progress | None = None
) -> str:
    """Runs the cycle if it is due, or always with `force` or `url`, and returns a one-line summary.

    Raises NotYet while another run is fetching feeds. The lease of a killed run expires after a minute.
    """
    if not (force or url or is_due(now, key)):
        return f"not due: the last run was at {last_run():%Y-%m-%d %H:%M} UTC"
    row, _created = Run.objects.get_or_create(key=key, defaults={"started_at": now})
    report = ingest.IngestReport()
    with leases.claimed(_name(url), MANUAL_LIMIT) as claim:
        if claim is None:
            raise NotYet("another run is fetching the feeds")
        for report in ingest.refresh_due(now, claim, force=force, url=url):
            if progress:
                progress(report)
    described = group_and_tag(row)
    row.finished_at = timezone.now()
    row.feeds, row.unchanged, row.failed = report.feeds, report.unchanged, report.failed
    row.headlines = report.headlines
    row.save()
    return f"{report}; {described}"


def _name(url: str) -> str:
    """Returns the name to lease. A single feed has its own lease, so it may at worst be fetched twice at once."""
    return f"feed {url}"[:160] if url else "feeds"


def group_and_tag(row: Run) -> str:
    """Groups and tags new headlines; enqueues a job for a backlog and does not tag while such a job is active."""
    ids = without_story(row)
    if len(ids) > BACKLOG:
        jobs.enqueue(GROUP_AND_TAG, row.key)
        return f"{len(ids)} left to a job to group and tag"
    grouped = attach(ids)
    working = Job.objects.filter(kind=GROUP_AND_TAG, state__in=(Job.State.NEW, Job.State.RUNNING)).exists()
    tagged = 0 if working else tag.tag_pending()
    return f"{grouped} grouped into stories, {tagged} tagged"


def group_and_tag_backlog(key: str) -> str:
    """Groups and tags the new headlines of the run with this key, however many; called by the job."""
    grouped = attach(without_story(Run.objects.get(key=key)))
    return f"{grouped} grouped into stories, {tag.tag_pending()} tagged"


def without_story(row: Run) -> list[int]:
    """Returns the ids of headlines without a story that were fetched since the last finished run."""
    before = Run.objects.filter(finished_at__isnull=False, started_at__lt=row.started_at)
    last = before.order_by("-started_at").values_list("started_at", flat=True).first()
    rows = Headline.objects.without_story()
    if last:
        rows = rows.filter(fetched_at__gt=last)
    return list(rows.order_by("id").values_list("pk", flat=True))
