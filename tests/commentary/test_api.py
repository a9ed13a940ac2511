"""The texts for programs: what pages show and nothing else, paged without gaps, 304, and bounded queries."""

import pytest
import time_machine
from django.test import Client

from commentary.models import IndicatorSummary, StrategicLog
from commentary.publishing import replacement
from indicators.groups import load
from tests.accounts.readers import signed_in
from tests.pages import edition
from tests.pages.feed_reader import italian, log

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(edition.NOW, tick=False):
        yield


@pytest.fixture
def client() -> Client:
    return signed_in()


def ids(response) -> list[int]:
    return [item["id"] for item in response.json()["items"]]


def test_reads_are_those_of_the_front_page(client):
    edition.whole()
    found = client.get("/api/reads").json()["items"]
    first = found[0]
    read = IndicatorSummary.objects.get(group="all", tone="NOVICE")
    assert (first["group"], first["title"], "\n\n".join(first["paragraphs"])) == (
        "all",
        read.title,
        read.content,
    )
    assert (first["written_by"], first["tone"], first["language"]) == ("rules", "NOVICE", "en")
    assert first["source_type"].endswith("/algorithmicMedia")
    assert set(first["codes"]) <= {row["key"] for row in read.facts["rows"]}
    assert [item["group"] for item in found] == list(dict.fromkeys(item["group"] for item in found))
    in_italian = client.get("/api/reads", {"lang": "it", "tone": "INTERMEDIATE"}).json()["items"][0]
    assert (in_italian["language"], in_italian["tone"]) == ("it", "INTERMEDIATE")
    for word in ("model", "prompt", "cost", "provider"):
        assert word not in first


def test_logs_page_on_without_gap_or_repetition_while_new_ones_come(client):
    rows = [log(number) for number in range(1, 8)]
    seen, cursor = [], ""
    for turn in range(5):
        page = client.get("/api/logs", {"limit": 3, "cursor": cursor})
        seen += ids(page)
        log(-turn)
        cursor = page.json()["next_cursor"]
        if cursor is None:
            break
    assert seen == [row.pk for row in rows]


def test_a_log_in_italian_and_one_that_is_not_translated(client):
    italian(log(2))
    log(1)
    items = client.get("/api/logs", {"lang": "it"}).json()["items"]
    assert [(item["language"], item["title"]) for item in items] == [("en", "Log 1"), ("it", "Diario")]
    assert items[0]["url"] == f"http://127.0.0.1:8000/log/{items[0]['id']}"
    assert items[0]["paragraphs"] == ["First <part> & more.", "Second part."]


def test_sentences_give_the_figures_that_may_be_handed_on(client):
    figures = [
        {"code": "CPIE", "field": "value", "value": 3.0, "period": "2026-10"},
        {"code": "CPIE", "field": "on", "value": None, "period": "2026-10"},
        {"code": "VIX", "field": "value", "value": 20.0, "period": "2026-11-20"},
        {"code": "CPIE-VIX", "field": "gap", "value": 1.0, "period": "2026-10"},
    ]
    sentences = [
        {"text": "One.", "kind": "fact", "figures": figures},
        {"text": "Two.", "kind": "fact", "figures": [], "by": "rules"},
    ]
    log(1, sentences=sentences)
    log(2)
    newest, old = client.get("/api/logs").json()["items"]
    assert (newest["by_rules"], old["by_rules"], old["sentences"]) == (1, 0, [])
    first, second = newest["sentences"]
    assert second == {"text": "Two.", "figures": []}
    # Cboe's terms do not let its figures be redistributed.
    nulls = ({}, {}, {"value": None}, {"value": None})
    assert first["figures"] == [
        figure | null | {"arithmetic": ""} for figure, null in zip(figures, nulls, strict=True)
    ]


@pytest.mark.parametrize(("is_second", "arithmetic"), [(False, "4.00% − 3.90%"), (True, "")])
def test_a_change_comes_with_its_terms_and_the_source_that_it_had(client, is_second, arithmetic):
    edition.whole()
    facts = IndicatorSummary.objects.get(group="all", tone="NOVICE").facts
    [row] = [row for row in facts["rows"] if row["key"] == "US10"]
    row |= {"value": 4.0, "prev": 3.9, "fallback": is_second}
    figure = {"code": "US10", "field": "move", "value": 0.1, "period": "2026-11-20"}
    log(1, sentences=[{"text": "One.", "kind": "fact", "figures": [figure]}], facts=facts)
    [shown] = client.get("/api/logs").json()["items"]
    assert shown["sentences"][0]["figures"][0]["arithmetic"] == arithmetic
    configured = load().row("US10")
    used = configured.fallback if is_second else configured
    assert [
        (each["code"], each["name"], each["url"], used.symbols[0] in each["formula"])
        for each in shown["sources"]
    ] == [("US10", used.source_name, used.source_url, True)]


