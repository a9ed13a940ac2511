"""What a prompt gives: each offered slot, claim and wording, and nothing else."""

import re
from dataclasses import replace

import pytest

from commentary.language.claims import OPEN, claims_of, place_in_history
from commentary.language.wordings import plain, wordings_of
from commentary.writing import material
from commentary.writing import wording_lines as wording_lines_module
from commentary.writing.wording_lines import MOST_WORDINGS, wording_lines
from tests.commentary.figures import figure
from tests.commentary.tables import ROWS, STORIES, WHOLE, document, one, table

FIGURES = material.figures(WHOLE)
SLOTS = set(re.findall(r"\{([a-z0-9-]+\.[a-z0-9_]+)\}", FIGURES))
BY_RULES = material._BY_RULES


def test_each_slot_that_is_printed_is_offered():
    assert all(WHOLE.slot(*slot.split(".")) is not None for slot in SLOTS if not slot.startswith("x."))


@pytest.mark.parametrize("id", material.listed_ids(WHOLE))
def test_each_offered_slot_of_a_listed_figure_is_printed(id):
    untelling = {"share", "below", *material._NOT_PRINTED} - {place_in_history(WHOLE.figures[id])}
    fields, claims = {*WHOLE.figures[id].slots} - untelling, claims_of(WHOLE.figures[id])
    unused = {field for field, needed in material._NEEDS.items() if not needed & {*fields, *claims}}
    offered = {f"{id}.{field}" for field in fields if field not in BY_RULES | unused}
    assert {slot for slot in SLOTS if slot.split(".")[0] == id} == offered


def test_the_beginning_of_a_history_is_offered_only_beside_a_share_or_its_own_end():
    assert "{us10.since}" in material.figures(one(replace(ROWS["us10"], percentile=5.0)))
    assert "{us10.since}" not in material.figures(one(replace(ROWS["us10"], percentile=5.0), tone="NOVICE"))
    assert "{us10.since}" in material.figures(one(replace(ROWS["us10"], extreme="lowest"), tone="NOVICE"))


def test_a_place_in_the_middle_of_a_history_is_not_offered():
    assert ".share}" not in material.figures(one(replace(ROWS["gb10"], percentile=85.0)))
    assert ".share}" in material.figures(one(replace(ROWS["gb10"], percentile=95.0)))
    assert ".share}" not in material.figures(one(replace(ROWS["us10"], percentile=95.0)))  # it fell


def test_a_size_is_offered_as_a_multiple_of_the_usual_move_and_in_no_other_way():
    text = material.figures(one(replace(ROWS["us10"], move_rarity=95.0)))
    assert "{us10.times}" in text and "{us10.freq} = daily" in text
    assert "{us10.rarity}" not in text and "{us10.usual}" not in text and "more_than_usual" not in text


def test_a_newcomer_gets_an_apposition_or_a_note():
    glossed = material.figures(one(figure("SPX", unit="points"), tone="NOVICE"))
    assert (
        "{spx.glossed} = the S&P 500, an index of large US companies," in glossed and "note:" not in glossed
    )
    noted = material.figures(one(ROWS["us10"], tone="NOVICE"))
    assert "note:" in noted and "glossed" not in noted


def test_a_growth_rate_is_offered_as_the_change_of_its_name_and_never_as_a_figure_that_rises():
    text = material.figures(one(figure("GDPE", value=-0.3, prev=-0.1, new=True)))
    assert (
        "{gdpe.size} = 0.30%" in text
        and "{gdpe.before_size} = 0.10%" in text
        and "claims: new, shrank" in text
    )
    turned = material.figures(one(figure("GDPE", value=-0.3, prev=0.1, new=True))).partition("FIGURES")[2]
    assert "{gdpe.size} = 0.30%" in turned and "before" not in turned


@pytest.mark.parametrize(
    ("title", "listed"),
    [
        ("Tokyo shares close lower, Nikkei at 53,747 on Thursday", False),
        ("Gold mine collapse in Ghana kills 30 on Monday", True),
        ("Euro jumps as ECB raises rates by 0.25%", True),
    ],
)
def test_the_close_of_a_day_is_no_headline_for_a_text(title, listed):
    slots = table(stories=[STORIES[1] | {"title": title}, STORIES[1]])
    assert material.listed_stories(slots) == (["s1", "s2"] if listed else ["s2"])
    assert (title in material.headlines(slots, "mark")) == listed
    assert title in material.headlines(
        slots, "mark", with_publishers=True
    )  # the reviewer judges what was told


def test_the_end_of_a_history_is_offered_only_near_it():
    row = replace(
        ROWS["us10"],
        near_record="highest",
        all_time=("highest",),
        lowest=1.0,
        lowest_on="2020-03-09",
        highest=5.0,
        highest_on="2026-10-01",
    )
    text = material.figures(one(row))
    assert "{us10.highest}" in text and "{us10.lowest}" not in text


def test_what_only_the_rules_print_is_not_offered():
    assert not {slot.split(".")[1] for slot in SLOTS} & BY_RULES


@pytest.mark.parametrize("id", material.listed_ids(WHOLE))
def test_each_claim_of_a_figure_is_named_with_it(id):
    line = FIGURES.split(f"[{id}] ")[1].split("claims: ")[1].split("\n")[0]
    assert set(line.split(", ")) == claims_of(WHOLE.figures[id]) - OPEN - material._NOT_PRINTED


def test_the_wordings_are_those_of_the_offered_claims_and_the_open_ones():
    ids = material.listed_ids(WHOLE)
    offered = frozenset().union(*(claims_of(WHOLE.figures[id]) for id in ids)) | OPEN
    offered -= material._NOT_PRINTED
    lines = FIGURES.split("\n\n")[0].split("\n")[1:]
    printed = [claim for line in lines for claim in line.split(":")[0].split("|")]
    assert sorted(printed) == sorted(claim for claim in wordings_of("en") if claim in offered)


