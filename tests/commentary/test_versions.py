"""Texts as a reader wants them: by rules only, in their language, from what is stored beside a model's text."""

import pytest
import time_machine

from accounts.models import RULES_ONLY, User
from briefing.core.web import page_cache
from briefing.core.web.encodings import IDENTITY
from commentary import log_queries, past_editions, published
from commentary.digests import delivery
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation, StrategicLog
from tests.accounts.readers import signed_in
from tests.commentary.digests import PERIOD
from tests.pages import edition
from tests.pages.feed_reader import asking, italian, log, subscriber

pytestmark = pytest.mark.django_db

RULES = {
    "en": {"title": "Rules’ title", "content": "By rules.", "sentences": [{"text": "By rules.", "kind": "fact", "figures": []}]},
    "it": {"title": "Titolo delle regole", "content": "Da regole.", "sentences": [{"text": "Da regole.", "kind": "fact", "figures": []}]},
}  # fmt: skip


@pytest.fixture(autouse=True)
def _clock():
    with time_machine.travel(edition.NOW, tick=False):
        yield


def summary(**changes) -> IndicatorSummary:
    fields = {
        "cycle": edition.NOW, "group": "bonds", "tone": "NOVICE", "style": "DRY", "title": "Model’s title",
        "content": "By a model.", "facts": {"group": "bonds", "as_of": "2026-11-20", "rows": []}, "facts_hash": "x",
        "written_by": "ai", "prompt_version": 11, "by_rules": RULES,
    }  # fmt: skip
    return IndicatorSummary.objects.create(**(fields | changes))


def rules_only(user: User) -> User:
    user.settings_json = {RULES_ONLY: True}
    user.save()
    return user


def reader(*, wants_rules: bool):
    client = signed_in()
    if wants_rules:
        rules_only(User.objects.get())
    return client


@pytest.mark.parametrize(("language", "title"), [("en", "Rules’ title"), ("it", "Titolo delle regole")])
def test_a_models_read_is_shown_as_the_rules_wrote_it(language, title):
    summary()
    read = published.reads(language, "NOVICE", rules_only=True)["bonds"]
    assert (read.title, read.language, read.written_by) == (title, language, "rules")
    assert [each["text"] for each in read.sentences] == read.paragraphs
    assert published.reads(language, "NOVICE")["bonds"].title == "Model’s title"


def test_a_models_read_without_the_rules_text_gives_way_to_the_one_before():
    summary(by_rules=None, cycle=edition.NOW)
    summary(by_rules={}, cycle=edition.NOW.replace(hour=11))
    before = summary(written_by="rules", by_rules=None, title="Before", cycle=edition.NOW.replace(hour=10))
    assert published.reads("en", "NOVICE", rules_only=True)["bonds"].id == before.pk
    assert [read.id for read in published.recent("bonds", "en", "NOVICE", rules_only=True)] == [before.pk]


def test_a_models_translation_of_the_rules_text_is_not_shown():
    row = summary(written_by="rules", by_rules=None, title="By rules")
    IndicatorSummaryTranslation.objects.create(
        summary=row, language="it", title="Modello", content="Di un modello.", written_by="ai"
    )
    read = published.reads("it", "NOVICE", rules_only=True)["bonds"]
    assert (read.title, read.language) == ("By rules", "en")


def test_what_is_taken_back_is_not_shown_by_rules_either():
    row = summary(state="withdrawn")
    assert published.reads("en", "NOVICE", rules_only=True) == {}
    assert published.read(row.pk, "en", rules_only=True) is None


def test_logs_are_those_of_the_rules_everywhere():
    row = log(1, by_rules=RULES)
    italian(row)
    log(2)  # by a model, without the rules' text
    kept = log_queries.newest("it", "NOVICE", rules_only=True)
    assert (kept.id, kept.title, kept.written_by) == (row.pk, "Titolo delle regole", "rules")
    found = [
        [entry.id for entry in log_queries.recent("en", "NOVICE", rules_only=True)],
        [
            entry.id
            for entry in log_queries.page("en", "NOVICE", limit=5, cursor=None, rules_only=True).entries
        ],
        [heading.id for heading in log_queries.archive("en", "NOVICE", rules_only=True).headings],
    ]
    assert found == [[row.pk]] * 3
    assert log_queries.archive("en", "NOVICE", rules_only=True).headings[0].title == "Rules’ title"


def test_headings_take_no_query_for_each_log(django_assert_num_queries):
    for number in range(1, 5):
        log(number, by_rules=RULES)
    for only in (True, False):
        with django_assert_num_queries(1):
            assert len(log_queries.archive("en", "NOVICE", rules_only=only).headings) == 4


