"""Retries and fallback by outcome, at loopback endpoints: which were called, and what was charged."""

import time

import pytest

from briefing.core.models import LlmCall, LlmEndpoint, StaffNotice
from briefing.core.outside.llm import ModelError, Request, complete
from tests.fake_model import (
    FakeModel,
    breaks_off,
    disconnects,
    drips,
    drips_headers,
    hangs,
    huge,
    keeps_alive_blankly,
    raw,
    says,
    status,
)  # fmt: skip

pytestmark = pytest.mark.django_db
QUESTION = Request(purpose="read", system="s" * 300, user="u" * 300, max_tokens=100)
# 100 tokens in and 20 out: micro-USD at the direct model's prices and at the default ones.
AT_DIRECT, AT_GATEWAY = 100 * 1 + 20 * 2, 100 * 10 + 20 * 20
# A cut answer took all tokens that the question allows.
FULL = (100, 100)
WORST_DIRECT = (2 * 600 // 5 + 16) * 1 + 100 * 2
OPEN_ROUTER_ERROR = b'{"error": {"code": 502, "message": "host failed"}, "choices": null}'


def rows() -> list[tuple[str, str, str, int]]:
    return list(LlmCall.objects.order_by("pk").values_list("provider", "state", "outcome", "cost_micro_usd"))


def counts(both: tuple[FakeModel, FakeModel]) -> tuple[int, int]:
    return len(both[0].seen), len(both[1].seen)


def test_direct_answer_costs_its_tokens(both):
    both[0].script(says("Rates rose."))
    answer = complete(QUESTION)
    assert (answer.text, answer.provider, answer.model) == ("Rates rose.", "direct", "small")
    assert rows() == [("direct", "settled", "ok", AT_DIRECT)]
    assert counts(both) == (1, 0)


@pytest.mark.parametrize(
    ("step", "outcome", "paid", "attempts"),
    [
        (disconnects(), "connect", 0, 2),
        *[(status(code), f"status_{code}", 0, 2) for code in (408, 409, 500, 502, 503, 504, 529)],
        *[(status(code), f"status_{code}", 0, 1) for code in (401, 402, 403, 404, 429)],
        (status(507), "status_507", WORST_DIRECT, 1),
        (breaks_off(), "disconnect", WORST_DIRECT, 1),
        (huge(20), "too_large", WORST_DIRECT, 1),
        (raw(OPEN_ROUTER_ERROR), "bad_reply", WORST_DIRECT, 2),
        (says(None, choices=None, usage=None), "bad_reply", WORST_DIRECT, 2),
        (raw(b"<html>Sign in</html>", content_type="text/html"), "bad_reply", WORST_DIRECT, 2),
        (raw(b"[1, 2]"), "bad_reply", WORST_DIRECT, 2),
        (raw(b'{"choices": [{"mess'), "bad_reply", WORST_DIRECT, 2),
        (raw(b""), "bad_reply", WORST_DIRECT, 2),
        (raw(b'{"choices": "\xff\xfe"}'), "bad_reply", WORST_DIRECT, 2),
        (says("x", finish="insufficient_system_resource"), "unfinished", AT_DIRECT, 2),
        (says(""), "blank", AT_DIRECT, 2),
        (says("   \n"), "blank", AT_DIRECT, 2),
        (says(None), "blank", AT_DIRECT, 2),
        (says("<think>so much to consider</think>"), "blank", AT_DIRECT, 2),
        (says(None, message={"refusal": "I cannot."}), "refusal", AT_DIRECT, 2),
        (says("x", finish="content_filter"), "filtered", AT_DIRECT, 2),
        (says("x", finish="length", usage=FULL), "length", AT_DIRECT + 80 * 2, 2),
        (says("x", finish="length"), "cut_early", AT_DIRECT, 1),
        (says("x" * 2**20), "over_long", AT_DIRECT, 1),
        *[(status(code), f"status_{code}", 0, 1) for code in (400, 405, 413, 422, 451)],
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_gateway_answers_after(both, step, outcome, paid, attempts):
    both[0].otherwise = step
    both[1].script(says("From the gateway."))
    answer = complete(QUESTION)
    assert (answer.text, answer.provider) == ("From the gateway.", "gateway")
    assert counts(both) == (attempts, 1)
    assert [(row[2], row[3]) for row in rows()] == [(outcome, paid)] * attempts + [("ok", AT_GATEWAY)]


@pytest.mark.parametrize(
    "step",
    [hangs(), drips(), keeps_alive_blankly(), drips_headers()],
    ids=["hang", "drip", "blank keep-alive", "header drip"],
)
def test_slow_endpoint_cannot_outlast_its_share(both, settings, step):
    settings.LLM_TIMEOUT_S = 2
    both[0].otherwise = step
    both[1].script(says("From the gateway."))
    answer = complete(QUESTION)
    assert (answer.provider, rows()[0]) == ("gateway", ("direct", "uncertain", "deadline", WORST_DIRECT))
    assert counts(both) == (1, 1)


def test_total_deadline_covers_both_providers(both, settings):
    settings.LLM_TIMEOUT_S = 1
    both[0].otherwise = both[1].otherwise = drips()
    with pytest.raises(ModelError) as caught:
        complete(QUESTION)
    assert (caught.value.code, counts(both)) == ("deadline", (1, 1))


def test_request_may_have_a_deadline_of_its_own(both):
    both[0].otherwise = both[1].otherwise = hangs()
    with pytest.raises(ModelError) as caught:
        complete(Request("read", "s", "u", 10, deadline_s=0.5))
    assert caught.value.code == "deadline"


@pytest.mark.parametrize("code", [400, 405, 413, 422, 451])
def test_wrong_request_is_not_repeated_and_put_to_the_gateway_once(both, code):
    both[0].otherwise = both[1].otherwise = status(code)
    with pytest.raises(ModelError) as caught:
        complete(QUESTION)
    assert (caught.value.code, counts(both)) == (f"status_{code}", (1, 1))
    assert rows() == [(name, "released", f"status_{code}", 0) for name in ("direct", "gateway")]


@pytest.mark.parametrize(
    ("usage", "paid"),
    [
        ((100, 200_000), 100 * 1 + 200_000 * 2),
        ({"prompt_tokens": 100}, 100 * 1 + (2**20 // 3 + 1) * 2),
        (None, (2 * 600 // 5 + 1) * 1 + (2 * 2**20 // 5 + 1) * 2),
    ],
)
def test_answer_beyond_its_bound_costs_what_it_used(both, usage, paid):
    both[0].otherwise = says("x" * 2**20, usage=usage)
    both[1].script(says("From the gateway."))
    assert complete(QUESTION).provider == "gateway"
    assert rows()[0] == ("direct", "settled", "over_long", paid)


def test_prompt_that_is_too_long_is_reported_to_the_caller(both):
    both[0].otherwise = status(
        400, {"message": "This model's maximum context length is 8192 tokens, 'max_tokens' ..."}
    )
    with pytest.raises(ModelError) as caught:
        complete(QUESTION)
    assert (caught.value.code, caught.value.permanent, counts(both)) == ("context_length", True, (1, 0))


def test_endpoint_that_nobody_listens_at_costs_nothing(both, settings):
    both[0].__exit__()
    both[1].script(says("From the gateway."))
    assert complete(QUESTION).provider == "gateway"
    assert rows()[:2] == [("direct", "released", "connect", 0)] * 2


def test_repetition_that_succeeds_needs_no_gateway(both):
    both[0].script(status(503), says("Second time."))
    assert complete(QUESTION).text == "Second time."
    assert [row[2] for row in rows()] == ["status_503", "ok"]


def test_error_that_reports_usage_costs_that(both):
    both[0].script(status(500, more={"usage": {"prompt_tokens": 70, "completion_tokens": 0}}), says("Then."))
    complete(QUESTION)
    assert rows()[0] == ("direct", "settled", "status_500", 70)


def test_retry_after_that_fits_is_waited_for(both):
    both[0].script(status(429, Retry_After="1"), says("After a second."))
    started = time.monotonic()
    assert complete(QUESTION).text == "After a second."
    assert (time.monotonic() - started > 0.9, counts(both)) == (True, (2, 0))


@pytest.mark.parametrize(
    ("headers", "asked"),
    [
        ({"Retry_After_Ms": "30"}, (2, 0)),
        ({"Retry_After_Ms": "30.5", "Retry_After": "300"}, (2, 0)),
        ({"Retry_After_Ms": "300000", "Retry_After": "0"}, (1, 1)),
        ({"Retry_After_Ms": "soon"}, (1, 1)),
        ({"Retry_After_Ms": "-30"}, (1, 1)),
        ({"Retry_After_Ms": "nan"}, (1, 1)),
    ],
)
def test_retry_after_in_milliseconds_comes_before_seconds(both, headers, asked):
    both[0].script(status(429, **headers), says("Then."))
    both[1].otherwise = says("From the gateway.")
    complete(QUESTION)
    assert counts(both) == asked


def test_retry_after_that_does_not_fit_goes_to_the_gateway_at_once(both):
    both[0].script(status(429, Retry_After="300"))
    both[1].script(says("From the gateway."))
    assert complete(QUESTION).provider == "gateway"
    assert counts(both) == (1, 1)


def test_account_with_calls_under_way_is_waited_for(both):
    both[0].script(status(402, {"code": "in_flight_budget_exhausted"}, Retry_After="1"), says("Then."))
    assert complete(QUESTION).text == "Then."
    assert (rows()[0], StaffNotice.objects.count()) == (("direct", "released", "budget_in_flight", 0), 0)


def test_blank_answer_is_requested_again_more_firmly(both):
    both[0].script(says(""), says("Now then."))
    assert complete(QUESTION).text == "Now then."
    first, second = both[0].seen
    assert (second.system, second.prompt.startswith(first.prompt)) == (first.system, True)
    assert len(second.prompt) > len(first.prompt)


def test_answer_that_was_cut_gets_more_room_once(both):
    both[0].script(says("It was", finish="length", usage=FULL), says("It was long."))
    assert complete(QUESTION).text == "It was long."
    assert [seen.body["max_tokens"] for seen in both[0].seen] == [100, 200]


def test_answer_that_is_cut_twice_is_no_answer(both):
    both[0].script(*[says("It was", finish="length", usage=FULL)] * 2)
    with pytest.raises(ModelError) as caught:
        complete(QUESTION)
    assert (caught.value.code, counts(both)) == ("status_500", (2, 1))
    assert [row[3] for row in rows()] == [AT_DIRECT + 80 * 2] * 2 + [0]


def test_answer_that_the_endpoint_cuts_by_a_limit_of_its_own_is_not_asked_for_again(both):
    both[0].otherwise = says("It was", finish="length")
    both[1].otherwise = says("It was long.")
    assert complete(QUESTION).provider == "gateway"
    assert (counts(both), rows()[0]) == ((1, 1), ("direct", "settled", "cut_early", AT_DIRECT))
    assert LlmEndpoint.objects.get(provider="direct").reason == (
        "direct: the endpoint cut the answer at 20 of the 100 tokens allowed"
    )


def test_cut_answer_may_be_accepted(both):
    both[0].script(says('{"items": [', finish="length"))
    answer = complete(Request("tagging", "s", "u", 100, accept_cut=True))
    assert (answer.text, answer.cut, rows()[0][2]) == ('{"items": [', True, "cut")


def test_unusable_answer_is_repeated_and_passed_on(both):
    both[0].otherwise = says("Sure! Here you go.")
    both[1].script(says("{}"))
    answer = complete(Request("read", "s", "u", 100, usable=lambda text: text == "{}"))
    assert (answer.provider, [row[2] for row in rows()]) == ("gateway", ["unusable", "unusable", "ok"])


def test_gateway_gets_one_attempt_after_an_uncertain_failure(both):
    both[0].otherwise = breaks_off()
    both[1].otherwise = status(503)
    with pytest.raises(ModelError) as caught:
        complete(QUESTION)
    assert (caught.value.code, counts(both)) == ("status_503", (1, 1))


def test_at_most_four_attempts_are_made(both):
    both[0].otherwise = both[1].otherwise = status(503)
    with pytest.raises(ModelError):
        complete(QUESTION)
    assert (counts(both), LlmCall.objects.count()) == ((2, 2), 4)


def test_crash_in_a_check_leaves_a_row(both):
    both[0].script(says("x"))
    with pytest.raises(ZeroDivisionError):
        complete(Request("read", "s", "u", 100, usable=lambda text: bool(1 / 0)))
    assert [row[1:3] for row in rows()] == [("uncertain", "crashed")]


def test_nothing_of_the_endpoint_shows_in_its_row(both):
    both[0].script(says("Rates rose."))
    complete(QUESTION)
    row = LlmEndpoint.objects.get()
    assert (row.provider, row.model, len(row.identity)) == ("direct", "small", 64)
