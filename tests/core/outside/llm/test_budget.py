"""The ledger of model costs and its cap."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, connections
from django.utils import timezone

from briefing.core.models import LlmCall, LlmMonth
from briefing.core.outside.llm import ModelError, ModelReply, Request, Usage, budget, complete

PRICES = {"default": {"input": 10, "cached_input": 1, "output": 20}, "small": {"input": 1, "output": 2}}
QUESTION = Request(purpose="read", system="s" * 300, user="u" * 300, max_tokens=100)


class Scripted:
    """A provider with scripted replies, without network access."""

    name = identity = "direct"
    model = "small"

    def __init__(self, *replies: ModelReply) -> None:
        self.replies = list(replies)

    def ask(self, request: Request, *, deadline_s: float) -> ModelReply:
        return self.replies.pop(0)


@pytest.fixture(autouse=True)
def prices(settings):
    settings.LLM_PRICES = PRICES
    settings.LLM_MONTHLY_COST_CAP_USD = 1.0


def test_cost_counts_cached_tokens_at_their_own_price():
    assert budget.cost_micro_usd("unknown", prompt=1000, cached=400, completion=50) == 6000 + 400 + 1000


def test_cost_of_an_unknown_model_is_the_default():
    assert budget.price("never heard of") == {"input": 10.0, "cached_input": 1.0, "output": 20.0}


@pytest.mark.django_db
def test_complete_settles_at_the_real_usage():
    answer = complete(
        QUESTION, [Scripted(ModelReply("text", Usage(prompt_tokens=200, completion_tokens=30)))]
    )
    call = LlmCall.objects.get()
    assert (answer.text, answer.cost_usd) == ("text", 260 / 1e6)
    assert (call.state, call.cost_micro_usd, call.prompt_tokens, call.outcome) == ("settled", 260, 200, "ok")
    assert budget.spent_usd(call.month) == 260 / 1e6


@pytest.mark.django_db
def test_crash_of_a_provider_stays_counted_and_is_raised():
    class Crashing(Scripted):
        def ask(self, request: Request, *, deadline_s: float) -> ModelReply:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        complete(QUESTION, [Crashing()])
    call = LlmCall.objects.get()
    assert (call.state, call.outcome, call.cost_micro_usd) == ("uncertain", "crashed", 456)


@pytest.mark.django_db
def test_missing_usage_costs_the_worst_case():
    complete(QUESTION, [Scripted(ModelReply("text", Usage()))])
    assert LlmCall.objects.get().cost_micro_usd == (2 * 600 // 5 + 16) * 1 + 100 * 2


@pytest.mark.django_db
def test_no_provider_says_so():
    with pytest.raises(ModelError) as caught:
        complete(QUESTION, [])
    assert (caught.value.code, caught.value.permanent) == ("not_configured", True)


@pytest.mark.django_db
def test_cap_refuses_before_the_call(settings):
    settings.LLM_MONTHLY_COST_CAP_USD = 0.0004
    provider = Scripted(ModelReply("never", Usage()))
    with pytest.raises(ModelError) as caught:
        complete(QUESTION, [provider])
    assert caught.value.code == "budget"
    assert (LlmCall.objects.count(), len(provider.replies)) == (0, 1)


@pytest.mark.django_db
def test_reservation_of_a_dead_process_stays_counted():
    call = budget.reserve("read", "direct", "small", prompt="", max_tokens=500)
    assert call is not None
    budget.expire(timezone.now() + timedelta(hours=1))
    call.refresh_from_db()
    assert (call.state, call.outcome) == ("uncertain", "abandoned")
    assert LlmMonth.objects.get().committed_micro_usd == call.cost_micro_usd == 1016


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_parallel_reservations_cannot_pass_the_cap(settings):
    """With a cap of 1.00 and 40 parallel calls of 0.10, at most 10 are made."""
    settings.LLM_PRICES = {"default": {"input": 0, "cached_input": 0, "output": 100}}
    taken: list[bool] = []

    def reserve() -> None:
        taken.append(budget.reserve("read", "direct", "m", prompt="", max_tokens=1000) is not None)
        connections.close_all()

    threads = [threading.Thread(target=reserve) for _ in range(40)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(taken), sum(taken)) == (40, 10)
    assert LlmMonth.objects.get().committed_micro_usd == 1_000_000
    assert connection.vendor in ("sqlite", "postgresql")
