"""A Monday morning with something to say, and readers who want to hear it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

from django.core import mail

from accounts.models import User
from briefing.core.models import Job
from briefing.core.work import jobs
from commentary import tasks  # noqa: F401  registers the work
from commentary.digests import delivery, periods
from commentary.digests.models import Digest
from commentary.mailing import sending
from commentary.models import IndicatorSummary, StrategicLog, StrategicLogTranslation
from indicators.groups import load
from indicators.models import DailyQuote
from news.models import Feed, Headline, Story
from tests.accounts.readers import reader
from tests.commentary.conftest import store_figure

NOW = datetime(2026, 11, 23, 6, 31, tzinfo=UTC)  # a Monday
PERIOD = periods.DigestPeriod("daily", datetime(2026, 11, 23, 6, 30, tzinfo=UTC))
WEEK = periods.DigestPeriod("weekly", datetime(2026, 11, 22, 17, 0, tzinfo=UTC))


def daily_figure(code: str, *, value: float, previous: float, step: float = 0.1, **changes: object) -> None:
    """Friday's figure of a daily row after Thursday's, in a history whose usual move is `step`."""
    symbol = load().row(code).symbols[0]
    day = date(2026, 11, 20)
    DailyQuote.objects.bulk_create(
        DailyQuote(symbol=symbol, day=day - timedelta(days=back), period=str(day - timedelta(days=back)),
                   value=value + (step if back % 2 else 0.0))
        for back in range(70)
    )  # fmt: skip
    fields: dict[str, Any] = {
        "value": value, "previous_value": previous, "change": value - previous, "observed_on": day,
        "period": "2026-11-20", "previous_period": "2026-11-19",
    }  # fmt: skip
    store_figure(code, **(fields | changes))


def log(**changes: object) -> StrategicLog:
    """An accepted log of Monday's first slot, with its translation."""
    fields: dict[str, Any] = {
        "cycle": datetime(2026, 11, 23, 6, 7, tzinfo=UTC), "tone": "NOVICE", "style": "DRY",
        "header": "Long rates stood higher", "content": "The yield rose.\n\nPrices & wages stood still.",
        "facts": {"group": "all", "as_of": "2026-11-23", "rows": []}, "facts_hash": "x", "written_by": "ai",
        "prompt_version": 10, "published_at": datetime(2026, 11, 23, 6, 8, tzinfo=UTC),
    }  # fmt: skip
    made = StrategicLog.objects.create(**(fields | changes))
    StrategicLogTranslation.objects.create(
        log=made,
        language="it",
        header="Tassi lunghi più alti",
        content="Il rendimento è salito.",
        written_by=made.written_by,
    )
    return made


def frozen(cycle: datetime, rows: list[dict[str, Any]]) -> IndicatorSummary:
    """What a cycle knew of the figures."""
    facts = {"group": "all", "as_of": cycle.date().isoformat(), "rows": rows}
    return IndicatorSummary.objects.create(
        cycle=cycle, group="all", tone="NOVICE", style="DRY", content="x", facts=facts, facts_hash="x",
        written_by="rules", prompt_version=10,
    )  # fmt: skip


def known(code: str, **changes: object) -> dict[str, Any]:
    """A row as a cycle froze it: Thursday's figure."""
    row = load().row(code)
    return {
        "key": code, "group": row.group_id, "label_en": code, "label_it": code, "unit": row.unit,
        "decimals": row.decimals, "frequency": row.frequency, "value": 4.0, "period": "2026-11-19",
        "date": "2026-11-19",
    } | changes  # fmt: skip


def story(title: str, *publishers: str, lang: str = "en", at: datetime = NOW) -> None:
    told = Story.objects.create(lang=lang)
    for publisher in publishers:
        feed, _made = Feed.objects.get_or_create(
            url=f"https://{publisher.lower()}.example/feed", defaults={"publisher": publisher}
        )
        Headline.objects.create(
            feed=feed, guid=f"{title} {publisher}", url=f"https://{publisher.lower()}.example/{told.pk}", title=title,
            published_at=at - timedelta(hours=2), lang=lang, story=told, tags=[],
        )  # fmt: skip


def morning() -> None:
    """A log, a figure that moved, two headlines."""
    log()
    daily_figure("US10", value=4.2, previous=4.0)
    story("Council meets & decides", "ECB", "BBC")
    story("Istat pubblica i dati", "ANSA", lang="it")


def subscriber(email: str = "ada@example.org", **columns: object) -> User:
    return reader(email, **({"digest_opt_in": "daily"} | columns))


def send_all(now: datetime = NOW, period: periods.DigestPeriod = PERIOD) -> list[str]:
    """Opens the period and does each reader's job; the outcomes."""
    delivery.open_period(period, now)
    Job.objects.filter(kind=delivery.JOB, state="new").update(not_before=now)
    for pk in Job.objects.filter(kind=delivery.JOB, state="new").order_by("pk").values_list("pk", flat=True):
        jobs.run(pk)
    return list(Job.objects.filter(kind=delivery.JOB).order_by("pk").values_list("outcome", flat=True))


def record(digest: Digest) -> None:
    """Takes the digest and records its sending, without sending it."""
    sending.record(digest, digest.user_id, "digest_daily", lambda user: delivery.confirm(digest, user))


def message(place: int = -1) -> Any:
    return mail.outbox[place]


def html(place: int = -1) -> str:
    return str(message(place).alternatives[0][0])
