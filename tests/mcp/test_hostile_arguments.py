"""Arguments that do not fit, and what is not there."""

import pytest

from tests.mcp.test_tools import OPEN, refusal, whole  # noqa: F401  `whole` stores the edition

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("tool", "given", "named"), [
    ("find_figures", {"words": ["x"]}, "words"), ("find_figures", {"words": "x" * 101}, "words"),
    ("find_figures", {"limit": True}, "limit"), ("find_figures", {"limit": 10**30}, "limit"),
    ("find_figures", {"limit": "5"}, "limit"), ("find_figures", {"group": "../admin"}, "group"),
    ("find_figures", {"as_of": "2020-01-01"}, "as_of"), ("find_figures", {"lang": "de"}, "lang"),
    ("get_series", {"code": OPEN, "as_of": "20261120"}, "as_of"), ("get_series", {"code": OPEN, "as_of": 0}, "as_of"),
    ("get_series", {"code": OPEN, "as_of": "2999-01-01"}, "as_of"), ("get_series", {"code": OPEN, "as_of": []}, "as_of"),
    ("get_series", {}, "code"), ("get_series", {"code": "US10?range=all"}, "code"),
    ("get_series", {"code": {"$ne": 1}}, "code"), ("get_series", {"code": OPEN, "range": "100y"}, "range"),
    ("get_reads", {"tone": "SHOUTING"}, "tone"), ("get_log", {"cursor": "' OR 1=1 --"}, "cursor"),
    ("get_log", {"cursor": "AAAA"}, "cursor"), ("find_news", {"include": ["Nonsense"]}, "include"),
    ("find_news", {"q": "x" * 201}, "q"), ("what_changed", {"since": "2026-11-20T00:00:00"}, "since"),
    ("what_changed", {"since": "yesterday"}, "since"), ("what_changed", {"since": "1900-01-01T00:00:00Z"}, "since"),
    ("what_changed", {"since": "2026-12-24T00:00:00Z"}, "since"),
    ("what_changed", {"since": "9999-12-31T23:59:59-23:59"}, "since"),
])  # fmt: skip
def test_arguments_that_do_not_fit_are_an_error_that_names_them(call, tool, given, named):
    text = refusal(call(tool, **given))
    assert text.startswith(f"invalid_request: {named}")
    assert len(text) < 700


def test_many_unknown_arguments_give_a_short_error(call):
    assert len(refusal(call("get_agenda", **{"x" * 60 + str(n): 1 for n in range(500)}))) < 700


@pytest.mark.parametrize(("tool", "given"), [
    ("get_series", {"code": "NOPE"}), ("find_figures", {"group": "nothing"}), ("get_reads", {"group": "nothing"}),
    ("get_agenda", {"group": "nothing"}), ("get_reads", {"tone": "PRO"}),
])  # fmt: skip
def test_what_is_not_there_is_not_found(call, settings, tool, given):
    settings.GENERATION_TONES = ("NOVICE",)
    assert refusal(call(tool, **given)).startswith("not_found: ")
