"""The circuit breaker: opens for five minutes after three failures in a row, one probe, alerts to staff."""

import re
import threading
from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.db import connections
from django.utils import timezone

from briefing.core.models import LlmEndpoint, StaffNotice
from briefing.core.outside.llm import ModelError, Request, complete, configured_providers, policy, remedies
from briefing.core.outside.llm.circuit import CircuitState, circuit_state
from tests.fake_model import says, status

QUESTION = Request(purpose="read", system="s", user="u", max_tokens=10)


def ask(times: int = 1) -> list[str]:
    return [complete(QUESTION).provider for _ in range(times)]


def later(minutes: float):
    return time_machine.travel(timezone.now() + timedelta(minutes=minutes))


@pytest.mark.django_db
def test_three_failures_in_a_row_leave_the_endpoint_alone(both):
    both[0].otherwise, both[1].otherwise = status(500), says("g")
    assert ask(4) == ["gateway"] * 4
    assert (len(both[0].seen), len(both[1].seen)) == (3, 4)


@pytest.mark.django_db
def test_success_ends_the_row_of_failures(both):
    both[0].script(status(500), says("d"), status(500), says("d"), status(500), says("d"))
    assert (ask(3), LlmEndpoint.objects.get().failures) == (["direct"] * 3, 0)


@pytest.mark.django_db
def test_endpoint_is_probed_after_five_minutes(both):
    both[0].otherwise, both[1].otherwise = status(500), says("g")
    ask(2)
    with later(4.9):
        ask()
    assert len(both[0].seen) == 3
    both[0].otherwise = says("d")
    with later(5.1):
        assert ask(2) == ["direct", "direct"]


@pytest.mark.django_db
def test_failed_probe_leaves_it_alone_again_after_one_call(both):
    both[0].otherwise, both[1].otherwise = status(500), says("g")
    ask(2)
    with later(5.1):
        ask(2)
    assert len(both[0].seen) == 4


@pytest.mark.django_db
def test_probe_without_a_usable_answer_still_finds_the_endpoint_there(both):
    both[0].otherwise, both[1].otherwise = status(500), says("g")
    ask(2)
    both[0].otherwise = says("")
    with later(5.1):
        ask()
    assert LlmEndpoint.objects.get(provider="direct").open_until is None


@pytest.mark.django_db
def test_retry_after_is_honoured_for_the_next_calls(both):
    both[0].script(status(429, Retry_After="120"))
    both[0].otherwise = both[1].otherwise = says("x")
    assert ask(2) == ["gateway", "gateway"]
    with later(2.1):
        assert ask() == ["direct"]


@pytest.mark.django_db
def test_no_request_while_all_endpoints_are_paused(both):
    both[0].otherwise = both[1].otherwise = status(500)
    for _ in range(2):
        with pytest.raises(ModelError):
            ask()
    with pytest.raises(ModelError) as caught:
        ask()
    assert (caught.value.code, len(both[0].seen), len(both[1].seen)) == ("circuit_open", 3, 3)


@pytest.mark.django_db
@pytest.mark.parametrize("code", [401, 402, 403, 404])
def test_refused_account_alerts_staff_once_and_is_left_alone(both, code, caplog):
    both[0].otherwise, both[1].otherwise = status(code), says("g")
    assert ask(3) == ["gateway"] * 3
    notice = StaffNotice.objects.get()
    assert (notice.kind, notice.subject, notice.resolved_at) == ("llm_refused", "direct", None)
    assert notice.text == (
        f"direct: the model's endpoint answered {code} for small. {remedies.refused(f'status_{code}', 'direct')}"
    )
    assert (len(both[0].seen), [record.levelname for record in caplog.records if record.name == "briefing.core.operations.notices"]) == (
        1, ["ERROR"],
    )  # fmt: skip


@pytest.mark.django_db
def test_new_key_is_tried_at_once_and_resolves_the_notice(both, settings):
    both[0].script(status(401))
    both[0].otherwise = both[1].otherwise = says("x")
    assert ask() == ["gateway"]
    settings.LLM_API_KEY = "sk-test-another"
    assert ask() == ["direct"]
    assert StaffNotice.objects.get().resolved_at is not None


@pytest.mark.django_db
def test_refused_account_is_probed_after_an_hour(both):
    both[0].script(status(402))
    both[0].otherwise = both[1].otherwise = says("x")
    ask()
    with later(59):
        assert ask() == ["gateway"]
    with later(61):
        assert ask() == ["direct"]


PERSISTENT = {
    **{f"answered {code}": status(code) for code in (400, 405, 413, 422, 451)},
    "was cut at 10 tokens": says("It was", finish="length"),
    "withheld its answer": says("", finish="content_filter"),
    "refused to answer": says(None, message={"refusal": "No."}),
    "is 1,048,576 characters long": says("x" * 2**20),
}


@pytest.mark.django_db
@pytest.mark.parametrize("words", PERSISTENT)
def test_what_persists_opens_the_circuit_and_tells_staff_once(both, words):
    both[0].otherwise, both[1].otherwise = PERSISTENT[words], says("g")
    assert ask(6) == ["gateway"] * 6
    notice = StaffNotice.objects.get()
    assert (len(both[0].seen), notice.kind, notice.subject) == (3, "llm_persistent", "direct")
    assert words in notice.text
    assert notice.text.endswith(remedies.PERSISTENT)


@pytest.mark.django_db
def test_one_wrong_request_among_good_ones_is_no_news(both):
    both[0].script(status(400), says("d"), status(400), says("d"), status(400), says("d"))
    both[1].otherwise = says("g")
    ask(6)
    assert (StaffNotice.objects.count(), LlmEndpoint.objects.get(provider="direct").open_until) == (0, None)


@pytest.mark.django_db
def test_answer_after_the_pause_resolves_the_notice(both):
    both[0].script(*[status(451)] * 3)
    both[0].otherwise = both[1].otherwise = says("x")
    ask(4)
    with later(5.1):
        assert ask() == ["direct"]
    assert StaffNotice.objects.get().resolved_at is not None


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_one_of_many_gets_to_probe(both):
    (provider, _gateway), now = configured_providers(), timezone.now()
    LlmEndpoint.objects.create(
        identity=provider.identity,
        provider="direct",
        model="small",
        failures=3,
        open_until=now - timedelta(seconds=1),
    )
    found: list[CircuitState] = []

    def look() -> None:
        found.append(circuit_state(provider))
        connections.close_all()

    threads = [threading.Thread(target=look) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(each.value for each in found) == ["probe", *["shut"] * 7]


@pytest.mark.parametrize(("provider", "prefix"), [("direct", "LLM_"), ("gateway", "LLM_GATEWAY_")])
def test_each_failure_that_pauses_an_endpoint_names_the_setting_to_look_at(provider, prefix):
    paused = [code for code, rule in policy.RULES.items() if rule.alert]
    assert len(paused) == 6
    for code in paused:
        named = re.findall(r"\b[A-Z_]{4,}\b", remedies.refused(code, provider))
        assert named
        assert all(name.startswith(prefix) and hasattr(settings, name) for name in named)
