"""Each row of the Italian table of articles and prepositions, and the English "a" and "an"."""

import pytest

from commentary.language.grammar import (
    article_of_number,
    contracted,
    indefinite,
    joined,
    split_article,
    with_article,
)

FORMS = {"il": ("il", "al", "dal", "del", "sul", "nel"), "lo": ("lo", "allo", "dallo", "dello", "sullo", "nello"),
         "l’": ("l’", "all’", "dall’", "dell’", "sull’", "nell’")}  # fmt: skip
NUMBERS = {
    "il": ["2%", "3,0%", "4,1%", "5%", "6,6%", "7%", "9%", "10%", "12%", "18%", "28%", "38%", "48%", "58%", "68%", "78%",
           "79,9%", "90%", "98%", "100%", "108%", "180%", "799", "900", "1.000", "1.250", "1.999", "2.000", "7.999",
           "9.000", "18.000", "−0,1%", "−1,3%", "−8%"],
    "lo": ["0%", "0,1%", "0,9%", "0,05%", "0,00%"],
    "l’": ["1%", "1,0%", "1,3%", "1,99%", "11%", "11,5%", "8%", "8,5%", "80%", "83%", "88%", "89,9%", "800", "899",
           "8.000", "8.999", "11.000", "11.999", "80.000", "89.999", "800.000", "899.999"],
}  # fmt: skip


def test_a_number_takes_the_article_of_the_word_that_it_is_read_as():
    expected = {number: article for article, found in NUMBERS.items() for number in found}
    assert {number: article_of_number(number) for number in expected} == expected


@pytest.mark.parametrize("article", FORMS)
def test_a_preposition_contracts_with_the_article(article):
    number = NUMBERS[article][0]
    glued = [form if form.endswith("’") else f"{form} " for form in FORMS[article]]
    assert [with_article(word, number) for word in ("", "a", "da", "di", "su", "in")] == [
        f"{form}{number}" for form in glued
    ]


@pytest.mark.parametrize(
    ("preposition", "day", "printed"),
    [("", "8 novembre", "l’8 novembre"), ("da", "8 novembre", "dall’8 novembre"), ("a", "11 novembre", "all’11 novembre"),
     ("di", "1º novembre", "del 1º novembre"), ("", "18 novembre", "il 18 novembre"), ("da", "19 novembre", "dal 19 novembre"),
     ("da", "28 maggio", "dal 28 maggio"), ("in", "2025", "nel 2025"), ("di", "1999", "del 1999"), ("da", "2011", "dal 2011"),
     ("in", "terzo trimestre", "nel terzo trimestre")],
)  # fmt: skip
def test_days_years_and_quarters_take_their_article(preposition, day, printed):
    assert with_article(preposition, day) == printed


@pytest.mark.parametrize(
    ("preposition", "noun", "printed"),
    [("di", "l’euro", "dell’euro"), ("a", "l’euro", "all’euro"), ("su", "l’oro", "sull’oro"), ("di", "lo spread", "dello spread"),
     ("a", "lo spread", "allo spread"), ("su", "lo scarto", "sullo scarto"), ("da", "il Treasury", "dal Treasury"),
     ("di", "la Banca d’Italia", "della Banca d’Italia"), ("in", "gli Usa", "negli Usa"), ("da", "gli Usa", "dagli Usa"),
     ("di", "Reuters", "di Reuters"), ("per", "il Brent", "per il Brent"), ("di", "le azioni", "delle azioni"),
     ("su", "i Btp", "sui Btp")],
)  # fmt: skip
def test_a_preposition_joins_a_noun_with_its_article(preposition, noun, printed):
    assert joined(preposition, noun) == printed


def test_a_capital_article_belongs_to_the_name():
    assert split_article("Il Sole 24 Ore") == ("", "Il Sole 24 Ore")


def test_a_noun_without_article_keeps_the_plain_preposition():
    assert contracted("di", "") == "di"


@pytest.mark.parametrize(
    ("amount", "article"),
    [("8%", "an"), ("80 basis points", "an"), ("89%", "an"), ("11%", "an"), ("18%", "an"), ("8,100", "an"), ("1%", "a"),
     ("10%", "a"), ("4.1%", "a"), ("110", "a"), ("$8", "an"), ("$3", "a")],
)  # fmt: skip
def test_english_has_an_before_a_number_that_is_read_with_a_vowel(amount, article):
    assert indefinite(amount) == article
