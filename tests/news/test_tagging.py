"""Tagging of stored headlines, and phrases that must not be tagged."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from news.models import Feed, Headline
from news.tagging import tag
from news.tagging.tag import MAX_ATTEMPTS, rule_tags, tag_pending
from tests.news.test_model_tags import headline

START = datetime(2026, 11, 20, 8, 0, tzinfo=UTC)


def covers_nothing(headlines: Sequence[Headline]) -> dict[int, list[str]]:
    return {}


@pytest.mark.parametrize(
    ("title", "tags"),
    [
        ("Trade union accepts the offer", ["Jobs"]),
        ("Air strike kills dozens near the front line", ["Conflict"]),
        ("Nurses vote to strike over pay", ["Jobs"]),
        ("Councillor denies conflict of interest", []),
        ("Sprinter wins gold medal", []),
        ("Oil painting sells after a long bidding war", []),
        ("Next James Bond to be named", []),
        ("Share your tips for winter walks", []),
        ("Drivers told to yield to pedestrians", []),
        ("Apple pie with a twist", []),
        ("Roast turkey for twelve", []),
        ("Tell us what you think", []),
        ("US retail sales fall", ["USA", "Growth"]),
        ("Supermarkets start a price war", []),
        ("Trade war weighs on Chinese exports", ["Asia", "Trade"]),
        ("Fed up with the noise, neighbours complain", []),
        ("Georgia holds parliamentary election", ["Politics"]),
        ("Bank of England keeps rates on hold", ["Central Banks"]),
        ("S&P 500 closes at a record", ["USA", "Equities"]),
        ("Nikkei ends lower", ["Asia", "Equities"]),
    ],
)
def test_rule_tags_reads_english(title: str, tags: list[str]) -> None:
    assert rule_tags(title, "", "en") == tags


@pytest.mark.parametrize(
    ("title", "tags"),
    [
        ("Medaglia d'oro nella scherma", []),
        ("La borsa da viaggio più leggera", []),
        ("Titoli di coda per la serie", []),
        ("Titoli di Stato, asta a tassi in calo", ["Bonds"]),
        ("Avviata un'azione legale", []),
        ("Cambio al vertice della squadra", []),
        ("La giuria valuta l'offerta", []),
        ("Come si usa la lavatrice", []),
        ("Usa, vendite al dettaglio in calo", ["USA", "Growth"]),
        ("Consigli ai genitori", []),
        ("AI, nuove regole sui modelli linguistici", ["AI"]),
        ("Guerra dei prezzi tra supermercati", []),
        ("Guerra commerciale, la Cina risponde", ["Asia", "Trade"]),
        ("Spread Btp-Bund in calo", ["EU", "Bonds"]),
        ("Sciopero dei macchinisti", ["Jobs"]),
        ("Raid aereo su Gaza", ["Conflict"]),
        ("Piazza Affari in rialzo", ["EU", "Equities"]),
        ("New York, in chiusura l'S&P 500 scende dello 0,2%", ["USA", "Equities"]),
        ("Treasury, il rendimento decennale sale al 4,22%", ["USA", "Bonds"]),
        (
            "Beige Book della Fed: poche novità nella maggior parte delle regioni",
            ["USA", "Central Banks", "Growth"],
        ),
    ],
)
def test_rule_tags_reads_italian(title: str, tags: list[str]) -> None:
    assert rule_tags(title, "", "it") == tags


def test_rule_tags_follow_the_order_of_the_vocabulary() -> None:
    assert rule_tags("Oil slips as inflation in China cools", "", "en") == [
        "Asia",
        "Inflation",
        "Commodities",
    ]


def test_summary_counts_when_the_title_says_little() -> None:
    assert rule_tags("A long wait ends", "Inflation fell and consumer prices eased.", "en") == ["Inflation"]


def test_summary_alone_gives_no_country() -> None:
    assert rule_tags("Bread is dearer", "From Berlin to Tokyo, Paris and Rome.", "en") == ["Inflation"]


def test_unknown_language_is_read_as_english() -> None:
    assert rule_tags("ECB holds rates", "", "fr") == ["EU", "Central Banks"]


@pytest.mark.parametrize("title", ["", " ", "?!", "中国", "\x00", "a" * 10_000])
def test_rule_tags_survives_odd_titles(title: str) -> None:
    assert rule_tags(title, title, "en") == []


def test_rule_tags_reads_no_tag_into_repetition() -> None:
    text = "to buy a pony by a pond by " * 2_000
    assert rule_tags(text, text, "en") == []


def test_tag_pending_tags_what_has_no_tags(feed: Feed) -> None:
    fresh, known = headline(feed, 1), headline(feed, 2, tags=["Crypto"])
    assert tag_pending() == 1
    fresh.refresh_from_db()
    known.refresh_from_db()
    assert (fresh.tags, known.tags) == (["Commodities"], ["Crypto"])


def test_tag_pending_stores_an_empty_list_where_none_fits(feed: Feed) -> None:
    row = headline(feed, 1, title="A quiet day")
    tag_pending()
    row.refresh_from_db()
    assert row.tags == []


def test_tag_pending_takes_the_newest_first(feed: Feed) -> None:
    for minute in range(3):
        headline(feed, minute)
    seen: list[str] = []

    def note(rows: Sequence[Headline]) -> dict[int, list[str]]:
        seen.extend(row.guid for row in rows)
        return {}

    tag_pending(tagger=note)
    assert seen == ["2", "1", "0"]


def test_tag_pending_goes_on_over_several_batches(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tag, "BATCH", 3)
    for minute in range(7):
        headline(feed, minute)
    assert (tag_pending(), Headline.objects.untagged().count()) == (7, 0)


def test_tag_pending_writes_a_batch_at_once(feed: Feed, django_assert_num_queries: object) -> None:
    for minute in range(40):
        headline(feed, minute)
    with django_assert_num_queries(5):  # type: ignore[operator]  # a read; an update with its cache version
        tag_pending()


def test_uncovered_row_is_sent_again_and_then_gets_the_rule_tags(feed: Feed) -> None:
    row = headline(feed, 1)
    counts = [tag_pending(tagger=covers_nothing) for _ in range(MAX_ATTEMPTS)]
    row.refresh_from_db()
    assert (counts, row.tags, row.tag_attempts) == ([0, 0, 1], ["Commodities"], MAX_ATTEMPTS)


def test_uncovered_rows_are_met_once_in_a_call(feed: Feed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tag, "BATCH", 2)
    for minute in range(5):
        headline(feed, minute)
    tag_pending(tagger=covers_nothing)
    assert set(Headline.objects.values_list("tag_attempts", flat=True)) == {1}


def test_words_outside_the_vocabulary_are_dropped(feed: Feed) -> None:
    row = headline(feed, 1)
    tag_pending(tagger=lambda rows: {rows[0].pk: ["Sport", "Trade", "AI"]})
    row.refresh_from_db()
    assert row.tags == ["AI", "Trade"]


def test_tags_written_meanwhile_stand(feed: Feed) -> None:
    row = headline(feed, 1)

    def late(rows: Sequence[Headline]) -> dict[int, list[str]]:
        Headline.objects.update(tags=["Crypto"])
        return {rows[0].pk: ["Trade"]}

    tag_pending(tagger=late)
    row.refresh_from_db()
    assert row.tags == ["Crypto"]
