"""The news page and the news API at their URLs."""

import json

import pytest
import time_machine

from news.models import Feed, Story
from news.tagging.vocabulary import TAGS
from tests.accounts.readers import signed_in
from tests.news.conftest import headline

pytestmark = pytest.mark.django_db
TOKEN = "a" * 40


@pytest.fixture
def get(client, settings):
    """Returns a function that sends requests as the operator, whose token gives access to pages and API."""
    settings.SERVICE_TOKEN = TOKEN

    def ask(path: str, **query):
        return client.get(path, query, headers={"authorization": f"Bearer {TOKEN}"})

    return ask


def test_list_answers_exactly_as_decided(get, paper):
    other = Feed.objects.create(url="https://other.example/rss", publisher="Other")
    story = Story.objects.create()
    row = headline(paper, "Prices rise", summary="In May", tags=["Inflation", "EU"], story=story)
    headline(other, "Inflation up", story=story, url="https://other.example/1")
    response = get("/api/news")
    assert (response.status_code, response["API-Version"]) == (200, "1")
    assert json.loads(response.content) == {
        "items": [
            {
                "id": row.pk,
                "title": "Prices rise",
                "url": row.url,
                "source": "Paper",
                "published_at": "2026-11-20T09:10:05Z",
                "lang": "en",
                "tags": ["Inflation", "EU"],
                "summary": "In May",
                "also": [
                    {
                        "source": "Other",
                        "url": "https://other.example/1",
                        "title": "Inflation up",
                        "lang": "en",
                    }
                ],
            }
        ],
        "next_cursor": None,
        "tags": list(TAGS),
    }


def test_list_filters_and_pages(get, paper):
    for number in range(3):
        headline(paper, f"AI {number}", tags=["AI"])
    headline(paper, "Wheat", tags=["Commodities"])
    first = get("/api/news", include="AI,EU", exclude="Commodities", lang="en", q="ai", limit="2").json()
    second = get("/api/news", include="AI", limit="2", cursor=first["next_cursor"]).json()
    assert [item["title"] for item in first["items"] + second["items"]] == ["AI 2", "AI 1", "AI 0"]
    assert second["next_cursor"] is None


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"include": "AI,Rates"}, "include"),
        ({"exclude": "ai"}, "exclude"),
        ({"lang": "de"}, "lang"),
        ({"limit": "0"}, "limit"),
        ({"limit": "101"}, "limit"),
        ({"limit": "ten"}, "limit"),
        ({"cursor": "nonsense"}, "cursor"),
        ({"q": "x" * 201}, "q"),
    ],
)
def test_list_names_the_parameter_that_cannot_be_used(get, query, field):
    response = get("/api/news", **query)
    problem = json.loads(response.content)
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert (problem["code"], problem["errors"][0]["field"].split(".")[0]) == ("invalid_request", field)


def test_list_says_in_plain_words_what_is_wrong(get):
    problem = json.loads(get("/api/news", include="Rates").content)
    assert problem["errors"] == [{"field": "include", "message": "unknown tag 'Rates'"}]


def test_language_of_the_list_is_not_the_reader_s(get):
    assert "svc.lang" not in get("/api/news", lang="it").cookies


def test_list_needs_someone(client):
    response = client.get("/api/news")
    assert (response.status_code, json.loads(response.content)["code"]) == (401, "authentication_required")


def test_list_is_read_only(get, client):
    assert client.post("/api/news").status_code == 405


def test_page_needs_someone(client):
    response = client.get("/news?include=AI")
    assert (response.status_code, response["Location"]) == (303, "/login?next=%2Fnews%3Finclude%3DAI")


def test_page_shows_headlines_with_safe_links(get, paper):
    headline(paper, "<script>alert(1)</script>", url="https://paper.example/1")
    page = get("/news").content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert 'href="https://paper.example/1" rel="noopener noreferrer nofollow"' in page


def test_page_links_on_and_back_keep_the_filter(get, paper):
    for number in range(51):
        headline(paper, f"T{number}", tags=["AI"])
    first = get("/news", include="AI")
    assert first.context["next_url"].startswith("/news?include=AI&cursor=")
    second = get(first.context["next_url"])
    assert [item.title for item in second.context["items"]] == ["T0"]
    assert (second.context["first_url"], second.context["next_url"]) == ("/news?include=AI", "")


def test_page_with_a_foreign_cursor_shows_the_first_page(get, paper):
    headline(paper, "Here")
    assert [item.title for item in get("/news", cursor="nonsense").context["items"]] == ["Here"]


@pytest.mark.parametrize(
    ("query", "words"),
    [({}, "There are no headlines yet"), ({"q": "nothing"}, "No headline matches this filter")],
)
def test_page_says_why_it_is_empty(get, query, words):
    assert words in get("/news", **query).content.decode()


