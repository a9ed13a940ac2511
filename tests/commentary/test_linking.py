"""A figure in a text leads to its row: once, alone, and only where it can be no other's."""

import pytest

from commentary.glossary.linking import linked
from commentary.glossary.marking import MarkedText, glossed
from commentary.log_queries import LogEntry
from commentary.templatetags.commentary import paragraphs
from tests.commentary.conftest import NOW

BASIS = [
    ("US10", "US 10-year yield", "4.12%", "20 November"),
    ("DE10", "German 10-year yield", "2.70%", "20 November"),
    ("UKR", "Bank Rate", "4.00%", "20 November"),
    ("EUR", "Deposit rate", "4.00%", "20 November"),
    ("M2", "Money", "$21,900\u00a0billion", "October"),
    ("JOBS", "Openings", "7", "October"),
]


def marks(*texts: str) -> list[tuple[str, str]]:
    pieces = linked([[MarkedText(text)] for text in texts], BASIS)
    assert ["".join(piece.text for piece in parts) for parts in pieces] == list(texts)
    return [(piece.text, piece.figure) for parts in pieces for piece in parts if piece.figure]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It stood at 4.12%.", [("4.12%", "US10")]),
        ("From 2.70% to 4.12%, and 4.12% again.", [("2.70%", "DE10"), ("4.12%", "US10")]),
        ("Two of them stand at 4.00%.", []),
        ("It stood at 14.12%, then −4.12%, then 4.12%-4.30%.", []),
        ("Money stood at $21,900 billion.", [("$21,900 billion", "M2")]),
        ("There were 7 of them.", []),
        ("", []),
    ],
)
def test_values_are_marked(text, expected):
    assert marks(text) == expected


def test_a_value_is_marked_once_in_all_paragraphs():
    assert marks("4.12% today.", "4.12% still.") == [("4.12%", "US10")]


def test_terms_stay_whole():
    pieces = linked(glossed(["The yield curve stood at 4.12%."], "en"), BASIS)[0]
    assert [(p.text, p.term is not None, p.figure) for p in pieces] == [
        ("The ", False, ""), ("yield curve", True, ""), (" stood at ", False, ""), ("4.12%", False, "US10"), (".", False, ""),
    ]  # fmt: skip


def test_nothing_is_marked_without_figures():
    assert linked([[MarkedText("At 4.12%.")]], []) == [[MarkedText("At 4.12%.")]]


def entry(text: str) -> LogEntry:
    return LogEntry(
        id=7, tone="PRO", style="DRY", title="Title", paragraphs=[text], language="en", written_by="rules",
        written_at=NOW, cycle=NOW, basis=BASIS, headlines=[],
    )  # fmt: skip


def test_link_leads_to_the_row_or_to_the_page():
    assert paragraphs(entry("At 4.12%."), "PRO") == "<p>At 4.12%.</p>"
    assert (
        paragraphs(entry("At 4.12%."), "PRO", "row")
        == '<p>At <a class="figure" href="#row-US10">4.12%</a>.</p>'
    )
    assert paragraphs(entry("At 4.12%."), "PRO", "page") == (
        '<p>At <a class="figure" href="/indicators/US10">4.12%</a>.</p>'
    )


def test_text_around_a_figure_stays_text():
    html = paragraphs(entry("<b>4.12%</b> & more"), "NOVICE", "row")
    assert html == '<p>&lt;b&gt;<a class="figure" href="#row-US10">4.12%</a>&lt;/b&gt; &amp; more</p>'
