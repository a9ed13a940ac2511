"""What the private feeds hold: valid Atom and JSON Feed of what the pages show now."""

import json
from datetime import timedelta
from urllib.parse import urlencode

import feedparser
import pytest
import time_machine

from accounts import feed_links
from commentary import published
from commentary.models import IndicatorSummary
from commentary.publishing import replacement
from indicators import groups
from news.feeds.clean import search_words
from news.models import Headline
from tests.pages import edition
from tests.pages.feed_reader import (
    LOG,
    NEWS,
    NS,
    XML_LANG,
    assert_valid_atom,
    assert_valid_json_feed,
    italian,
    log,
    titles,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.mark.parametrize("language", ["en", "it"])
def test_log_as_atom(get, language):
    one = log(1)
    italian(one)
    response = get(f"/feeds/log/novice/{language}.atom")
    root = assert_valid_atom(response.content)
    assert (response["Content-Type"], root.get(XML_LANG)) == ("application/atom+xml; charset=utf-8", language)
    parsed = feedparser.parse(response.content)
    entry = parsed.entries[0]
    assert parsed.bozo == 0
    assert (entry.title, entry.link) == (
        {"en": "Log 1", "it": "Diario"}[language], f"http://127.0.0.1:8000/log/{one.pk}",
    )  # fmt: skip
    assert (parsed.feed.language, response["Content-Language"]) == (language, language)
    assert parsed.feed.updated_parsed[:5] == (2026, 11, 21, 6, 30)


def test_content_is_escaped_html_and_says_who_wrote_it(get):
    log(1)
    log(2, written_by="rules")
    root = assert_valid_atom(get(LOG).content)
    contents = [found.text for found in root.iterfind(".//a:content", NS)]
    assert contents == [
        f"<p>{badge}First &lt;part&gt; &amp; more.</p>\n<p>Second part.</p>\n"
        f'<p><small><a href="http://127.0.0.1:8000/authorship">{label}</a>. {review}</small></p>'
        for badge, label, review in (
            ('<abbr class="ai" title="Written by artificial intelligence">AI</abbr> ', "Written by AI, reviewed",
             "Checked by fixed rules and by a second AI; no person read it before it was published."),
            ("", "Written by rules", "Checked by fixed rules; no person read it before it was published."),
        )
    ]  # fmt: skip
    assert [found.get("term") for found in root.iterfind(".//a:category", NS)] == [
        "trainedAlgorithmicMedia",
        "algorithmicMedia",
    ]


def test_an_entry_without_its_translation_is_english_and_says_so(get):
    log(1)
    root = assert_valid_atom(get("/feeds/log/novice/it.atom").content)
    assert (root.get(XML_LANG), root.find("a:entry", NS).get(XML_LANG)) == ("it", "en")


def test_ids_stay_at_the_next_request_and_differ_by_language(get):
    one = log(1)
    italian(one)
    first, again = (get(LOG).content for _ in range(2))
    other = get("/feeds/log/novice/it.atom").content
    assert first == again
    assert feedparser.parse(first).entries[0].id != feedparser.parse(other).entries[0].id


def test_only_accepted_logs_of_the_tone_newest_first(get):
    for number in (3, 1, 2):
        log(number)
    log(4, tone="INTERMEDIATE")
    log(5, state="rejected")
    assert titles(get(LOG)) == ["Log 1", "Log 2", "Log 3"]
    assert titles(get("/feeds/log/intermediate/en.atom")) == ["Log 4"]


def test_a_withdrawn_log_disappears(get):
    log(2)
    newest = log(1)
    tag = get(LOG)["ETag"]
    replacement.withdraw(newest, "claim", now=edition.NOW)
    response = get(LOG, headers={"if-none-match": tag})
    assert (response.status_code, titles(response)) == (200, ["Log 2"])


@pytest.mark.parametrize("path", ["/feeds/log/novice/it.json", "/feeds/news/it.json"])
def test_json_feed_has_what_its_version_asks_for(get, path):
    italian(log(1))
    edition.headlines(3)
    response = get(path)
    feed = assert_valid_json_feed(response.content)
    assert response["Content-Type"] == "application/feed+json; charset=utf-8"
    assert (feed["language"], len(feed["items"])) == ("it", 1)


def test_json_and_atom_hold_the_same(get):
    log(1)
    edition.headlines(3)
    for path in ("/feeds/log/novice/en", "/feeds/news/en"):
        atom = feedparser.parse(get(f"{path}.atom").content)
        items = json.loads(get(f"{path}.json").content)["items"]
        assert [(e.id, e.link, e.title) for e in atom.entries] == [
            (i["id"], i["url"], i["title"]) for i in items
        ]


def test_news_lead_to_the_publisher(get):
    edition.headlines(2)
    root = assert_valid_atom(get(NEWS, headlines="all").content)
    assert [link.get("href") for link in root.iterfind("a:entry/a:link[@rel='alternate']", NS)] == [
        "https://example.org/0", "https://example.org/1",
    ]  # fmt: skip
    assert [name.text for name in root.iterfind("a:entry/a:author/a:name", NS)] == ["ECB", "ANSA"]
    assert [entry.get(XML_LANG) for entry in root.findall("a:entry", NS)] == ["en", "it"]


def test_a_headline_without_a_safe_link_leads_to_the_news_page(get):
    edition.headlines(1)
    Headline.objects.update(url="", summary="An <extract> & more")
    root = assert_valid_atom(get(NEWS).content)
    assert root.find("a:entry/a:link", NS).get("href") == "http://127.0.0.1:8000/news"
    assert root.find("a:entry/a:summary", NS).text == "An <extract> & more"
    assert root.find("a:entry/a:summary", NS).get("type") == "text"


@pytest.mark.parametrize(
    ("query", "sources", "title"),
    [
        ({}, ["ECB", "BBC"], "Market Briefing: News"),
        ({"headlines": "all"}, ["ECB", "ANSA", "BBC"], "Market Briefing: News · All languages"),
        ({"include": "AI"}, ["BBC"], "Market Briefing: News · AI"),
        ({"include": "AI,EU"}, ["ECB", "BBC"], "Market Briefing: News · AI, EU"),
        ({"exclude": "EU"}, ["BBC"], "Market Briefing: News · without EU"),
        ({"headlines": "it"}, ["ANSA"], "Market Briefing: News · Italian"),
        ({"q": "chip"}, ["BBC"], "Market Briefing: News · “chip”"),
        ({"include": "Nonsense"}, ["ECB", "BBC"], "Market Briefing: News"),
    ],
)
def test_news_are_filtered_as_on_the_page(get, query, sources, title):
    edition.headlines(3)
    Headline.objects.update(words="")
    Headline.objects.filter(title__startswith="Chip").update(words=search_words("Chip makers"))
    parsed = feedparser.parse(get(NEWS, **query).content)
    assert ([entry.author for entry in parsed.entries], parsed.feed.title) == (sources, title)


def test_feeds_of_two_filters_have_two_ids(get):
    ids = {
        feedparser.parse(get(NEWS, **query).content).feed.id
        for query in ({}, {"headlines": "all"}, {"include": "AI"}, {"exclude": "AI"})
    }
    assert len(ids) == 4
    assert not any("token" in each for each in ids)


def test_labels_are_in_the_language_of_the_feed(get):
    edition.headlines(3)
    parsed = feedparser.parse(get("/feeds/news/it.atom", headlines="all").content)
    terms = [(t.term, t.label) for t in parsed.entries[2].tags]
    assert terms == [("AI", "IA")]


def test_what_xml_cannot_hold_does_not_take_the_feed_away(get):
    edition.headlines(1)
    Headline.objects.update(title="Bell \x07 and vertical \x0b tab", summary="\x01 nothing")
    assert_valid_atom(get(NEWS).content)
    assert titles(get(NEWS)) == ["Bell  and vertical  tab"]


def test_control_characters_of_a_search_do_not_take_the_feed_away(get):
    response = get(NEWS, q="rate\x01s\x1b \ufffe")
    assert response.status_code == 200
    assert feedparser.parse(response.content).bozo == 0


def test_the_feed_names_its_own_address_and_the_page(get, ada, settings):
    settings.BASE_URL = "https://briefing.example"
    edition.headlines(1)
    query = {"include": "EU", "exclude": "AI"}
    feed = json.loads(get("/feeds/news/en.json", **query).content)
    token = feed_links.token_of(ada)
    assert (
        feed["feed_url"]
        == f"https://briefing.example/feeds/news/en.json?{urlencode(query | {'token': token})}"
    )
    assert feed["home_page_url"] == "https://briefing.example/news?include=EU&exclude=AI&headlines=en"


def test_samples_are_called_samples(get, settings):
    settings.SAMPLE_DATA = True
    answer = get(LOG)
    assert feedparser.parse(answer.content).feed.title.endswith("(Sample data)")
    assert answer["Sample-Data"] == "true"


READ = "/feeds/reads/bonds/novice/en"


@pytest.mark.parametrize("group", ["all", "bonds", "economy"])
@pytest.mark.parametrize("language", ["en", "it"])
def test_reads_of_a_group_as_atom_and_json(get, group, language):
    edition.whole()
    shown = IndicatorSummary.objects.get(group=group, tone="NOVICE")
    title = shown.translations.get(language="it").title if language == "it" else shown.title
    if (
        group != "all"
    ):  # only the read across groups has a title of its own: the others say their first sentence
        text = shown.translations.get(language="it") if language == "it" else shown
        title = published.first_sentence(text.content).rstrip(".")
        assert len(title) > len(groups.load().group(group).title(language))
    path = f"/feeds/reads/{group}/novice/{language}"
    root = assert_valid_atom(get(f"{path}.atom").content)
    feed = assert_valid_json_feed(get(f"{path}.json").content)
    assert root.get(XML_LANG) == feed["language"] == language
    assert [item["title"] for item in feed["items"]] == titles(get(f"{path}.atom")) == [title]
    place = feed["items"][0]["url"].removeprefix("http://127.0.0.1:8000/")
    codes = {row["key"] for row in shown.facts["rows"]}
    assert place == "" if group == "all" else place.removeprefix("#row-") in codes
    assert feed["items"][0]["content_html"].endswith("</small></p>")


def test_feeds_of_reads_have_different_titles(get):
    names = [get(f"/feeds/reads/{group}/novice/en.json").json()["title"] for group in ("all", "bonds")]
    assert names == ["Market Briefing: All groups together · Novice", "Market Briefing: Bonds · Novice"]


def test_a_read_of_another_day_leads_to_its_edition(get):
    edition.whole()
    with time_machine.travel(edition.NOW + timedelta(days=1), tick=False):
        url = get(f"{READ}.json").json()["items"][0]["url"]
    assert url.startswith("http://127.0.0.1:8000/edition/2026-11-21#row-")


def test_a_withdrawn_read_disappears_and_dates_the_feed(get):
    edition.whole()
    last = get(f"{READ}.atom")["Last-Modified"]
    assert get(f"{READ}.atom", headers={"if-modified-since": last}).status_code == 304
    replacement.withdraw(
        IndicatorSummary.objects.get(group="bonds", tone="NOVICE"),
        "claim",
        now=edition.NOW + timedelta(minutes=1),
    )
    response = get(f"{READ}.atom", headers={"if-modified-since": last})
    assert (response.status_code, titles(response)) == (200, [])


@pytest.mark.parametrize(
    "path",
    [
        "/feeds/reads/nonsense/novice/en.atom",
        "/feeds/reads/bonds/pro/en.atom",
        "/feeds/reads/bonds/novice/de.atom",
    ],
)
def test_a_read_that_is_not_written_is_not_found(get, path):
    assert get(path).status_code == 404


@pytest.mark.parametrize("many", [1, 60])
def test_feed_of_reads_takes_the_same_queries_however_many_there_are(
    get, django_assert_max_num_queries, many
):
    edition.whole()
    shown = IndicatorSummary.objects.get(group="bonds", tone="NOVICE")
    for number in range(1, many):
        shown.pk, shown.cycle = None, shown.cycle - timedelta(hours=number)
        shown.save()
    get(f"{READ}.atom")
    with django_assert_max_num_queries(11):
        assert get("/feeds/reads/bonds/novice/it.atom").status_code == 200
