"""Writes a log without a model: what is new in six hours, then the most carried headlines."""

from functools import partial

from commentary.facts.ranking import ranked
from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft
from commentary.language.slot_table import SlotTable
from commentary.rules import stories
from commentary.rules.assembly import Assembly
from commentary.rules.read_writer import due, quiet, story_title, title

WORDS = {True: 75, False: 100}  # at most, by whether the reader is new to markets
FACTS = {True: 3, False: 4}
HEADLINES = {True: 2, False: 3}


def write(facts: Facts, slots: SlotTable) -> SlotDraft:
    """The draft of a log; its totals stand under it, not in it."""
    novice = slots.tone == "NOVICE"
    families = ranked([row for row in facts.rows if row.new or row.revised_period], "en")
    text = Assembly(slots, WORDS[novice])
    for family in families[: FACTS[novice]]:
        text.add(partial(text.builder.fact, family.lead.key.lower()))
    text.end_paragraph()
    told = [(id, sentence) for id, sentence in stories.quoted(slots)][: HEADLINES[novice]]
    for _id, sentence in told:
        text.add(lambda sentence=sentence: sentence)  # type: ignore[misc]
    if not text.sentences:
        return quiet(slots, titled=True)
    text.end_paragraph()
    text.add(lambda: due(slots))
    return text.draft(title(slots, families) if families else story_title(slots, told[0][0]))
