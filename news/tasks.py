"""Job handlers of news: the cycle, the grouping of a flood, and the daily purge."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work.jobs import handles
from briefing.core.work.retention import purges
from news import cycle, ingest

# Tagging begins no call to a model after `tag.LONGEST_S`, so one call may end after it.
ONE_CALL = timedelta(seconds=settings.LLM_TIMEOUT_S)


@handles("news.ingest", within=timedelta(minutes=8) + ONE_CALL)
def run_cycle(job: Job) -> str:
    return cycle.run(timezone.now(), job.key)


@handles(cycle.GROUP_AND_TAG, within=timedelta(minutes=14) + ONE_CALL)
def group_and_tag_backlog(job: Job) -> str:
    return cycle.group_and_tag_backlog(job.key)


@purges("headlines")
def purge_headlines(now: datetime) -> int:
    return ingest.purge(now)
