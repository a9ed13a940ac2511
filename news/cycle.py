"""One cycle from the gate to the tags: fetch, group into stories, tag. Resumed where a killed one stopped."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from briefing.core import jobs, leases
from briefing.core.jobs import NotYet
from briefing.core.models import Job
from news import ingest
from news.feeds import cadence
from news.models import Headline, Run
from news.stories.storage import attach
from news.tagging import tag

# A flood (a first start with hundreds of feeds) is grouped and tagged by a job of its own, so that the next
# slot does not wait for it.
FLOOD = 1500
# A run by hand over hundreds of feeds; the job's own time is shorter.
AT_MOST = timedelta(hours=1)
DESCRIBE = "news.describe"
Progress = Callable[[ingest.IngestReport], None]


def last_run() -> datetime | None:
    """When the last finished run began; None as long as no run has brought a headline."""
    finished = Run.objects.filter(finished_at__isnull=False).order_by("-started_at").first()
    return finished.started_at if finished and Headline.objects.exists() else None


def is_due(now: datetime, key: str) -> bool:
    """By the cadence policy; a run that was begun under this key and never finished always is."""
    return Run.objects.filter(key=key, finished_at__isnull=True).exists() or cadence.is_due(now, last_run())


def run(
    now: datetime, key: str, *, force: bool = False, url: str = "", progress: Progress | None = None
) -> str:
    """Runs the cycle if it is due (always with `force` or `url`) and says in one line what it did.

    Raises NotYet while another run asks the feeds; a killed run's claim is free after a minute.
    """
    if not (force or url or is_due(now, key)):
        return f"not due: the last run was at {last_run():%Y-%m-%d %H:%M} UTC"
    row, _created = Run.objects.get_or_create(key=key, defaults={"started_at": now})
    report = ingest.IngestReport()
    with leases.claimed(_name(url), AT_MOST) as claim:
        if claim is None:
            raise NotYet("another run is asking the feeds")
        for report in ingest.refresh_due(now, claim, force=force, url=url):
            if progress:
                progress(report)
    described = describe(row)
    row.finished_at = timezone.now()
    row.feeds, row.unchanged, row.failed = report.feeds, report.unchanged, report.failed
    row.headlines = report.headlines
    row.save()
    return f"{report}; {described}"


def _name(url: str) -> str:
    """What a run claims. One feed alone can be asked beside a run over all: at worst it is asked twice."""
    return f"feed {url}"[:160] if url else "feeds"


def describe(row: Run) -> str:
    """Groups and tags what is new; a flood is left to a job, and so is what an earlier job still works on."""
    ids = ungrouped(row)
    if len(ids) > FLOOD:
        jobs.enqueue(DESCRIBE, row.key)
        return f"{len(ids)} left to the worker to group and tag"
    grouped = attach(ids)
    working = Job.objects.filter(kind=DESCRIBE, state__in=(Job.State.NEW, Job.State.RUNNING)).exists()
    tagged = 0 if working else tag.tag_pending()
    return f"{grouped} grouped into stories, {tagged} tagged"


def describe_flood(key: str) -> str:
    """The job that a flooded run left behind."""
    grouped = attach(ungrouped(Run.objects.get(key=key)))
    return f"{grouped} grouped into stories, {tag.tag_pending()} tagged"


def ungrouped(row: Run) -> list[int]:
    """Headlines that no run has grouped: those since the last finished run, this run's own among them."""
    before = Run.objects.filter(finished_at__isnull=False, started_at__lt=row.started_at)
    last = before.order_by("-started_at").values_list("started_at", flat=True).first()
    rows = Headline.objects.without_story()
    if last:
        rows = rows.filter(fetched_at__gt=last)
    return list(rows.order_by("id").values_list("pk", flat=True))
