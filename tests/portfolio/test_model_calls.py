"""Rate and concurrency limits of readers' model calls, for file headers and explanations."""

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import time_machine
from django.db import connections
from django.test import Client

from briefing.core.models import LimitWindow, LlmCall, LlmMonth
from portfolio import format_views, model_calls
from portfolio.analysis import views as analysis_views
from tests.accounts.readers import signed_in
from tests.commentary.author import configure
from tests.fake_model import KEY, FakeModel, Seen, answers, says
from tests.portfolio import weights
from tests.portfolio.test_formats import DEGIRO, SAID

pytestmark = pytest.mark.django_db
LETTERS = "abcdefghijklmnopqrstuvwxyz"


@pytest.fixture
def model(settings) -> Iterator[FakeModel]:
    with FakeModel() as found:
        settings.LLM_API_KEY, settings.LLM_MODEL, settings.LLM_BASE_URL = KEY, "small", found.base_url
        settings.LLM_PRICES = {"default": {"input": 1, "output": 2}}
        settings.LLM_TIMEOUT_S = 20
        found.otherwise = says(json.dumps(SAID))
        yield found


def header(client: Client, number: int, ip: str = "192.0.2.1") -> Any:
    """Requests the format of a header that no test used before."""
    names = ["Titel", "Menge", "Wert", f"Kosten {LETTERS[number // 26]}{LETTERS[number % 26]}"]
    body = json.dumps({"headers": names, "delimiter": ","})
    return client.post("/api/portfolio/format", body, content_type="application/json", REMOTE_ADDR=ip)


def explain(client: Client, number: int, ip: str = "192.0.2.1") -> Any:
    body = {"positions": weights.positions(), "tone": "NOVICE", "lang": "en"}
    return client.post("/api/analyze", json.dumps(body), content_type="application/json", REMOTE_ADDR=ip)


@pytest.fixture(params=[header, explain], ids=["format", "analyze"])
def ask(request, settings, model) -> Callable[..., Any]:
    settings.PORTFOLIO_AI_ENABLED = True
    return request.param


def limit_of(ask: Callable[..., Any]) -> Any:
    return (format_views if ask is header else analysis_views).ALLOWANCE


@pytest.fixture
def noon() -> Iterator[Any]:
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        yield clock


@pytest.mark.usefixtures("noon")
def test_plus_addresses_of_one_mailbox_have_one_count(ask):
    calls = limit_of(ask).calls
    for number in range(calls):
        client = signed_in(email=f"ada+{number}@example.org")
        assert ask(client, number, ip=f"192.0.2.{number}").status_code in (200, 502)
    refused = ask(signed_in(email="ada@example.org"), calls, ip="192.0.2.99")
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")


@pytest.mark.usefixtures("noon")
def test_accounts_of_one_client_have_one_count(ask):
    calls = limit_of(ask).calls
    for number in range(calls):
        assert ask(signed_in(email=f"reader{number}@example.org"), number).status_code in (200, 502)
    last = signed_in(email="last@example.org")
    refused = ask(last, calls)
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (
        429,
        "rate_limited",
        "3600",
    )
    assert ask(last, calls, ip="198.51.100.7").status_code in (200, 502)


def test_all_readers_together_have_a_total_an_hour(ask, noon):
    total = limit_of(ask).total
    assert ask(signed_in(email="first@example.org"), 0).status_code == 200
    window = LimitWindow.objects.get(scope=f"{limit_of(ask).scope}.all")
    window.uses = window.uses * total
    window.save()
    refused = ask(signed_in(email="late@example.org"), 1, ip="198.51.100.7")
    assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (503, "busy", "3600")
    assert refused["Content-Type"] == "application/problem+json" and refused.json()["detail"].endswith(".")
    noon.shift(3601)
    assert ask(signed_in(email="later@example.org"), 2, ip="198.51.100.8").status_code == 200


