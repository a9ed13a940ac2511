"""The front page of a day that is over: its texts with their figures, the days beside it, who may read it."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from briefing.core.web import cache_versions
from commentary.models import IndicatorSummary
from indicators.models import IndicatorFigure
from tests.accounts.readers import reader, signed_in
from tests.pages import edition, feed_reader

pytestmark = pytest.mark.django_db
DAY = edition.NOW.date()
TOMORROW = edition.NOW + timedelta(days=1)


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(edition.NOW, tick=False):
        edition.whole(3)
    with time_machine.travel(TOMORROW, tick=False):
        yield


def as_bob() -> Client:
    client = Client()
    client.force_login(reader("bob@example.org"))
    return client


def page(client, day=DAY, **query) -> str:
    response = client.get(f"/edition/{day}", query)
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("lang", ["en", "it"])
def test_page_says_what_stood_with_its_figures_of_then(lang):
    client = signed_in()
    client.cookies["svc.lang"] = lang
    read = IndicatorSummary.objects.get(group="all", tone="NOVICE")
    shown = read.translations.get(language="it") if lang == "it" else read
    before = page(client)
    IndicatorFigure.objects.update(value=987.65)
    cache_versions.invalidate("figures", "reads")
    after = page(client)
    assert f">{shown.title}</h1>" in after
    assert "987" not in after
    assert after == before
    assert after.count('<tr id="row-') == len(read.facts["rows"])


def test_day_without_a_text_of_its_own_shows_what_stood():
    with time_machine.travel(TOMORROW + timedelta(days=2), tick=False):
        assert IndicatorSummary.objects.get(group="all", tone="NOVICE").title in page(
            signed_in(), DAY + timedelta(days=2)
        )


def test_text_of_a_later_day_is_no_part_of_it():
    IndicatorSummary.objects.filter(group="bonds").update(published_at=TOMORROW)
    bonds = IndicatorSummary.objects.get(group="bonds", tone="NOVICE")
    assert bonds.content.split("\n\n")[0] not in page(signed_in())


def test_withdrawn_text_is_not_shown():
    IndicatorSummary.objects.filter(group="all").update(state=IndicatorSummary.State.WITHDRAWN)
    assert signed_in().get(f"/edition/{DAY}").status_code == 404


@pytest.mark.parametrize("allowed", [[], ["VIX", "GOLD", "HYS", "EURI", "NFCI", "BAA"]])
def test_right_that_was_taken_back_takes_its_figures_off_past_pages_too(settings, allowed):
    """Their owners' terms forbid display where readers pay, whenever the text was written."""
    lead = IndicatorSummary.objects.get(group="all", tone="NOVICE")
    withheld = {"VIX", "GOLD", "HYS", "EURI", "NFCI", "BAA"}
    figures = [{"code": code, "field": "value", "value": 1.0, "period": "2026-11-20"} for code in withheld]
    sentences = [{"text": lead.content.split("\n\n")[0], "figures": figures}]
    IndicatorSummary.objects.filter(pk=lead.pk).update(sentences=sentences)
    log = feed_reader.log(1, facts=lead.facts, sentences=sentences)
    settings.SAMPLE_DATA, settings.SUBSCRIPTIONS_ENABLED, settings.PAID_DISPLAY_ALLOWED = False, True, allowed
    client = signed_in()
    for path in (f"/edition/{DAY}", f"/texts/read/{lead.pk}", f"/log/{log.pk}"):
        body = client.get(path).content.decode()
        labels = {row["label_en"] for row in lead.facts["rows"] if row["key"] in withheld}
        found = {label for label in labels if f">{label}<" in body}
        assert found == (labels if allowed else set()), path


def test_days_beside_it_are_linked():
    IndicatorSummary.objects.filter(group="bonds").update(cycle=edition.NOW)
    with time_machine.travel(TOMORROW + timedelta(days=1), tick=False):
        first, second = page(signed_in()), page(as_bob(), DAY + timedelta(days=1))
    following, before = DAY + timedelta(days=1), DAY
    assert f'href="/edition/{following}" rel="next"' in first and 'rel="prev"' not in first
    assert f'href="/edition/{before}" rel="prev"' in second and 'href="/" rel="next"' in second


@pytest.mark.parametrize("day", [
    DAY + timedelta(days=2), DAY + timedelta(days=30), DAY - timedelta(days=1), DAY - timedelta(days=400),
    "2026-02-30", "2026-13-01", "9999-12-31", "0000-01-01", "x", "",
])  # fmt: skip
def test_other_days_are_not_found(day):
    assert signed_in().get(f"/edition/{day}").status_code == 404


def test_today_s_address_leads_to_the_front_page():
    response = signed_in().get(f"/edition/{TOMORROW.date()}")
    assert (response.status_code, response["Location"]) == (302, "/")


@pytest.mark.parametrize(("day", "reason"), [
    (DAY - timedelta(days=1), "There is no edition for this day"), ("2026-13-01", "This is not a date"),
])  # fmt: skip
def test_missing_edition_says_why(day, reason):
    assert reason in signed_in().get(f"/edition/{day}").content.decode()


def test_log_links_the_front_page_of_yesterday_where_there_is_one():
    link, client = f'href="/edition/{DAY}"', signed_in()
    assert link in client.get("/log").content.decode()
    IndicatorSummary.objects.update(state=IndicatorSummary.State.WITHDRAWN)
    cache_versions.invalidate("reads")
    assert link not in client.get("/log").content.decode()


def test_edition_is_shown_for_a_year():
    with time_machine.travel(edition.NOW + timedelta(days=365), tick=False):
        page(signed_in())
    with time_machine.travel(edition.NOW + timedelta(days=366), tick=False):
        assert as_bob().get(f"/edition/{DAY}").status_code == 404


def test_log_leads_to_it():
    log = feed_reader.log(1)
    client = signed_in()
    assert f'href="/edition/{DAY}"' in client.get("/log").content.decode()
    day = log.cycle.date()
    linked = f'href="/edition/{day}"' in client.get(f"/log/{log.pk}").content.decode()
    assert linked == (day <= DAY)


def test_it_is_printed_and_for_readers():
    client = signed_in()
    assert client.get(f"/edition/{DAY}")["ETag"] == client.get(f"/edition/{DAY}?junk=1")["ETag"]
    visitor = Client().get(f"/edition/{DAY}")
    assert (visitor.status_code, visitor["Location"]) == (303, f"/login?next=%2Fedition%2F{DAY}")
