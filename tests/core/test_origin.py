"""Sample and live data never share a database, and pages name the data's origin regardless of the setting."""

import importlib
from datetime import UTC, date, datetime

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.test import Client

from briefing.core import origin
from briefing.core.models import DataOrigin, Job
from briefing.core.operations.status import Level, look
from briefing.core.work import jobs
from commentary.digests import contents, delivery, periods
from indicators.models import DailyQuote, Quote
from indicators.sources import Observation
from indicators.storage import store_observations
from news import tasks  # noqa: F401  registers the job handlers
from news.feeds import sync
from news.feeds.parse import FeedEntry
from news.models import Feed, Headline
from news.storing import store_entries
from portfolio.models import InstrumentMap
from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
COMMANDS = (
    "refresh_indicators",
    "refresh_agenda",
    "ingest_news",
    "generate",
    "send_digests",
    "worker",
    "web",
)
MODES = [(True, origin.SAMPLES, origin.LIVE), (False, origin.LIVE, origin.SAMPLES)]


def a_figure() -> None:
    day = date(2026, 11, 20)
    store_observations("ECB:X", [Observation("2026-11-20", day, 1.0)], whole=True, now=NOW)


def holds(found: str) -> None:
    """Marks the database as containing this data, as if restored from a backup or copied."""
    DataOrigin.objects.create(origin=found)
    origin.remember(found)


@pytest.mark.parametrize(("samples", "own", "other"), MODES)
def test_first_figure_says_where_the_data_come_from(settings, samples, own, other):
    settings.SAMPLE_DATA = samples
    a_figure()
    assert origin.stored() == own
    a_figure()
    assert DataOrigin.objects.count() == 1


@pytest.mark.parametrize(("samples", "own", "other"), MODES)
def test_nothing_is_stored_over_data_of_the_other_sources(settings, samples, own, other):
    settings.SAMPLE_DATA = samples
    holds(other)
    feed = Feed.objects.create(url="https://x.example/feed", publisher="X")
    with pytest.raises(origin.MixedData):
        a_figure()
    with pytest.raises(origin.MixedData):
        store_entries([(feed, [FeedEntry("1", "", "Rates held", "", None)])], NOW)
    with pytest.raises(origin.MixedData):
        sync.sync()
    assert not Quote.objects.exists() and not DailyQuote.objects.exists() and not Headline.objects.exists()
    assert Feed.objects.get() == feed


def test_job_that_would_mix_fails_at_once_with_the_reason():
    holds(origin.SAMPLES)
    jobs.enqueue("news.ingest", "2026-11-20T12:10Z")
    row = Job.objects.get()
    assert jobs.run(row.pk)
    row.refresh_from_db()
    assert row.state == Job.State.DEAD and "purge_samples" in row.outcome


@pytest.mark.parametrize("command", COMMANDS)
def test_command_refuses_samples_in_live_mode_in_one_line(command):
    holds(origin.SAMPLES)
    with pytest.raises(CommandError) as refusal:
        call_command(command)
    assert "`manage.py purge_samples` removes them" in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_command_refuses_live_data_in_sample_mode(command, settings):
    settings.SAMPLE_DATA = True
    holds(origin.LIVE)
    with pytest.raises(CommandError, match="SAMPLE_DATA=false"):
        call_command(command)


@pytest.mark.parametrize("path", ["/", "/login", "/terms", "/methods"])
@pytest.mark.parametrize(("samples", "own", "other"), MODES)
def test_banner_follows_the_data(settings, path, samples, own, other):
    settings.SAMPLE_DATA = samples
    holds(other)
    html = Client().get(path, follow=True).content.decode()
    assert ("Sample data." in html) is (other == origin.SAMPLES)


@pytest.mark.parametrize("path", ["/api/indicators", "/api/news", "/api/reads", "/api/universe"])
def test_answers_for_programs_say_that_they_are_samples(path):
    client = signed_in()
    assert "Sample-Data" not in client.get(path)
    holds(origin.SAMPLES)
    assert client.get(path)["Sample-Data"] == "true"


def test_digest_says_so():
    edition = contents.collect(periods.current("daily", NOW), language="en", tone="NOVICE", now=NOW)
    assert delivery.context_of(edition, unsubscribe_url="x")["sample_data"] is False
    holds(origin.SAMPLES)
    assert delivery.context_of(edition, unsubscribe_url="x")["sample_data"] is True


def test_status_is_an_error_where_data_and_setting_contradict_each_other():
    holds(origin.SAMPLES)
    (line,) = look(NOW).section("Data").lines
    assert line.level == Level.ERROR and "purge_samples" in line.text


def test_samples_are_an_error_in_production_and_none_on_ones_own_machine(settings):
    settings.SAMPLE_DATA = True
    holds(origin.SAMPLES)
    assert look(NOW).section("Data").level == Level.OK
    settings.PRODUCTION = True
    assert look(NOW).section("Data").level == Level.ERROR


def filled_by_an_earlier_version() -> str | None:
    """Returns the origin that the migration determines in a database without a stored origin."""
    importlib.import_module("briefing.migrations.0010_data_origin").fill(apps, None)
    return origin.stored()


def test_upgrade_leaves_an_empty_database_open():
    assert filled_by_an_earlier_version() is None


def test_upgrade_finds_live_data():
    DailyQuote.objects.create(symbol="ECB:X", day=NOW.date(), period="2026-11-20", value=1.0)
    assert filled_by_an_earlier_version() == origin.LIVE


@pytest.mark.parametrize("row", [
    lambda: Feed.objects.create(url="http://127.0.0.1/feed", sample=True),
    lambda: InstrumentMap.objects.create(broker_ticker="VUSA", sample=True),
])  # fmt: skip
def test_upgrade_takes_a_mixed_database_for_samples(row):
    DailyQuote.objects.create(symbol="ECB:X", day=NOW.date(), period="2026-11-20", value=1.0)
    row()
    assert filled_by_an_earlier_version() == origin.SAMPLES
