"""`/away`: who may read it, its addresses, what it says after one day, after a withdrawal and without an edition."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from briefing.core.web import cache_versions
from commentary import away as composed
from commentary.facts.snapshot import Facts, RowFacts
from commentary.models import IndicatorSummary
from commentary.review.verdict import Finding
from commentary.writing.checks import draft as checks
from news.models import Headline, Story
from tests.accounts.readers import signed_in
from tests.pages import edition

pytestmark = pytest.mark.django_db
BEFORE = edition.NOW - timedelta(days=8)


def shown_before(row: RowFacts, place: int) -> RowFacts:
    """The figure as shown eight days before: another value of an earlier period, each fifth one since revised."""
    if row.frequency != "D":
        return replace(row, value=row.value * 1.05) if place % 5 == 0 else row
    day = (edition.NOW.date() - timedelta(days=8)).isoformat()
    return replace(row, value=row.value * 0.95, period=day, date=day, prev=None, prev_period="")


def edition_before(at=BEFORE) -> None:
    for text in list(IndicatorSummary.objects.filter(group="all")):
        facts = Facts.from_json(text.facts)
        rows = tuple(shown_before(row, place) for place, row in enumerate(facts.rows))
        text.pk, text.cycle, text.published_at = None, at, at
        text.facts = replace(facts, rows=rows).as_json()
        text.save()
    cache_versions.invalidate("reads")


@pytest.fixture(autouse=True)
def _noon(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(edition.NOW, tick=False):
        yield


@pytest.fixture
def world():
    edition.whole(3)
    edition_before()
    story = Story.objects.create()
    for place, headline in enumerate(Headline.objects.filter(lang="en")):
        headline.story, headline.published_at = story, timezone.now() - timedelta(days=place)
        headline.save()


def page(client: Client, days: int = 7, **query) -> str:
    response = client.get("/away", {"days": days} | query)
    assert response.status_code == 200, response.get("Location")
    return response.content.decode()


def article(body: str) -> str:
    """The words that a reader sees, without the line on who wrote them."""
    found = re.search(r"<article.*?</article>", body, re.DOTALL)
    assert found
    shown = re.sub(
        r'<p class="written">.*?</p>|<span class="(?:vis|tip)".*?</span>', "", found[0], flags=re.DOTALL
    )
    return re.sub(r"<[^>]+>", "", shown)


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(("lang", "words"), [
    ("en", ["The last 7 days", "Largest moves", "Revised figures", "Longest stories", "Written by rules",
            "over two days: “", "was revised", "Sample data."]),
    ("it", ["Gli ultimi 7 giorni", "Le variazioni maggiori", "Dati rivisti", "Scritto da regole", "rivist",
            "Dati di esempio."]),
])  # fmt: skip
@pytest.mark.parametrize("tone", ["NOVICE", "INTERMEDIATE"])
def test_parts_are_written_in_both_languages_within_400_words(lang, words, tone):
    client = signed_in()
    client.cookies["svc.lang"] = lang
    body = page(client, tone=tone)
    assert [word for word in words if word not in body] == []
    assert 100 < len(article(body).split()) <= 400
    assert 'data-written-by="rules"' in body
    assert 'name="digital-source-type"' in body


@pytest.mark.usefixtures("world")
def test_numbers_lead_to_their_figures_and_stories_to_theirs():
    body = page(signed_in())
    links = re.findall(r'<a class="figure" href="(/indicators/\w+)">', body)
    assert len(links) >= 10
    story = Headline.objects.filter(story__isnull=False).order_by("-published_at")[0]
    assert f'href="/news/{story.pk}" aria-describedby="story-{story.pk}"' in body


@pytest.mark.usefixtures("world")
def test_novices_have_words_explained():
    client = signed_in()
    novice, other = (article(page(client, tone=tone)) for tone in ("NOVICE", "INTERMEDIATE"))
    assert novice != other


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize(("query", "to"), [
    ("", "7"), ("days=1", "2"), ("days=0", "2"), ("days=31", "30"), ("days=999999999", "30"), ("days=007", "7"),
    ("days=3&days=5", "5"),
])  # fmt: skip
def test_other_numbers_lead_to_the_nearest(query, to):
    response = signed_in().get(f"/away?{query}")
    assert (response.status_code, response["Location"]) == (302, f"/away?days={to}")


@pytest.mark.usefixtures("world")
def test_redirect_keeps_tone_and_language_alone():
    response = signed_in().get("/away?days=90&tone=NOVICE&next=//evil.example")
    assert response["Location"] == "/away?tone=NOVICE&days=30"


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("days", [
    "-2", "+7", "7.0", "seven", "", "٧", "²", "7%00", "1e1", "9" * 5000, "<script>", "2;DROP TABLE",
])  # fmt: skip
def test_what_is_no_number_is_not_found_and_says_why(days):
    response = signed_in().get("/away", {"days": days})
    assert response.status_code == 404
    assert "choose one from 2 to 30" in response.content.decode()


@pytest.mark.usefixtures("world")
def test_only_readers_who_signed_in_see_it_and_only_by_reading():
    visitor = Client().get("/away?days=7")
    assert (visitor.status_code, visitor["Location"]) == (303, "/login?next=%2Faway%3Fdays%3D7")
    client = signed_in()
    for method in ("post", "put", "delete", "patch"):
        assert getattr(client, method)("/away?days=7").status_code == 405
    head = client.head("/away?days=7")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.usefixtures("world")
def test_known_page_is_304_until_something_is_published():
    client = signed_in()
    first = client.get("/away?days=7", headers={"accept-encoding": "br"})
    headers = {"if-none-match": first["ETag"], "accept-encoding": "br"}
    assert first["Cache-Control"] == "private, no-cache"
    assert client.get("/away?days=7", headers=headers).status_code == 304
    assert client.get("/away?days=8", headers=headers).status_code == 200
    IndicatorSummary.objects.filter(published_at=BEFORE).delete()
    cache_versions.invalidate("reads")
    assert client.get("/away?days=7", headers=headers).status_code == 200


@pytest.mark.usefixtures("world")
def test_other_parameters_make_no_further_page(django_assert_num_queries):
    client = signed_in()
    page(client)
    with django_assert_num_queries(1):  # the reader with the versions
        page(client, x="1", page="2")


@pytest.mark.usefixtures("world")
def test_withdrawn_edition_is_not_compared_with():
    IndicatorSummary.objects.filter(published_at=BEFORE).update(state=IndicatorSummary.State.WITHDRAWN)
    cache_versions.invalidate("reads")
    body = page(signed_in())
    assert "Largest moves" not in body
    assert "Revised figures" not in body
    assert "the first edition is later than that" in body


def test_new_installation_of_one_day_compares_with_its_first_edition():
    edition.whole(3)
    edition_before(edition.NOW - timedelta(days=1))
    body = page(signed_in(), 30)
    assert "Largest moves" in body
    assert "the first edition is later than that" in body


def test_day_without_an_edition_is_compared_with_the_one_before():
    edition.whole(3)
    edition_before(edition.NOW - timedelta(days=20))
    body = page(signed_in(), 5)
    assert "Largest moves" in body
    assert 'datetime="2026-11-01T12:30:00Z"' in body
    assert "the first edition is newer" not in body


@pytest.mark.parametrize(("lang", "words"), [
    ("en", "There is no edition yet"), ("it", "Non c’è ancora un’edizione"),
])  # fmt: skip
def test_without_an_edition_it_says_so(lang, words):
    client = signed_in()
    client.cookies["svc.lang"] = lang
    assert words in page(client)


@pytest.mark.usefixtures("world")
def test_live_data_after_samples_are_compared_with_nothing_made_up(settings):
    client = signed_in()
    page(client)
    IndicatorSummary.objects.all().delete()  # as `--purge` does
    settings.SAMPLE_DATA = False
    body = page(client)
    assert "There is no edition yet" in body
    assert "Sample data." not in body


def test_days_in_which_nothing_happened_say_so():
    edition.figures()
    edition.reads()
    for text in IndicatorSummary.objects.filter(
        group="all"
    ):  # the policy rates of these figures change every day
        facts = Facts.from_json(text.facts)
        text.facts = replace(facts, rows=tuple(row for row in facts.rows if row.key == "US10")).as_json()
        text.save()
    assert "In these days no figure moved, and no story ran for two days." in page(signed_in())


@pytest.mark.usefixtures("world")
def test_sentence_that_the_review_refuses_is_left_out_in_both_languages(monkeypatch):
    now = timezone.now()
    before = {lang: composed.away(7, now, lang, "NOVICE") for lang in ("en", "it")}
    review = checks.review

    def refusing(text, **options):
        verdict = review(text, **options)
        if text.startswith(before["it"].parts[0].paragraphs[0][:30]):
            return replace(verdict, findings=(Finding("lexicon.x", text, "no"),))
        return verdict

    monkeypatch.setattr(checks, "review", refusing)
    for lang, whole in before.items():
        left = composed.away(7, now, lang, "NOVICE")
        assert left.parts[0].paragraphs == whole.parts[0].paragraphs[1:]


@pytest.mark.usefixtures("world")
def test_part_without_a_sentence_left_is_not_shown(monkeypatch):
    refused = Finding("lexicon.x", "", "no")
    review = checks.review
    monkeypatch.setattr(checks, "review", lambda *a, **o: replace(review(*a, **o), findings=(refused,)))
    found = composed.away(7, timezone.now(), "en", "NOVICE")
    assert found is not None
    assert found.parts == []


@pytest.mark.usefixtures("world")
@pytest.mark.parametrize("path", ["/log"])
def test_log_leads_to_it(path):
    assert 'href="/away?days=7"' in signed_in().get(path).content.decode()
