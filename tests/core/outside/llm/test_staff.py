"""The admin pages of the models."""

from datetime import timedelta

import pytest
from django.contrib.admin.models import LogEntry
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from briefing.core.models import LlmEndpoint, StaffNotice
from briefing.core.operations import notices
from tests.accounts.browser import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    browser = Browser()
    browser.ask("staff@example.org", query="?next=/admin/")
    browser.type(browser.code())
    User.objects.update(is_staff=True, staff_role="admin")
    return browser.client


@pytest.fixture
def endpoint() -> LlmEndpoint:
    until = timezone.now() + timedelta(hours=1)
    return LlmEndpoint.objects.create(identity="a" * 64, provider="direct", model="small", failures=3, open_until=until,
                                      refused=["temperature"], reason="answered 401")  # fmt: skip


def act(staff, model: str, action: str, key: object):
    return staff.post(
        reverse(f"admin:briefing_{model}_changelist"), {"action": action, "_selected_action": [key]}
    )


def test_open_notices_stand_on_the_first_page(staff):
    notices.notify("llm_refused", "direct", "direct: the model's endpoint answered 401 for small")
    assert "answered 401 for small" in staff.get("/admin/").content.decode()
    notices.resolve("llm_refused", "direct")
    assert "answered 401 for small" not in staff.get("/admin/").content.decode()


def test_notice_is_sent_once_until_it_is_resolved():
    told = [notices.notify("llm_cap", "2026-11", "The cap.") for _ in range(2)]
    notices.resolve("llm_cap", "2026-11")
    assert (told, notices.notify("llm_cap", "2026-11", "The cap."), StaffNotice.objects.count()) == (
        [True, False],
        True,
        2,
    )


def test_staff_can_end_the_pause_of_an_endpoint(staff, endpoint):
    act(staff, "llmendpoint", "close_circuit", endpoint.pk)
    endpoint.refresh_from_db()
    assert (endpoint.failures, endpoint.open_until, endpoint.refused) == (0, None, [])
    assert LogEntry.objects.get().change_message == "asked again"


def test_staff_resolve_a_notice(staff):
    notices.notify("llm_cap", "2026-11", "The cap.")
    act(staff, "staffnotice", "resolve", StaffNotice.objects.get().pk)
    assert StaffNotice.objects.get().resolved_at is not None


@pytest.mark.parametrize("model", ["llmendpoint", "staffnotice", "llmcall"])
def test_lists_open(staff, endpoint, model):
    assert staff.get(reverse(f"admin:briefing_{model}_changelist")).status_code == 200


def test_notice_leads_to_where_something_can_be_done(staff):
    notices.notify("feed_disabled", "7", "A feed was disabled.", path="/admin/news/feed/7/change/")
    assert (
        '<a href="/admin/news/feed/7/change/">A feed was disabled.</a>'
        in staff.get("/admin/").content.decode()
    )
