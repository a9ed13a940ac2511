"""Notes: what a figure measures, in the words and the order of its configured note."""

import pytest

from indicators.groups import load
from tests.commentary.rows import row_of
from tests.commentary.tables import checked, findings, one, refused_in_both

ROWS = {row.code: row for group in load().configured for row in group.rows}


@pytest.mark.parametrize(
    ("passes", "en", "it"),
    [
        (
            True,
            "how many US dollars one euro is exchanged for",
            "quanti dollari USA si scambiano con un euro",
        ),
        (
            False,
            "how many euros one US dollar is exchanged for",
            "quanti euro si scambiano con un dollaro USA",
        ),
    ],
)
def test_a_note_keeps_what_is_measured_in_what(passes, en, it):
    slots = one(row_of(load().row("EURU")))
    found = checked("note", ["euru"], f"{{euru.name}} is {en}.", f"{{euru.name}} indica {it}.", slots=slots)
    assert (found.passed, refused_in_both(found)) == (passes, not passes), findings(found)


@pytest.mark.parametrize(
    ("code", "en", "it"),
    [
        ("DE10", "is what the Bundesbank pays", "indica quanto paga la Bundesbank"),
        (
            "DE10",
            "is not what the German government pays a year",
            "non è quanto paga all’anno lo Stato tedesco",
        ),
        ("EURU", "is how many, in euro, the US dollar is", "indica, con un euro, quanti sono i dollari"),
        ("BTC", "is what a central bank issues", "è ciò che una banca centrale emette"),
        (
            "US10",
            "is what it pays a year to borrow many other rates",
            "è quanto paga all’anno per molti altri tassi",
        ),
        ("US10", "is it", "è"),
    ],
)
def test_words_left_out_of_a_note_can_turn_it_round(code, en, it):
    row = ROWS[code]
    slots = one(row_of(row), note_en=row.note("en"), note_it=row.note("it"), limits_en=row.limits("en"), limits_it=row.limits("it"))  # fmt: skip
    id = code.lower()
    found = checked("note", [id], f"{{{id}.name}} {en}.", f"{{{id}.name}} {it}.", slots=slots)
    assert refused_in_both(found), findings(found)


@pytest.mark.parametrize("code", ["DE10", "US10", "EURU", "BTC", "CPIE", "VIX", "GOLD"])
def test_a_whole_note_passes(code):
    row = ROWS[code]
    id, english, italian = code.lower(), *(row.note(lang).rstrip(".").split(";")[0] for lang in ("en", "it"))
    slots = one(row_of(row), note_en=row.note("en"), note_it=row.note("it"))
    found = checked("note", [id], f"{{{id}.name}} is {english.lower()}.", f"{{{id}.name}} indica {italian.lower()}.", slots=slots)  # fmt: skip
    assert not [
        finding for side in found.findings.values() for finding in side if finding.rule == "draft.note"
    ]
