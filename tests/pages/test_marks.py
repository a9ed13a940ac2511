"""Every surface that shows a text says whether a model wrote it, to readers and to machines.

The surfaces are the routes of the URL conf, so that a new one cannot be forgotten, the tools of the assistants' endpoint,
the digest and the copies for an outage.
"""

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings as django_settings
from django.core import mail
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import resolve
from django.utils import translation

from accounts import access_tokens, feed_links
from accounts.models import User
from briefing.core.models import LlmCall, LlmEndpoint, LlmMonth
from briefing.core.web import cache_versions
from briefing.mcp.tools import TOOLS
from commentary.digests import delivery, periods
from commentary.marks import HEADER, SOURCE_TYPES, mark_of
from commentary.models import (
    IndicatorSummary,
    IndicatorSummaryTranslation,
    ReviewerVerdict,
    StrategicLog,
    StrategicLogTranslation,
)
from commentary.publishing import logs, replacement
from commentary.publishing import reads as desk
from news.models import Feed, Headline, Story
from tests.accounts.readers import signed_in
from tests.commentary.author import Author, configure
from tests.pages import edition, marked
from tests.pages.test_methods_of_routes import PARTS, addresses
from tests.pages.test_outage import away
from tests.portfolio.weights import WEIGHTS, Explainer, ask

pytestmark = pytest.mark.django_db
DAY = edition.NOW - timedelta(days=1)
PK = "987654321"
# Where texts are shown to a reader who asks by GET; every other route shows none.
SURFACES = {
    "/", "/log", f"/log/{PK}", f"/texts/read/{PK}", "/edition/2026-11-20", "/listen", "/listen/2026-11-20",
    "/feeds/log/novice/LANG.atom", "/feeds/log/novice/LANG.json", "/feeds/reads/economy/novice/LANG.atom",
    "/feeds/reads/economy/novice/LANG.json", "/api/reads", "/api/logs",
    "/cards/edition/2026-11-20/LANG.svg",
}  # fmt: skip
# They explain the marks, so the words stand in them without a text.
EXPLAIN = {"/authorship", "/disclaimer", "/about", "/api/docs", "/api/schema", "/methods"}
# These take a POST: the first two give texts and have their own tests below, the others none.
POSTED = {"/mcp", "/api/analyze"}
STORED = (
    Feed, Headline, LlmCall, LlmMonth, LlmEndpoint, IndicatorSummary, IndicatorSummaryTranslation, StrategicLog,
    StrategicLogTranslation, ReviewerVerdict,
)  # fmt: skip


@pytest.fixture(autouse=True)
def whole(settings) -> Iterator[None]:
    settings.SUBSCRIPTIONS_ENABLED = settings.PORTFOLIO_AI_ENABLED = settings.PORTFOLIO_SYNC_ENABLED = True
    settings.PORTFOLIO_SYNC_PEPPER, settings.METRICS_ENABLED = "00" * 32, True
    with time_machine.travel(edition.NOW, tick=False):
        edition.figures()
        yield


@pytest.fixture
def by_model() -> None:
    write(_by_model)


@pytest.fixture
def by_rules() -> None:
    write(_by_rules)


def write(make: Callable[[], None]) -> None:
    edition.once(make, STORED)
    cache_versions.invalidate("news", "reads", "log")


def _by_model() -> None:
    with override_settings(), Author() as model:
        configure(django_settings, model)
        _by_rules()


def _by_rules() -> None:
    """Headlines, the texts of today, and the same as yesterday's."""
    edition.headlines()
    desk.cycle(edition.NOW)
    logs.cycle(edition.NOW)
    for rows in (IndicatorSummary.objects.all(), StrategicLog.objects.all()):
        for row in list(rows):
            translations = list(row.translations.all())
            row.pk, row.cycle, row.published_at = None, row.cycle - timedelta(days=1), DAY
            row.save()
            for each in translations:
                each.pk = None
                setattr(each, "log" if isinstance(row, StrategicLog) else "summary", row)
                each.save()


