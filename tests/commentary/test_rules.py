"""What the rules write of an edition: what comes first, how long, how unlike its neighbours, in both tones."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache

import pytest

from commentary.facts import naming
from commentary.facts.log_material import Material
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.rules import log_writer, writer
from commentary.rules.forms import explanations, forms
from commentary.rules.openings import teller_of
from commentary.rules.writer import Text, compose
from commentary.writing.drafts import Assignment, Draft
from commentary.writing.inspection import inspect
from indicators import groups
from tests.commentary.rows import AS_OF, configured, row_of, states

TONES = ("NOVICE", "INTERMEDIATE")
GROUPS = [group.id for group in groups.load().groups]
STORIES = (
    {"title": "Bank keeps its rate", "summary": "", "publisher": "Wire", "url": "https://wire.example/1", "publishers": 4,
     "tags": ["Central Banks", "EU"], "at": "2026-11-23T05:00+00:00"},
    {"title": "Buy gold now", "summary": "", "publisher": "Tips", "url": "https://tips.example/1", "publishers": 3,
     "tags": ["Commodities"], "at": "2026-11-23T05:10+00:00"},
    {"title": "Tankers wait off Rotterdam", "summary": "", "publisher": "Paper", "url": "https://paper.example/2",
     "publishers": 1, "tags": ["Commodities"], "at": "2026-11-23T05:20+00:00"},
)  # fmt: skip
AGENDA = (
    {
        "date": "2026-11-25",
        "what_en": "US inflation for October",
        "what_it": "l’inflazione USA di ottobre",
        "key": "CPIA",
    },
)
BEFORE = {"title": "Gold up 0.6%", "text": "Gold rose.", "as_of": "2026-11-20T18:07+00:00"}


def rows(*, new: bool = True) -> tuple[RowFacts, ...]:
    """Every configured row, each in another state, so that all kinds of fact are there."""
    names = ["move", "big", "extreme", "run", "flat", "run_ended", "move", "old"]
    found = []
    for place, config in enumerate(configured()):
        row = states(row_of(config, way=(1, -1)[place % 2]))[names[place % len(names)]]
        found.append(
            replace(row, new=new and row.new, newsworthiness=(0.2 + place * 37 % 60 / 60) * (new and row.new))
        )
    return tuple(found)


def whole(*, as_of: str = AS_OF, new: bool = True, **more: object) -> Facts:
    pairs = ({"id": "inflation", "keys": ("CPIE", "CPIU")}, {"id": "gold", "keys": ("RY10", "GOLD")})
    return Facts(EVERYTHING, as_of, rows(new=new), pairs, **({"stories": STORIES, "agenda": AGENDA} | more))  # type: ignore[arg-type]


def of_group(group: str, *, as_of: str = AS_OF) -> Facts:
    return Facts(group, as_of, tuple(row for row in rows() if row.group == group))


@cache
def before(tone: str) -> tuple[Facts, Mapping[str, Text]]:
    """A day with an edition before it, and its lead."""
    facts = whole(previous=BEFORE)
    return facts, compose(facts, tone=tone)


def material(
    facts: Facts,
    *,
    tone: str = "NOVICE",
    hour: int = 12,
    stories: int = 7,
    lead: Mapping[str, Text] | None = None,
) -> Material:
    lead = lead or compose(facts, tone=tone)
    return Material(
        slot=datetime.fromisoformat(f"{facts.as_of}T{hour:02}:07:00+00:00").astimezone(UTC), tone=tone, style="DRY",
        figures=facts, lead=(lead["en"].title, lead["en"].body), lead_it=lead["it"].body, headlines=(), tags=(("Central Banks", 5), ("EU", 2)),
        stories=stories, newest=9,
    )  # fmt: skip


def days(count: int) -> list[str]:
    first = datetime.fromisoformat(AS_OF)
    return [f"{first + timedelta(days=day):%Y-%m-%d}" for day in range(count)]


def words(text: str) -> int:
    return len(text.split())


def refused(text: Text, facts: Facts, *, lang: str, kind: str) -> list[str]:
    task = Assignment(kind, facts.group, "NOVICE", "DRY", facts.as_json(), "")
    return [
        f"{each.rule} {each.excerpt}"
        for each in inspect(Draft(text.title, (text.body,)), task, lang=lang).findings
        if each.blocks
    ]


@pytest.mark.parametrize("tone", TONES)
def test_a_lead_has_its_length_and_passes(tone):
    for day in days(4):
        facts = whole(as_of=day)
        for lang, text in compose(facts, tone=tone).items():
            assert 60 <= words(text.body) <= 110, text
            assert 3 <= words(text.title) <= 8, text.title
            assert refused(text, facts, lang=lang, kind="aggregate") == []


@pytest.mark.parametrize("group", GROUPS)
def test_a_group_read_has_its_length_and_passes(group):
    for day in days(2):
        for tone in TONES:
            facts = of_group(group, as_of=day)
            for lang, text in compose(facts, tone=tone).items():
                assert 35 <= words(text.body) <= 80, text
                assert text.title == ""
                assert refused(text, facts, lang=lang, kind="read") == []


def test_the_most_newsworthy_row_leads():
    top = max(rows(), key=lambda row: row.newsworthiness)
    text = compose(whole(), tone="NOVICE")["en"]
    other = compose(replace(whole(), rows=tuple(row for row in rows() if row.key != top.key)), tone="NOVICE")[
        "en"
    ]
    assert text.sentences[0] != other.sentences[0]
    assert [row.key for row in naming.named(rows(), text.sentences[0], "en")] == [top.key]


@pytest.mark.parametrize("tone", TONES)
def test_a_lead_tells_headlines_what_stood_still_and_what_is_due(tone):
    text = compose(whole(), tone=tone)["en"].body
    assert "“Bank keeps its rate”" in text
    assert "US inflation for October" in text
    assert "«Bank keeps its rate»" in compose(whole(), tone=tone)["it"].body


def test_a_headline_that_advises_is_not_quoted():
    assert "Buy gold" not in compose(whole(stories=STORIES[1:]), tone="NOVICE")["en"].body
    log = log_writer.write(material(whole()))["en"].body
    assert "Buy gold" not in log and "Tankers wait off Rotterdam" in log


@pytest.mark.parametrize("tone", TONES)
def test_no_two_reads_of_an_edition_open_with_the_same_form(tone):
    for day in days(4):
        known = [whole(as_of=day), *(of_group(group, as_of=day) for group in GROUPS)]
        openings = []
        for facts in known:
            teller = teller_of(facts, tone=tone)
            sentence = teller.opening(writer.by_news(list(facts.rows))[0])
            assert sentence is not None
            openings.append((sentence.kind, sentence.form))
        assert len(set(openings)) == len(openings), openings


def test_a_novice_is_told_of_three_figures_and_learns_five_terms_in_a_week():
    learnt = set()
    for day in days(5):
        text = compose(of_group("bonds", as_of=day), tone="NOVICE")["en"]
        learnt |= set(text.sentences) & set(explanations("bonds", "en"))
    assert len(learnt) == 5
    draft = writer._lead(writer.Teller(whole(), tone="NOVICE", turn=0), whole())
    assert len(draft.told) <= 3


def test_tones_say_different_things():
    plain, dense = (compose(of_group("bonds"), tone=tone)["en"] for tone in TONES)
    assert set(plain.sentences) & set(explanations("bonds", "en"))
    assert not set(dense.sentences) & set(explanations("bonds", "en"))
    assert not set(plain.sentences) & set(dense.sentences)


def test_equal_facts_give_equal_texts_and_another_day_other_words():
    assert compose(whole(), tone="NOVICE") == compose(whole(), tone="NOVICE")
    today, tomorrow = (set(compose(whole(as_of=day), tone="NOVICE")["en"].sentences) for day in days(2))
    assert not today & tomorrow


def test_a_title_is_another_than_the_one_before():
    title = compose(whole(), tone="NOVICE")["en"].title
    again = compose(whole(previous=BEFORE | {"title": title}), tone="NOVICE")["en"].title
    assert again != title


@pytest.mark.parametrize("tone", TONES)
def test_a_quiet_edition_says_so_and_how_things_stand(tone):
    facts = whole(new=False, previous=BEFORE)
    found = compose(facts, tone=tone)
    for lang, day in (("en", "Friday 20 November, 18:07 UTC"), ("it", "venerdì 20 novembre, 18:07 UTC")):
        assert day in found[lang].title and day in found[lang].sentences[0]
        assert 25 <= words(found[lang].body) <= 50, found[lang].body
        assert refused(found[lang], facts, lang=lang, kind="aggregate") == []


def test_a_group_without_news_tells_of_its_most_unusual_figure():
    quiet = tuple(
        replace(row, new=False, newsworthiness=0.0, stale=False, extreme="") for row in of_group("bonds").rows
    )
    unusual = replace(quiet[3], percentile=99.2)
    text = compose(Facts("bonds", AS_OF, (*quiet[:3], unusual, *quiet[4:])), tone="INTERMEDIATE")["en"]
    assert "top 5%" in text.sentences[0] or "99th percentile" in text.sentences[0], text.sentences


def test_an_old_figure_is_told_with_its_age():
    row = replace(states(row_of(configured()[0]))["old"], period="2026-Q1", date="2026-03-31")
    text = compose(Facts("valuation", AS_OF, (row,)), tone="NOVICE")
    assert "first quarter" in text["en"].sentences[0] and "primo trimestre" in text["it"].sentences[0]


@pytest.mark.parametrize("group", ["bonds", EVERYTHING])
def test_without_figures_the_text_says_so(group):
    found = compose(Facts(group, AS_OF, ()), tone="NOVICE")
    assert found["en"].body and found["it"].body and bool(found["en"].title) is (group == EVERYTHING)


@pytest.mark.parametrize("tone", TONES)
@pytest.mark.parametrize("hour", [0, 6, 12, 18])
def test_a_log_has_its_length_passes_and_repeats_no_sentence_of_the_lead(tone, hour):
    facts, lead = before(tone)
    told = material(facts, tone=tone, hour=hour, lead=lead)
    for lang, log in log_writer.write(told).items():
        assert 80 <= words(log.body) <= 150, log
        assert not {sentence for sentence in lead[lang].sentences if sentence in log.body}
        assert log.title != lead[lang].title and 3 <= words(log.title) <= 8
        task = Assignment("log", "log", tone, "DRY", told.as_json(), "")
        verdict = inspect(log, task, lang=lang)
        assert [(each.rule, each.excerpt) for each in verdict.findings if each.blocks] == []


def test_a_log_says_what_changed_what_did_not_and_what_is_due():
    facts, lead = before("NOVICE")
    figures, news, due = log_writer.write(material(facts, lead=lead))["en"].paragraphs
    new = sum(row.new for row in facts.rows)
    assert f"{new} of {len(facts.rows)} figures" in figures and figures.endswith((" other six.", " others."))
    assert "“Bank keeps its rate”" in news and "Wire" in news
    assert "US inflation for October" in due and "25 November" in due


def test_two_dates_of_a_log_are_told_in_two_ways():
    further = AGENDA[0] | {
        "date": "2026-11-26",
        "what_en": "the Fed’s balance sheet",
        "what_it": "il bilancio della Fed",
    }
    found = log_writer.write(material(whole(previous=BEFORE, agenda=(AGENDA[0], further))))
    for log in found.values():
        first, second = [each for each in log.paragraphs[-1].split(". ") if each]
        assert first.split()[:3] != second.split()[:3]


def test_a_log_without_news_and_headlines_says_so():
    facts = whole(new=False, previous=BEFORE, stories=(), agenda=())
    found = log_writer.write(replace(material(facts, stories=0), tags=()))
    assert found["en"].paragraphs[-1] in forms("log_silent", "en")
    assert found["it"].paragraphs[-1] in forms("log_silent", "it")