def test_what_nothing_is_compared_with_has_no_wordings_of_comparisons():
    text = material.figures(one(replace(ROWS["us10"], percentile=None, move_rarity=None)))
    assert not re.search(r"^(?:compare|share|rarity):", text, re.MULTILINE)


def test_opposites_offered_together_have_one_line():
    (line,) = wording_lines({"more_than_usual", "less_than_usual"})
    assert line.startswith("more_than_usual|less_than_usual: more|less than its usual move (of {x.usual});")
    assert "; più|meno del solito; " in line


def test_one_of_two_opposites_has_a_line_of_its_own():
    assert [line.split(":")[0] for line in wording_lines({"more_than_usual"})] == ["more_than_usual"]


@pytest.mark.parametrize("both", wording_lines_module._OPPOSITES.items())
def test_opposites_differ_in_single_words(both):
    (line,) = wording_lines(both)
    assert line.startswith(f"{'|'.join(both)}: ")


def test_a_name_that_is_its_own_short_form_is_printed_once():
    line = material.figures(one(figure("HSI", unit="points"))).split("[hsi] ")[1].split("\n")[0]
    assert line == "name and short: the Hang Seng / l’Hang Seng (m); in a title: Hang Seng / Hang Seng"


def test_a_wording_is_printed_as_a_prompt_has_it():
    for wording in wordings_of("it")["times"][:MOST_WORDINGS]:
        assert (plain(wording) in FIGURES) == ("[usual]" not in wording)


def test_every_slot_of_a_wording_stands_in_braces():
    for claim in wordings_of("en"):
        (line,) = wording_lines([claim])
        assert "[" not in line, claim
        assert all(found.startswith("x.") for found in re.findall(r"\{([^}]*)\}", line)), claim


def test_the_most_newsworthy_figure_comes_first():
    rows = (replace(ROWS["us10"], newsworthiness=1.0), replace(ROWS["gb10"], newsworthiness=2.0))
    assert material.listed_ids(table(*rows)) == ["gb10", "us10"]


def test_newcomers_are_offered_neither_ranks_nor_multiples():
    text = material.figures(table(*ROWS.values(), tone="NOVICE"))
    assert not re.search(r"\.(?:times|rarity|share|below)\}|^share:|^times:", text, re.MULTILINE)


def test_only_the_first_figures_of_a_text_for_newcomers_have_notes():
    rows = [replace(row, note_en="A note.") for row in ROWS.values()]
    assert material.figures(table(*rows, tone="NOVICE")).count("   note: ") == material.NOTED
    assert "   note: " not in FIGURES


def test_counts_are_the_footers_and_not_offered():
    assert "{count." not in FIGURES


def test_eight_figures_are_listed_at_most():
    assert len(material.listed_ids(WHOLE)) == material.MOST_FIGURES


def test_a_text_without_figures_still_has_its_wordings():
    assert material.figures(table(stories=())).startswith("WORDINGS")


def test_a_pair_names_the_greater_figure_first():
    assert "us10 > gb10: {us10-gb10.gap} = 25 basis points" in material.figures(
        table(ROWS["us10"], ROWS["gb10"])
    )


def test_the_gender_and_both_names_stand_with_the_figure():
    assert "[cpie] name: euro-area inflation / l’inflazione nell’area euro (f)" in material.figures(
        one(ROWS["cpie"])
    )


def test_what_is_due_has_its_slots():
    assert material.due(WHOLE) == "DUE NEXT: {due1.what} = US GDP; {due1.date} = 26 November"


def test_nothing_due_asks_for_nothing():
    assert "write nothing about it" in material.due(
        one(ROWS["us10"]).__class__("NOVICE", "2026-11-21", {}, {}, {})
    )


def test_headlines_stand_between_marks_as_data():
    text = material.headlines(WHOLE, "mark")
    assert text.count("=== mark") == 2 and all(
        story["title"] in text.split("=== mark")[1] for story in STORIES
    )


def test_a_headline_has_its_slots_and_no_more():
    text = material.headlines(WHOLE, "mark")
    found = set(re.findall(r"\{(s\d+)\.([a-z0-9_]+)\}", text))
    assert found == {
        (id, field) for id, story in WHOLE.stories.items() for field in story.slots if field not in BY_RULES
    }


def test_a_reviewer_reads_each_headline_that_the_writer_got_behind_closes_of_markets():
    close = STORIES[1] | {"title": "Tokyo shares close lower, Nikkei at 53,747 on Thursday"}
    slots = table(stories=[*[close] * 5, STORIES[1]])
    assert material.listed_stories(slots) == ["s6"]
    assert "[s6]" in material.headlines(slots, "mark", with_publishers=True)


def test_a_reviewer_reads_what_a_true_headline_may_name():
    text = material.headlines(WHOLE, "mark", with_publishers=True)
    told = "publisher: the BBC / la Bbc; quoted as “Government wants a say in Kestrel Bank’s bid for Tessmark” (the BBC)"
    assert f"{told} / “Il governo vuole essere sentito su Kestrel e Tessmark” (la Repubblica)" in text


def test_without_headlines_there_is_no_heading():
    assert material.headlines(table(stories=()), "mark") == ""


def test_earlier_texts_stand_between_marks():
    texts = document() | {"previous": {"title": "T", "text": "Body."}, "beside": None}
    assert material.earlier(texts, "mark") == "THE TEXT BEFORE (do not repeat):\n=== mark\nT\nBody.\n=== mark"
