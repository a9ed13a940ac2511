"""Slots: offered, named in "about", of their kind, in their role, with nothing glued to them."""

import pytest

from commentary.language.wordings import NAME_FIELDS
from tests.commentary.tables import WHOLE, checked, findings, refused_in_both

US, BOTH = ["us10"], ["us10", "gb10"]
RIGHT = [
    (US, "{us10.name} fell by {us10.move} to {us10.value} on {us10.on}.", "{us10.name} è sceso di {us10.move} a {us10.value} il {us10.on}."),
    (US, "{us10.name} fell to {us10.value} from {us10.before}.", "{us10.name} è sceso a {us10.value} da {us10.before}."),
    (US, "{us10.name} fell {us10.move} to {us10.value}.", "{us10.name} è sceso di {us10.move} a {us10.value}."),
    (US, "On {us10.on} {us10.name} fell from {us10.before} to {us10.value}.", "Il {us10.on} {us10.name} è sceso da {us10.before} a {us10.value}."),
    (US, "{us10.name} fell to {us10.value} on {us10.on} from {us10.before} on {us10.before_on}.", "{us10.name} è sceso a {us10.value} il {us10.on} da {us10.before} il {us10.before_on}."),
    (US, "{us10.name} is above {us10.share} of its readings since {us10.since}.", "{us10.name} è sopra il {us10.share} dei suoi valori dal {us10.since}."),
    (["cpie"], "{cpie.name} was {cpie.value} in {cpie.on}, above the {cpie.year_ago} of a year earlier.", "{cpie.name} era {cpie.value} in {cpie.on}, sopra il {cpie.year_ago} di un anno prima."),
    (BOTH, "{us10.name} is {us10-gb10.gap} above {gb10.name}.", "{us10.name} è {us10-gb10.gap} sopra {gb10.name}."),
    (BOTH, "The gap between {us10.name} and {gb10.name} is {us10-gb10.gap}.", "La distanza fra {us10.name} e {gb10.name} è {us10-gb10.gap}."),
]  # fmt: skip


@pytest.mark.parametrize(("about", "en", "it"), RIGHT)
def test_a_slot_in_its_role_passes(about, en, it):
    found = checked("fact", about, en, it)
    assert found.passed, findings(found)


# A wrong figure, date or role, the same in both languages, with the rule that refuses it.
WRONG = [
    ("before as the new level", US, "{us10.name} fell to {us10.before}.", "{us10.name} è sceso a {us10.before}."),
    ("before as the new level, far from the verb", US, "{us10.name} fell, to reach a level of {us10.before}.", "{us10.name} è sceso, fino a un livello di {us10.before}."),
    ("turned around", US, "{us10.name} fell to {us10.before} from {us10.value}.", "{us10.name} è sceso a {us10.before} da {us10.value}."),
    ("the highest as the level", US, "{us10.name} now stands at {us10.highest}.", "{us10.name} ora è a {us10.highest}."),
    ("the highest behind a colon", US, "{us10.name}: {us10.highest}.", "{us10.name}: {us10.highest}."),
    ("the range as a move", US, "{us10.name} fell from {us10.lowest} to {us10.highest}.", "{us10.name} è sceso da {us10.lowest} a {us10.highest}."),
    ("the usual move as the move", US, "{us10.name} fell {us10.usual} to {us10.value}.", "{us10.name} è sceso di {us10.usual} a {us10.value}."),
    ("a share of readings as a move", US, "{us10.name} fell {us10.share} to {us10.value}.", "{us10.name} è sceso del {us10.share} a {us10.value}."),
    ("a share of readings as a level", US, "{us10.name} is {us10.share}.", "{us10.name} è a {us10.share}."),
    ("the rarity as a level", US, "{us10.name} came to {us10.rarity}.", "{us10.name} è a {us10.rarity}."),
    ("the level as a move", US, "{us10.name} fell {us10.value}.", "{us10.name} è sceso {us10.value}."),
    ("the level after by", US, "{us10.name} fell by {us10.value}.", "{us10.name} è sceso di {us10.value}."),
    ("the move as a level", US, "{us10.name} is {us10.move}.", "{us10.name} è {us10.move}."),
    ("the move after to", US, "{us10.name} fell to {us10.move}.", "{us10.name} è sceso a {us10.move}."),
    ("a level as a subject", US, "{us10.value} was the fall of {us10.name}.", "{us10.value} è il calo di {us10.name}."),
    ("a level without its sign", ["gdpe"], "{gdpe.name} stands at {gdpe.size}.", "{gdpe.name} è a {gdpe.size}."),
    ("the start of the history as a date", US, "{us10.name} fell to {us10.value} in {us10.since}.", "{us10.name} è sceso a {us10.value} in {us10.since}."),
    ("the date of the highest", US, "{us10.name} fell to {us10.value} on {us10.highest_on}.", "{us10.name} è sceso a {us10.value} il {us10.highest_on}."),
    ("the date before", US, "{us10.name} fell on {us10.before_on}.", "{us10.name} è sceso il {us10.before_on}."),
    ("the date before with both levels", US, "{us10.name} fell on {us10.before_on} to {us10.value} from {us10.before}.", "{us10.name} è sceso il {us10.before_on} a {us10.value} da {us10.before}."),
    ("the new date for the reading before", US, "{us10.name} was {us10.before} on {us10.on}.", "{us10.name} era {us10.before} il {us10.on}."),
    ("since the newest date", US, "{us10.name} fell since {us10.on}.", "{us10.name} è sceso dal {us10.on}."),
    ("another figure's level", BOTH, "{us10.name} fell to {gb10.value}.", "{us10.name} è sceso a {gb10.value}."),
    ("a gap as a move", BOTH, "{us10.name} fell by {us10-gb10.gap}.", "{us10.name} è sceso di {us10-gb10.gap}."),
    ("another pair's gap", [*BOTH, "de10"], "The gap between {us10.name} and {de10.name} is {us10-gb10.gap}.", "La distanza fra {us10.name} e {de10.name} è {us10-gb10.gap}."),
    ("a story's number", ["us10", "s2"], "{us10.name} fell to {s2.n2}.", "{us10.name} è sceso a {s2.n2}."),
    ("a release's date", ["us10", "due1"], "{us10.name} fell on {due1.date}.", "{us10.name} è sceso il {due1.date}."),
    ("a count", ["us10", "count"], "{us10.name} fell to {count.new}.", "{us10.name} è sceso a {count.new}."),
    ("a slot that is not there", US, "{us10.name} fell to {us10.year_ago}.", "{us10.name} è sceso a {us10.year_ago}."),
    ("a row that was not given", ["spx"], "{spx.name} fell.", "{spx.name} è sceso."),
    ("a figure that about does not name", US, "{us10.name} and {gb10.name} are new.", "{us10.name} e {gb10.name} sono nuovi."),
    ("a slot again and again", US, "{us10.name} " * 9 + "fell.", "{us10.name} " * 9 + "è sceso."),
    ("a letter written as markup", US, "{us10.name} fell &lt;b&gt;.", "{us10.name} è sceso &lt;b&gt;."),
    ("a figure that nothing is said of", BOTH, "{us10.name} fell.", "{us10.name} è sceso."),
]  # fmt: skip


