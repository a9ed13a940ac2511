"""Notes: what a figure measures, in the words and the order of its configured note."""

import pytest

from indicators.groups import load
from tests.commentary.rows import row_of
from tests.commentary.tables import checked, findings, one, refused_in_both


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
