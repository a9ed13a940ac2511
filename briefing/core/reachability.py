"""Whether this machine reaches the publishers at all: one state for everything that is fetched from outside.

Each run over sources, calendars or feeds notes which of its publishers answered, with whatever status. When none of
several did, the network is away: readers and staff are told so once, in place of a fault for each publisher.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction

from briefing.core import cache_versions, notices
from briefing.core.models import StaffNotice

KIND = "network_away"
# The pages that tell readers rest on these.
PARTS = ("figures", "news", "agenda")
# So many publishers do not fall silent in one run by themselves.
FEWEST = 3
# Another run that got through shortly before: then it is not the network.
LATELY = timedelta(minutes=15)
REACHED = "network.reached"
# Ends the outcome of a job that failed for that reason alone.
MARK = "the network is away"


def note(part: str, *, reached: Collection[str], unreached: Collection[str], now: datetime) -> None:
    """Takes in a run: the publishers that answered, and those to which no connection was made."""
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
    """The open notice, with the moment since when; None while publishers are reached. One query."""
    return StaffNotice.objects.filter(kind=KIND, resolved_at=None).first()
