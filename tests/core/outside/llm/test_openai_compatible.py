"""Requests to an endpoint: content and address, refused parameters, secrets that must not leak, and the cap."""

import json
import logging
import os
import subprocess
import sys
import threading

import pytest
from django.db import connections

from briefing.core.models import LlmCall, LlmEndpoint, LlmMonth, StaffNotice
from briefing.core.outside.llm import ModelError, Request, complete, configured_providers
from tests.fake_model import KEY, FakeModel, breaks_off, huge, redirects, says, status

SCHEMA = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}},
    "required": ["ok"],
    "additionalProperties": False,
}
QUESTION = Request(
    purpose="review", system="Be brief.", user="Rates?", max_tokens=50, schema=SCHEMA, thinking=False
)


@pytest.mark.django_db
def test_direct_call_sends_the_question_and_nothing_of_ours(both):
    both[0].script(says("{}"))
    complete(QUESTION)
    (seen,) = both[0].seen
    assert seen.path == "/v1/chat/completions"
    assert seen.body == {
        "model": "small",
        "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Rates?"}],
        "temperature": 0.2,
        "max_tokens": 50,
        "stream": False,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "review", "strict": True, "schema": SCHEMA},
        },
    }
    assert seen.headers["authorization"] == f"Bearer {KEY}"
    assert "x-or-allow-training" not in seen.headers


@pytest.mark.django_db
def test_request_forbids_the_gateway_to_train_on_it(both):
    both[0].otherwise = status(401)
    both[1].script(says("{}"))
    complete(QUESTION)
    (seen,) = both[1].seen
    assert seen.headers["x-or-allow-training"] == "false"
    assert seen.body["provider"] == {"data_collection": "deny", "require_parameters": True}
    assert seen.headers["authorization"] == f"Bearer {KEY}-gw"


@pytest.mark.django_db
def test_environment_of_the_sdk_changes_nothing(both, monkeypatch):
    with FakeModel() as stray:
        monkeypatch.setenv("OPENAI_BASE_URL", stray.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-stray")
        monkeypatch.setenv("OPENAI_ORG_ID", "org-stray")
        monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Stray: 1")
        monkeypatch.setenv("HTTP_PROXY", stray.address)
        monkeypatch.delenv("NO_PROXY", raising=False)
        both[0].script(says("{}"))
        complete(QUESTION)
        assert (len(both[0].seen), len(stray.seen)) == (1, 0)
    (seen,) = both[0].seen
    assert "stray" not in json.dumps(seen.headers).lower()


@pytest.mark.django_db
@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_redirect_is_not_followed(both, code):
    with FakeModel() as canary:
        both[0].script(redirects(f"{canary.base_url}/chat/completions", code))
        both[1].script(says("{}"))
        assert complete(QUESTION).provider == "gateway"
        assert canary.seen == []
    assert LlmCall.objects.first().outcome == "redirect"
    assert StaffNotice.objects.get().kind == "llm_refused"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "step",
    [status(code) for code in (400, 401, 402, 403, 404, 422, 429, 500)]
    + [breaks_off(), huge(3), huge(3, code=500)],
)
def test_key_is_in_no_error_log_row_or_repr(both, caplog, step):
    caplog.set_level(logging.DEBUG)
    both[0].otherwise = both[1].otherwise = step
    with pytest.raises(ModelError) as caught:
        complete(QUESTION)
    rows = [*LlmCall.objects.values(), *LlmEndpoint.objects.values(), *StaffNotice.objects.values()]
    shown = f"{caught.value} {caught.value!r} {rows} {configured_providers()!r}"
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("briefing")]
    assert KEY not in f"{shown} {ours}"
    assert KEY not in caplog.text


@pytest.mark.django_db
def test_error_code_of_the_endpoint_is_reported_to_staff(both):
    both[0].script(status(404, {"message": f"no model for {KEY}", "code": "model_not_found"}))
    both[1].script(says("{}"))
    complete(QUESTION)
    told = "direct: the model's endpoint answered 404 (model_not_found) for small. Correct LLM_MODEL"
    assert StaffNotice.objects.get().text.startswith(told)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("code", "error"),
    [
        (400, {"message": "This response_format type is unavailable now"}),
        (422, {"message": "response_format: extra inputs are not permitted"}),
        (400, {"message": "Invalid schema for response_format 'review'", "param": "response_format"}),
        (400, {"message": "json_schema is not supported"}),
        (
            500,
            {
                "message": "1 validation error: {'loc': ('body', 'response_format', 'type'), 'input': 'json_schema'}"
            },
        ),
    ],
)
def test_endpoint_without_schemas_gets_the_form_in_words_from_then_on(both, code, error):
    both[0].script(status(code, error), says("{}"), says("{}"))
    complete(QUESTION)
    complete(QUESTION)
    refused, second, third = both[0].seen
    assert [("response_format" in seen.body) for seen in (refused, second, third)] == [True, False, False]
    assert second.system.startswith("Be brief.\n\n")
    assert json.dumps(SCHEMA) in second.system
    assert list(LlmCall.objects.order_by("pk").values_list("outcome", flat=True)) == [
        "parameter_refused",
        "ok",
        "ok",
    ]
    assert len(both[1].seen) == 0