@pytest.mark.parametrize("count", [1, 1000])
def test_page_takes_few_queries_however_many_rows(get, paper, count, django_assert_max_num_queries):
    row = headline(paper, "first")
    type(row).objects.bulk_create(
        [
            type(row)(feed=paper, guid=str(n), title="t", published_at=row.published_at)
            for n in range(count - 1)
        ]
    )
    with django_assert_max_num_queries(3):
        get("/news")


def test_bare_page_opens_with_the_filter_of_the_last_visit(get, paper):
    get("/news", include="AI", exclude="EU", headlines="it", q="chips")
    response = get("/news")
    assert (response.status_code, response["Location"]) == (302, "/news?include=AI&exclude=EU&headlines=it")


def test_all_languages_stay_chosen(get, paper):
    get("/news", include="AI")
    assert get("/news", all="").status_code == 200
    assert get("/news")["Location"] == "/news?all"


@pytest.mark.parametrize(("language", "title"), [("en", "English"), ("it", "Italiano")])
def test_bare_page_opens_in_the_language_of_the_page(get, client, paper, language, title):
    headline(paper, "English")
    headline(paper, "Italiano", lang="it")
    client.cookies["svc.lang"] = language
    assert [item.title for item in get("/news").context["items"]] == [title]
    assert {item.title for item in get("/news", all="").context["items"]} == {"English", "Italiano"}


def test_the_language_of_the_page_is_not_stored_as_a_choice(get, paper):
    get("/news", headlines="it")
    get("/news", headlines="en")
    assert get("/news").status_code == 200


@pytest.mark.parametrize(
    ("language", "own", "foreign", "other"),
    [("en", "Prices rise", "Prezzi su", "Gazzetta"), ("it", "Prezzi su", "Prices rise", "Paper")],
)
def test_the_list_shows_the_title_in_the_readers_language_alone(
    client, get, paper, language, own, foreign, other
):
    story = Story.objects.create()
    headline(paper, "Prices rise", story=story)
    gazette = Feed.objects.create(url="https://gazzetta.example/rss", publisher="Gazzetta")
    headline(gazette, "Prezzi su", lang="it", story=story, url="https://gazzetta.example/1")
    client.cookies["svc.lang"] = language
    for query in ({}, {"all": ""}):
        response = get("/news", **query)
        assert [item.title for item in response.context["items"]] == [own]
        assert foreign not in response.content.decode()
        assert f'rel="noopener noreferrer nofollow">{other}</a> (' in response.content.decode()


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_of_a_story_has_the_other_title_too(client, get, paper, language):
    story = Story.objects.create()
    first = headline(paper, "Prices rise", story=story)
    headline(paper, "Prezzi su", lang="it", story=story, url="https://paper.example/it")
    client.cookies["svc.lang"] = language
    told = get(f"/news/{first.pk}").context["story"]
    assert (told.title, told.other.title) == {
        "en": ("Prices rise", "Prezzi su"),
        "it": ("Prezzi su", "Prices rise"),
    }[language]


def test_the_tag_of_a_headline_keeps_the_chosen_language(get, paper):
    headline(paper, "Prices rise", tags=["EU"])
    assert 'include=EU&amp;headlines=en"' in get("/news?headlines=en").content.decode()


def test_search_alone_is_not_remembered(get, paper):
    get("/news", q="chips")
    assert get("/news").status_code == 200


def test_filter_cookie_that_is_not_ours_is_ignored(client, get):
    client.cookies["svc.news"] = "include=Nonsense&headlines=xx"
    assert get("/news").status_code == 200


@pytest.mark.parametrize("path", ["/api/news", "/news"])
def test_sixty_first_search_within_ten_minutes_is_429_and_a_plain_list_never(path, paper):
    with time_machine.travel("2026-11-20T10:00:00Z", tick=False) as clock:
        ada = signed_in(email="ada@example.org")
        for _ in range(60):
            assert ada.get(path, {"q": "rates"}).status_code == 200
        refused = ada.get(path, {"q": "rates"})
        assert (refused.status_code, refused["Retry-After"]) == (429, "600")
        assert ada.get(path, {"include": "AI"}).status_code == 200
        assert signed_in(email="bob@example.org").get(path, {"q": "rates"}).status_code == 200
        clock.shift(601)
        assert ada.get(path, {"q": "rates"}).status_code == 200


def test_the_operators_searches_are_counted_together_and_the_interface_says_so(get, paper):
    for _ in range(60):
        assert get("/api/news", q="rates").status_code == 200
    refused = get("/api/news", q="rates")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert refused["Content-Type"] == "application/problem+json"
    assert "429" in get("/api/schema").json()["paths"]["/api/news"]["get"]["responses"]
