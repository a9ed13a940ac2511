import tomllib

import pytest

from commentary.facts.names import PATH, forms, name_of
from indicators import groups
from tests.commentary.figures import figure

ENTRIES = tomllib.loads(PATH.read_text(encoding="utf-8"))
CONFIGURED = groups.load().configured


def test_every_configured_row_has_a_name():
    assert [row.code for group in CONFIGURED for row in group.rows if row.code not in ENTRIES] == []


@pytest.mark.parametrize("key", sorted(ENTRIES))
def test_a_name_is_complete_and_singular(key):
    entry = ENTRIES[key]
    assert set(entry) - {"rate"} == {"en", "it", "it_form", "head_en", "head_it", "head_form"}
    assert entry["it_form"] in ("ms", "fs") and entry["head_form"] in ("ms", "fs", "mp", "fp")
    assert entry["it"].startswith(("il ", "lo ", "l’") if entry["it_form"] == "ms" else ("la ", "l’"))
    assert max(len(entry["head_en"].split()), len(entry["head_it"].split())) <= 5


def test_a_row_without_a_name_goes_by_its_label():
    row = figure("NEWROW", label_en="New row", label_it="Riga nuova")
    assert [name_of(row, "en").subject, name_of(row, "it").subject] == [
        "the figure “New row”",
        "il dato «Riga nuova»",
    ]


def test_a_label_takes_its_form_from_the_configuration():
    assert (forms()["HPUS"], forms()["CPIE"], forms()["BTC"]) == ("mp", "fs", "ms")
    assert name_of(figure("NEWROW"), "it").head_form == "ms"
