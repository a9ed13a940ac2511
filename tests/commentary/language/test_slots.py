"""Which slots a figure, a headline and the counts have: none that would mislead."""

import pytest

from commentary.facts.snapshot import EXTREMES
from commentary.language.figure_slots import LEAST_TIMES, MOST_TIMES, age_words, times_words
from tests.commentary import tables
from tests.commentary.figures import figure
from tests.commentary.tables import ROWS, WHOLE, one, table, text

TIMES = [
    (1.79, None, None), (1.8, "almost twice", "quasi il doppio della"), (1.94, "almost twice", "quasi il doppio della"),
    (2.0, "twice", "il doppio della"), (2.2, "twice", "il doppio della"), (2.5, "more than twice", "oltre il doppio della"),
    (2.74, "more than twice", "oltre il doppio della"), (2.8, "almost three times", "quasi tre volte la"),
    (3.0, "three times", "tre volte la"), (3.5, "more than three times", "oltre tre volte la"),
    (4.9, "almost five times", "quasi cinque volte la"), (9.5, "more than nine times", "oltre nove volte la"), (9.75, None, None),
]  # fmt: skip


@pytest.mark.parametrize(("ratio", "english", "italian"), TIMES)
def test_a_multiple_of_the_usual_move_is_written_in_words(ratio, english, italian):
    assert times_words(ratio) == (None if english is None else (english, italian))


def test_every_ratio_in_the_range_has_words():
    assert all(
        times_words(LEAST_TIMES + step * 0.05) for step in range(int((MOST_TIMES - LEAST_TIMES) / 0.05))
    )


MISLEADING = [
    ("share", {"percentile": 99.9}), ("share", {"percentile": 0.2}), ("below", {"percentile": 50.0}), ("move", {"prev": 4.94}),
    ("before", {"prev": 4.94}), ("before", {"prev": 4.941}), ("move", {"prev": None, "prev_period": ""}), ("usual", {"usual_move": None}),
    ("usual", {"usual_move": 0.0}), ("times", {"usual_move": 0.05}), ("rarity", {"move_rarity": 100.0}), ("rarity", {"move_rarity": 20.0}),
    ("year_ago", {}), ("extreme_since", {}), ("run", {"run": 3}), ("run_ended", {}), ("revised_from", {}), ("age", {}),
    ("highest", {"highest_on": "", "all_time": EXTREMES}), ("highest", {}), ("lowest", {"all_time": ("highest",)}), ("since", {"since": ""}),
]  # fmt: skip


@pytest.mark.parametrize(("field", "changes"), MISLEADING)
def test_a_slot_that_would_mislead_is_not_offered(field, changes):
    assert one(ROWS["us10"], **changes).slot("us10", field) is None


@pytest.mark.parametrize(
    "field",
    [
        "name",
        "short",
        "value",
        "on",
        "before",
        "before_on",
        "move",
        "usual",
        "times",
        "share",
        "since",
        "rarity",
        "lowest",
        "lowest_on",
        "highest",
        "highest_on",
    ],
)
def test_a_slot_that_the_figure_has_is_offered(field):
    assert one(ROWS["us10"], all_time=EXTREMES).slot("us10", field) is not None


def test_a_gap_is_offered_from_the_higher_figure_down():
    assert WHOLE.slot("us10-gb10", "gap") is not None
    assert WHOLE.slot("gb10-us10", "gap") is None


@pytest.mark.parametrize("pair", ["us10-brnt", "us10-cpie", "us10-us10", "us10-none", "cpie-us10"])
def test_figures_of_other_units_or_bases_have_no_gap(pair):
    assert WHOLE.slot(pair, "gap") is None


@pytest.mark.parametrize(
    ("id", "field"),
    [("none", "value"), ("us10", "value2"), ("s9", "publisher"), ("due9", "date"), ("count", "rows2")],
)
def test_what_was_not_given_has_no_slot(id, field):
    assert WHOLE.slot(id, field) is None


def test_counts_of_none_or_one_are_not_offered():
    slots = table(ROWS["us10"])
    assert "stale" not in slots.others["count"] and "rows" not in slots.others["count"]


def test_a_headline_that_models_tell_has_one_publisher_in_both_languages():
    assert text("According to {s1.publisher}.", "en") == "According to the BBC."
    assert text("Secondo {s1.publisher}.", "it") == "Secondo la Bbc."


def test_a_quoted_headline_has_the_publisher_of_the_languages_own():
    assert text("Titola {s1.titled_by}.", "it") == "Titola la Repubblica."


@pytest.mark.parametrize(
    ("field", "english", "italian"),
    [
        ("n1", "3", "3"),
        ("n2", "6%", "il 6%"),
        ("publishers", "five", "cinque"),
        ("others", "four others", "altre quattro testate"),
    ],
)
def test_a_headline_prints_its_numbers(field, english, italian):
    assert (text(f"x {{s2.{field}}}", "en"), text(f"x {{s2.{field}}}", "it")) == (
        f"X {english}.",
        f"X {italian}.",
    )


def test_no_line_ends_inside_a_date_of_a_headline():
    slots = table(stories=({"title": "Nikkei falls (7 October), l'1º ottobre", "publisher": "BBC"},))
    title = slots.slot("s1", "title").content.text("en")
    assert title == "Nikkei falls (7\N{NO-BREAK SPACE}October), l’1º\N{NO-BREAK SPACE}ottobre"


def test_a_headlines_own_publisher_at_its_head_is_left_out():
    slots = table(stories=({"title": "Istat: output falls", "publisher": "Istat"},))
    assert text("“{s1.title}”", "en", slots) == "“Output falls”."


@pytest.mark.parametrize(
    ("day", "words"),
    [
        ("2026-10-01", None),
        ("2026-06-19", ("five months", "cinque mesi")),
        ("2025-01-01", ("22 months", "22 mesi")),
        ("2016-11-20", ("120 months", "120 mesi")),
        ("2026-09-21", ("two months", "due mesi")),
        ("2026-09-30", None),
    ],
)
def test_the_age_of_an_old_figure(day, words):
    assert age_words(day, "2026-11-21") == words


@pytest.mark.parametrize(
    ("changes", "printed"),
    [({"value": 4.94, "prev": 5.02}, "5%"), ({"crossed": ({"kind": "target", "level": 2.0, "way": 1, "name_en": "the ECB’s 2% target", "name_it": "l’obiettivo del 2%"},)}, "the ECB’s 2% target"),
     ({"crossed": ({"kind": "zero", "level": 0.0, "way": 1},)}, "zero")],
)  # fmt: skip
def test_a_mark_that_was_crossed_has_its_name(changes, printed):
    assert text("x {us10.level}", "en", one(figure(), **changes)) == f"X {printed}."


def test_each_slot_of_every_figure_prints_in_both_languages():
    for id, row in tables.ROWS.items():
        for field in WHOLE.figures[id].slots:
            for language in ("en", "it"):
                assert "{" not in text(f"x {{{id}.{field}}}", language), (row.key, field)
