"""Texts on a span by rules: forms in both languages, families once, and at most 400 words for every span."""

import random
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from functools import cache

import pytest

from briefing.core import periods
from commentary.facts import span
from commentary.facts.collecting import row_facts
from commentary.facts.past import past_of
from commentary.facts.ranking import PreviousFigures, family_of
from commentary.facts.snapshot import Facts, RowFacts
from commentary.facts.span import Span
from commentary.language.draft import LANGUAGES
from commentary.language.rendering import render
from commentary.rules import span_writer
from commentary.writing.checks import draft as checks
from indicators.computation import figure_of
from indicators.figures import Point
from tests.commentary.figures import figure
from tests.commentary.rows import LEVELS, SIZES, configured
from tests.commentary.tables import findings
from tests.pages.edition import STEP

TONES = ("NOVICE", "PRO")
END = date(2026, 11, 20)
SAMPLE_DAYS, EVERY_N = 60, range(span.LEAST_DAYS, span.MOST_DAYS + 1)
TITLES = ("Ministers", "Bankers", "Farmers", "Publishers", "Teachers")


def story(number: int) -> dict:
    """A story with headlines as long as may be quoted."""
    who = TITLES[number]
    english = f"{who} of the two countries open the new railway line between the old port and the town"
    italian = (
        f"{who} dei due Paesi inaugurano la nuova linea ferroviaria fra il porto e il centro della città"
    )
    titles = {
        "en": {"title": english, "publisher": "The Guardian"},
        "it": {"title": italian, "publisher": "ANSA"},
    }
    return {
        "title": english, "summary": "", "publisher": "The Guardian", "publishers": 12, "tags": [], "at": "",
        "url": "", "titles": titles, "days": 11, "headline": number,
    }  # fmt: skip


def spanned(moves=(), decisions=(), revisions=(), told=(), today: date = END) -> Span:
    start = datetime.combine(today - timedelta(days=7), time(), UTC)
    parts = [Facts("all", today.isoformat(), tuple(rows)) for rows in (moves, decisions, revisions)]
    return Span(start, start, *parts, Facts("all", today.isoformat(), (), stories=tuple(told)))


def texts(found: Span, tone: str = "PRO", language: str = "en") -> dict[str, list[str]]:
    return {
        part: [sentence.text.replace("\xa0", " ") for sentence in render(draft, slots, language).sentences]
        for part, (slots, draft) in span_writer.write(found, tone).items()
    }


def moved(key: str, **changes) -> RowFacts:
    fields = {"new": True, "newsworthiness": 1.0, "prev_period": "2026-11-12"} | changes
    return figure(key, **fields)


@pytest.mark.parametrize(("tone", "language", "text"), [
    ("PRO", "en", "The US 10-year yield rose 15 basis points to 4.25% on 20 November, from 4.10% on 12 November."),
    ("PRO", "it", "Il rendimento del Treasury decennale è salito di 15 punti base al 4,25% il 20 novembre, "
                  "dal 4,10% il 12 novembre."),
    ("NOVICE", "en", "The yield on 10-year US government bonds rose to 4.25% on 20 November, from 4.10% on 12 November."),
    ("NOVICE", "it", "Il rendimento dei titoli di Stato Usa a dieci anni è salito al 4,25% il 20 novembre, "
                     "dal 4,10% il 12 novembre."),
])  # fmt: skip
def test_move_has_both_values_with_their_dates(tone, language, text):
    found = spanned(moves=[moved("US10", value=4.25, prev=4.10)])
    assert texts(found, tone, language) == {"moves": [text]}


def fed(value: float, decided: str) -> RowFacts:
    return figure("FEDU", value=value, prev=3.75, decided=decided, new=True, group="rates")


@pytest.mark.parametrize(("row", "english", "italian"), [
    (fed(3.50, "2026-10-28"), "The Fed cut its policy rate to 3.50% on 28 October from 3.75%.",
     "La Fed ha tagliato il tasso al 3,50% il 28 ottobre dal 3,75%."),
    (fed(3.75, "2026-10-28"), "The Fed left its policy rate at 3.75% on 28 October.",
     "La Fed ha lasciato il tasso al 3,75% il 28 ottobre."),
    (fed(4.0, ""), "The Fed raised its policy rate to 4.00% from 3.75%.",
     "La Fed ha alzato il tasso al 4,00% dal 3,75%."),
])  # fmt: skip
def test_decisions_have_their_day(row, english, italian):
    found = spanned(decisions=[row])
    assert texts(found) == {"decisions": [english]}
    assert texts(found, language="it") == {"decisions": [italian]}


def test_changed_rates_come_before_held_ones():
    held = figure("ECBD", value=2.0, prev=2.0, decided="2026-11-05")
    found = texts(spanned(decisions=[held, fed(3.5, "2026-10-28")]))["decisions"]
    assert [text.split()[1] for text in found] == ["Fed", "ECB"]


