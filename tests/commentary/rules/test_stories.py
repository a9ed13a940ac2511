"""Which headlines the rules quote, in what order, and how."""

import pytest

from commentary.facts.snapshot import Facts
from commentary.language.rendering import render, render_sentence
from commentary.language.slot_table import SlotTable
from commentary.rules import log_writer, read_writer, stories
from commentary.writing.checks import draft as checks
from tests.commentary.figures import figure
from tests.commentary.rows import AS_OF
from tests.commentary.tables import STORIES, WHOLE, table


def ids(slots):
    return [sentence.about[0] for sentence in stories.quoted(slots)]


def test_a_headline_is_quoted_in_the_language_of_the_reader():
    sentence = stories.quotation(WHOLE, "s1")
    assert (
        render_sentence(sentence, WHOLE, "en").text
        == "BBC: “Government wants a say in Kestrel Bank’s bid for Tessmark”; two others reported the same story."
    )
    assert render_sentence(sentence, WHOLE, "it").text.startswith(
        "«Il governo vuole essere sentito su Kestrel e Tessmark», titola la Repubblica"
    )


def test_one_event_is_reported_once():
    twice = (STORIES[2], STORIES[2] | {"title": "Fares stay, Marlow chair says", "publisher": "CNBC"})
    twice = tuple(story | {"title": f"In Marlow: {story['title']}"} for story in twice)
    assert ids(table(stories=twice)) in (["s1"], ["s2"])


def test_how_many_had_a_story_is_said_of_the_first_headline_alone():
    texts = [sentence.texts["en"] for sentence in stories.quoted(WHOLE)]
    assert [text.endswith("reported the same story.") for text in texts] == [True, False, False]


def test_official_sources_are_not_counted_as_papers():
    slots = table(stories=(STORIES[0] | {"sources": ["BBC", "ECB", "la Repubblica"]},))
    sentence = stories.quotation(slots, "s1")
    assert render_sentence(sentence, slots, "en").text.endswith("; one other reported the same story.")
    assert render_sentence(sentence, slots, "it").text.endswith("la notizia è riportata da due testate.")


def test_of_as_many_publishers_a_headline_on_the_economy_comes_before_one_on_a_company():
    slots = table(stories=(told("Strike at Orvine", 3, "en", "it"), told("Duties put off", 3, "en", "it") | {"tags": ["Trade"]}))  # fmt: skip
    assert ids(slots) == ["s2", "s1"]


@pytest.mark.parametrize(("value", "is_told"), [(2.5, False), (12.5, True), (2.51, True)])
@pytest.mark.parametrize("writer", [read_writer, log_writer])
def test_a_headline_with_the_value_that_the_text_states_is_not_quoted(writer, value, is_told):
    cpi = figure("CPIU", value=value, prev=2.0, decimals=2 if value == 2.51 else 1, frequency="M", new=True, newsworthiness=11.0)  # fmt: skip
    facts = Facts("all", AS_OF, (cpi,), stories=(told("Inflation in Britain at 2.5%", 3, "en", "it"),))
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    assert ("in Britain" in render(writer.write(facts, slots), slots, "en").body) == is_told


def test_an_official_source_has_no_count_of_publishers():
    slots = table(
        stories=({"title": "Marlow will not raise fares, says chair", "publisher": "Istat", "publishers": 3},)
    )
    assert "{s1.others}" not in next(stories.quoted(slots)).texts["en"]


@pytest.mark.parametrize("title", ["", "“Quoted” words", "Cut off…", " ".join(["word"] * 19)])
def test_a_headline_that_cannot_be_quoted_is_left_out(title):
    assert ids(table(stories=({"title": title, "publisher": "Reuters"},))) == []


def told(title, publishers, *languages):
    titles = {lang: {"title": title, "publisher": "Reuters"} for lang in languages}
    return {"title": title, "publisher": "Reuters", "publishers": publishers, "titles": titles}


