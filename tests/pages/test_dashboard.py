"""The front page as the server writes it: what it shows, in which words, and from how many questions."""

import json
import re
from datetime import timedelta
from html.parser import HTMLParser

import pytest
import time_machine
from django.utils import timezone

from briefing.core.web import cache_versions
from briefing.pages.dashboard import Texts, ToneText, front
from commentary.marks import SOURCE_TYPES
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from commentary.published import reads as published_reads
from commentary.publishing import reads as desk
from indicators.models import IndicatorFigure
from indicators.panel import groups
from tests.accounts.readers import reader, signed_in
from tests.pages import edition

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def client():
    """A signed-in reader's; what visitors see is in test_public."""
    return signed_in()


class Shown(HTMLParser):
    """Ids, and the texts of the elements that carry a tone, apart by whether they are hidden."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tones: set[tuple[str, bool]] = set()
        self.ids: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if "id" in found:
            self.ids.append(found["id"])
        if "data-tone" in found:
            self.tones.add((found["data-tone"], "hidden" in found))


def lead(tone: str, lang: str = "en"):
    return published_reads(lang, tone)["all"]


def test_whole_edition_is_on_the_page(page):
    edition.whole()
    html = page()
    assert lead("NOVICE").title in html
    rows = [row for group in groups("en") for row in group.rows]
    assert [row.code for row in rows if f'id="row-{row.code}"' not in html] == []
    assert [group.title for group in groups("en") if f">{group.title}</h2>" not in html] == []
    assert html.count('class="enlarge"') == len(rows)
    assert html.count('class="title"') == 2  # of three, one is Italian
    assert html.count('class="chip ') == 6


@pytest.mark.parametrize("lang", ["en", "it"])
def test_tags_of_headlines_lead_to_news_in_the_readers_language(page, lang):
    edition.whole()
    links = re.findall(r'href="/news\?include=[^"]*', page(lang=lang))
    assert links
    assert {link.rpartition("&amp;headlines=")[2] for link in links} == {lang}


def test_every_sparkline_has_a_text_alternative(page):
    edition.whole()
    pictures = re.findall(r'class="enlarge"[^>]*><svg [^>]*role="img" aria-label="([^"]*)"', page())
    assert len(pictures) == sum(len(group.rows) for group in groups("en"))
    assert all(text.startswith("From ") for text in pictures)


def test_ids_are_used_once(page):
    edition.whole()
    ids = Shown(page()).ids
    assert len(ids) == len(set(ids))


def test_page_speaks_the_readers_language(page):
    edition.whole()
    html = page(lang="it")
    assert '<html lang="it"' in html
    assert lead("NOVICE", "it").title in html
    assert lead("NOVICE").title not in html
    assert "Sabato 21 novembre 2026" in html


def test_language_is_switched_by_a_link(client):
    response = client.get("/?lang=it")
    assert '<html lang="it"' in response.content.decode()
    assert response.cookies["svc.lang"].value == "it"


def test_both_tones_are_in_the_page_and_one_is_shown(page):
    edition.whole()
    assert Shown(page()).tones == {("NOVICE", False), ("INTERMEDIATE", True)}
    assert Shown(page("?tone=INTERMEDIATE")).tones == {("NOVICE", True), ("INTERMEDIATE", False)}


def test_tone_of_a_link_is_stored(client):
    response = client.get("/?tone=INTERMEDIATE")
    assert response.cookies["svc.tone"].value == "INTERMEDIATE"
    assert re.search(r'data-tone-choice="INTERMEDIATE" aria-current="true"', client.get("/").content.decode())


@pytest.mark.parametrize("tone", ["PRO", "novice", "<script>"])
def test_tone_that_is_not_written_is_not_taken(client, tone):
    response = client.get("/", {"tone": tone})
    assert "svc.tone" not in response.cookies
    assert 'data-tone-choice="NOVICE" aria-current="true"' in response.content.decode()


def test_tone_of_the_account_is_the_last_word(client):
    client.force_login(reader(email="r@example.org", settings_json={"tone": "INTERMEDIATE"}))
    assert 'data-tone-choice="INTERMEDIATE" aria-current="true"' in client.get("/").content.decode()


def test_home_market_comes_first(client):
    edition.whole()
    client.force_login(reader(email="r@example.org", settings_json={"anchor": "UK"}))
    html = client.get("/").content.decode()
    assert html.index('id="row-GB10"') < html.index('id="row-US10"')
    assert html.index('data-mic="XLON"') < html.index('data-mic="XNYS"')


def test_who_wrote_it_is_said_to_readers_and_machines(page):
    edition.whole()
    html = page()
    described = json.loads(
        re.search(r'<script type="application/ld\+json">(.*?)</script>', html, re.DOTALL)[1]
    )
    assert "Written by rules" in html
    assert f'<meta name="digital-source-type" content="{SOURCE_TYPES["rules"]}">' in html
    assert described["mainEntity"]["digitalSourceType"] == SOURCE_TYPES["rules"]
    assert described["mainEntity"]["headline"] == lead("NOVICE").title


def test_ai_text_says_so(page):
    edition.whole()
    IndicatorSummary.objects.update(written_by="ai")
    html = page()
    assert "Written by AI, reviewed" in html
    assert f'<meta name="digital-source-type" content="{SOURCE_TYPES["ai"]}">' in html
    assert "Written by rules" not in html


def test_text_cannot_leave_the_machine_readable_block(page):
    edition.whole()
    IndicatorSummary.objects.filter(group="all").update(title="</script><script>alert(1)</script>")
    assert "<script>alert" not in page()


def test_basis_of_the_lead_links_each_figure_to_its_row(page):
    edition.whole()
    leads = [published_reads("en", tone)["all"] for tone in ("NOVICE", "INTERMEDIATE")]
    assert set(re.findall(r'<li><a href="#row-(\w+)">', page())) == {
        fact.code for read in leads for fact in read.named
    }


def test_a_group_s_read_leads_to_its_sentences_in_each_tone(page):
    edition.whole()
    [group] = re.findall(r'<section class="panel group" id="bonds".*?</section>', page(), re.S)
    reads = [published_reads("en", tone)["bonds"].id for tone in ("NOVICE", "INTERMEDIATE")]
    assert [int(id) for id in re.findall(r'href="/texts/read/(\d+)"', group)] == reads
    assert 'class="basis"' not in group


def test_basis_says_what_makes_a_figure_news(page):
    edition.whole()
    flagged = re.findall(r'<span class="flags">(.+?)</span>', page())
    assert any(text.startswith("new · ") for text in flagged)


def test_first_edition_marks_no_row_as_news(page):
    edition.whole()
    assert 'class="fresh"' not in page()


def test_rows_that_are_news_since_the_last_edition_are_marked(page):
    edition.whole()
    with time_machine.travel(edition.NOW + timedelta(days=2), tick=False):
        figure = IndicatorFigure.objects.get(code="US10")
        moved = {
            "previous_value": figure.value,
            "value": figure.value + 0.3,
            "previous_period": figure.period,
        }
        IndicatorFigure.objects.filter(code="US10").update(
            **moved, period="2026-11-23", observed_on=edition.NOW.date() + timedelta(days=2)
        )
        desk.cycle(timezone.now())
        cache_versions.invalidate("figures")
        html = page()
    marked = re.findall(r'<tr id="row-(\w+)"[^>]*>(?:(?!</th>).)*class="fresh"', html, re.DOTALL)
    assert marked == ["US10"]
    assert '<span class="fresh">new<span class="vis"> since the last edition</span></span>' in html


def test_english_text_stands_in_for_a_missing_translation(page):
    edition.whole()
    IndicatorSummaryTranslation.objects.all().delete()
    html = page(lang="it")
    assert lead("NOVICE").title in html
    assert '<div class="standfirst" lang="en">' in html


def test_origin_is_said_once_where_the_tones_share_it():
    edition.whole()
    told = front(language="en", tone="NOVICE").lead.texts
    alike = Texts(told).alike
    assert (alike.id, alike.basis) == (told[0].read.id, told[0].read.basis)
    assert {fact.code for fact in alike.named} == {fact.code for each in told for fact in each.read.named}
    other = IndicatorSummary.objects.get(pk=told[1].read.id)
    other.published_at = timezone.now() - timedelta(hours=1)
    other.save()
    assert front(language="en", tone="NOVICE").lead.alike is None


def test_tone_without_a_text_shows_another(page):
    edition.whole()
    IndicatorSummary.objects.filter(tone="INTERMEDIATE").delete()
    assert Shown(page("?tone=INTERMEDIATE")).tones == {("INTERMEDIATE", False), ("NOVICE", True)}
    assert ToneText("NOVICE", lead("NOVICE")) in front(language="en", tone="INTERMEDIATE").lead.texts
