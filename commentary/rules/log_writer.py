"""Writes a log by rules: new figures of six hours, then the most reported headlines."""

from dataclasses import replace
from functools import partial
from itertools import islice

from commentary.facts.ranking import ranked
from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft
from commentary.language.slot_table import SlotTable
from commentary.rules import stories
from commentary.rules.assembly import Assembly
from commentary.rules.read_writer import due, nothing_new, quiet, story_title, title, what_is_new

WORDS = {True: 75, False: 100}  # maximum, by whether the tone is NOVICE
FACTS = {True: 3, False: 4}
HEADLINES = {True: 2, False: 3}


def write(facts: Facts, slots: SlotTable) -> SlotDraft:
    """Returns the draft of a log; its totals are displayed below, not in it."""
    novice = slots.tone == "NOVICE"
    since = replace(facts, rows=tuple(row for row in facts.rows if row.new or row.revised_period))
    families = ranked(since.rows, "en") or what_is_new(since, novice=novice)
    text = Assembly(slots, WORDS[novice])
    for family in families[: FACTS[novice]]:
        text.add(partial(text.builder.fact, family.lead.key.lower()))
    text.end_paragraph()
    quoted = list(islice(stories.quoted(slots), HEADLINES[novice]))
    if not families and not quoted:
        return quiet(slots, titled=True)
    if not families:
        text.add(lambda: nothing_new(slots))
    for _id, sentence in quoted if families else quoted[1:]:  # without figures the first story is the title
        text.add(lambda sentence=sentence: sentence)  # type: ignore[misc]
    text.end_paragraph()
    text.add(lambda: due(facts))
    return text.draft(title(slots, families) if families else story_title(slots, *quoted[0][1].about))
