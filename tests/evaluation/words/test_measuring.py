import pytest

from commentary.writing.drafts import Draft
from evaluation.words.measuring import (
    alike,
    leading_row,
    mean_shared,
    most_frequent,
    opening,
    repeated,
    sentences,
    shared,
)
from tests.commentary.figures import facts, figure


@pytest.mark.parametrize(
    ("text", "earlier", "expected"),
    [
        ("Gold rose.", "Gold rose.", 1.0),
        ("Gold rose.", "Oil fell.", 0.0),
        ("Gold rose today again", "gold fell today", 0.5),
        ("the the the yield", "the yield", 0.5),  # a word counts as often as both have it
        ("", "Gold rose.", 0.0),
    ],
)
def test_shared_words_are_a_part_of_the_later_text(text, earlier, expected):
    assert shared(text, earlier) == expected


def test_each_text_is_held_against_the_one_before():
    assert mean_shared(["a b", "a c", "a c"]) == 0.75
    assert (mean_shared(["a b"]), mean_shared([])) == (0.0, 0.0)


def test_texts_open_alike_when_three_words_without_figures_agree():
    assert opening("At 4.12% on Friday, the yield rose") == ("at", "on", "friday,")
    assert alike(["At 4.12% on Friday, gold", "At 98 on Friday, oil", "Gold rose to 98"]) == 2
    assert alike(["One two three", "Two three one"]) == 0


def test_sentences_end_at_stops_not_at_decimal_points():
    text = "Gold rose to 3,862.2 dollars. “Rates kept” (ECB). Oil?\n\nIt fell."
    assert sentences(text) == ["Gold rose to 3,862.2 dollars.", "“Rates kept” (ECB).", "Oil?", "It fell."]


def test_sentences_of_a_log_that_stand_in_the_lead_are_counted():
    assert repeated("Gold rose. Oil fell.", "Bonds slept. Gold rose.") == 1


def test_the_leading_row_is_the_one_that_is_named_first():
    rows = facts(figure("US10"), figure("GOLD", unit="USD"), figure("USCV"))
    assert leading_row(Draft("Gold at its highest", ("The US 10-year yield rose.",)), rows, "en") == "GOLD"
    assert leading_row(Draft("Quiet", ("The US 10-year yield rose, and gold.",)), rows, "en") == "US10"
    assert leading_row(Draft("", ("Nothing.",)), rows, "en") == ""
    assert leading_row(Draft("Oro sui massimi", ()), rows, "it") == "GOLD"


def test_the_most_frequent_row_has_its_share_of_all_days():
    assert most_frequent(["A", "B", "A", ""]) == ("A", 0.5)
    assert most_frequent([""]) == ("", 0.0)