def test_largest_revision_comes_first():
    rows = [
        figure("UNUS", value=4.3, prev=None, revised_from=4.5, revised_period="2026-10", decimals=1, frequency="M",
               newsworthiness=0.5),
        figure("CPIE", value=2.0, prev=None, revised_from=2.1, revised_period="2026-10", decimals=1, frequency="M",
               newsworthiness=2.0),
    ]  # fmt: skip
    assert texts(spanned(revisions=rows))["revisions"] == [
        "Euro-area inflation for October was revised down to 2.0% from 2.1%.",
        "US unemployment for October was revised down to 4.3% from 4.5%.",
    ]


def test_stories_say_publisher_and_days():
    assert texts(spanned(told=[story(0)]))["stories"] == [
        "The Guardian, over 11 days: “Ministers of the two countries open the new railway "
        "line between the old port and the town”; 11 others reported the same story."
    ]
    (italian,) = texts(spanned(told=[story(0)]), language="it")["stories"]
    assert italian.endswith("», titola l’Ansa; in 11 giorni ne hanno scritto 12 testate.")


def test_unmoved_figures_are_no_moves():
    assert texts(spanned(moves=[moved("US10", value=4.10, prev=4.10)])) == {}


# --- sixty days of made-up histories, every number of days ---


@cache
def walks() -> dict[str, list[Point]]:
    """A random walk for each configured row, at its own frequency."""
    found = {}
    for row in configured():
        chance, (value, _prev) = (
            random.Random(row.code),
            LEVELS.get(row.code) or SIZES.get(row.unit, (450.0, 440.0)),
        )
        ends = {}
        for back in range(100 * STEP[row.frequency], -1, -STEP[row.frequency]):
            period = periods.of(END - timedelta(days=back), row.frequency)
            if period.end <= END:
                value += chance.gauss(0, abs(value) * 0.01)
                ends[period.label] = Point(period.label, period.end, value)
        found[row.code] = list(ends.values())
    return found


@cache
def known_on(day: date) -> dict[str, tuple[RowFacts, dict[str, float]]]:
    found = {}
    for row in configured():
        points = [point for point in walks()[row.code] if point.day <= day]
        computed = figure_of(row, points, datetime.combine(day, time(), UTC))
        if computed is not None:
            past = past_of(row, points)
            found[row.code] = row_facts(row, computed, past, day), dict(past.recent)
    return found


def sample(today: date, days: int) -> Span:
    shown = {code: row for code, (row, _recent) in known_on(today - timedelta(days=days)).items()}
    for place, code in enumerate(sorted(shown)):  # every fifth figure was shown with another value
        if place % 5 == 0:
            shown[code] = replace(shown[code], value=shown[code].value * 1.03)
    seen = PreviousFigures(shown, datetime.combine(today, time(), UTC))
    parts = span.changes(seen, known_on(today), start=today - timedelta(days=days), today=today)
    return replace(spanned(today=today, told=[story(n) for n in range(5)]),
                   **dict(zip(("moves", "decisions", "revisions"), parts, strict=True)))  # fmt: skip


# Of the titles around the texts and three links, in the longer language.
AROUND = 25


@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.corpus)])
@pytest.mark.parametrize("tone", TONES)
def test_at_most_400_words_in_both_languages_on_sixty_days_and_for_all_numbers(tone, step):
    spans = [
        (END - timedelta(days=back), EVERY_N[back % len(EVERY_N)]) for back in range(0, SAMPLE_DAYS, step)
    ]
    spans += [(END, days) for days in EVERY_N[::step]]
    longest = 0
    for today, days in spans:
        parts = span_writer.write(sample(today, days), tone)
        drafts = [draft for _slots, draft in parts.values()]
        assert {"moves", "revisions", "stories"} <= parts.keys()
        assert len(parts["moves"][1].sentences) <= 10
        assert sum(len(draft.sentences) for draft in drafts) <= 22
        for language in LANGUAGES:
            bodies = [render(draft, slots, language).body for slots, draft in parts.values()]
            longest = max(longest, sum(len(body.split()) for body in bodies))
    assert 300 < longest <= 400 - AROUND


@pytest.mark.parametrize("tone", TONES)
@pytest.mark.parametrize("days", [2, 7, 30])
def test_no_sentence_is_refused_and_no_family_repeated(tone, days):
    found = sample(END, days)
    parts = span_writer.write(found, tone)
    refused = [
        findings(each)
        for slots, draft in parts.values()
        for each in checks.check(draft, slots, kind="aggregate", by_rules=True)
        if not each.passed
    ]
    assert refused == []
    rows = {row.id: row for row in found.moves.rows}
    families = [family_of(rows[sentence.about[0]]) for sentence in parts["moves"][1].sentences]
    assert len(families) == len(set(families)) == 10
