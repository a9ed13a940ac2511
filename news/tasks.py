"""Job handlers of news: the cycle, the grouping of a flood, and the daily purge."""

from datetime import datetime, timedelta

from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work.jobs import handles
from briefing.core.work.retention import purges
from news import cycle, ingest


@handles("news.ingest", within=timedelta(minutes=9))
def run_cycle(job: Job) -> str:
    return cycle.run(timezone.now(), job.key)


@handles(cycle.GROUP_AND_TAG, within=timedelta(minutes=15))
def group_and_tag_backlog(job: Job) -> str:
    return cycle.group_and_tag_backlog(job.key)


@purges("headlines")
def purge_headlines(now: datetime) -> int:
    return ingest.purge(now)
