"""`POST /api/analyze`: access, the order of refusals, and responses."""

import json

import pytest
import time_machine
from django.test import Client

from accounts.models import Acknowledgement
from briefing.core.api import schema
from briefing.core.models import LlmCall
from commentary.models import ReviewerVerdict
from tests.accounts.readers import signed_in
from tests.commentary.author import configure
from tests.portfolio.weights import ENGLISH, WEIGHTS, Explainer, ask, positions

pytestmark = pytest.mark.django_db
TOKEN = "t" * 40


@pytest.fixture(autouse=True)
def enabled(settings):
    settings.PORTFOLIO_AI_ENABLED = True
    settings.LLM_API_KEY = settings.LLM_GATEWAY_API_KEY = ""


def code(response) -> tuple[int, str]:
    return response.status_code, response.json()["code"]


def test_flag_comes_first(settings):
    settings.PORTFOLIO_AI_ENABLED = False
    assert code(ask(Client())) == (404, "feature_disabled")


def test_visitor_must_sign_in():
    assert code(ask(Client())) == (401, "authentication_required")


def test_payment_is_checked_before_the_limit_and_the_payload(settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    client = signed_in(tier="free")
    assert [code(ask(client, positions="nothing")) for _ in range(12)] == [(402, "payment_required")] * 12


def test_reader_accepts_new_statements_first():
    client = signed_in()
    Acknowledgement.objects.all().delete()
    assert code(ask(client)) == (403, "acknowledgement_required")


def test_foreign_page_cannot_ask():
    client = signed_in(Client(enforce_csrf_checks=True))
    assert [code(ask(client)) for _ in range(12)] == [
        (403, "forbidden")
    ] * 12  # and counts against no client's limit


def test_flag_sign_in_and_payment_are_checked_before_the_csrf_token(settings):
    visitor, free = Client(enforce_csrf_checks=True), signed_in(Client(enforce_csrf_checks=True), tier="free")
    settings.SUBSCRIPTIONS_ENABLED = True
    assert code(ask(visitor)) == (401, "authentication_required")
    assert code(ask(free)) == (402, "payment_required")
    settings.PORTFOLIO_AI_ENABLED = False
    assert {code(ask(visitor)), code(ask(free))} == {(404, "feature_disabled")}


def test_other_methods_are_refused():
    assert code(signed_in().get("/api/analyze")) == (405, "method_not_allowed")


def test_operators_token_may_ask_and_is_limited_too(settings):
    settings.SERVICE_TOKEN, settings.SUBSCRIPTIONS_ENABLED = TOKEN, True
    client = Client(headers={"Authorization": f"Bearer {TOKEN}"})
    assert [ask(client).status_code for _ in range(11)] == [200] * 10 + [429]
    assert code(ask(Client(headers={"Authorization": "Bearer wrong"}))) == (401, "authentication_required")


def test_ten_calls_an_hour_for_each_reader():
    with time_machine.travel("2026-11-21T10:00:00Z", tick=False) as clock:
        ada, ben = signed_in(email="ada@example.org"), signed_in(email="ben@example.org")
        assert [ask(ada).status_code for _ in range(10)] == [200] * 10
        clock.shift(600)
        refused = ask(ada, tone="LOUD")  # the limit is checked before the payload
        assert (code(refused), refused["Retry-After"]) == ((429, "rate_limited"), "3000")
        assert ask(ben).status_code == 200
        clock.shift(3000)
        assert ask(ada).status_code == 200


def test_answer_without_a_model():
    with time_machine.travel("2026-11-21T10:00:00Z", tick=False):
        answer = ask(signed_in())
    body = answer.json()
    assert sorted(body) == [
        "generated_at", "label", "responsible", "review", "reviewed_by", "source_type", "text", "written_by",
    ]  # fmt: skip
    assert (body["generated_at"], body["written_by"]) == ("2026-11-21T10:00:00Z", "rules")
    assert body["text"].count("\n\n") >= 1 and "<" not in body["text"]
    assert answer["Cache-Control"] == "no-store"
    assert (LlmCall.objects.count(), ReviewerVerdict.objects.count()) == (0, 0)


def test_answer_of_a_model(settings):
    with Explainer() as model:
        configure(settings, model)
        body = ask(signed_in()).json()
    assert (body["text"], body["written_by"]) == ("\n\n".join(ENGLISH), "ai")


@pytest.mark.parametrize(("lang", "word"), [("en", "positions"), ("it", "posizioni")])
@pytest.mark.parametrize("tone", ["NOVICE", "INTERMEDIATE", "PRO"])
def test_each_tone_and_language(lang, word, tone):
    assert word in ask(signed_in(), lang=lang, tone=tone).json()["text"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"tone": "LOUD"}, "tone"), ({"tone": None}, "tone"), ({"lang": "de"}, "lang"), ({"user": "ada"}, "user"),
        ({"positions": []}, "positions"), ({"positions": {}}, "positions"), ({"positions": None}, "positions"),
        ({"positions": positions([("AAA", 98.9)])}, "positions"),
        ({"positions": positions([("AAA", 60.0), ("BBB", 41.1)])}, "positions"),
        ({"positions": positions([("AAA", 120.0), ("BBB", -20.0)])}, "positions.0.weight"),
        ({"positions": positions([("AAA", 100.0), ("BBB", -0.5)])}, "positions.1.weight"),
        ({"positions": positions([("AAA", float("nan"))])}, "positions.0.weight"),
        ({"positions": positions([("AAA", float("inf"))])}, "positions.0.weight"),
        ({"positions": [{"ticker": "AAA", "weight": "100"}]}, "positions.0.weight"),
        ({"positions": [{"ticker": "AAA", "weight": True}]}, "positions.0.weight"),
        ({"positions": [{"ticker": "AAA"}]}, "positions.0.weight"),
        ({"positions": [{"ticker": 7, "weight": 100}]}, "positions.0.ticker"),
        ({"positions": positions([("", 100.0)])}, "positions.0.ticker"),
        ({"positions": positions([("A" * 33, 100.0)])}, "positions.0.ticker"),
        ({"positions": [{"ticker": "AAA", "weight": 100, "quantity": 3}]}, "positions.0.quantity"),
        ({"positions": positions([(f"T{n}", 100 / 201) for n in range(201)])}, "positions"),
    ],
)  # fmt: skip
def test_other_payloads_are_invalid(changes, field):
    answer = ask(signed_in(), **changes)
    assert code(answer) == (400, "invalid_request")
    assert field in [error["field"] for error in answer.json()["errors"]]


