"""Numbers of headlines, printed in both languages."""

import pytest

from commentary.language.story_numbers import MOST, quantities

CASES = [
    ("Prices up 6.0% in May", [("6.0%", "6,0%")]),
    ("Prezzi su del 6,2 per cento", [("6.2%", "6,2%")]),
    ("Firm pays 3.5 billion euros", [("3.5 billion euros", "3,5 miliardi di euro")]),
    ("Firm pays €3.5bn", [("3.5 billion euros", "3,5 miliardi di euro")]),
    ("Maximulta da 200 milioni di euro", [("200 million euros", "200 milioni di euro")]),
    ("Three ships hit", [("three", "tre")]),
    ("Colpite tre navi", [("three", "tre")]),
    ("1,250 jobs go", [("1,250", "1.250")]),
    ("Tagliati 1.250 posti", [("1,250", "1.250")]),
    ("Rates rise by 25 basis points", [("25 basis points", "25 punti base")]),
    ("FTSE 100 rises 0.7%", [("0.7%", "0,7%")]), ("Il Ftse 100 e lo S&P 500 in rialzo", []), ("Answers are due in June", []),
    ("G7 meets in 2026", []), ("The 10-year yield", []), ("A ten-year plan", []),
]  # fmt: skip


@pytest.mark.parametrize(("title", "found"), CASES)
def test_a_number_is_printed_in_each_languages_notation(title, found):
    blank = "\N{NO-BREAK SPACE}"
    assert [
        (each.en.replace(blank, " "), each.it.replace(blank, " ")) for each in quantities(title, "")
    ] == found


def test_a_percentage_takes_an_italian_article():
    assert [each.is_share for each in quantities("Up 6% after 3 days", "")] == [True, False]


def test_each_number_counts_once_and_four_at_most():
    assert len(quantities("11, 12, 13, 14, 15, 16", "11 again")) == MOST


def test_a_summarys_numbers_follow_those_of_the_title():
    assert [each.en for each in quantities("Up 6%", "Down 2%")] == ["6%", "2%"]