def test_call_that_the_total_refuses_is_no_use_of_the_readers_own(ask, noon):
    reader = signed_in(email="late@example.org")
    assert ask(signed_in(email="first@example.org"), 0).status_code == 200
    window = LimitWindow.objects.get(scope=f"{limit_of(ask).scope}.all")
    window.uses = window.uses * limit_of(ask).total
    window.save()
    noon.shift(1800)
    refused = {ask(reader, 1, ip="198.51.100.7").status_code for _ in range(limit_of(ask).calls + 1)}
    noon.shift(1801)
    assert (refused, ask(reader, 1, ip="198.51.100.7").status_code) == ({503}, 200)


def test_call_that_the_client_s_limit_refuses_is_no_use_of_everybody_s(ask, noon):
    for number in range(limit_of(ask).calls + 3):
        ask(signed_in(email=f"reader{number}@example.org"), number)
    total = LimitWindow.objects.get(scope=f"{limit_of(ask).scope}.all")
    assert len(total.uses) == limit_of(ask).calls


def test_known_layout_is_answered_while_every_slot_is_held(model):
    body = json.dumps({"headers": DEGIRO, "delimiter": ","})
    with model_calls.readers.acquire(), model_calls.readers.acquire():
        answer = signed_in().post("/api/portfolio/format", body, content_type="application/json")
    assert (answer.status_code, model.seen) == (200, [])


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_at_most_a_few_calls_are_under_way_in_a_process(model):
    """While slow replies hold every slot, the next caller gets a Retry-After at once and is not counted."""
    under_way, go_on = threading.Semaphore(0), threading.Event()

    def slowly(_seen: Seen) -> str:
        under_way.release()
        go_on.wait(30)
        return json.dumps(SAID)

    model.otherwise = answers(slowly)
    found: list[int] = []

    def go(client: Client, number: int) -> None:
        found.append(header(client, number, ip=f"192.0.2.{number}").status_code)
        connections.close_all()

    clients = [signed_in(email=f"{name}@example.org") for name in ("ada", "ben", "cleo")]
    threads = [threading.Thread(target=go, args=(clients[n], n)) for n in range(model_calls.AT_ONCE)]
    for thread in threads:
        thread.start()
    try:
        assert all(under_way.acquire(timeout=20) for _ in threads)
        refused = [header(clients[2], 5) for _ in range(12)][-1]
    finally:
        go_on.set()
        for thread in threads:
            thread.join()
    assert (refused.status_code, refused.json()["code"]) == (503, "busy")
    assert (
        refused["Retry-After"] == str(model_calls.RETRY_AFTER_S)
        and refused["Content-Type"] == "application/problem+json"
    )
    assert found == [200] * model_calls.AT_ONCE
    assert header(clients[2], 5).status_code == 200


def test_call_that_breaks_gives_its_slot_back():
    for _ in range(model_calls.AT_ONCE * 2):
        with pytest.raises(ZeroDivisionError), model_calls.readers.acquire():
            raise ZeroDivisionError


def test_analysis_and_its_review_are_charged_to_the_readers_share(settings):
    settings.PORTFOLIO_AI_ENABLED = True
    with weights.Explainer() as author:
        configure(settings, author)
        assert explain(signed_in(), 0).json()["written_by"] == "ai"
    assert set(LlmCall.objects.values_list("purpose", "share")) == {
        ("portfolio", "analyses"),
        ("judge", "analyses"),
    }


@pytest.mark.usefixtures("noon")
def test_used_up_share_of_the_formats_says_so(model, settings):
    cap = round(settings.LLM_MONTHLY_COST_CAP_USD * 1_000_000)
    spent = round(cap * 0.05)
    LlmMonth.objects.create(month="2026-11", committed_micro_usd=spent, formats_micro_usd=spent)
    refused = header(signed_in(), 0)
    assert (refused.status_code, refused.json()["code"], model.seen) == (503, "unavailable", [])
