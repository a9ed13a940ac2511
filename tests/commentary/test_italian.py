import pytest

from commentary.rules.italian_grammar import agree, joined, with_article


@pytest.mark.parametrize(
    ("preposition", "name", "expected"),
    [
        ("di", "il rendimento", "del rendimento"),
        ("di", "lo spread", "dello spread"),
        ("di", "l’inflazione", "dell’inflazione"),
        ("a", "la crescita", "alla crescita"),
        ("da", "gli indici", "dagli indici"),
        ("a", "i prezzi", "ai prezzi"),
        ("di", "le paghe", "delle paghe"),
        ("a", "ottobre 2026", "a ottobre 2026"),
    ],
)
def test_joined_contracts_preposition_and_article(preposition, name, expected):
    assert joined(preposition, name) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2,1%", "al 2,1%"),
        ("0,3%", "allo 0,3%"),
        ("1,5%", "all’1,5%"),
        ("8%", "all’8%"),
        ("11,4%", "all’11,4%"),
        ("18%", "al 18%"),
        ("85%", "all’85%"),
        ("1.234%", "al 1.234%"),
        ("8.100%", "all’8.100%"),
        ("−0,3%", "a −0,3%"),
    ],
)
def test_with_article_follows_how_a_number_is_spoken(text, expected):
    assert with_article("a", text) == expected


def test_agree_ends_in_gender_and_number():
    assert [agree("salit", form) for form in ("ms", "fs", "mp", "fp")] == [
        "salito",
        "salita",
        "saliti",
        "salite",
    ]
