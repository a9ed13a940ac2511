"""The forms of the rules: the same slots in both languages, and each passes the check for a figure that it fits."""

import re
from dataclasses import replace
from functools import cache

import pytest

from commentary.language.draft import LANGUAGES, SlotDraft
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import read_writer, titles
from commentary.rules.choice import form_of
from commentary.rules.forms import filled, form, table
from commentary.rules.sentences import SentenceBuilder
from commentary.writing.checks import draft as checks
from indicators import groups
from tests.commentary.rows import AS_OF, configured, row_of, states
from tests.commentary.tables import findings

SLOT_WORDS = {
    "value",
    "before",
    "move",
    "usual",
    "times",
    "size",
    "level",
    "extreme_since",
    "since",
    "run",
    "run_ended",
    "revised_from",
    "year_ago",
    "share",
    "below",
    "title",
    "opening",
    "publisher",
    "publishers",
    "others",
    "what",
    "day",
    "weekday",
    "b_value",
    "b_move",
    "before_when",
}
SAME = {"opening": "publisher", "others": "publishers", "before_on": "before_when"}
# A form that one language alone dates or names more closely.
ONE_ONLY = {
    ("fact", "yearly_unchanged"),
    ("fact", "reached"),
    ("title", "released"),
    ("story", "several"),
    ("story", "single"),
    ("story", "official"),
    ("story", "several_days"),
    ("story", "single_days"),
}
OF_SPANS = {"over_days", "over_days_moved"}  # test_span_writer
FORMS = [
    (kind, name) for kind in ("fact", "context", "story", "due", "quiet", "title") for name in table()[kind]
]


def slot_words(text):
    return {SAME.get(field, field) for field in re.findall(r"\{(\w+)\}", text)} & SLOT_WORDS


def test_both_languages_of_a_form_have_the_same_slots():
    texts = {names: form(*names) for names in FORMS}
    differ = {names for names, text in texts.items() if slot_words(text["en"]) != slot_words(text["it"])}
    assert differ - ONE_ONLY == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_pair_of_words_has_both_directions(language):
    assert all(len(pair) == 2 and pair[0] != pair[1] for pair in table()["words"][language].values())


def slots_of(row, tone):
    from commentary.facts.snapshot import Facts

    return SlotTable.of(Facts("all", AS_OF, (row,)).as_json(), tone)


@cache
def every_case():
    """(code, state, tone, table) of each configured row in each of its states, up and down."""
    found = []
    for config in [row for group in groups.load().configured for row in group.rows]:
        for way in (1, -1):
            row = row_of(config, way=way)
            often = replace(row, usual_move=(row.usual_move or 0.0) / 2)
            known = states(row) | {
                "often": often,
                "first": replace(row, prev=None, prev_period="", move=None),
            }
            for state, row in known.items():
                for tone in ("NOVICE", "INTERMEDIATE"):
                    found.append((f"{config.code} {state} {way} {tone}", slots_of(row, tone)))
    return found


def test_no_sentence_of_the_rules_is_refused_for_any_row_in_any_state():
    refused = []
    for name, slots in every_case()[
        ::7
    ]:  # every state of every voice; each pair of row and state would take a minute
        (id,) = slots.figures
        builder = SentenceBuilder(slots)
        for sentence in filter(None, (builder.fact(id), builder.context(id))):
            found = checks.check_one(sentence, slots, by_rules=True)
            refused += [] if found.passed else [f"{name}: {findings(found)}"]
    assert not refused


def test_no_title_of_the_rules_is_refused():
    refused = []
    for name, slots in every_case()[::11]:
        found = checks.check_title(
            titles.title_of(slots, next(iter(slots.figures))), slots, kind="aggregate", by_rules=True
        )
        refused += [] if found.passed else [f"{name}: {findings(found)}"]
    assert not refused


def test_every_sentence_of_the_rules_prints_without_a_brace_or_a_doubled_blank():
    wrong = []
    for name, slots in every_case():
        (id,) = slots.figures
        draft = SlotDraft(titles.title_of(slots, id), (SentenceBuilder(slots).fact(id),))
        for language in LANGUAGES:
            text = render(draft, slots, language).whole
            wrong += (
                [f"{name}: {text}"]
                if re.search(r"[{}§⟨⟩]|  |\s[,.]|\ba (?:il|lo|l’)|\bdi (?:il|lo)\b", text)
                else []
            )
    assert not wrong


def test_every_form_of_a_fact_fits_some_figure():
    used = {
        form_of(next(iter(slots.figures.values())), novice=slots.tone == "NOVICE")
        for _name, slots in every_case()
    }
    kinds = (
        {name.removesuffix("_also") for name in table()["fact"]}
        - {"opposite", "growth_first", "gap", "no_growth"}
        - OF_SPANS
    )
    assert kinds - used == set()


def test_the_words_of_a_fall_are_those_of_a_fall():
    for _name, slots in every_case():
        figure = next(iter(slots.figures.values()))
        if form_of(figure, novice=False) == "moved":
            id = figure.row.id
            text = filled(form("fact", "moved"), id, {"en": {"s": "x"}, "it": {"s": "x"}}, figure)["en"]
            assert ("rose" in text) == (figure.direction > 0)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_quiet_text_holds_nothing_but_the_day(language):
    slots = slots_of(row_of(configured()[0]), "NOVICE")
    draft = read_writer.quiet(slots, titled=True)
    assert all(each.passed for each in checks.check(draft, slots, kind="aggregate", by_rules=True))
    assert len(render(draft, slots, language).body.split()) < 9
