"""A regime in words alone, where the style allows it."""

import pytest

from commentary.language.draft import SlotDraft, SlotSentence
from commentary.writing.checks.draft import check
from tests.commentary.tables import WHOLE

ENGLISH = "A slower economy with firmer inflation is one of several possible regimes."
ITALIAN = "Un’economia più lenta con un’inflazione più alta è uno di più possibili regimi."


def passes(english: str, italian: str = ITALIAN, style: str = "SPECULATIVE") -> bool:
    sentence = SlotSentence("scenario", (), {"en": english, "it": italian})
    return check(SlotDraft(None, (sentence,)), WHOLE, kind="log", style=style)[0].passed


def test_a_regime_called_possible_passes_in_the_speculative_style_alone():
    assert passes(ENGLISH)
    assert not passes(ENGLISH, style="DRY")


def test_a_market_a_number_or_a_cause_fails():
    for changed in ("regimes for gold.", "regimes because of oil.", "regimes at two per cent."):
        assert not passes(ENGLISH.replace("regimes.", changed))


def test_it_is_called_one_of_several():
    assert not passes("A slower economy with firmer inflation is the regime.")
    assert not passes(ENGLISH, "Un’economia più lenta è il regime.")


def test_it_has_no_slot():
    assert not passes(ENGLISH.replace("regimes.", "regimes at {us10.value}."))


@pytest.mark.parametrize(
    "glued",
    [": 42", " ½", " ⅷ", " ٤٢", " <b>x</b>", " <script>x</script>", " {__class__}", " &lt;b&gt;", " **x**", " %s", " 👍",
     " \x07", " (so)", "!!!", " when Kestrel Bank closes", " under President Smith"],
)  # fmt: skip
def test_it_has_no_digit_sign_markup_or_name(glued):
    assert not passes(ENGLISH.replace(".", f"{glued}."))
    assert not passes(ENGLISH, ITALIAN.replace(".", f"{glued}."))


def test_its_italian_has_no_english_advice():
    assert not passes(ENGLISH, ITALIAN.replace(".", ", buy now."))
