"""A NUL in a URL, form or body is a 400 everywhere: PostgreSQL rejects it, which would otherwise be a 500."""

import json

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.accounts.readers import signed_in
from tests.core.web.test_caching import every_address

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Client:
    return signed_in(email="staff@example.org", is_staff=True, staff_role="admin")


def admin_lists() -> list[str]:
    return [
        f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist" for model in admin.site._registry
    ]


@pytest.mark.parametrize("query", ["tier__exact=%00", "q=%00", "q=a%00b", "%00=1", "p=%00", "o=%00", "e=%00"])
def test_a_nul_in_the_query_is_400_in_the_admin(staff, query):
    for name in admin_lists():
        assert staff.get(f"{reverse(name)}?{query}").status_code == 400


@pytest.mark.parametrize(
    "path", ["/admin/briefing/heartbeat/%00/change/", "/admin/accounts/user/%00/delete/"]
)
def test_a_nul_in_the_path_is_400(staff, path):
    assert staff.get(path).status_code == 400


def test_a_nul_in_a_form_of_the_admin_is_400(staff):
    for name in admin_lists():
        chosen = {"action": "delete_selected", "_selected_action": ["\0"]}
        assert staff.post(reverse(name), chosen).status_code == 400


def refuse_nul(execute, sql, params, many, context):
    """Does what PostgreSQL does, so that the tests fail on SQLite too, which stores a NUL."""
    rows = (params or ()) if many else [params or ()]
    assert not any(isinstance(each, str) and "\0" in each for row in rows for each in row), sql
    return execute(sql, params, many, context)


@pytest.mark.parametrize(
    ("path", "form"),
    [
        ("/followed/stop", {"code": "a\0"}),
        ("/followed/banks", {"bank": "\0", "zone": "\0"}),
        ("/followed/delivery", {"mail": "\0", "zone": "\0"}),
        ("/my-page", {"pin": "\0"}),
        ("/news/publishers", {"muted": "\0"}),
        ("/settings/tokens", {"name": "a\0b"}),
        ("/settings/withdraw", {"contract": "\0"}),
        ("/settings/delete", {"confirm": "\0"}),
        ("/confirm/link", {"token": "\0"}),
        ("/settings/passkeys/add", {"credential": "\0", "name": "\0"}),
    ],
)
def test_a_nul_in_a_form_of_a_reader_is_no_error_of_ours(path, form):
    client = signed_in()
    with connection.execute_wrapper(refuse_nul):
        assert client.post(path, form).status_code < 500


def test_a_nul_in_a_cookie_is_no_error_of_ours():
    """A quoted cookie may hold one, written \\000."""
    client = signed_in()
    for name in ("svc.passkey", "svc.verify", "svc.news", "svc.lang", "svc.tone", "svc.page"):
        client.cookies[name] = ""
        client.cookies[name].set(name, "a\0b", r'"a\000b"')
    with connection.execute_wrapper(refuse_nul):
        for path in ("/confirm", "/settings/passkeys/add", "/verify"):
            assert client.post(path, {"credential": "{}", "code": "1"}).status_code < 500, path
        assert client.get("/news").status_code < 500


def test_every_route_refuses_a_nul(staff):
    """Covers each route of the site with its parameters filled in, so that new pages are covered too."""
    for address in every_address():
        assert staff.get(f"{address}?q=%00").status_code == 400, address


@pytest.mark.parametrize("body", [{"a": "\0"}, {"a": [{"b": "x\0"}]}, {"\0": 1}, {"a": "\ud800"}])
def test_a_nul_in_a_json_body_is_400(staff, settings, body):
    settings.TICKER_UNIVERSE_AGGREGATE_ENABLED = settings.PORTFOLIO_AI_ENABLED = True
    for path in ("/api/portfolio/format", "/api/portfolio/universe", "/api/analyze"):
        response = staff.post(path, json.dumps(body), content_type="application/json")
        assert response.status_code in (400, 404, 405), path
    response = staff.post("/api/portfolio/format", json.dumps(body), content_type="application/json")
    assert "NUL" in response.json()["detail"]


def test_the_escape_of_a_backslash_is_no_nul(staff):
    """In JSON, an escaped backslash followed by `u0000` is six characters of text."""
    response = staff.post(
        "/api/portfolio/format", '{"headers": "\\\\u0000"}', content_type="application/json"
    )
    assert "NUL" not in response.json()["detail"]