@pytest.mark.parametrize(("wants_rules", "title"), [(True, "Rules’ title"), (False, "Log 1")])
def test_page_entry_api_and_feed_follow_the_readers_choice(settings, wants_rules, title):
    settings.SAMPLE_DATA = True
    row = log(1, by_rules=RULES)
    client = reader(wants_rules=wants_rules)
    for path in ("/log", f"/log/{row.pk}"):
        assert f">{title}</h1>" in client.get(path).content.decode()
    assert [each["title"] for each in client.get("/api/logs").json()["items"]] == [title]
    user = subscriber()
    if wants_rules:
        rules_only(user)
    feed = asking(user)("/feeds/log/novice/en.json").json()
    assert [(each["title"], each["tags"]) for each in feed["items"]] == [
        (title, ["Written by rules" if wants_rules else "Written by AI, reviewed"])
    ]


def test_two_readers_of_one_tone_get_each_their_page(settings):
    """The printed page of one is not handed out to the other."""
    settings.SAMPLE_DATA = True
    summary(group="all")
    ordinary, by_rules = signed_in(email="ada@example.org"), signed_in(email="bob@example.org")
    rules_only(User.objects.get(email="bob@example.org"))
    for _again in range(2):
        assert "Model’s title" in ordinary.get("/").content.decode()
        page = by_rules.get("/").content.decode()
        assert "Rules’ title" in page
        assert "Model’s title" not in page
        titles = [reader.get("/api/reads").json()["items"][0]["title"] for reader in (ordinary, by_rules)]
        assert titles == ["Model’s title", "Rules’ title"]


def test_the_outage_copy_is_of_the_readers_choice(settings):
    settings.SAMPLE_DATA = True
    summary(group="all")
    client = reader(wants_rules=True)
    client.get("/")
    assert client.session["texts"] == "rules"
    assert page_cache.last_copy("/", "NOVICE", signed_in=True) is None
    kept = page_cache.last_copy("/", "NOVICE", "rules", signed_in=True)
    assert "Rules’ title" in kept.packed.coded(IDENTITY).decode()


def test_a_log_that_no_rules_wrote_is_not_there_for_who_reads_rules_only():
    row = log(1)
    client = reader(wants_rules=True)
    assert client.get(f"/log/{row.pk}").status_code == 404
    User.objects.update(settings_json={})
    assert client.get(f"/log/{row.pk}").status_code == 200


def test_a_past_edition_has_the_rules_texts():
    day = (edition.NOW.date()).replace(day=20)
    cycle = edition.NOW.replace(day=20)
    summary(
        group="all",
        cycle=cycle,
        published_at=cycle,
        facts={"group": "all", "as_of": "2026-11-20", "rows": []},
    )
    found = past_editions.edition(day, edition.NOW.date(), "en", "NOVICE", rules_only=True)
    assert (found.lead.title, found.lead.written_by) == ("Rules’ title", "rules")


def test_a_digest_has_the_rules_log_for_who_wants_it():
    log(1, by_rules=RULES)
    user = subscriber()
    assert delivery.contents_for(user, PERIOD, edition.NOW).log.title == "Log 1"
    assert delivery.contents_for(rules_only(user), PERIOD, edition.NOW).log.title == "Rules’ title"


@pytest.mark.parametrize(
    ("by", "text"),
    [
        ([], "Written by AI, reviewed"),
        (["rules"], "Written by AI, reviewed; one sentence by rules"),
        (["rules", "rules"], "Written by AI, reviewed; 2 sentences by rules"),
    ],
)
def test_the_line_counts_the_rules_sentences(by, text):
    sentences = [{"text": "A.", "kind": "fact", "figures": [], "by": each} for each in by]
    log(1, sentences=[{"text": "B.", "kind": "fact", "figures": []}, *sentences])
    assert log_queries.newest("en", "NOVICE").mark.label == text
    assert log_queries.archive("en", "NOVICE").headings[0].mark.label == text


def test_totals_are_said_where_the_counts_are_stored():
    facts = {"group": "all", "as_of": "2026-11-20", "rows": []}
    log(1, facts=facts | {"constants": {"new": 31.0, "rows": 67, "headlines": 33.0}})
    log(2, facts=facts | {"constants": {"rows": 67}})
    log(3)
    newest, second, third = log_queries.recent("en", "NOVICE")
    assert newest.totals == "31 of 67 figures updated · 33 headlines"
    assert (second.totals, third.totals) == ("", "")
    headings = log_queries.archive("en", "NOVICE").headings
    assert [heading.totals for heading in headings] == [newest.totals, "", ""]
    assert StrategicLog.objects.count() == 3