@pytest.mark.parametrize(("about", "en", "it"), [each[1:] for each in WRONG], ids=[each[0] for each in WRONG])
def test_a_slot_out_of_its_role_is_refused_in_both_languages(about, en, it):
    assert refused_in_both(checked("fact", about, en, it))


GLUED = [
    "-{us10.value}", "minus {us10.value}", "{us10.value}k", "{us10.value}{us10.move}", "½ of {us10.value}", "{us10.value} ±", "€{us10.value}",
    "{us10.value}%", "~{us10.value}", "{us10.value} (IV)", "4.1", "٤", "four", "quattro", "{4.1}", "{us10}", "{us10.value!r}", "{US10.value}",
    "{us10.value", "⟨us10.highest⟩", "{us10.value} per cent", "{us10.value} dollars", "{us10.value} in pence", "{us10.value} <b>", "**{us10.value}**",
    "[{us10.value}](x)", "{us10.value} million", "{us10.value}!", "{us10.value}?", "“{us10.value}”",
]  # fmt: skip


@pytest.mark.parametrize("tail", GLUED)
def test_signs_digits_and_units_of_ones_own_are_refused(tail):
    italian = tail.replace("minus", "meno")
    assert refused_in_both(
        checked("fact", US, f"{{us10.name}} fell to {tail}.", f"{{us10.name}} è sceso a {italian}.")
    )


@pytest.mark.parametrize("field", ["title", "opening", "others"])
def test_what_only_rules_print_is_no_slot_for_models(field):
    assert refused_in_both(
        checked(
            "story",
            ["s1"],
            f"{{s1.publisher}} tells of Tessmark: {{s1.{field}}}.",
            f"{{s1.publisher}} su Tessmark: {{s1.{field}}}.",
        )
    )


def test_two_sentences_in_one_are_refused():
    assert refused_in_both(
        checked(
            "fact", US, "{us10.name} fell. {us10.short} fell.", "{us10.name} è sceso. {us10.short} è sceso."
        )
    )


def test_a_sentence_after_one_on_a_single_figure_may_have_its_slots_alone():
    first = checked("fact", US, "{us10.name} fell.", "{us10.name} è sceso.").sentence
    found = checked(
        "fact",
        US,
        "That was more than its usual move of {us10.usual}.",
        "È stato più della variazione abituale di {us10.usual}.",
        before=[first],
    )
    assert found.passed, findings(found)


def test_every_slot_of_the_table_is_refused_behind_a_verb_of_movement_but_its_levels_and_moves():
    """Nothing but a move follows "fell", whatever slots a figure has."""
    for field in WHOLE.figures["us10"].slots:
        if field not in {*NAME_FIELDS, "move", "freq", "on"}:
            found = checked(
                "fact",
                US,
                f"{{us10.name}} fell {{us10.{field}}}.",
                f"{{us10.name}} è sceso {{us10.{field}}}.",
            )
            assert refused_in_both(found), field
