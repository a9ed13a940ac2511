"""Italian that no native writes."""

import pytest

from commentary.review.italian import italian
from commentary.review.review import review
from evaluation.review import claims


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("I prezzi nell'area euro ha salito del 3,0%.", "italian.grammar"),
        ("L'euro climbed a 1,1854 dollari on 20 novembre.", "italian.language"),
        ("La inflación del Regno Unito subió al 4,1% en octubre.", "italian.language"),
        ("I gatti nell'area euro erano il 3,0%.", "italian.grammar"),
        ("I cavalli nell'area euro erano il 3,0%.", "italian.subject"),
        ("La disoccupazione italiana è fermo all'8,0%.", "italian.agreement"),
        ("Il disoccupazione italiana è ferma all'8,0%.", "italian.agreement"),
        ("I prezzi delle case è saliti.", "italian.agreement"),
        ("Il tasso è al 8,0%.", "italian.grammar"),
        ("Lo spread si è allargato di dieci punto base.", "italian.grammar"),
        ("Il indice è salito.", "italian.grammar"),
    ],
)
def test_broken_and_mixed_prose_is_found(text, rule):
    assert [finding.rule for finding in italian(text, claims.facts())] == [rule]


@pytest.mark.parametrize(
    "text",
    [
        "L'inflazione nell'area euro è salita al 3,0% in ottobre.",
        "Sono saliti sia lo spread, a 109 punti base, sia il rendimento del BTP.",
        "Di norma in un giorno l'oro si muove dello 0,3%.",
        "Gli indici di stress sono scesi dell'11% e dell'8%.",
        "Lo stress sistemico dell'area euro è stabile.",
    ],
)
def test_good_italian_passes(text):
    assert italian(text, claims.facts()) == []


def test_the_review_reads_italian_beside_facts_only():
    text = "I prezzi ha salito."
    found = review(text, lang="it", kind="read", facts=claims.facts()).findings
    assert "italian.grammar" in {finding.rule for finding in found}
    assert review(text, lang="it", kind="read").findings == ()
