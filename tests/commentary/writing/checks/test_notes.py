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


def test_a_note_leaves_out_no_word_between_others():
    """Without "lo Stato tedesco" the Bundesbank, whose curve it is, would pay."""
    note = "Quanto paga lo Stato tedesco per un prestito a dieci anni, secondo la curva stimata dalla Bundesbank."
    slots = one(row_of(load().row("DE10")), note_it=note)
    english = "{de10.name} is what the German government pays a year to borrow for ten years."
    assert checked("note", ["de10"], english, "{de10.name} indica quanto paga lo Stato tedesco per un prestito a dieci anni.", slots=slots).passed  # fmt: skip
    assert not checked("note", ["de10"], english, "{de10.name} indica quanto paga la Bundesbank per un prestito a dieci anni.", slots=slots).passed  # fmt: skip
