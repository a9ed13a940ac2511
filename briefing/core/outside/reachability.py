"""Detects network outages from what is fetched: one state for all outside publishers.

Each run over sources, calendars or feeds notes which publishers answered, with any status. If none of several
did, the network is down: readers and staff are told once, instead of one fault per publisher.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction

from briefing.core.models import StaffNotice
from briefing.core.operations import notices
from briefing.core.web import cache_versions

KIND = "network_away"
# Parts of the pages that show the outage.
PARTS = ("figures", "news", "agenda")
# Several publishers do not fail in the same run independently.
FEWEST = 3
# If another run reached publishers this recently, the network is up.
LATELY = timedelta(minutes=15)
REACHED = "network.reached"
# Suffix of the outcome of jobs that failed only for this reason.
MARK = "the network is away"


def note(part: str, *, reached: Collection[str], unreached: Collection[str], now: datetime) -> None:
    """Records a run's publishers that answered and those that could not be connected to."""
    if reached:
        cache.set(REACHED, now, LATELY.total_seconds())
        if notices.resolve(KIND, ""):
            cache_versions.invalidate(*PARTS)
    elif len(set(unreached)) >= FEWEST and not _reached_lately(now):
        text = (
            f"The network is away: none of {len(set(unreached))} publishers of {part} could be reached. Look at this"
            " machine's network, name servers, firewall and proxy; all of them are asked again by themselves."
        )
        with transaction.atomic():
            if notices.notify(KIND, "", text):
                cache_versions.invalidate(*PARTS)


def _reached_lately(now: datetime) -> bool:
    moment = cache.get(REACHED)
    return moment is not None and now - moment < LATELY


def outage() -> StaffNotice | None:
    """Returns the open notice, None while publishers are reachable. One query."""
    return StaffNotice.objects.filter(kind=KIND, resolved_at=None).first()
