"""Scheduled jobs: hourly reads, the log every six hours, digests and daily deletion."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.outside.mail import MailError
from briefing.core.work import schedule
from briefing.core.work.jobs import MAX_ATTEMPTS, NotYet, enqueue, handles
from briefing.core.work.retention import purges
from commentary.digests import delivery
from commentary.digests.periods import DigestPeriod, Kind
from commentary.followed import events, mails
from commentary.models import IndicatorSummary, ReviewerVerdict
from commentary.publishing import logs, reads
from commentary.writing import composition

KEPT = timedelta(days=400)
# A cycle that a slow model outlasts is resumed at the next text, so each run must have time for one.
CYCLE = timedelta(minutes=10) + composition.longest()


@handles(reads.KIND, within=CYCLE)
def generate(job: Job) -> str:
    """Runs the cycle of the job's slot, so that a late or repeated run writes for the same hour."""
    slot = schedule.slot_of(job)
    report = reads.cycle(slot, slot=slot)
    if report.empty and not (report.written or report.unchanged or report.already_written):
        raise NotYet(f"{report}; asked again when figures may be there")
    return str(report)


@handles(logs.KIND, within=CYCLE)
def write_log(job: Job) -> str:
    slot = schedule.slot_of(job)
    return str(logs.cycle(slot, slot=slot))


@handles("commentary.digest_daily", within=timedelta(minutes=10))
def open_daily(job: Job) -> str:
    return _open_digests("daily", job)


@handles("commentary.digest_weekly", within=timedelta(minutes=10))
def open_weekly(job: Job) -> str:
    return _open_digests("weekly", job)


def _open_digests(kind: Kind, job: Job) -> str:
    """Creates the rows and jobs of the slot's period."""
    now = timezone.now()
    period = DigestPeriod(kind, schedule.slot_of(job))
    if period.is_over(now):
        return f"{kind} digest of {period.key}: too late"
    return f"{kind} digest of {period.key}: {delivery.open_period(period, now)} to send"


@handles(delivery.JOB, within=timedelta(minutes=2))
def send_digest(job: Job) -> str:
    return _send(job, delivery.deliver)


@handles(mails.JOB, within=timedelta(minutes=2))
def send_followed(job: Job) -> str:
    """Sends a message about followed figures; at night it is left for the next morning."""
    return _send(job, mails.deliver)


def _send(job: Job, deliver: Callable[[int, datetime], str]) -> str:
    """Sends the message whose id is the job's key; after the last attempt a new job retries every half hour."""
    row, now = job.key.partition(" ")[0], timezone.now()
    try:
        return deliver(int(row), now)
    except MailError as error:
        if error.permanent or job.attempts < MAX_ATTEMPTS:
            raise
        enqueue(job.kind, f"{row} {now:%d %H:%M}", not_before=now + timedelta(minutes=30))
        return f"{error}; asked again in half an hour"


@handles(events.SCAN, within=timedelta(minutes=8))
def scan_followed(job: Job) -> str:
    """Finds events of followed figures and opens the messages that may be sent now."""
    now = timezone.now()
    return f"{events.scan(now)} events, {mails.open_mails(now)} messages to send"


purges("followed")(mails.purge)
purges("digests")(delivery.purge)


@purges("texts")
def purge(now: datetime) -> int:
    """Deletes reads and verdicts without a text after 400 days; keeps logs and the last accepted read of each group."""
    newer = IndicatorSummary.objects.accepted().filter(
        group=OuterRef("group"), tone=OuterRef("tone"), style=OuterRef("style"), cycle__gt=OuterRef("cycle")
    )
    old = IndicatorSummary.objects.filter(Exists(newer), cycle__lt=now - KEPT)
    verdicts = ReviewerVerdict.objects.filter(summary=None, log=None, created_at__lt=now - KEPT)
    return sum(rows.delete()[0] for rows in (old, verdicts))
