"""A figure against its own average, its record and its runs."""

import pytest

from commentary.review.grounding.ground import ground
from evaluation.review import claims


@pytest.mark.parametrize(
    ("lang", "text", "rules"),
    [
        ("en", "Financial stress in the US was -0.31, below its normal level.", []),
        ("en", "Financial stress in the US was -0.31, above its normal level.", ["comparison"]),
        ("it", "La fiducia nell'area euro è scesa a 101,3, sotto la media di lungo periodo.", ["comparison"]),
        ("it", "La fiducia nell'area euro è scesa a 101,3, sopra la media di lungo periodo.", []),
        ("it", "Il bilancio della Fed si è ridotto dell'1,3% in una settimana.", ["role"]),
        ("en", "Cash left at the Fed rose, ending three consecutive declines.", ["run"]),
    ],
)
def test_words_about_average_span_and_run_are_checked(lang: str, text: str, rules: list[str]) -> None:
    found = {each.rule.removeprefix("grounding.") for each in ground(text, lang=lang, facts=claims.facts())}
    assert found == set(rules)
