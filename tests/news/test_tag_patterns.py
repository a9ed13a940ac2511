"""The pattern language of the tagging rules."""

import pytest

from news.patterns import MAX_WORDS, PatternError, cut, match, parse, parse_set


def places(source: str, text: str, at: int = 0) -> tuple[int, ...] | None:
    words = cut(text)
    for pattern in parse(source, {"rise": parse_set("rises climb*", {})}):
        found = match(pattern, words, at) if pattern[0].matches(words, at) else None
        if found is not None:
            return found
    return None


def test_cut_joins_dotted_acronyms() -> None:
    assert cut("U.S. and E.U. agree").raw == ("US", "and", "EU", "agree")


def test_cut_drops_the_possessive() -> None:
    assert cut("Fed’s Powell, BOJ's Ueda").raw == ("Fed", "Powell", "BOJ", "Ueda")


def test_cut_separates_the_italian_elision() -> None:
    assert cut("L’inflazione dell'eurozona").folded == ("l", "inflazione", "dell", "eurozona")


def test_cut_takes_no_name_for_a_possessive() -> None:
    assert cut("l'S&P 500, l’S&P's").folded == ("l", "s&p", "500", "l", "s&p")


def test_cut_keeps_numbers_and_ampersands_whole() -> None:
    assert cut("S&P 500 up 1,234.5%").raw == ("S&P", "500", "up", "1,234.5", "%")


def test_cut_folds_accents() -> None:
    assert cut("Città più").folded == ("citta", "piu")


def test_cut_notices_a_text_in_capitals() -> None:
    assert (cut("OIL PRICES RISE AGAIN").shouted, cut("Oil prices rise again").shouted) == (True, False)


def test_cut_bounds_a_huge_text() -> None:
    assert len(cut("oil " * 100_000).raw) == MAX_WORDS


@pytest.mark.parametrize(
    ("source", "text", "expected"),
    [
        ("tariff", "Tariff", (0,)),
        ("tariff", "tariffs", None),
        ("tariff*", "TARIFFS", (0,)),
        ("!AI", "AI", (0,)),
        ("!AI", "ai", None),
        ("oil|gas price*", "gas prices", (0, 1)),
        ("oil @rise", "oil climbed", (0, 1)),
        ("cut* .. jobs", "cuts about two thousand jobs", (0, 4)),
        ("cut* .. jobs", "cuts one two three four jobs", None),
        ("fed chief? says", "Fed says", (0, 1)),
        ("fed chief? says", "Fed chief says", (0, 1, 2)),
        ("add # jobs", "add 22,000 jobs", (0, 1, 2)),
        ("add # jobs", "add many jobs", None),
    ],
)
def test_pattern_matches(source: str, text: str, expected: tuple[int, ...] | None) -> None:
    assert places(source, text) == expected


def test_exact_word_matches_in_a_text_of_capitals() -> None:
    assert places("!Fed", "FED HOLDS RATES AGAIN") == (0,)


@pytest.mark.parametrize("source", ["", ".. oil", "oil ..", "oil?", "oil|", "@unknown", "!"])
def test_broken_pattern_is_refused(source: str) -> None:
    with pytest.raises(PatternError):
        list(parse(source, {}))