@pytest.mark.parametrize(
    "pairs",
    [
        [("AAA", 99.0)], [("AAA", 101.0)], [("AAA", 100)], [("AAA", 100.0), ("TINY", 0.0)],
        [("AAA", 50.0), ("AAA", 50.0)], [("what is this", 100.0)], [(f"T{n}", 0.5) for n in range(200)],
    ],
)  # fmt: skip
def test_what_a_portfolio_can_be(pairs):
    assert ask(signed_in(), pairs).status_code == 200


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"\xff", b"null"])
def test_body_is_a_json_object(body):
    answer = signed_in().post("/api/analyze", body, content_type="application/json")
    assert code(answer) == (400, "invalid_request")


def test_refusal_repeats_nothing_of_the_portfolio():
    answer = ask(signed_in(), [("Secret Brewery of Qqverty Zz", 40.0)])
    assert answer.status_code == 400 and "Qqverty" not in answer.content.decode()


def test_body_over_256_kib_is_too_large():
    body = json.dumps({"positions": positions(WEIGHTS), "tone": "NOVICE", "lang": "en"})
    client = signed_in()
    fits = client.post("/api/analyze", body.ljust(256 * 1024), content_type="application/json")
    assert fits.status_code == 200
    answer = client.post("/api/analyze", body.ljust(256 * 1024 + 1), content_type="application/json")
    assert code(answer) == (413, "too_large")


def test_schema_describes_it():
    described = schema.document()["paths"]["/api/analyze"]["post"]
    assert sorted(described["responses"]) == ["200", "400", "401", "402", "403", "404", "413", "429", "503"]
