"""Whole editions by rules: nothing of them is refused, and they hold what the verdict of a wire asks for."""

import random
import re
from dataclasses import replace

import pytest

from commentary.facts.ranking import PreviousFigures, marked
from commentary.facts.snapshot import Facts
from commentary.language.draft import LANGUAGES
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules import log_writer, read_writer
from commentary.rules.read_writer import NOVICE_LEAD
from commentary.writing.checks import draft as checks
from indicators import groups
from tests.commentary.figures import figure
from tests.commentary.rows import AS_OF, row_of, states
from tests.commentary.tables import DUE, STORIES, findings

TONES = ("NOVICE", "INTERMEDIATE")


def edition(seed, headlines=()):
    """Every configured row in a state of its own, with a date due."""
    chance = random.Random(seed)
    rows = []
    for config in [row for group in groups.load().configured for row in group.rows]:
        known = states(row_of(config, way=chance.choice((1, -1))))
        rows.append(known[chance.choice(sorted(known))])
    return Facts(
        "all", AS_OF, tuple(rows), stories=headlines, agenda=DUE, seen_at="2026-11-22T07:00:00+00:00"
    )


def drafts(seed, tone, headlines=()):
    """(facts, slots, draft, kind) of lead, log and every group's read."""
    whole = edition(seed, headlines)
    slots = SlotTable.of(whole.as_json(), tone)
    yield whole, slots, read_writer.write(whole, slots), "aggregate"
    yield whole, slots, log_writer.write(whole, slots), "log"
    for group in sorted({row.group for row in whole.rows}):
        part = Facts(group, AS_OF, tuple(row for row in whole.rows if row.group == group))
        own = SlotTable.of(part.as_json(), tone)
        yield part, own, read_writer.write(part, own), "read"