def test_a_foreign_headline_is_quoted_after_those_of_the_language():
    slots = table(stories=(told("Profit warning from Dalverne", 5, "en"), told("Sciopero", 2, "en", "it")))
    texts = [sentence.texts for sentence in stories.quoted(slots)]
    assert ["{s1." in text["en"] for text in texts] == [True, False]
    assert ["{s1." in text["it"] for text in texts] == [False, True]


def test_a_headline_that_is_in_italian_alone_is_marked_in_english():
    slots = table(stories=(told("Sciopero a Orvine", 3, "it"), told("Dazi rinviati", 2, "it")))
    english = [render_sentence(sentence, slots, "en").text for sentence in stories.quoted(slots)]
    assert english == [
        "Reuters: “Sciopero a Orvine” (in Italian); two others reported the same story.",
        "Reuters: “Dazi rinviati” (in Italian).",
    ]
    italian = [render_sentence(sentence, slots, "it").text for sentence in stories.quoted(slots)]
    assert all(
        text.startswith(f"«{title}», titola Reuters")
        for text, title in zip(italian, ("Sciopero a Orvine", "Dazi rinviati"), strict=True)
    )


def test_the_quotation_of_one_story_is_of_that_story_in_both_languages():
    slots = table(stories=(told("Profit warning from Dalverne", 5, "en"), told("Sciopero", 2, "en", "it")))
    assert all("{s1." in text for text in stories.quotation(slots, "s1").texts.values())


@pytest.mark.parametrize(
    "close",
    [
        "Tokyo shares close higher: Nikkei rises 0.6% (9 June)",
        "Gold rises 0.5%: 4,331 dollars an ounce on Friday",
        "Wall Street closes higher, S&P 500 at 7,531 on Monday",
        "New York, l'S&P 500 chiude a 7.531 punti lunedì",
        "Borsa di Milano in rialzo e spread a 76 martedì",
        "Borsa di Tokyo, il Nikkei sale dello 0,6% (9 giugno)",
        "FTSE 100 is flat in London",
        "Currencies: euro at 1.2059 dollars, dollar at 152.37 yen (27 October)",
        "Euro rises 0.1% against the dollar (29 October)",
        "Brent oil falls 1.5%: 61.34 dollars a barrel (16 November)",
        "Treasury, il rendimento decennale sale al 4,24% (15 settembre)",
    ],
)
def test_a_daily_close_that_moved_little_is_not_quoted(close):
    slots = table(stories=(told(close, 9, "en", "it"), told("Strike at Orvine", 2, "en", "it")))
    assert ids(slots) == ["s2"]


def test_a_large_fall_of_an_index_keeps_its_place():
    slots = table(stories=(told("Nikkei falls 7.1% on Monday", 9, "en", "it"), told("Strike", 2, "en", "it")))
    assert ids(slots) == ["s1", "s2"]


def test_each_language_says_whether_its_own_publisher_is_a_source():
    titles = {lang: dict(told) for lang, told in STORIES[0]["titles"].items()}
    titles["it"]["publisher"] = "Istat"
    texts = next(stories.quoted(table(stories=(STORIES[0] | {"titles": titles},)))).texts
    assert "{s1.others}" in texts["en"] and texts["it"] == "{s1.opening}: «{s1.title}»."


def test_the_headlines_of_the_two_languages_may_differ():
    only = (told("Profit warning from Dalverne", 5, "en"), told("Sciopero a Orvine", 2, "it"))
    slots = table(stories=only)
    for sentence in stories.quoted(slots):
        assert checks.check_one(sentence, slots, by_rules=True).passed


def test_a_headline_may_name_its_publisher():
    slots = table(stories=({"title": "ECB’s Elena Brasco asks for patience in Lisbon", "publisher": "ECB"},))
    for sentence in stories.quoted(slots):
        assert checks.check_one(sentence, slots, by_rules=True).passed
