"""Who may open what: one line a route, for visitor, reader, subscriber and staff."""

from urllib.parse import quote

import pytest

from tests.cast import Cast, cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def readers(settings) -> Cast:
    settings.SUBSCRIPTIONS_ENABLED = settings.PORTFOLIO_AI_ENABLED = settings.PORTFOLIO_SYNC_ENABLED = True
    settings.PORTFOLIO_SYNC_PEPPER = "00" * 32
    return cast()


@pytest.mark.parametrize("path", ["/", "/about", "/disclaimer", "/terms", "/privacy", "/pricing", "/methods", "/healthz",
                                  "/api/schema", "/api/docs"])  # fmt: skip
def test_public_pages_are_open_to_everybody(readers, path):
    assert readers.statuses(path) == (200, 200, 200, 200)


@pytest.mark.parametrize("path", ["/news", "/log", "/settings", "/portfolio"])
def test_pages_of_readers_lead_a_visitor_to_the_sign_in(readers, path):
    assert readers.statuses(path) == (303, 200, 200, 200)
    assert readers.visitor.get(path)["Location"] == f"/login?next={quote(path, '')}"


@pytest.mark.parametrize("path", ["/api/news", "/api/universe", "/api/indicators", "/api/indicators/US10", "/api/reads",
                                  "/api/logs", "/api/agenda"])  # fmt: skip
def test_lists_for_programs_need_a_session(readers, path):
    assert readers.statuses(path) == (401, 200, 200, 200)


@pytest.mark.parametrize(("path", "method", "open_"), [
    ("/api/analyze", "post", 400),  # an empty body is looked at only by who may come so far
    ("/api/portfolio/sync", "get", 404),
    ("/api/portfolio/sync/status", "get", 200),
])  # fmt: skip
def test_paid_parts_are_for_who_has_paid(readers, path, method, open_):
    asked = {"data": "{}", "content_type": "application/json"} if method == "post" else {}
    assert readers.statuses(path, method, **asked) == (401, 402, open_, 402)


def test_admin_is_for_staff_alone(readers):
    visitor, reader, subscriber, staff = readers.statuses("/admin/")
    assert (visitor, staff) == (302, 200)
    assert {reader, subscriber} <= {302, 303, 403}
