"""When a reader may get a message: by day in the reader's zone, and once in each slot. Pure."""

from datetime import datetime, time
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from commentary.followed.models import FollowDelivery

# From eight in the morning until nine in the evening.
MORNING, EVENING = time(8), time(21)
UNKNOWN = "UTC"


@cache
def zones() -> tuple[str, ...]:
    """Returns the zones of places, and UTC; without the old names and fixed offsets."""
    places = (
        name
        for name in available_timezones()
        if "/" in name and not name.startswith(("Etc/", "SystemV/", "US/"))
    )
    return (UNKNOWN, *sorted(places))


def local(zone: str, now: datetime) -> datetime:
    """Returns the reader's own time; in UTC for a zone that this machine does not know."""
    return now.astimezone(ZoneInfo(zone if zone in zones() else UNKNOWN))


def is_day(zone: str, now: datetime) -> bool:
    return MORNING <= local(zone, now).time() < EVENING


def day_of(zone: str, now: datetime) -> str:
    return f"{local(zone, now):%Y-%m-%d}"


def slot(mail: str, zone: str, now: datetime) -> str:
    """Returns the slot of a message sent now; "" at night and where no mail is wanted."""
    if mail == FollowDelivery.Mail.OFF or not is_day(zone, now):
        return ""
    own = local(zone, now)
    return f"{own:%Y-%m-%dT%H}" if mail == FollowDelivery.Mail.HOURLY else f"{own:%Y-%m-%d}"
