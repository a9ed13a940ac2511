"""What a figure is called."""

import pytest

from commentary.language.names import name_of
from tests.commentary.figures import figure
from tests.commentary.rows import configured, row_of

WIRE = [
    ("US10", "NOVICE", "the yield on 10-year US government bonds", "il rendimento dei titoli di Stato Usa a dieci anni"),
    ("US10", "INTERMEDIATE", "the US 10-year yield", "il rendimento del Treasury decennale"),
    ("SPRD", "NOVICE", "the gap between Italian and German 10-year yields", "lo spread fra Btp e Bund"),
    ("SPRD", "INTERMEDIATE", "the BTP-Bund spread", "lo spread Btp-Bund"),
    ("EURU", "INTERMEDIATE", "the euro against the dollar", "l’euro sul dollaro"),
    ("CPIU", "INTERMEDIATE", "UK inflation", "l’inflazione britannica"),
    ("GDPE", "INTERMEDIATE", "the euro-area economy", "il Pil dell’area euro"),
    ("ECBD", "NOVICE", "the ECB’s deposit rate", "il tasso sui depositi della Bce"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "tone", "english", "italian"), WIRE)
def test_a_row_has_its_wire_names_by_tone(key, tone, english, italian):
    row = figure(key)
    assert (name_of(row, "en", tone).name, name_of(row, "it", tone).name) == (english, italian)


def test_an_unconfigured_row_is_called_by_its_label_in_quotation_marks():
    row = figure("QXA", label_en="Made-up rate", label_it="Tasso inventato")
    assert name_of(row, "en", "NOVICE").name == "the figure “Made-up rate”"
    assert name_of(row, "it", "NOVICE").name == "il dato «Tasso inventato»"


def test_configured_rows_have_complete_names():
    wrong = [
        (config.code, language, tone)
        for config in configured()
        for tone in ("NOVICE", "INTERMEDIATE")
        for language in ("en", "it")
        if not (name := name_of(row_of(config), language, tone)).short
        or not name.title
        or name.name[-1:] in ("", ".", ",", ";")
    ]
    assert wrong == []
