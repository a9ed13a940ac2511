"""Each rule of docs/operating/alerts.yml fires when its fault is there, and not before.

The rules are kept to one metric with labels and a number, so that a few lines can evaluate them; the two that need
Prometheus' own arithmetic are tried by the metrics that they rest on.
"""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from ipaddress import ip_network
from operator import eq, ge, gt
from pathlib import Path

import pytest
import yaml
from django.db import DatabaseError, connection
from django.test import Client
from django.utils import timezone

from billing.models import BillingEvent
from billing.tasks import DRIFT
from briefing.core.models import Job, LlmMonth
from briefing.core.operations import notices
from briefing.core.operations.status import service
from briefing.core.work import heartbeat
from briefing.pages import metrics as page
from commentary.models import IndicatorSummary, ReviewerVerdict
from indicators import groups
from indicators.models import IndicatorFigure, Quote
from news.models import Feed
from tests.pages.test_metrics import count, scraped

ROOT = Path(__file__).resolve().parents[2]
RULES = {
    rule["alert"]: rule
    for group in yaml.safe_load((ROOT / "docs/operating/alerts.yml").read_text())["groups"]
    for rule in group["rules"]
}
SIMPLE = re.compile(r'^(\w+)(?:\{(\w+)(=~|=)"([^"]*)"\})? (==|>=|>) (\d+)$')
OPERATORS = {"==": eq, ">=": ge, ">": gt}
pytestmark = pytest.mark.django_db


def fires(name: str, samples: dict) -> bool:
    """Whether a simple rule's expression is true of any sample."""
    metric, label, how, wanted, operator, number = SIMPLE.match(RULES[name]["expr"]).groups()
    for (found, labels), value in samples.items():
        said = dict(labels).get(label, "")
        fits = label is None or (re.fullmatch(wanted, said) if how == "=~" else said == wanted)
        if found == metric and fits and OPERATORS[operator](value, float(number)):
            return True
    return False


@pytest.fixture(autouse=True)
def _well(settings, tmp_path) -> None:
    """A service at which no rule fires."""
    settings.METRICS_ENABLED, settings.DATA_DIR = True, tmp_path
    settings.LLM_API_KEY, settings.LLM_MODEL, settings.SUBSCRIPTIONS_ENABLED = "k", "small", True
    backed_up(tmp_path / "backups", hours=3)
    service._checks.cache_clear()  # kept for a process, whose settings stand; here another test's might be kept
    settings.BILLING_API_KEY = settings.BILLING_WEBHOOK_SECRET = "k"
    settings.BILLING_PRICE_MONTHLY = settings.BILLING_PRICE_ANNUAL = "p"
    for role in ("web", "worker", "urgent", "clock"):
        heartbeat.beat(role)


def ago(**length: int) -> object:
    return timezone.now() - timedelta(**length)


def job(**columns: object) -> None:
    Job.objects.create(**{"kind": "news.describe", "key": str(Job.objects.count())} | columns)


def late_pipeline() -> None:
    job(kind="news.ingest", state="done", created_at=ago(hours=5), finished_at=ago(hours=5))


def many_refused() -> None:
    for _ in range(5):
        job(kind="billing.confirm", not_before=ago(hours=-1), outcome="the mail server refused: X")


def silent_source() -> None:
    Quote.objects.create(
        symbol=next(iter(groups.load().symbols())), error="no answer", fetched_at=ago(days=3)
    )


def overdue_row() -> None:
    row = groups.load().active_rows()[0]
    day = ago(days=row.max_age_days + 5).date()
    IndicatorFigure.objects.create(code=row.code, made_of=row.inputs, value=1, observed_on=day, period=str(day), lowest=1,
                                   highest=1, since=day, points=1, computed_at=timezone.now())  # fmt: skip


def spent(usd: int) -> None:
    LlmMonth.objects.create(month=timezone.now().strftime("%Y-%m"), committed_micro_usd=usd * 1_000_000)


def texts_by_rules() -> None:
    for tone in IndicatorSummary.Tone:
        IndicatorSummary.objects.create(
            group="all", cycle=timezone.now(), tone=tone, style="DRY", content="Text.", facts={}, written_by="rules",
            prompt_version=1, published_at=timezone.now(),
        )  # fmt: skip


