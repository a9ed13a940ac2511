"""The landing page."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Acknowledgement
from briefing.core import cache_versions
from commentary.models import IndicatorSummary
from commentary.published import reads as published_reads
from tests.accounts.readers import reader, signed_in
from tests.pages import edition
from tests.pages.test_public import html, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


TOKEN = "t" * 40


def test_visitor_sees_the_landing_page_and_reader_the_dashboard():
    edition.whole()
    assert 'class="landing"' in html("/")
    assert 'class="landing"' not in html("/", client=signed_in())


def test_token_sees_the_dashboard_and_a_wrong_one_the_landing_page(settings):
    settings.SERVICE_TOKEN = TOKEN
    assert 'class="front"' in html("/", client=Client(headers={"authorization": f"Bearer {TOKEN}"}))
    assert 'class="landing"' in html("/", client=signed_in(Client(headers={"authorization": "Bearer wrong"})))


def test_reader_accepts_new_statements_before_the_dashboard(client):
    user = reader()
    Acknowledgement.objects.all().delete()
    client.force_login(user)
    response = client.get("/")
    assert (response.status_code, response["Location"]) == (303, "/acknowledge?next=%2F")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_landing_page_shows_the_read_as_it_stands(lang):
    edition.whole()
    read = published_reads(lang, "NOVICE")["all"]
    page = html("/", lang)
    assert f">{read.title}</h3>" in page
    bare = re.sub('<span class="tip".*?</span>', "", page)  # what terms mean; a quoted headline is a link
    words = unescape(re.sub("<[^>]+>", "", bare))
    assert [part for part in read.paragraphs if part not in words] == []
    assert page.count('class="title"') == {"en": 2, "it": 1}[lang]  # headlines in the reader's language
    assert page.count('class="chip ') == 6
    assert set(re.findall(r'<section class="panel group" id="(\w+)"', page)) == {"economy", "bonds"}
    assert page.count('class="enlarge"') == len(re.findall(r'<tr id="row-', page)) > 0


def test_landing_page_is_never_older_than_the_last_publication():
    edition.whole()
    html("/")
    IndicatorSummary.objects.filter(group="all", tone="NOVICE").update(
        title="The newest of all", state="accepted"
    )
    newest = IndicatorSummary.objects.filter(group="all", tone="NOVICE").latest("cycle")
    newest.pk, newest.cycle, newest.published_at = None, newest.cycle + timedelta(hours=1), timezone.now()
    newest.title = "Written a moment ago"
    newest.save()
    cache_versions.invalidate("reads")
    assert ">Written a moment ago</h3>" in html("/")


def test_landing_page_shows_five_headlines():
    edition.headlines(30)
    assert html("/").count('class="title"') == 5


def test_landing_page_says_who_wrote_the_sample():
    edition.whole()
    assert (
        'name="digital-source-type" content="https://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia"'
        in html("/")
    )
    IndicatorSummary.objects.update(written_by="ai")
    cache_versions.invalidate("reads")
    assert "Written by AI, reviewed" in html("/")


def test_landing_page_before_the_first_figure_is_designed():
    page = html("/")
    assert "The figures, before the words" in page
    assert "No headlines yet." in page
    assert "row-" not in page


@pytest.mark.parametrize(("on", "told"), [(True, "£7 a month or £70 a year"), (False, "no card is required")])
def test_landing_page_tells_the_price_while_something_is_sold(settings, on, told):
    settings.SUBSCRIPTIONS_ENABLED = on
    page = words(html("/"))
    assert told in page.replace("\N{NO-BREAK SPACE}", " ")
    assert ("£" in page) is on