def texts(written_by: str, language: str) -> set[str]:
    """Titles and first sentences of all stored texts of an author in a language."""
    found = set()
    for model in (IndicatorSummary, StrategicLog):
        for row in model.objects.all():
            shown = row if language == "en" else row.translations.get(language=language)
            if shown.written_by == written_by:
                title = shown.header if isinstance(row, StrategicLog) else shown.title
                found |= {title, shown.sentences[0]["text"]} - {""}
    return found


@pytest.fixture
def ada() -> User:
    signed_in(email="ada@example.org", tier="paid")
    user = User.objects.get(email="ada@example.org")
    feed_links.renew(user)
    return user


def answers(user: User, language: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, HttpResponse]]:
    """Every route as the reader's browser gets it, feeds with the private link."""
    monkeypatch.setitem(PARTS, "pk", PK)
    monkeypatch.setitem(PARTS, "language", language)
    client = Client()
    client.force_login(user)
    client.cookies["svc.lang"] = language
    rows = {
        "/log/": StrategicLog.objects.latest("cycle"), "/news/": Story.objects.first(),
        "/texts/read/": IndicatorSummary.objects.filter(group="all", tone="NOVICE").latest("cycle"),
    }  # fmt: skip
    for address in (
        *addresses(),
        f"/feeds/log/novice/{language}.json",
        f"/feeds/reads/economy/novice/{language}.json",
    ):
        start = next((each for each in rows if address == f"{each}{PK}"), None)
        path = f"{start}{rows[start].pk}" if start and rows[start] else address
        query = {"token": feed_links.token_of(user)} if address.startswith("/feeds/") else {"lang": language}
        if address.startswith("/logout"):
            continue
        yield re.sub(rf"\b{language}\.(?=atom|json|svg)", "LANG.", address), client.get(path, query)


@pytest.mark.usefixtures("by_model")
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_route_that_shows_a_models_text_marks_it(ada, language, monkeypatch):
    wanted = texts("ai", language)
    assert len(wanted) > 10
    unmarked, showing, unread = {}, set(), set()
    for address, response in answers(ada, language, monkeypatch):
        if response.status_code == 200 and (found := marked.shown(response, wanted, language)):
            showing.add(address)
            unmarked[address] = marked.unmarked(response, found, language)
        elif response.status_code == 405:
            unread.add(address)
    assert {address: missing for address, missing in unmarked.items() if missing} == {}
    assert showing == SURFACES
    assert unread >= POSTED


@pytest.mark.usefixtures("by_rules")
@pytest.mark.parametrize("language", ["en", "it"])
def test_no_route_calls_a_text_by_rules_a_models(ada, language, monkeypatch):
    wanted = texts("rules", language)
    showing = set()
    for address, response in answers(ada, language, monkeypatch):
        if response.status_code != 200 or address in EXPLAIN or address.startswith("/portfolio"):
            continue
        body = response.content.decode()
        if marked.shown(response, wanted, language):
            showing.add(address)
        assert "trainedAlgorithmicMedia" not in body, address
        assert 'class="ai"' not in body, address
        assert not any(label in body for label in marked.LABELS), address
        assert response.get(HEADER, SOURCE_TYPES["rules"]) == SOURCE_TYPES["rules"]
    assert showing == SURFACES


@pytest.mark.usefixtures("by_model")
@pytest.mark.parametrize("language", ["en", "it"])
def test_visitors_page_marks_it(language):
    response = Client(headers={"accept-language": language}).get("/")
    found = marked.shown(response, texts("ai", language), language)
    assert len(found) >= 3
    assert marked.unmarked(response, found, language) == set()


@pytest.mark.usefixtures("by_model")
def test_copy_for_an_outage_marks_it(ada):
    client = Client(raise_request_exception=False)
    client.force_login(ada)
    for path in ("/", "/log"):
        client.get(path)
        with away():
            response = client.get(path)
        found = marked.shown(response, texts("ai", "en"), "en")
        assert (bool(found), marked.unmarked(response, found, "en")) == (True, set())


