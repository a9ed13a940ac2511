"""The filter of the news page, read from and written into its URLs."""

import pytest
from django.http import QueryDict

from news.filters import Filter
from news.tagging.vocabulary import TAGS


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("", Filter()),
        ("include=AI,EU", Filter(include=("AI", "EU"))),
        ("include=AI&include=EU", Filter(include=("AI", "EU"))),
        ("include=AI&exclude=AI,EU", Filter(include=("AI",), exclude=("EU",))),
        ("include=Nonsense&lang=de", Filter()),
        ("headlines=it&q=+due++parole+", Filter(lang="it", q="due parole")),
        ("q=" + "x" * 300, Filter(q="x" * 200)),
    ],
)
def test_filter_of_an_address(query, expected):
    assert Filter.of(QueryDict(query)) == expected


def test_url_holds_what_is_chosen():
    chosen = Filter(include=("Central Banks", "AI"), lang="it", q="a&b")
    assert chosen.url("xyz") == "/news?include=Central+Banks,AI&headlines=it&q=a%26b&cursor=xyz"


def test_url_without_a_choice_asks_for_all():
    assert Filter().url() == "/news?all"


def test_url_and_filter_are_inverse():
    chosen = Filter(include=("AI",), exclude=("Central Banks",), lang="en", q="è vero")
    assert Filter.of(QueryDict(chosen.url().partition("?")[2])) == chosen


def test_choices_toggle_and_move():
    choices = {one.word: one for one in Filter(include=("AI",), exclude=("EU",)).choices("it")}
    assert list(choices) == list(TAGS)
    assert (choices["AI"].state, choices["AI"].include_url) == ("include", "/news?exclude=EU")
    assert choices["AI"].exclude_url == "/news?exclude=EU,AI"
    assert (choices["EU"].state, choices["EU"].include_url) == ("exclude", "/news?include=AI,EU")
    assert (choices["EU"].label, choices["USA"].state) == ("UE", "")


def test_languages_keep_the_rest():
    assert Filter(q="x").languages() == [
        ("", "All languages", "/news?q=x"),
        ("en", "English", "/news?headlines=en&q=x"),
        ("it", "Italian", "/news?headlines=it&q=x"),
    ]
