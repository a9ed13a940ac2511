"""What `purge_samples` removes, and what stays."""

from datetime import UTC, date, datetime

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from accounts.models import User
from briefing.core import origin
from briefing.core.models import DataOrigin, EmailSend, Heartbeat, Job, LlmCall, StaffNotice
from briefing.core.operations import notices
from briefing.core.web import cache_versions, page_cache
from briefing.core.work import heartbeat
from briefing.local import samples, supervisor
from commentary import pass_rates
from commentary.digests.models import Digest
from commentary.models import ReviewerVerdict, StrategicLog, Withdrawal
from indicators.models import DailyQuote, Release, ReleaseCalendar, Revision
from news.models import Feed, Headline, Run, Story
from portfolio.models import InstrumentMap, TickerUniverse
from tests.accounts.readers import reader
from tests.pages import edition
from tests.portfolio.instruments import instrument

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 21, 12, 30, tzinfo=UTC)
STAYS = {"accounts_user", "email_sends", "briefing_job", "briefing_llmcall", "briefing_edition",
         "briefing_staffnotice", "user_acknowledgements"}  # fmt: skip


def headline(*, sample: bool) -> Headline:
    feed = Feed.objects.create(url=f"http://x.example/{sample}", publisher="X", sample=sample)
    return Headline.objects.create(feed=feed, guid="1", url="http://x.example/1", title="T", published_at=NOW,
                                   story=Story.objects.create())  # fmt: skip


def filled() -> None:
    """A row in every table that samples fill, or that is made from what they filled, and rows that are not."""
    DataOrigin.objects.create(origin=origin.SAMPLES)
    edition.whole()
    Headline.objects.all().delete()
    Feed.objects.all().delete()
    headline(sample=True)
    Revision.objects.create(symbol="ECB:X", at=NOW)
    ReleaseCalendar.objects.create(name="bls")
    Release.objects.create(calendar="bls", entry="us-cpi", key="1", day=NOW.date(), changed_at=NOW)
    StrategicLog.objects.create(cycle=NOW, tone="NOVICE", style="DRY", header="H", content="C", facts={},
                                facts_hash="x", written_by="rules", prompt_version=10)  # fmt: skip
    Withdrawal.objects.create(kind="log", tone="NOVICE", languages="en", written_by="rules", published_at=NOW,
                              withdrawn_at=NOW, reason="figure", instead="nothing")  # fmt: skip
    ada = reader("ada@example.org")
    sent = EmailSend.objects.create(user=ada, kind="digest_daily")
    Digest.objects.create(user=ada, kind="daily", period="2026-11-20", state="sent", email_send=sent)
    ReviewerVerdict.objects.create(kind="portfolio", lang="en", stage="precheck", attempt=1, verdict="pass")
    instrument("BAl_EQ", "BA.L", sample=True)
    TickerUniverse.objects.create(ticker="BA.L", added_on=NOW.date())
    Run.objects.create(key="1", started_at=NOW)
    for kind in ("indicators.refresh", "commentary.send_digest", "accounts.send_code"):
        Job.objects.create(kind=kind, key="1")
    LlmCall.objects.create(month="2026-11", purpose="read", provider="direct", expires_at=NOW)
    notices.notify("figures_held", "ECB:X", "Held back.")
    notices.notify("backup", "database", "The backup failed.")


def counts() -> dict[str, int]:
    own = {"accounts", "briefing", "indicators", "news", "billing", "commentary", "portfolio"}
    models = [model for model in apps.get_models() if model._meta.app_label in own and not model._meta.proxy]
    return {model._meta.db_table: count for model in models if (count := model._default_manager.count())}


