"""Writes the reads of a group and of all groups by rules."""

from collections.abc import Mapping, Sequence
from functools import partial

from commentary.facts.ranking import Family, family_of, is_quiet, printed_direction, ranked
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.names import rank_of, voice_of
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import stories
from commentary.rules.assembly import Assembly
from commentary.rules.forms import filled, form
from commentary.rules.sentences import SentenceBuilder
from commentary.rules.titles import is_news, title_of

NOVICE_LEAD, LEAD = 80, 105  # maximum words
NOVICE_GROUP, GROUP = 50, 60
FACTS_OF_LEAD = 3
FACTS_OF_GROUP = {True: 2, False: 4}  # by whether the tone is NOVICE
LONGEST_TITLE = 90
DUE = ("policy", "release", "data")  # ranks worth announcing, most important first


def write(facts: Facts, slots: SlotTable) -> SlotDraft:
    """Returns the draft of a read; only the read of all groups has a title."""
    if facts.group != EVERYTHING:
        return _group(facts, slots)
    return _lead(facts, slots) if facts.rows else quiet(slots, titled=True)


def _lead(facts: Facts, slots: SlotTable) -> SlotDraft:
    text = Assembly(slots, NOVICE_LEAD if slots.tone == "NOVICE" else LEAD)
    families = ranked(facts.rows, "en") or what_is_new(facts, novice=slots.tone == "NOVICE")
    first = next(stories.quoted(slots), None)
    if not families and first is None:
        return quiet(slots, titled=True)
    may_lead = first is not None and all(stories.may_lead(slots, id) for id in first.about)
    quoted = first if may_lead and is_quiet(facts.rows, facts.stories) else None
    text.add(lambda: quoted)
    if not families:
        text.add(lambda: nothing_new(slots))
    families = together(text.builder, families, FACTS_OF_LEAD)
    for place, family in enumerate(families):
        add_family(text, family, is_first=place == 0)
    text.explain()
    text.quote(0 if quoted else 1)
    if slots.tone != "NOVICE":
        text.add(lambda: due(facts))
    return text.draft(story_title(*quoted.about) if quoted else title(slots, families))


def together(builder: SentenceBuilder, families: Sequence[Family], most: int) -> tuple[Family, ...]:
    """Returns the first `most` families without yields and exchange rates of another day than one before them.

    Nor is there one that a newer reading of its kind has turned against: no text leads with Friday's rise on a Monday
    that reversed it. The first stays first; after it figures of one day are next to each other, and of these the ones
    of one kind.
    """
    left = list[Family]()
    for family in [each for each in families if not _is_reversed(builder, each, families)][:most]:
        alike = (each.lead for each in left if builder.are_compared(each.lead.id, family.lead.id))
        if all(row.period == family.lead.period for row in alike):
            left.append(family)
    found = left[:1]
    while left := [family for family in left if family not in found]:
        last = found[-1].lead

        def is_apart(family: Family, last: RowFacts = last) -> tuple[bool, bool]:
            return family.lead.period != last.period, not builder.are_compared(family.lead.id, last.id)

        found.append(min(left, key=is_apart))
    return tuple(found)


def _is_reversed(builder: SentenceBuilder, family: Family, families: Sequence[Family]) -> bool:
    row = family.lead
    others = [each.lead for each in families if builder.are_compared(each.lead.id, row.id)]
    return any(
        other.date > row.date and printed_direction(other) * printed_direction(row) < 0 for other in others
    )


def add_family(text: Assembly, family: Family, *, is_first: bool) -> None:
    """Adds the leading fact of a family, context if it opens the text, then its other figures."""
    id, builder = family.lead.id, text.builder
    others = [
        row.id
        for row in family.rows[1:]
        if not builder.echoes(id, row.id) and (is_first or printed_direction(row))
    ][: 1 if builder.novice else 2]
    if others and builder.can_contrast(id, others[0]):
        text.add(partial(builder.contrast, id, others.pop(0)))
    elif not text.add(partial(builder.fact, id)):
        return
    if is_first and not (builder.novice and others):
        text.add(partial(builder.context, id))
    if is_first and builder.novice:
        text.add(partial(builder.explanation, id))
    for other in others if is_first or not builder.novice else ():
        if not builder.is_echo(other):
            text.add(
                partial(builder.fact, other, other=id, short=is_first and _is_short(text.slots, id, other))
            )


def _is_short(slots: SlotTable, leading: str, other: str) -> bool:
    """Whether the other figure's short name differs from the leading one's: "core inflation"."""
    names = slots.figures[leading].names["en"], slots.figures[other].names["en"]
    return names[0].short != names[1].short and slots.figures[leading].voice == "rate"


