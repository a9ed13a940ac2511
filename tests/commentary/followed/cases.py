"""Readers who follow figures, and figures that change."""

from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import time_machine

from accounts.models import User
from briefing.core.models import Job
from briefing.core.work import jobs
from commentary import tasks  # noqa: F401  registers the work
from commentary.followed import choices, events, mails
from commentary.followed.models import FigureEvent, FollowDelivery, FollowMail
from indicators import computation
from indicators.groups import load
from indicators.models import DailyQuote
from tests.accounts.readers import reader

# A Monday, noon in Rome.
NOON = datetime(2026, 11, 23, 11, 0, tzinfo=UTC)
FRIDAY = date(2026, 11, 20)


def at(moment: datetime) -> Any:
    return time_machine.travel(moment, tick=False)


def follower(
    *codes: str,
    email: str = "ada@example.org",
    kinds: tuple[str, ...] = ("out", "unusual", "revised"),
    zone: str = "Europe/Rome",
    mail: str = "daily",
    **columns: object,
) -> User:
    user = reader(email, **columns)
    for code in codes or ("US10",):
        choices.follow_figure(user, code, kinds, zone=zone)
    if mail != "daily":
        choices.set_delivery(user, mail, zone)
    return user


def yesterday(code: str = "US10", value: float = 4.0) -> None:
    """Friday's figure, after 70 days with moves of 0.1, seen by a scan."""
    symbol = load().row(code).symbols[0]
    DailyQuote.objects.filter(symbol=symbol).delete()
    DailyQuote.objects.bulk_create(
        DailyQuote(symbol=symbol, day=FRIDAY - timedelta(days=back), period=str(FRIDAY - timedelta(days=back)),
                   value=value + (0.1 if back % 2 else 0.0))
        for back in range(70)
    )  # fmt: skip
    compute(code)
    events.scan(NOON)


def arrives(code: str = "US10", *, value: float = 4.05, day: date = date(2026, 11, 23)) -> None:
    """An observation is stored and its row computed, as by a refresh."""
    symbol = load().row(code).symbols[0]
    DailyQuote.objects.update_or_create(symbol=symbol, day=day, defaults={"value": value, "period": str(day)})
    compute(code)


_later = count(1)


def compute(code: str) -> None:
    row = load().row(code)
    moment = NOON + timedelta(microseconds=next(_later))
    assert computation.compute([row], changed=set(row.symbols), now=moment) == 1


def kinds() -> list[tuple[str, str]]:
    return list(FigureEvent.objects.order_by("subject", "pk").values_list("subject", "kind"))


def send(now: datetime = NOON) -> list[str]:
    """Scans, opens and does each job once; the outcomes of all jobs so far."""
    with at(now):
        events.scan(now)
        mails.open_mails(now)
        waiting = Job.objects.filter(kind=mails.JOB, state="new")
        waiting.update(not_before=now)
        for pk in list(waiting.order_by("pk").values_list("pk", flat=True)):
            jobs.run(pk)
    return list(Job.objects.filter(kind=mails.JOB).order_by("pk").values_list("outcome", flat=True))


def states() -> list[tuple[str, str]]:
    return list(FollowMail.objects.order_by("pk").values_list("state", "reason"))


def opened(**columns: object) -> FollowMail:
    """A message that waits, about one figure."""
    follower(**columns)
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    mails.open_mails(NOON)
    return FollowMail.objects.get()


def delivery(user: User) -> FollowDelivery:
    return FollowDelivery.objects.get(user=user)
