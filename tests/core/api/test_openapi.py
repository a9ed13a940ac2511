"""The OpenAPI document against the service: every operation, as a reader, as the operator and anonymously.

Schemathesis sends requests that the document allows, and ones that break one rule each, and checks the responses:
documented statuses, content types and bodies, no other 5xx, invalid requests refused, valid ones accepted, nothing
open without credentials.
"""

import io
import re
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.test import Client
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from accounts import access_tokens
from accounts.models import User
from billing.models import Billing2Event, BillingEvent
from briefing.core.models import LimitWindow
from portfolio.header_names import fold, refusal
from tests.accounts.readers import reader as reader_account
from tests.accounts.readers import signed_in
from tests.billing.signing import BARE_SECRET, PRIMARY_SECRET, polar_headers, stripe_header
from tests.portfolio.copying import AUTH_KEY, PEPPER, b64, envelope

# Not `briefing.wsgi`, which collects the static files: every client of every later test would read them all.
application = get_wsgi_application()
TOKEN = "the-operators-own-token-of-the-tests"
# The processor and the models are unreachable here and no text may pass. A damaged copy (500) is never created.
DOCUMENTED = ["2xx", "3xx", "4xx", "502", "503"]
TAKEN = ["2xx", "404", "409", "429", "502", "503"]
REFUSED = ["400", "401", "403", "404", "405", "413", "429"]
BOUNDED = settings(
    max_examples=5,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def document(app: Any = application) -> Any:
    checks = {
        "not_a_server_error": {"expected-statuses": DOCUMENTED},
        "positive_data_acceptance": {"expected-statuses": TAKEN},
        "negative_data_rejection": {"expected-statuses": REFUSED},
    }
    generation = {"with-security-parameters": False}  # the credentials are set below
    given = {"seed": 20261123, "checks": checks, "generation": generation}
    found = schemathesis.openapi.from_wsgi("/api/schema", app, config=schemathesis.Config.from_dict(given))
    # Generating data for a pattern of over 350,000 characters takes 170 MB; test_sync_api covers long values.
    del found.raw_schema["components"]["schemas"]["Save"]["properties"]["blob"]["maxLength"]
    return found


def signing(environ: dict[str, Any], start_response: Any) -> Any:
    """Signs a delivery as the processor would; a missing or malformed header is left unchanged."""
    raw = environ["wsgi.input"].read()
    environ["wsgi.input"] = io.BytesIO(raw)
    if environ.get("HTTP_STRIPE_SIGNATURE"):
        environ["HTTP_STRIPE_SIGNATURE"] = stripe_header(raw)
    if re.fullmatch("[0-9]{1,12}", environ.get("HTTP_WEBHOOK_TIMESTAMP", "")):
        signed = polar_headers(raw, webhook_id=environ.get("HTTP_WEBHOOK_ID", ""))
        for name in ("timestamp", "signature"):
            if environ.get(f"HTTP_WEBHOOK_{name.upper()}"):
                environ[f"HTTP_WEBHOOK_{name.upper()}"] = signed[f"webhook-{name}"]
    return application(environ, start_response)


WEBHOOKS = r"^/api/billing2?/webhook$"
documented, delivered = document(), document(signing)


def takes(scheme: str) -> Any:
    """Returns a filter for operations that accept this authentication scheme."""
    return lambda context: any(scheme in way for way in context.operation.definition.raw["security"])


@pytest.fixture(autouse=True)
def everything_on(db, settings):
    """Enables every feature, so that no 404 comes from a flag; nothing external responds."""
    settings.SERVICE_TOKEN = TOKEN
    settings.PORTFOLIO_AI_ENABLED = settings.PORTFOLIO_SYNC_ENABLED = settings.SUBSCRIPTIONS_ENABLED = True
    settings.PORTFOLIO_SYNC_PEPPER = PEPPER
    settings.BILLING_API_KEY = "sk_test_fake"
    settings.BILLING_API_BASE = "http://127.0.0.1:1"
    settings.BILLING_WEBHOOK_SECRET = PRIMARY_SECRET
    settings.BILLING2_WEBHOOK_SECRET = f"whsec_{BARE_SECRET}"


def exchange(case: Case, **how: Any) -> Any:
    """Sends the request, checks the response against the document and returns it."""
    headers = {"Accept-Encoding": "identity"} | how.pop("headers", {})
    # Not `ignored_auth`, which ignores the session; test_stranger checks that nothing is open without credentials.
    how["excluded_checks"] = [ignored_auth, *how.pop("excluded_checks", ())]
    # As in Django's test client: a request would otherwise close the connection with the test's transaction.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    try:
        return case.call_and_validate(headers=headers, **how)
    finally:
        request_started.connect(close_old_connections)
        request_finished.connect(close_old_connections)


class Reader:
    """A browser with a session, which sends the page's CSRF token with changes."""

    def __init__(self) -> None:
        client = signed_in(Client(enforce_csrf_checks=True), tier=User.Tier.PAID)
        page = client.get("/settings").content.decode()
        self.headers = {"X-CSRFToken": re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)[1]}
        self.cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        kept = {"blob": b64(envelope()), "auth_key": b64(AUTH_KEY), "version": 0}
        saved = client.post(
            "/api/portfolio/sync", kept, content_type="application/json", headers=self.headers
        )
        assert saved.status_code == 200, saved.content

    def send(self, case: Case) -> None:
        LimitWindow.objects.all().delete()  # a rate limit would hide later errors
        exchange(case, headers=self.headers, cookies=self.cookies)