@pytest.mark.usefixtures("by_model")
def test_the_label_leads_to_who_answers_for_it(ada, settings):
    settings.OPERATOR, settings.DEFAULT_FROM_EMAIL = "Ada Ltd, 1 Example Street", "Ada <ada@example.org>"
    client = Client()
    client.force_login(ada)
    pk = StrategicLog.objects.latest("cycle").pk
    for path in ("/", "/log", f"/log/{pk}", "/edition/2026-11-20"):
        assert '<a href="/authorship">Written by AI, reviewed' in client.get(path).content.decode()
    for language, words in (("en", "Who answers for the texts"), ("it", "Chi risponde dei testi")):
        page = client.get("/authorship", {"lang": language}).content.decode()
        assert f"<h1>{words}</h1>" in page
        assert "Ada Ltd, 1 Example Street" in page and 'href="mailto:ada@example.org"' in page
    assert resolve("/authorship").url_name == "authorship"


@pytest.mark.usefixtures("by_model")
@pytest.mark.parametrize("name", sorted(TOOLS))
def test_assistants_get_the_mark_with_each_text(ada, name):
    arguments = {"get_series": {"code": "CPIE"}, "what_changed": {"since": DAY.isoformat()}}.get(name, {})
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }
    response = Client().post(
        "/mcp", json.dumps(body), content_type="application/json",
        headers={"authorization": f"Bearer {access_tokens.make(ada, 'x')}", "accept": "application/json, text/event-stream"},
    )  # fmt: skip
    result = response.json()["result"]
    assert not result.get("isError")
    texts_found = marked.shown(response, texts("ai", "en"), "en")
    assert bool(texts_found) is (name in ("get_reads", "get_log", "what_changed"))
    assert marked.unmarked_in_json(result["structuredContent"], texts_found) == set()


@pytest.mark.parametrize("language", ["en", "it"])
def test_explanation_of_a_portfolio_carries_the_mark(settings, language):
    with Explainer() as model:
        configure(settings, model)
        body = ask(signed_in(tier="paid"), WEIGHTS, lang=language).json()
    mark = mark_of(body["written_by"])
    with translation.override(language):
        assert (body["label"], body["review"]) == (mark.label, mark.review)
    assert (body["source_type"], body["reviewed_by"]) == (mark.source_type, list(mark.reviewed_by))


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("author", ["ai", "rules"])
def test_digest_carries_the_mark_in_header_and_both_parts(language, author, request):
    request.getfixturevalue("by_model" if author == "ai" else "by_rules")
    user = User.objects.create(
        email="bob@example.org", lang=language, digest_opt_in="daily", digest_tone="NOVICE"
    )
    period = periods.DigestPeriod("daily", edition.NOW - timedelta(hours=6))
    contents = delivery.contents_for(user, period, edition.NOW)
    assert contents.log and contents.log.written_by == author
    from briefing.core.outside.mail import send

    context = delivery.context_of(contents, unsubscribe_url="https://example.org/u")
    headers = delivery.headers_of(contents, "https://example.org/u")
    send("digest", user.email, language=language, kind="digest_daily", context=context, headers=headers)
    message = mail.outbox[-1]
    page = str(message.alternatives[0].content)
    is_ai = author == "ai"
    assert message.extra_headers[HEADER] == SOURCE_TYPES[author]
    assert f'<meta name="digital-source-type" content="{SOURCE_TYPES[author]}">' in page
    assert any(label in marked.flat(message.body) for label in marked.LABELS) is is_ai
    assert ("[AI] " in message.body, '<span class="m-ai"' in page) == (is_ai, is_ai)
    assert "/authorship" in message.body and "/authorship" in page
    with translation.override(language):
        assert contents.log.mark.review in marked.flat(message.body) and contents.log.mark.review in page


@pytest.mark.usefixtures("by_model")
def test_text_that_staff_put_in_anothers_place_says_so(ada):
    text = IndicatorSummary.objects.filter(group="all", tone="NOVICE", written_by="ai").latest("cycle")
    assert replacement.publish_rules_text(text, "claim", now=edition.NOW)
    client = Client()
    client.force_login(ada)
    item = client.get("/api/reads").json()["items"][0]
    assert (item["written_by"], item["reviewed_by"]) == ("rules", ["rules", "staff"])
    assert (
        "staff put it in the place of another text"
        in client.get(f"/texts/read/{item['id']}").content.decode()
    )
