"""Writes what happened over a span of days by rules: one sentence a paragraph, each part a draft of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from commentary.facts.ranking import family_of
from commentary.facts.snapshot import RowFacts
from commentary.facts.span import Span
from commentary.language.draft import LANGUAGES, SlotDraft, SlotSentence
from commentary.language.rendering import render_sentence
from commentary.language.slot_table import SlotTable
from commentary.language.slots import SlotFigure
from commentary.rules import stories
from commentary.rules.choice import states_move_size
from commentary.rules.forms import table
from commentary.rules.read_writer import what_is_new
from commentary.rules.sentences import SentenceBuilder

MOST_WORDS = 375  # of all parts in either language; titles of parts and a page of 400 words around them
MOVES, DECISIONS, REVISIONS, STORIES = 10, 6, 3, 3
# The moves take what the others leave, at least 150 words.
WORDS = {"decisions": 75, "revisions": 60, "stories": 90}
PARTS = ("moves", "decisions", "revisions", "stories")


def write(found: Span, tone: str) -> dict[str, tuple[SlotTable, SlotDraft]]:
    """Returns slots and draft of each part that has a sentence, in the order of `PARTS`."""
    slots = {part: SlotTable.of(getattr(found, part).as_json(), tone) for part in PARTS}
    drafts, left = dict[str, SlotDraft](), MOST_WORDS
    sentences = {
        "decisions": _decisions(slots["decisions"], found.decisions.rows),
        "revisions": _revisions(slots["revisions"], found.revisions.rows),
        "stories": stories.quoted(slots["stories"]),
        "moves": _moves(slots["moves"], found),
    }
    most = {"moves": MOVES, "decisions": DECISIONS, "revisions": REVISIONS, "stories": STORIES}
    for part, each in sentences.items():
        drafts[part], used = _fitting(each, slots[part], most[part], WORDS.get(part, left))
        left -= used
    return {part: (slots[part], drafts[part]) for part in PARTS if drafts[part].sentences}


def _fitting(
    sentences: Iterable[SlotSentence], slots: SlotTable, most: int, words: int
) -> tuple[SlotDraft, int]:
    """Returns the first `most` sentences that fit, and their words in the longer language."""
    found, used = list[SlotSentence](), dict.fromkeys(LANGUAGES, 0)
    for sentence in sentences:
        more = {
            language: used[language] + len(render_sentence(sentence, slots, language).text.split())
            for language in LANGUAGES
        }
        if len(found) < most and max(more.values()) <= words:
            found.append(replace(sentence, ends=True))
            used = more
    return SlotDraft(None, tuple(found)), max(used.values())


def _moves(slots: SlotTable, found: Span) -> Iterator[SlotSentence]:
    """Yields the leading figure of each family, largest move first."""
    families = dict[str, str]()
    for family in what_is_new(found.moves, novice=True):
        families.setdefault(family_of(family.lead), family.lead.id)
    for id in families.values():
        figure = slots.figures[id]
        if figure.direction and not figure.is_coarse:
            yield SentenceBuilder(slots).fact(id, name=_form(figure, novice=slots.tone == "NOVICE"))


def _form(figure: SlotFigure, *, novice: bool) -> str:
    if figure.voice in ("growth", "yearly") and round(figure.row.value, figure.row.decimals):
        return figure.voice
    return "over_days_moved" if states_move_size(figure, novice=novice) else "over_days"


def _decisions(slots: SlotTable, rows: Iterable[RowFacts]) -> Iterator[SlotSentence]:
    """Yields changed rates first, then held ones, each with the latest first."""
    known = [row for row in rows if row.key in table()["banks"]]
    for row in sorted(sorted(known, key=_day, reverse=True), key=lambda row: row.value == row.prev):
        figure = slots.figures[row.id]
        name = "rate_moved" if figure.direction else "rate_held"
        yield SentenceBuilder(slots).fact(row.id, name=name)


def _day(row: RowFacts) -> str:
    return row.decided or row.date


def _revisions(slots: SlotTable, rows: Iterable[RowFacts]) -> Iterator[SlotSentence]:
    for row in sorted(rows, key=lambda row: row.newsworthiness, reverse=True):
        yield SentenceBuilder(slots).fact(row.id, name="revised")
