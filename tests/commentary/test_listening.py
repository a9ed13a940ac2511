"""`/listen` and `/listen/<date>`: which edition, in which words, with which mark, and what is refused."""

import pytest
from django.test import Client

from accounts.models import RULES_ONLY, User
from briefing.core import origin
from briefing.core.web import cache_versions
from commentary import listening
from commentary.marks import HEADER, SOURCE_TYPES, mark_of
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from tests.accounts.readers import signed_in
from tests.pages import edition

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
TODAY = edition.NOW.date()


@pytest.fixture
def noon():
    import time_machine

    with time_machine.travel(edition.NOW, tick=False):
        yield


def read(group: str, content: str, **changes) -> IndicatorSummary:
    fields = {
        "cycle": edition.NOW, "group": group, "tone": "NOVICE", "style": "DRY", "title": f"Title of {group}",
        "content": content, "facts": {"group": group, "as_of": "2026-11-21", "rows": []}, "facts_hash": "x",
        "written_by": "rules", "prompt_version": 10, "published_at": edition.NOW,
    }  # fmt: skip
    made = IndicatorSummary.objects.create(**(fields | changes))
    cache_versions.invalidate("reads")
    return made


def italian(of: IndicatorSummary, content: str) -> None:
    IndicatorSummaryTranslation.objects.create(
        summary=of, language="it", title="Titolo", content=content, written_by=of.written_by
    )
    cache_versions.invalidate("reads")


def test_newest_edition_is_words_in_their_order():
    read("bonds", "It fell to 4.1%.")
    read("all", "Oil rose 2% to $80 on 20 November.\n\nGold fell.")
    response = signed_in().get("/listen")
    assert response.content.decode().split("\n\n") == [
        "Market Briefing, Saturday the twenty-first of November twenty twenty-six.",
        "Written by rules. Checked by fixed rules; no person read it before it was published.",
        "All groups together.",
        "Title of all.",
        "Oil rose two per cent to eighty dollars on the twentieth of November.",
        "Gold fell.",
        "Bonds.",
        "Title of bonds.",
        "It fell to four point one per cent.\n",
    ]
    assert (response["Content-Type"], response["Content-Language"]) == ("text/plain; charset=utf-8", "en")
    assert response[HEADER] == SOURCE_TYPES["rules"]


def test_texts_of_two_authors_have_their_own_marks():
    read("all", "Oil rose.", written_by="ai")
    read("bonds", "It fell.")
    response = signed_in().get("/listen")
    parts = response.content.decode().split("\n\n")
    assert parts[2].startswith(
        "Written by artificial intelligence. Checked by fixed rules and by a second A I"
    )
    assert parts[6].startswith("Written by rules.")
    assert response[HEADER] == SOURCE_TYPES["ai"]


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en", "Sample data: everything here is made up."), ("it", "Dati di esempio: qui tutto è inventato.")],
)
def test_samples_are_said_and_marked(lang, words):
    read("all", "Oil rose 2%.")
    client, told = signed_in(), []
    for kind in (origin.SAMPLES, origin.LIVE):
        origin.remember(kind)
        response = client.get("/listen", {"lang": lang})
        told.append((response.content.decode().split("\n\n")[1] == words, response.get("Sample-Data")))
    assert told == [(True, "true"), (False, None)]


def test_italian_and_what_is_not_translated():
    italian(read("all", "Oil rose 0.9%."), "Il petrolio è salito dello 0,9%.")
    read("bonds", "It fell to 4.1%.")
    body = signed_in().get("/listen", {"lang": "it"}).content.decode()
    assert "Il petrolio è salito dello zero virgola nove per cento." in body
    assert "in inglese: la traduzione non è ancora" in body and "It fell to four point one per cent." in body


def test_past_day_and_days_without_an_edition():
    client = signed_in()
    assert client.get("/listen").status_code == 404
    read("all", "Oil rose.", cycle=edition.NOW.replace(day=20), published_at=edition.NOW.replace(day=20))
    assert "Friday the twentieth of November" in client.get("/listen/2026-11-20").content.decode()
    for day in ("2026-11-19", "2026-11-21", "2026-13-01"):
        assert client.get(f"/listen/{day}").status_code == 404


def test_it_is_for_readers_in_their_tone_and_choice_of_texts():
    read(
        "all",
        "A model's words.",
        written_by="ai",
        by_rules={"en": {"title": "", "content": "Rules' words.", "sentences": []}},
    )
    read("all", "For others.", tone="INTERMEDIATE")
    assert Client().get("/listen").status_code == 303
    client = signed_in()
    assert "A model's words." in client.get("/listen").content.decode()
    assert "For others." in client.get("/listen", {"tone": "INTERMEDIATE"}).content.decode()
    User.objects.update(settings_json={RULES_ONLY: True})
    assert "Rules' words." in client.get("/listen").content.decode()


def test_it_is_cached_until_a_text_changes():
    text = read("all", "Oil rose.", written_by="ai")
    client = signed_in()
    first = client.get("/listen")
    again = client.get("/listen", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again[HEADER]) == (304, SOURCE_TYPES["ai"])
    IndicatorSummary.objects.filter(pk=text.pk).update(content="Oil fell.")
    cache_versions.invalidate("reads")
    assert "Oil fell." in client.get("/listen").content.decode()


def test_the_mark_says_who_reviewed():
    assert mark_of("ai", by_rules=2).reviewed_by == ("rules", "model")
    assert mark_of("rules", cycle=edition.NOW.replace(microsecond=1)).reviewed_by == ("rules", "staff")
    assert not mark_of("ai", cycle=edition.NOW.replace(microsecond=1)).corrected
    assert listening.newest(TODAY, "en", "NOVICE") is None
