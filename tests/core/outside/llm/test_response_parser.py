"""Parsing of a model's response: its text, and the usage given with errors."""

import pytest

from briefing.core.outside.llm import ModelError, Usage
from briefing.core.outside.llm.response_parser import read_reply, without_thoughts
from briefing.core.outside.llm.usage import read_usage
from tests.fake_model import completion


def read(body: bytes, *, with_cost: bool = False):
    return read_reply(body, name="direct", with_cost=with_cost)


def test_text_usage_and_model_are_read():
    reply = read(completion("Rates rose.", usage=(7, 3)))
    assert (reply.text, reply.usage, reply.cut, reply.model) == (
        "Rates rose.",
        Usage(7, 0, 3),
        False,
        "small",
    )


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<think>Hm.</think>Rates rose.", "Rates rose."),
        ("<THINK>\nHm.\n</THINK>\n\nRates rose.\n", "Rates rose."),
        ("Hm, well.</think>Rates rose.", "Rates rose."),
        ("<think>a</think>Rates<think>b</think> rose.", "Rates rose."),
        ("Rates rose.<think>and then", "Rates rose."),
        ("\ufeff\u200b Rates rose.\u00a0", "Rates rose."),
        ([{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "Rates rose."}], "Rates rose."),
        ([{"type": "text", "text": "Rates "}, "rose."], "Rates rose."),
        ([{"text": "Rates rose."}, {"type": "image_url"}, 5], "Rates rose."),
    ],
)
def test_reasoning_and_parts_give_the_text(content, text):
    assert read(completion(content)).text == text


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "bad_reply"),
        (b"null", "bad_reply"),
        (b'"text"', "bad_reply"),
        (b"[" * 100_000, "bad_reply"),
        (b"\xff\xfe{}", "bad_reply"),
        (completion("x", choices=[]), "bad_reply"),
        (completion("x", choices=[{"finish_reason": "stop"}]), "bad_reply"),
        (completion("x", choices=[{"finish_reason": "stop", "message": None}]), "bad_reply"),
        (completion("x", choices={"0": 1}), "bad_reply"),
        (completion("x", error={"code": 502}), "bad_reply"),
        (completion({"a": 1}), "bad_reply"),
        (completion(5), "bad_reply"),
        (completion("x", finish=None), "unfinished"),
        (completion("x", finish="error"), "unfinished"),
        (completion("x", finish="model_length"), "unfinished"),
        (completion("x", finish="tool_calls"), "unfinished"),
        (completion("", finish="length"), "length"),
        (completion("<think>and so on", finish="length"), "length"),
        (completion(" \u200b\n"), "blank"),
        (completion([]), "blank"),
        (completion(None, message={"reasoning_content": "Rates rose."}), "blank"),
        (completion("No.", message={"refusal": "I cannot."}), "refusal"),
        (completion("", finish="content_filter"), "filtered"),
    ],
)
def test_what_is_no_answer_has_a_reason(body, code):
    with pytest.raises(ModelError) as caught:
        read(body)
    assert caught.value.code == code


def test_failure_that_was_billed_says_so():
    with pytest.raises(ModelError) as caught:
        read(completion("", usage=(100, 900)))
    assert caught.value.usage == Usage(100, 0, 900)


def test_cut_text_is_marked():
    assert read(completion("It was", finish="length")).cut is True


def test_usage_without_a_completion_is_estimated_from_the_text():
    assert read(completion("x" * 30, usage={"prompt_tokens": 9})).usage == Usage(9, 0, 11)


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        "5",
        {},
        {"prompt_tokens": -5},
        {"prompt_tokens": "9"},
        {"prompt_tokens": True},
        {"total_tokens": 1e300},
    ],
)
def test_useless_usage_is_none(found):
    assert read_usage(found, with_cost=True) is None


@pytest.mark.parametrize(
    "cached",
    [
        {"prompt_tokens_details": {"cached_tokens": 40}},
        {"input_tokens_details": {"cached_tokens": 40}},
        {"prompt_cache_hit_tokens": 40, "prompt_cache_miss_tokens": 60},
        {"cached_tokens": 40},
        {"cache_read_input_tokens": 40},
        {"prompt_tokens_details": None, "cached_tokens": 40},
    ],
)
def test_cached_tokens_in_every_spelling(cached):
    found = {"prompt_tokens": 100, "completion_tokens": 5} | cached
    assert read_usage(found, with_cost=False) == Usage(100, 40, 5)


def test_cached_tokens_are_never_more_than_the_prompt():
    assert read_usage({"prompt_tokens": 10, "cached_tokens": 99}, with_cost=False) == Usage(10, 10, 0)


def test_other_names_of_the_counts_are_read():
    assert read_usage({"input_tokens": 10, "output_tokens": 4}, with_cost=False) == Usage(10, 0, 4)


def test_reasoning_counted_outside_the_completion_is_paid():
    found = {"prompt_tokens": 10, "completion_tokens": 4, "total_tokens": 114}
    assert read_usage(found, with_cost=False) == Usage(10, 0, 104)


@pytest.mark.parametrize("cost", [-1, float("nan"), float("inf"), 1e9, True, "0.5", None])
def test_impossible_cost_is_not_believed(cost):
    found = read_usage({"prompt_tokens": 10, "completion_tokens": 4, "cost": cost}, with_cost=True)
    assert found == Usage(10, 0, 4, None)


def test_cost_of_ones_own_key_at_the_gateway_includes_its_host():
    found = {
        "prompt_tokens": 1,
        "cost": 0.001,
        "is_byok": True,
        "cost_details": {"upstream_inference_cost": 0.02},
    }
    assert read_usage(found, with_cost=True) == Usage(1, 0, 0, 0.021)


@pytest.mark.parametrize("unit", ["<think>", "</think>", "<think></think>", "<think x", "<thinking>"])
def test_many_marks_are_all_taken_out(unit):
    assert without_thoughts(unit * 150_000 + "</think>Rates rose.") == "Rates rose."
