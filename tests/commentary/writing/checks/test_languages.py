"""Both languages of a sentence say the same."""

import pytest

from tests.commentary.tables import checked, findings

US = ["us10"]
APART = [
    ("a slot less", US, "{us10.name} fell to {us10.value}.", "{us10.name} è sceso."),
    ("a slot more", US, "{us10.name} fell.", "{us10.name} è sceso a {us10.value}."),
    (
        "a date less",
        US,
        "{us10.name} fell to {us10.value} on {us10.on}.",
        "{us10.name} è sceso a {us10.value}.",
    ),
    (
        "a claim less",
        US,
        "{us10.name} fell to {us10.value}, more than usual.",
        "{us10.name} è sceso a {us10.value}.",
    ),
    ("another claim", US, "{us10.name} is high in its own history.", "{us10.name} è sceso."),
    (
        "a size less",
        ["brnt"],
        "{brnt.name} rose {brnt.move}, a larger move than usual.",
        "{brnt.name} è salito di {brnt.move}.",
    ),
]
ALIKE = [
    (["brnt"], "{brnt.name} rose for the {brnt.run} time in a row.", "{brnt.name} è salito per la {brnt.run_f} volta di fila."),
    (["brnt"], "{brnt.name} rose to {brnt.value}, its {brnt.run} straight gain.", "{brnt.name} è salito a {brnt.value}, il {brnt.run} rialzo consecutivo."),
    (US, "{us10.short} fell.", "{us10.name} è sceso."),
    (["sprd"], "{sprd.name} widened to {sprd.value}.", "{sprd.name} è salito a {sprd.value}."),
    (["cpie", "sprd"], "{cpie.name} rose {cpie.move} and {sprd.name} climbed {sprd.move}.", "{cpie.name} è salita di {cpie.move} e {sprd.name} di {sprd.move}."),
    (["gb10"], "{gb10.name} edged up to {gb10.value}.", "{gb10.name} è salito di poco, a {gb10.value}."),
]  # fmt: skip


@pytest.mark.parametrize(("about", "en", "it"), [each[1:] for each in APART], ids=[each[0] for each in APART])
def test_what_one_language_alone_says_is_refused(about, en, it):
    assert "draft.languages" in [each.rule for each in checked("fact", about, en, it).findings["it"]]


@pytest.mark.parametrize(("about", "en", "it"), ALIKE)
def test_what_both_say_in_their_own_way_passes(about, en, it):
    found = checked("fact", about, en, it)
    assert found.passed, findings(found)