def refused_texts() -> None:
    for _ in range(25):
        ReviewerVerdict.objects.create(kind="read", lang="en", stage="precheck", attempt=1, verdict="fail")


def backed_up(folder: Path, *, hours: int) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "made.age").touch()
    note = {"at": ago(hours=hours).isoformat(), "bytes": 1, "file": "made.age"}
    (folder / "latest.json").write_text(json.dumps(note))


def trust_everybody(settings: object) -> None:
    settings.TRUSTED_PROXIES = [ip_network("0.0.0.0/0")]


def dead_feed(**columns: object) -> None:
    Feed.objects.create(url="https://a.example/f", slug="a", last_error="no", **columns)


def broker_away(settings: object) -> None:
    settings.EMBEDDED, settings.CELERY_BROKER_URL = False, "redis://127.0.0.1:1/0"


FAULTS: dict[str, Callable[[object], object]] = {
    "BrokerDown": broker_away,
    "NoProcess": lambda _: heartbeat.Heartbeat.objects.filter(role="urgent").delete(),
    "PipelineLate": lambda _: late_pipeline(),
    "JobsFailed": lambda _: job(state="dead", finished_at=ago(hours=1)),
    "JobsWait": lambda _: job(not_before=ago(minutes=20), created_at=ago(minutes=20)),
    "JobHangs": lambda _: job(state="running", woken_at=ago(hours=1), lease_until=ago(minutes=-1)),
    "CodesNotDelivered": lambda _: job(kind="accounts.send_code", created_at=ago(minutes=2)),
    "MailFails": lambda _: many_refused(),
    "SourceSilent": lambda _: silent_source(),
    "SeriesFail": lambda _: silent_source(),
    "SeriesOverdue": lambda _: overdue_row(),
    "FeedsFail": lambda _: dead_feed(),
    "FeedsDisabled": lambda _: dead_feed(enabled=False, disabled_at=ago(days=1)),
    "CapReached": lambda _: spent(20),
    "CapNear": lambda _: spent(17),
    "RulesWrite": lambda _: texts_by_rules(),
    "ReviewRefuses": lambda _: refused_texts(),
    "DeliveriesWait": lambda _: BillingEvent.objects.create(event_id="a", received_at=ago(hours=1)),
    "BillingDrift": lambda _: notices.notify(DRIFT, "", "Differences."),
    "BackupOld": lambda settings: backed_up(settings.DATA_DIR / "backups", hours=120),
    "DangerousSetting": trust_everybody,
    "NoticesWait": lambda _: notices.notify("llm_cap", "2026-11", "The cap."),
}
OTHERWISE = {"ServiceDown", "DatabaseDown", "DiskFull", "ServerErrors", "SlowPages"}


def test_every_rule_is_tried():
    assert set(FAULTS) | OTHERWISE == set(RULES)


@pytest.mark.parametrize("name", sorted(FAULTS))
def test_a_rule_fires_by_its_fault(settings, name):
    before = fires(name, scraped())
    FAULTS[name](settings)
    # Of a process that trusts everybody nobody is on this machine.
    settings.SERVICE_TOKEN = "t" * 40
    samples = scraped(Client(headers={"authorization": f"Bearer {'t' * 40}"}))
    assert (before, fires(name, samples)) == (False, True)


def test_a_full_disk(monkeypatch):
    real = service.shutil.disk_usage
    assert not fires("DiskFull", scraped())
    monkeypatch.setattr(service.shutil, "disk_usage", lambda path: real(path)._replace(total=100, free=3))
    assert fires("DiskFull", scraped())


def test_a_database_that_is_away():
    def refuse(*args: object) -> None:
        raise DatabaseError("gone")

    with connection.execute_wrapper(refuse):
        samples = scraped()
    assert fires("DatabaseDown", samples)


def test_errors_and_slow_pages_are_counted_under_the_names_that_their_rules_use():
    page.metrics.request_done("news", 500, 4.0)
    names = {name for name, _ in scraped()}
    for rule in ("ServerErrors", "SlowPages"):
        assert set(re.findall(r"briefing_\w+", RULES[rule]["expr"])) <= names
    assert count("news", 500) >= 1
