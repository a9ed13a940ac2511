"""Writes a log by rules: new figures of six hours, then the most reported headlines."""

from dataclasses import replace
from functools import partial

from commentary.facts.ranking import ranked
from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft
from commentary.language.slot_table import SlotTable
from commentary.rules import stories
from commentary.rules.assembly import Assembly
from commentary.rules.read_writer import (
    due,
    nothing_new,
    quiet,
    story_title,
    title,
    together,
    what_is_new,
)

WORDS = {True: 75, False: 100}  # maximum, by whether the tone is NOVICE
FACTS = {True: 3, False: 4}
HEADLINES = {True: 2, False: 3}


def write(facts: Facts, slots: SlotTable) -> SlotDraft:
    """Returns the draft of a log; its totals are displayed below, not in it."""
    novice = slots.tone == "NOVICE"
    since = replace(facts, rows=tuple(row for row in facts.rows if row.new or row.revised_period))
    text = Assembly(slots, WORDS[novice])
    families = ranked(since.rows, "en") or what_is_new(since, novice=novice)
    families = together(text.builder, families, FACTS[novice])
    for family in families:
        text.add(partial(text.builder.fact, family.lead.id))
    text.explain()
    text.end_paragraph()
    first = next(stories.quoted(slots), None)
    if not families and first is None:
        return quiet(slots, titled=True)
    if not families:
        text.add(lambda: nothing_new(slots))
    text.quote(HEADLINES[novice])
    text.end_paragraph()
    text.add(lambda: due(facts))
    return text.draft(title(slots, families) if families or first is None else story_title(*first.about))