@pytest.mark.django_db
def test_parameters_of_reasoning_models_are_learnt(both):
    both[0].script(
        status(400, {"message": "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
                                "'max_completion_tokens' instead.", "param": "max_tokens"}),
        status(400, {"message": "Unsupported value: 'temperature' does not support 0.2", "param": "temperature"}),
        says("{}"),
    )  # fmt: skip
    complete(QUESTION)
    body = both[0].seen[-1].body
    assert (body["max_completion_tokens"], "max_tokens" in body, "temperature" in body) == (50, False, False)
    assert LlmEndpoint.objects.get().refused == ["max_tokens", "temperature"]


@pytest.mark.django_db
def test_gateway_without_a_host_for_schemas_gets_the_form_in_words(both):
    both[0].otherwise = status(503)
    both[1].script(
        status(404, {"message": "No endpoints found that can handle the requested parameters."}), says("{}")
    )
    assert complete(QUESTION).provider == "gateway"
    assert [("response_format" in seen.body) for seen in both[1].seen] == [True, False]
    assert both[1].seen[1].body["provider"]["data_collection"] == "deny"


@pytest.mark.django_db
def test_data_policy_is_never_dropped_when_the_gateway_finds_no_host(both):
    both[0].otherwise = status(503)
    both[1].otherwise = status(404, {"message": "No endpoints found matching your data policy"})
    with pytest.raises(ModelError) as caught:
        complete(QUESTION)
    assert (caught.value.code, len(both[1].seen)) == ("status_404", 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("model", "sent"),
    [
        ("deepseek-flash", {"thinking": {"type": "disabled"}}),
        ("gpt-5.6-luna", {"reasoning_effort": "none"}),
        ("small", {}),
    ],
)
def test_reasoning_is_switched_off_where_it_is_known_how(both, settings, model, sent):
    settings.LLM_MODEL = model
    both[0].script(says("{}"))
    complete(QUESTION)
    body = both[0].seen[0].body
    assert {
        name: body[name] for name in ("thinking", "reasoning_effort", "reasoning") if name in body
    } == sent


@pytest.mark.django_db
def test_reasoning_stays_on_where_it_is_wanted(both, settings):
    settings.LLM_MODEL = "deepseek-flash"
    both[0].script(says("x"))
    complete(Request(purpose="read", system="s", user="u", max_tokens=5))
    assert "thinking" not in both[0].seen[0].body


@pytest.mark.django_db
def test_cached_tokens_and_reported_cost_to_the_cent(both):
    usage = {"prompt_tokens": 1000, "completion_tokens": 50, "prompt_tokens_details": {"cached_tokens": 400}}
    both[0].script(says("x", usage=usage), status(401))
    both[1].script(says("x", usage=usage | {"cost": 0.0123}))
    costs = [complete(Request("read", "s", "u", 60)).cost_usd for _ in range(2)]
    assert costs == [(600 * 1 + 400 * 0.1 + 50 * 2) / 1e6, 0.0123]
    assert LlmCall.objects.order_by("pk").first().cached_tokens == 400


@pytest.mark.django_db
def test_cost_that_a_direct_endpoint_reports_is_not_believed(both):
    both[0].script(says("x", usage={"prompt_tokens": 100, "completion_tokens": 20, "cost": 0}))
    assert complete(Request("read", "s", "u", 60)).cost_usd == 140 / 1e6


@pytest.mark.django_db
def test_model_that_answered_is_recorded_where_it_differs(both):
    both[0].script(says("x", model="small-2026-10"), says("x"))
    for _ in range(2):
        complete(Request("read", "s", "u", 60))
    assert list(LlmCall.objects.order_by("pk").values_list("answered_by", flat=True)) == ["small-2026-10", ""]


def test_nobody_is_configured_without_a_key_or_a_model(settings):
    settings.LLM_API_KEY = settings.LLM_GATEWAY_API_KEY = ""
    settings.LLM_MODEL = "small"
    assert configured_providers() == []
    settings.LLM_API_KEY, settings.LLM_MODEL = KEY, ""
    assert configured_providers() == []


def test_process_without_a_key_does_without_the_sdk():
    code = "import django, sys; django.setup(); import briefing.core.outside.llm; print('openai' in sys.modules, 'httpx2' in sys.modules)"
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout.split() == ["False", "False"]


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_forty_parallel_calls_of_ten_cents_stay_under_a_cap_of_one(both, settings):
    """The fake charges what was reserved: 1000 tokens at 100 USD per million, 0.10 each."""
    settings.LLM_PRICES = {"default": {"input": 0, "cached_input": 0, "output": 100}}
    both[0].otherwise = both[1].otherwise = says("x", usage={"prompt_tokens": 1, "completion_tokens": 1000})
    settings.LLM_TIMEOUT_S = 30
    ends: list[str] = []

    def ask() -> None:
        try:
            ends.append(complete(Request("read", "s", "u", 1000)).provider)
        except ModelError as error:
            ends.append(error.code)
        connections.close_all()

    threads = [threading.Thread(target=ask) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sorted(set(ends)), ends.count("direct")) == (["budget", "direct"], 10)
    assert (len(both[0].seen), len(both[1].seen)) == (10, 0)
    assert LlmMonth.objects.get().committed_micro_usd == 1_000_000
    assert set(StaffNotice.objects.values_list("kind", flat=True)) == {"llm_cap", "llm_nearly"}
