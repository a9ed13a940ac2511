"""The dashboard without data, with failures, with other languages."""

import json
import re
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from briefing.core.web import cache_versions
from briefing.pages.dashboard import front
from commentary.models import IndicatorSummary
from commentary.publishing import replacement
from indicators import computation
from indicators import groups as groups_file
from indicators.models import DailyQuote, IndicatorFigure, Quote
from indicators.panel import groups
from news.models import Headline
from tests.accounts.readers import reader, signed_in
from tests.pages import edition, feed_reader

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def client():
    """A signed-in reader's; what visitors see is in test_public."""
    return signed_in()


def test_nothing_yet_is_designed(page):
    html = page()
    assert "The figures, before the words" in html
    assert "No headlines yet." in html
    assert html.count("No figures have arrived yet.") == len(groups("en"))
    assert html.count('class="enlarge"') == 0
    assert "digital-source-type" not in html


def test_figures_without_reads_are_shown(page):
    edition.figures()
    html = page()
    assert "The figures, before the words" in html
    assert html.count('class="enlarge"') == sum(len(group.rows) for group in groups("en"))


def test_old_figure_is_flagged(page):
    edition.figures()
    before = page().count("over 90 days</span>")
    IndicatorFigure.objects.filter(code="US10").update(observed_on=edition.NOW.date() - timedelta(days=91))
    cache_versions.invalidate("figures")
    assert page().count("over 90 days</span>") == before + 1


def test_failure_of_a_source_is_for_staff_only(client):
    edition.figures()
    Quote.objects.filter(symbol="TREASURY:10Y").update(
        error="The Treasury does not answer.", error_at=timezone.now()
    )
    assert "The Treasury does not answer." not in client.get("/").content.decode()
    client.force_login(reader(email="s@example.org", is_staff=True))
    assert "The Treasury does not answer." in client.get("/").content.decode()


@pytest.mark.parametrize("on", [True, False])
def test_sample_data_is_said(page, settings, on):
    settings.SAMPLE_DATA = on
    assert ("Sample data." in page()) is on


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("on", [True, False])
def test_sample_data_is_said_where_only_machines_read(settings, on, language):
    """In the title of a tab or a bookmark, in a link's preview and in what search engines are told."""
    settings.SAMPLE_DATA = on
    edition.whole()
    html = Client().get("/", {"lang": language}).content.decode()
    words = {"en": "Sample data", "it": "Dati di esempio"}[language]
    article = json.loads(re.search(r"ld\+json\">(.*?)</script>", html, re.DOTALL)[1])["mainEntity"]
    told = [
        re.search("<title>(.*?)</title>", html)[1].endswith(f" · {words}"),
        re.search('og:title" content="([^"]*)"', html)[1].endswith(f" ({words})"),
        article.get("description", "").startswith(f"{words}: "),
    ]
    assert told == [on] * 3


def test_text_that_is_taken_back_is_gone_at_once(page):
    edition.whole()
    newest = IndicatorSummary.objects.get(group="all", tone="NOVICE")
    older = IndicatorSummary.objects.get(pk=newest.pk)
    older.pk, older.cycle, older.title = None, newest.cycle - timedelta(hours=1), "Written before"
    older.save()
    assert f">{newest.title}</span>" in page()
    replacement.withdraw(newest, "wrong_figure", now=timezone.now())
    assert ">Written before</span>" in page()


def test_new_figure_is_shown_at_once(page):
    edition.whole()
    page()
    DailyQuote.objects.filter(symbol="TREASURY:10Y").update(value=12.42)
    computation.compute(groups_file.load().active_rows(), changed={"TREASURY:10Y"}, now=timezone.now())
    assert "12.42" in page()


@pytest.mark.parametrize(
    ("count", "lang", "cold"), [(1, "en", 11), (1, "it", 14), (60, "en", 11), (60, "it", 13)]
)
def test_page_needs_few_queries(client, django_assert_num_queries, count, lang, cold):
    edition.whole(count)
    client.cookies["svc.lang"] = lang
    client.get("/news")  # the day's first visit is recorded once
    with django_assert_num_queries(cold):
        client.get("/")
    with django_assert_num_queries(1):  # the reader with the edition
        client.get("/")


def test_newest_logs_stand_beside_the_groups_in_every_tone(page):
    assert "The first log is written at 00:07" in page()
    logs = [feed_reader.log(number) for number in range(4)]
    feed_reader.log(9, tone="INTERMEDIATE", header="For others")
    feed_reader.italian(logs[0])
    html = page()
    assert re.findall(r'<a href="(/log/\d+)">Log \d</a>', html) == [f"/log/{log.pk}" for log in logs[:3]]
    assert "For others" in html.partition('<ol class="archive" data-tone="INTERMEDIATE" hidden>')[2]
    html = page(lang="it")
    assert ">Diario</a>" in html
    assert ' lang="en">Log 1</a>' in html


def test_third_language_shows_the_reads_and_the_log_as_english(page, settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "French")]
    edition.whole()
    feed_reader.log(1)
    english, french = page(), page(lang="fr")
    assert '<html lang="fr"' in french
    texts = re.findall(r'<div class="standfirst"( lang="en")?>(.*?)</div>', french, re.DOTALL)
    assert texts
    assert {mark for mark, _text in texts} == {' lang="en"'}
    assert ' lang="en">Log 1</a>' in french
    assert (
        french.count("in English: the translation is not there yet") == french.count("Written by rules") > 0
    )
    assert "in English: the translation is not there yet" not in english


def test_only_the_newest_headlines_are_shown(page):
    edition.headlines(30)
    html = page()
    assert html.count('class="title"') == 18
    assert Headline.objects.first().title in html


@pytest.mark.parametrize("count", [12, 60])
def test_headlines_are_in_the_readers_language_alone(count):
    edition.headlines(count)
    assert {item.lang for item in front(language="en", tone="NOVICE").headlines} == {"en"}
    assert {item.lang for item in front(language="it", tone="NOVICE").headlines} == {"it"}


def test_without_any_in_the_readers_language_the_others_are_shown():
    edition.headlines(12)
    Headline.objects.filter(lang="it").delete()
    assert {item.lang for item in front(language="it", tone="NOVICE").headlines} == {"en"}


def test_error_page_needs_neither_request_nor_database(django_assert_num_queries):
    context = {
        "status": 500,
        "title": "Broken",
        "text": "Try again.",
        "action_url": "/",
        "action_text": "Home",
    }
    with django_assert_num_queries(0):
        html = render_to_string("errors/page.html", context)
    assert "<h1>Broken</h1>" in html
    assert '<a class="button" href="/">Home</a>' in html


def test_unknown_page_is_answered_in_the_readers_language(client):
    client.cookies["svc.lang"] = "it"
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert '<html lang="it"' in response.content.decode()