@pytest.mark.parametrize(
    ("fallback", "told", "value"),
    [(False, True, 4.0), (True, True, None), (False, False, None)],
    ids=["first source", "second source", "from before sources were told"],
)
def test_figure_is_handed_on_by_the_terms_of_the_source_that_it_had(client, fallback, told, value):
    """US10 has a second source, whose terms do not say that its figures may be redistributed."""
    edition.whole()
    facts = IndicatorSummary.objects.get(group="all", tone="NOVICE").facts
    [row] = [row for row in facts["rows"] if row["key"] == "US10"]
    row["fallback"] = fallback
    figure = {"code": "US10", "field": "value", "value": 4.0, "period": "2026-11-20"}
    sentence = {"text": "One.", "kind": "fact", "figures": [figure]}
    log(1, sentences=[sentence], facts=facts | ({} if told else {"known_at": ""}))
    [shown] = client.get("/api/logs").json()["items"]
    assert shown["sentences"][0]["figures"] == [figure | {"value": value, "arithmetic": ""}]


@pytest.mark.parametrize("state", ["rejected", "withdrawn"])
def test_what_is_not_accepted_is_nowhere(client, state):
    edition.whole()
    log(1, state=state)
    shown = log(2)
    IndicatorSummary.objects.filter(group="bonds").update(state=state)
    assert ids(client.get("/api/logs")) == [shown.pk]
    assert "bonds" not in [item["group"] for item in client.get("/api/reads").json()["items"]]


def test_a_withdrawn_text_is_gone_at_the_next_request(client):
    edition.whole()
    one = log(1)
    tags = {path: client.get(path)["ETag"] for path in ("/api/logs", "/api/reads")}
    for path, tag in tags.items():
        assert client.get(path, headers={"if-none-match": tag}).status_code == 304
    replacement.withdraw(one, "claim", now=edition.NOW)
    replacement.withdraw(IndicatorSummary.objects.get(group="bonds", tone="NOVICE"), "claim", now=edition.NOW)
    for path, tag in tags.items():
        assert client.get(path, headers={"if-none-match": tag}).status_code == 200
    assert ids(client.get("/api/logs")) == []


def test_a_page_by_cursor_has_a_tag_too(client):
    for number in range(1, 4):
        log(number)
    cursor = client.get("/api/logs?limit=1").json()["next_cursor"]
    page = client.get("/api/logs", {"limit": 1, "cursor": cursor})
    again = client.get("/api/logs", {"limit": 1, "cursor": cursor}, headers={"if-none-match": page["ETag"]})
    assert (page.status_code, again.status_code, again.content) == (200, 304, b"")
    assert page["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize("path", ["/api/reads", "/api/logs"])
@pytest.mark.parametrize("query", ["lang=fr", "tone=novice", "tone=NOVICE&tone=PRO", "nonsense=1", "limit=0", "limit=51",
                                   "limit=1.0", "cursor=%00", "cursor=abc", "cursor=" + "A" * 81])  # fmt: skip
def test_what_cannot_be_used_is_refused(client, path, query):
    response = client.get(f"{path}?{query}")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")


@pytest.mark.parametrize("path", ["/api/reads", "/api/logs"])
def test_a_tone_that_is_not_written_is_not_found(client, path):
    assert client.get(path, {"tone": "PRO"}).status_code == 404


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("many", [1, 60])
def test_queries_do_not_grow(client, django_assert_max_num_queries, language, many):
    for number in range(many):
        italian(log(number))
    assert StrategicLog.objects.count() == many
    edition.whole()
    client.get("/settings")
    cursor = client.get("/api/logs", {"limit": 1}).json()["next_cursor"] or ""
    for path in ("/api/reads", "/api/logs"):
        with django_assert_max_num_queries(4):
            assert client.get(path, {"lang": language}).status_code == 200
        with django_assert_max_num_queries(2):
            client.get(path, {"lang": language})
    with django_assert_max_num_queries(4):
        client.get("/api/logs", {"lang": language, "cursor": cursor, "limit": 50})


def test_nobody_reads_without_an_account():
    for path in ("/api/reads", "/api/logs"):
        assert Client().get(path).status_code == 401
