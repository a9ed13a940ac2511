"""A NUL in a URL, form or body is a 400 everywhere: PostgreSQL rejects it, which would otherwise be a 500."""

import json
import re

import pytest
from django.contrib import admin
from django.test import Client
from django.urls import get_resolver, reverse

from tests.accounts.readers import signed_in

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


def test_every_route_refuses_a_nul(staff):
    """Covers each route of the site with its parameters filled in, so that new pages are covered too."""
    for route in sorted(paths(get_resolver())):
        assert staff.get(f"/{route}?q=%00").status_code == 400, route


def paths(resolver, prefix: str = "") -> set[str]:
    found = set()
    for entry in resolver.url_patterns:
        here = prefix + re.sub(r"<(?:\w+:)?\w+>|\(\?P.*", "1", str(entry.pattern)).strip("^$")
        found |= paths(entry, here) if hasattr(entry, "url_patterns") else {here}
    return found


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
