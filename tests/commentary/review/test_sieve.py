"""The strings that a pattern requires, and the sieve made of them."""

import pytest

from commentary.review.sieve import Sieve, required


@pytest.mark.parametrize(
    ("pattern", "clauses"),
    [
        (r"\bprice targets?\b", [[{"price target"}]]),
        (r"\b(?:buy|sell) (?:gold|silver)\b", [[{"gold"}, {"buy", "sell"}], [{"silver"}, {"buy", "sell"}]]),
        (r"gold|silver", [[{"gold"}], [{"silver"}]]),
        (r"gold|gold", [[{"gold"}]]),
        (r"gold|\w+", []),
        (r"gold.+(?:mine|\w)", [[{"gold"}]]),
        (r"(?:gold )?mine", [[{"mine"}]]),
        (r"(?:gold)+ ?", [[{"gold"}]]),
        (r"(?:gold){0,3}", []),
        (r"a{2}b{1,4}", [[{"a"}, {"b"}]]),
        (r"a.b.gold", [[{"gold"}, {"a"}]]),
        (r"buy(?!-back)(?<!re)ers", [[{"buyers"}]]),
        (r"[^\]a-z]x\.y", [[{"x.y"}]]),
        (r"\x27s\n", [[{"'s"}]]),
        (r"(x)\d^$.", [[{"x"}]]),
        (r"(?:(?:al|be)pha|)x", [[{"x"}]]),
    ],
)
def test_what_a_pattern_requires(pattern, clauses):
    assert required(pattern) == tuple(tuple(map(frozenset, clause)) for clause in clauses)


@pytest.mark.parametrize("pattern", ["(?P<name>x)", "(?i:x)", "[x"])
def test_syntax_that_it_does_not_know_is_refused(pattern):
    with pytest.raises(ValueError, match="cannot read"):
        required(pattern)


def test_a_sieve_lets_through_what_could_match():
    sieve = Sieve(enumerate(map(required, ("gold|silver", "no", r"\d", r"(?:buy|sell)\w* gold"))))
    assert sieve.through("silver was noted") == [0, 1, 2]
    assert sieve.through("gold is sold") == [0, 2]
    assert sieve.through("they sell gold") == [0, 2, 3]
    assert sieve.through("gol") == [2]
    assert sieve.through("") == [2]