@pytest.mark.parametrize("tone", TONES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_sentence_of_an_edition_is_refused(seed, tone):
    refused = []
    for facts, slots, draft, kind in drafts(seed, tone):
        for each in checks.check(draft, slots, kind=kind, by_rules=True):
            refused += [] if each.passed else [f"{facts.group} {kind}: {findings(each)}"]
    assert not refused


def test_no_headline_of_an_edition_is_refused():
    for _facts, slots, draft, kind in drafts(1, "NOVICE", STORIES):
        assert all(each.passed for each in checks.check(draft, slots, kind=kind, by_rules=True))


@pytest.mark.parametrize("tone", TONES)
def test_each_language_of_an_edition_prints(tone):
    for _facts, slots, draft, _kind in drafts(1, tone):
        for language in LANGUAGES:
            whole = render(draft, slots, language).whole
            assert whole and not re.search(r"[{}§⟨⟩]|  ", whole)


def test_lead_and_log_have_a_title_and_a_groups_read_has_none():
    for _facts, _slots, draft, kind in drafts(2, "NOVICE"):
        assert (draft.title is None) == (kind == "read")


def test_a_lead_for_newcomers_keeps_its_length():
    for seed in (1, 2, 3):
        whole = edition(seed)
        slots = SlotTable.of(whole.as_json(), "NOVICE")
        assert len(render(read_writer.write(whole, slots), slots, "en").body.split()) <= NOVICE_LEAD


def test_a_lead_states_no_figure_twice():
    whole = edition(3)
    slots = SlotTable.of(whole.as_json(), "INTERMEDIATE")
    names = [
        slot
        for each in read_writer.write(whole, slots).sentences
        for slot in each.slots("en")
        if slot[1] == "value"
    ]
    assert len(names) == len(set(names))


def test_without_figures_and_headlines_the_text_says_so():
    slots = SlotTable.of(Facts("all", AS_OF, ()).as_json(), "NOVICE")
    assert (
        render(read_writer.write(Facts("all", AS_OF, ()), slots), slots, "en").whole
        == "No new figures\n\nNo figures have been published yet."
    )


@pytest.mark.parametrize(("day", "is_told"), [("2026-11-19", False), ("2026-11-20", True)])
def test_the_dollar_follows_the_euro_of_the_same_day_only(day, is_told):
    euro = figure("EURU", unit="USD", value=1.2, prev=1.18, usual_move=0.5, measure="percent", new=True)
    index = figure("USDX", unit="index", value=116.0, prev=114.9, usual_move=0.5, measure="percent", new=True)
    rows = tuple(
        marked(row, PreviousFigures(None), {}) for row in (euro, replace(index, period=day, date=day))
    )
    facts = Facts("all", AS_OF, rows)
    text = log_writer.write(facts, SlotTable.of(facts.as_json(), "INTERMEDIATE"))
    lead = read_writer.write(facts, SlotTable.of(facts.as_json(), "INTERMEDIATE"))
    group = read_writer.write(replace(facts, group="fx"), SlotTable.of(facts.as_json(), "INTERMEDIATE"))
    assert not any("usdx" in each.about for each in text.sentences)
    assert all(any("usdx" in each.about for each in draft.sentences) == is_told for draft in (lead, group))


@pytest.mark.parametrize(("nominal", "is_told"), [(4.29, False), (4.41, True)])
def test_a_yield_that_a_newer_one_turned_against_is_left_out(nominal, is_told):
    real = figure(
        "RY10", value=2.12, prev=1.96, usual_move=0.03, new=True, period="2026-11-19", date="2026-11-19"
    )
    gold = [
        figure(key, value=90.0, prev=80.0, usual_move=0.5, measure="percent", new=True)
        for key in ("GOLD", "BRNT")
    ]
    rows = (real, *gold, figure("US10", value=nominal, prev=4.35, usual_move=0.05, new=True))
    facts = Facts("all", AS_OF, tuple(marked(row, PreviousFigures(None), {}) for row in rows))
    for write in (read_writer.write, log_writer.write):
        draft = write(facts, SlotTable.of(facts.as_json(), "INTERMEDIATE"))
        assert any("ry10" in each.about for each in draft.sentences) == is_told


TRADE = STORIES[0] | {"tags": ["Trade"]}
QUIET = Facts("all", AS_OF, (figure("US10", value=4.12, prev=4.11, new=True),), stories=(TRADE,))


def test_a_quiet_day_has_its_headline_in_the_title_and_first():
    slots = SlotTable.of(QUIET.as_json(), "NOVICE")
    text = render(read_writer.write(QUIET, slots), slots, "en")
    assert text.title == "BBC: “Government wants a say in Kestrel Bank’s bid for Tessmark”"
    assert (
        text.body
        == "BBC: “Government wants a say in Kestrel Bank’s bid for Tessmark”; two others reported the same story. The yield on 10-year US government bonds edged up to 4.12% on 20 November from 4.11%. A bond’s yield rises when its price falls."
    )


@pytest.mark.parametrize(
    "changes", [{"tags": ["Equities"]}, {"tags": ["Jobs"]}, {"tags": []}, {"publishers": 2}]
)
def test_a_headline_of_a_company_or_of_two_publishers_is_no_title(changes):
    facts = replace(QUIET, stories=(TRADE | changes,))
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    text = render(read_writer.write(facts, slots), slots, "en")
    assert text.title.startswith("US 10-year yield") and "Kestrel" in text.body


def test_a_log_of_headlines_alone_has_the_first_in_its_title():
    facts = Facts("all", AS_OF, (figure("US10", new=False),), stories=STORIES[:1])
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    text = render(log_writer.write(facts, slots), slots, "it")
    assert "Kestrel" in text.title and text.body.startswith("Nessun dato nuovo.") and "Kestrel" in text.body


def test_newcomers_read_what_did_not_move_where_nothing_did():
    facts = Facts("bonds", AS_OF, (figure("US10", value=4.1, prev=4.1, new=True),))
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    assert "was unchanged at 4.10%" in render(read_writer.write(facts, slots), slots, "en").body


def test_a_title_of_two_facts_never_names_one_thing_twice():
    rows = tuple(
        figure(key, unit=unit, value=value, prev=value * 0.9, usual_move=0.5, measure="percent", new=True)
        for key, unit, value in (("EURU", "USD", 1.2), ("EURJ", "JPY", 186.0))
    )
    facts = Facts("all", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    assert ";" not in render(read_writer.write(facts, slots), slots, "en").title


def test_a_decision_has_the_title_alone():
    rate = figure("FEDU", value=4.5, prev=4.5, decided="2026-11-20", new=True)
    rows = tuple(
        marked(row, PreviousFigures(None), {})
        for row in (rate, figure("US10", value=4.9, prev=4.7, usual_move=0.05, new=True))
    )
    facts = Facts("all", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    draft = read_writer.write(facts, slots)
    assert render(draft, slots, "en").title == "Fed holds rates at 4.50%"
    assert all(each.passed for each in checks.check(draft, slots, kind="aggregate", by_rules=True))


def test_the_most_important_release_is_due_not_the_next():
    due = [{"date": f"2026-11-2{n}", "what_en": what, "what_it": what, "key": key}
           for n, (what, key) in enumerate((("the index", "NFCI"), ("the survey", "ESI"), ("the decision", "ECBD")), 4)]  # fmt: skip
    facts = Facts("all", AS_OF, (), agenda=tuple(due))
    assert read_writer.due(facts).about == ("due3",)
    assert read_writer.due(replace(facts, agenda=tuple(due[:2]))).about == ("due2",)
    assert read_writer.due(replace(facts, agenda=tuple(due[:1]))) is None


def test_a_groups_read_states_at_most_two_small_moves():
    rows = tuple(
        figure(key, value=4.31, prev=4.3, usual_move=0.05, new=True)
        for key in ("US10", "DE10", "GB10", "JP10")
    )
    facts = Facts("bonds", AS_OF, rows)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    assert render(read_writer.write(facts, slots), slots, "en").body.count("little changed") == 2


def test_nothing_new_is_dated_by_the_edition_before():
    facts = Facts("bonds", AS_OF, (figure("US10", new=False),), seen_at="2026-11-19T07:00:00+00:00")
    slots = SlotTable.of(facts.as_json(), "NOVICE")
    text = render(read_writer.write(facts, slots), slots, "en").body
    assert text.replace("\N{NO-BREAK SPACE}", " ") == "No new figures since 19 November."