@pytest.fixture
def reader(everything_on: None) -> Reader:
    return Reader()


@pytest.fixture
def token(everything_on: None) -> str:
    return access_tokens.make(reader_account("token@example.org", tier=User.Tier.PAID), "Tests")


@documented.exclude(path_regex=WEBHOOKS).parametrize()
@BOUNDED
def test_reader(case: Case, reader: Reader):
    reader.send(made_whole(case))


@documented.include(takes("bearer")).parametrize()
@BOUNDED
def test_operator_who_meets_the_limits(case: Case):
    exchange(made_whole(case), headers={"Authorization": f"Bearer {TOKEN}"})


@documented.include(takes("token")).parametrize()
@BOUNDED
def test_reader_by_a_personal_token(case: Case, token: str):
    LimitWindow.objects.all().delete()
    exchange(made_whole(case), headers={"Authorization": f"Bearer {token}"})


@(
    documented.exclude(takes("token"))
    .exclude(path_regex="^/api/(schema|docs)$")
    .exclude(path_regex=WEBHOOKS)
    .parametrize()
)
@BOUNDED
def test_personal_token_where_it_is_nobody(case: Case, token: str):
    headers = {"Authorization": f"Bearer {token}"}
    found = exchange(case, headers=headers, excluded_checks=[positive_data_acceptance])
    assert found.status_code in (400, 401, 405)


@documented.exclude(path_regex="^/api/(schema|docs)$").exclude(path_regex=WEBHOOKS).parametrize()
@BOUNDED
def test_stranger(case: Case):
    # 400: a NUL in the URL is refused before authentication.
    assert exchange(case, excluded_checks=[positive_data_acceptance]).status_code in (400, 401, 405)


@delivered.include(path_regex=WEBHOOKS).parametrize()
@BOUNDED
def test_signed_delivery(case: Case):
    BillingEvent.objects.all().delete()
    Billing2Event.objects.all().delete()
    exchange(case)


@documented.include(path_regex=WEBHOOKS).parametrize()
@BOUNDED
def test_delivery_that_nobody_signed(case: Case):
    assert exchange(case, excluded_checks=[positive_data_acceptance]).status_code in (400, 401, 405)
    assert not BillingEvent.objects.exists() and not Billing2Event.objects.exists()


def made_whole(case: Case) -> Case:
    """Adapts a request that the schema allows to the rules that only the documentation states."""
    if case.meta is None or not case.meta.generation.mode.is_positive:
        return case
    match (case.method, case.path):
        case ("POST", "/api/analyze"):
            total = sum(each["weight"] for each in case.body["positions"])
            for each in case.body["positions"]:
                each["weight"] = each["weight"] / total * 100 if total else 100 / len(case.body["positions"])
        case ("POST", "/api/portfolio/format"):
            names = [name for name in case.body["headers"] if fold(name) and not refusal(name)]
            case.body["headers"] = [*names, "Name", "Value", "Quantity"][:40]
        case ("POST", "/api/portfolio/sync"):
            case.body["blob"] = b64(envelope())
        case ("GET", "/api/portfolio/sync"):
            case.headers["X-Sync-Auth"] = b64(AUTH_KEY)
        case ("GET", "/api/news" | "/api/logs"):
            case.query.pop("cursor", None)
    return case