def _group(facts: Facts, slots: SlotTable) -> SlotDraft:
    novice = slots.tone == "NOVICE"
    text = Assembly(slots, NOVICE_GROUP if novice else GROUP)
    found, most = what_is_new(facts, novice=novice), FACTS_OF_GROUP[novice]
    families = sorted(found, key=lambda family: slots.figures[family.lead.id].is_coarse)  # last
    for place, family in enumerate(_beside(text.builder, families[:most]) + families[most:]):
        if len(text.builder.used_ids) >= most:
            break
        id = family.lead.id
        if text.builder.has_room(id) and not (text.builder.is_echo(id) or text.builder.would_mislead(id)):
            add_family(text, family, is_first=place == 0)
    text.explain()
    return text.draft(None) if text.sentences else quiet(slots, titled=False)


def _beside(builder: SentenceBuilder, families: Sequence[Family]) -> list[Family]:
    """Returns the families with yields, and exchange rates, after the first of their kind."""
    found = list[Family]()
    for family in families:
        alike = [
            place for place, each in enumerate(found, 1) if builder.are_compared(each.lead.id, family.lead.id)
        ]
        found.insert(alike[-1] if alike else len(found), family)
    return found


def what_is_new(facts: Facts, *, novice: bool) -> tuple[Family, ...]:
    """Returns newsworthy families, then other new figures that moved, by move relative to the usual one.

    Figures of a newsworthy family with an earlier date than its leading one are left out. Policy rates count only
    on the day of a decision. NOVICE texts report unchanged figures only if nothing moved.
    """
    families = ranked(facts.rows, "en")
    used = {row.key for family in families for row in family.rows}
    dates = {family_of(family.lead): family.lead.date for family in families}
    rest = [
        row
        for row in facts.rows
        if row.new
        and not row.stale
        and row.key not in used
        and voice_of(row.key) != "policy"
        and row.date >= dates.get(family_of(row), row.date)
    ]
    if novice and (families or any(map(printed_direction, rest))):
        rest = [row for row in rest if printed_direction(row)]
    return (*families, *(Family((row,)) for row in sorted(rest, key=_size, reverse=True)))


def _size(row: RowFacts) -> float:
    return abs(row.move) / row.usual_move if row.move and row.usual_move else 0.0


def title(slots: SlotTable, families: tuple[Family, ...]) -> Mapping[str, str]:
    """Returns the title of the first fact, and of the second if both moved and they fit; NOVICE titles have one."""
    ids = [family.lead.id for family in families]
    if not ids:
        return form("title", "quiet")
    first = title_of(slots, ids[0])
    alone = len(ids) < 2 or slots.figures[ids[0]].voice == "policy"
    if slots.tone == "NOVICE" or alone or not is_news(slots.figures[ids[1]]):
        return first
    heads = {slots.figures[id].names["en"].title for id in ids[:2]}
    second = title_of(slots, ids[1])
    both = {language: f"{first[language]}; {second[language]}" for language in first}
    return both if len(heads) == 2 and _fits(both, slots) else first


def _fits(title: Mapping[str, str], slots: SlotTable) -> bool:
    draft = SlotDraft(title, ())
    return all(len(render(draft, slots, language).title) <= LONGEST_TITLE for language in title)


def story_title(english: str, italian: str = "") -> Mapping[str, str]:
    """Returns a headline as title, with its publisher."""
    ids = {"en": english, "it": italian or english}
    return {language: filled(form("title", "story"), id, {})[language] for language, id in ids.items()}


def due(facts: Facts) -> SlotSentence | None:
    """Returns the sentence on the most important release due, the earliest of equals; None without one."""
    ranks = {n: rank_of(str(entry["key"])) for n, entry in enumerate(facts.agenda, 1)}
    found = min((n for n in ranks if ranks[n] in DUE), key=lambda n: (DUE.index(ranks[n]), n), default=None)
    if found is None:
        return None
    return SlotSentence("due", (f"due{found}",), filled(form("due", "one"), f"due{found}", {}))


def quiet(slots: SlotTable, *, titled: bool) -> SlotDraft:
    return SlotDraft(form("title", "quiet") if titled else None, (nothing_new(slots),))


def nothing_new(slots: SlotTable) -> SlotSentence:
    name = "since" if "day" in slots.others["quiet"] else "undated" if slots.figures else "none"
    about = ("quiet",) if name == "since" else ()
    return SlotSentence("quiet", about, filled(form("quiet", name), "quiet", {}), ends=True)