def test_everything_made_from_samples_goes_and_nothing_else(settings):
    settings.SAMPLE_DATA = True
    filled()
    before = counts()
    settings.SAMPLE_DATA = False
    gone = samples.purge()
    after = counts()
    assert set(after) <= STAYS
    assert {name: before[name] - after.get(name, 0) for name in before if before[name] > after.get(name, 0)} == {
        **gone, "briefing_dataorigin": 1
    }  # fmt: skip
    assert User.objects.count() == EmailSend.objects.count() == LlmCall.objects.count() == 1
    assert Job.objects.get().kind == "accounts.send_code" and StaffNotice.objects.get().kind == "backup"
    assert origin.stored() is None


def test_live_data_are_no_samples():
    DataOrigin.objects.create(origin=origin.LIVE)
    headline(sample=False)
    DailyQuote.objects.create(symbol="ECB:X", day=date(2026, 11, 20), period="2026-11-20", value=1.0)
    before = counts()
    assert samples.purge() == {}
    assert counts() == before


def test_headlines_of_a_feed_that_staff_added_stay_and_make_the_database_live():
    DataOrigin.objects.create(origin=origin.SAMPLES)
    live, _ = headline(sample=False), headline(sample=True)
    samples.purge()
    assert Headline.objects.get() == live
    assert Story.objects.count() == Feed.objects.count() == 1
    assert origin.stored() == origin.LIVE


def test_sample_instruments_go_and_staff_s_own_stay_without_what_samples_said_of_them():
    DataOrigin.objects.create(origin=origin.SAMPLES)
    instrument("BAl_EQ", "BA.L", sample=True)
    own = instrument("BA", "BA", manual=True, quote_currency="GBp")
    samples.purge()
    own.refresh_from_db()
    assert list(InstrumentMap.objects.all()) == [own] and own.quote_currency == ""


def test_printed_pages_and_the_copies_for_an_outage_go():
    DataOrigin.objects.create(origin=origin.SAMPLES)
    origin.remember(origin.SAMPLES)
    before, asked = cache_versions.current(), RequestFactory().get("/")
    asked.user = page_cache.Role(is_authenticated=True, is_staff=False)
    page_cache.serve_cached(
        asked,
        "dashboard",
        lambda _request: HttpResponse("a page of samples"),
        varies_on=["NOVICE"],
        texts="rules",
    )

    def copy() -> page_cache.CachedPage | None:
        return page_cache.last_copy("/", "NOVICE", "rules", signed_in=True)

    assert copy()
    samples.purge()
    assert not set(before.values()) & set(cache_versions.current().values()) - {0}
    origin.remember(origin.SAMPLES)  # as another process still does
    assert copy() is None


def test_pass_rates_of_texts_on_samples_go():
    DataOrigin.objects.create(origin=origin.SAMPLES)
    origin.remember(origin.SAMPLES)
    ReviewerVerdict.objects.create(kind="read", lang="en", stage="judge", attempt=1, verdict="pass")
    assert [line.long.checks for line in pass_rates.rates().lines] == [1]
    samples.purge()
    assert pass_rates.rates().lines == ()


def test_command_says_how_many_rows_of_which_table(capsys):
    DataOrigin.objects.create(origin=origin.SAMPLES)
    headline(sample=True)
    call_command("purge_samples")
    assert "headlines: 1 deleted" in capsys.readouterr().out
    call_command("purge_samples")
    assert "There are no sample rows." in capsys.readouterr().out


def test_command_waits_for_the_service_to_be_stopped(settings):
    settings.EMBEDDED = True
    lock = supervisor.acquire_lock(settings.DATA_DIR)
    with pytest.raises(CommandError, match="Stop it first"):
        call_command("purge_samples")
    lock.close()
    call_command("purge_samples")


def test_command_waits_for_processes_of_other_machines(settings):
    settings.EMBEDDED = False
    Heartbeat.objects.create(name="worker@a:1", role="worker", pid=1, started_at=NOW, beat_at=timezone.now())
    with pytest.raises(CommandError, match="worker@a:1"):
        call_command("purge_samples")
    Heartbeat.objects.update(beat_at=timezone.now() - 2 * heartbeat.ALIVE)
    call_command("purge_samples")
