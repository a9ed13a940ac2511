"""Shares of the monthly cap: other uses cannot spend the texts' share, and a refused question pauses no endpoint."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, connections
from django.db.migrations.executor import MigrationExecutor

from briefing.core.llm import (
    ModelError,
    ModelReply,
    Request,
    Share,
    Usage,
    budget,
    charged_to,
    circuit,
    complete,
)
from briefing.core.llm.shares import OF_THE_CAP
from briefing.core.models import LlmCall, LlmMonth, StaffNotice

QUESTION = Request(purpose="any", system="", user="", max_tokens=1000)
OTHERS = [share for share in Share if share != Share.TEXTS]


class Endpoint:
    """A provider that replies or fails with a code; each call costs ten cents."""

    name = identity = "direct"
    model = "m"

    def __init__(self, fails: str = "") -> None:
        self.fails, self.asked = fails, 0

    def ask(self, request: Request, *, deadline_s: float) -> ModelReply:
        self.asked += 1
        if self.fails:
            raise ModelError("no", code=self.fails)
        return ModelReply("text", Usage(reported_cost_usd=0.1))


@pytest.fixture(autouse=True)
def prices(settings):
    settings.LLM_PRICES = {"default": {"input": 0, "cached_input": 0, "output": 100}}
    settings.LLM_MONTHLY_COST_CAP_USD = 20.0


def asked_until_refused(share: Share, most: int = 300) -> int:
    """Returns how many requests of a share are answered, at ten cents each."""
    with charged_to(share):
        for count in range(most):
            try:
                complete(QUESTION, [Endpoint()])
            except ModelError as error:
                assert error.code == "budget"
                return count
    return most


@pytest.mark.django_db
@pytest.mark.parametrize("share", OTHERS)
def test_use_is_refused_at_its_share_while_the_texts_go_on(share):
    assert asked_until_refused(share) == round(200 * OF_THE_CAP[share])
    assert complete(QUESTION, [Endpoint()]).text == "text"
    assert StaffNotice.objects.values_list("kind", flat=True).get() == "llm_share"


@pytest.mark.django_db
def test_all_others_together_leave_the_texts_half_of_the_cap():
    spent = sum(asked_until_refused(share) for share in OTHERS)
    assert (spent, asked_until_refused(Share.TEXTS)) == (100, 100)


@pytest.mark.django_db
def test_texts_may_use_the_whole_cap_and_the_others_then_nothing():
    assert asked_until_refused(Share.TEXTS) == 200
    assert [asked_until_refused(share) for share in OTHERS] == [0, 0, 0]
    assert set(StaffNotice.objects.values_list("kind", flat=True)) == {"llm_nearly", "llm_cap"}
    assert StaffNotice.objects.filter(text__contains="raise LLM_MONTHLY_COST_CAP_USD in .env").count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize("fails", ["connect", "deadline"])
def test_share_is_settled_with_the_total(fails):
    with charged_to(Share.FORMATS), pytest.raises(ModelError):
        complete(QUESTION, [Endpoint(fails)])
    month, kept = LlmMonth.objects.get(), sum(LlmCall.objects.values_list("cost_micro_usd", flat=True))
    assert (month.committed_micro_usd, month.formats_micro_usd, month.tagging_micro_usd) == (kept, kept, 0)
    assert set(LlmCall.objects.values_list("share", flat=True)) == {"formats"}


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_parallel_reservations_cannot_pass_a_share():
    taken: list[bool] = []

    def reserve() -> None:
        with charged_to(Share.FORMATS):
            taken.append(budget.reserve("x", "direct", "m", prompt="", max_tokens=1000) is not None)
        connections.close_all()

    threads = [threading.Thread(target=reserve) for _ in range(30)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(taken), sum(taken), LlmMonth.objects.get().formats_micro_usd) == (30, 10, 1_000_000)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("share", "paused"), [(Share.FORMATS, False), (Share.ANALYSES, False), (Share.TEXTS, True)]
)
def test_questions_that_readers_chose_badly_do_not_pause_the_endpoint(share, paused):
    endpoint = Endpoint("filtered")
    for _ in range(5):
        with charged_to(share), pytest.raises(ModelError):
            complete(QUESTION, [endpoint])
    assert circuit.is_paused(endpoint) == paused


# --- the migration ---

BEFORE, AFTER = ("briefing", "0008_status"), ("briefing", "0009_shares_of_the_cap")


@pytest.fixture
def before() -> Iterator[Any]:
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    MigrationExecutor(connection).migrate([BEFORE])
    yield MigrationExecutor(connection).loader.project_state([BEFORE]).apps
    LlmCall.objects.all().delete()
    LlmMonth.objects.all().delete()
    MigrationExecutor(connection).migrate(newest)


@pytest.mark.django_db(transaction=True)
def test_calls_from_before_count_against_their_share(before):
    calls, months = (before.get_model("briefing", name) for name in ("LlmCall", "LlmMonth"))
    months.objects.create(month="2026-11", committed_micro_usd=100)
    for purpose, cost in (("tagging", 30), ("csv_format", 5), ("csv_format", 6), ("judge", 59)):
        calls.objects.create(
            month="2026-11",
            purpose=purpose,
            provider="direct",
            cost_micro_usd=cost,
            expires_at="2026-11-02T00:00Z",
        )
    MigrationExecutor(connection).migrate([AFTER])
    month = LlmMonth.objects.get()
    assert (month.committed_micro_usd, month.tagging_micro_usd, month.formats_micro_usd) == (100, 30, 11)
    assert LlmCall.objects.get(purpose="judge").share == Share.TEXTS
