"""Staff in the admin: sign in by code, read, search, grant credit."""

import pytest
import time_machine
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Acknowledgement, User
from briefing.core.models import Job
from tests.accounts.browser import Browser

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff() -> Browser:
    browser = Browser()
    browser.ask("staff@example.org", query="?next=/admin/")
    browser.type(browser.code())
    User.objects.update(is_staff=True, staff_role="admin")
    return browser


def test_stranger_is_led_to_the_sign_in():
    response = Browser().client.get("/admin/", follow=True)
    assert response.redirect_chain[-1] == ("/login?next=/admin/", 302)


def test_reader_who_is_not_staff_gets_403_with_the_reason():
    browser = Browser()
    browser.sign_in()
    response = browser.client.get("/admin/", follow=True)
    assert (response.status_code, "not a staff account" in response.content.decode()) == (403, True)


@pytest.mark.parametrize("model", ["accounts_user", "accounts_acknowledgement", "accounts_referral", "briefing_emailsend",
                                   "briefing_job", "briefing_llmcall", "briefing_heartbeat"])  # fmt: skip
def test_lists_open_search_and_change_nothing(staff, model):
    path = reverse(f"admin:{model}_changelist")
    assert staff.get(f"{path}?q=staff").status_code == 200
    assert staff.get(f"{path}add/").status_code == 403


def test_challenges_are_not_in_the_admin(staff):
    index = staff.get("/admin/").content.decode()
    assert "challenge" not in index.lower()


def test_grant_credit_calls_the_same_rule_and_is_logged(staff):
    user = User.objects.get()
    action = {"action": "grant_credit", "days": "30", "_selected_action": [user.pk]}
    path = reverse("admin:accounts_user_changelist")
    staff.post(path, action)
    first = User.objects.get().credit_until
    staff.post(path, action)
    second = User.objects.get().credit_until
    assert round((second - first).total_seconds()) == 30 * 86400
    assert LogEntry.objects.count() == 2


def test_grant_without_days_grants_nothing(staff):
    user = User.objects.get()
    staff.post(
        reverse("admin:accounts_user_changelist"),
        {"action": "grant_credit", "days": "", "_selected_action": [user.pk]},
    )
    assert User.objects.get().credit_until is None


def test_user_page_shows_no_session_epoch(staff):
    user = User.objects.get()
    text = staff.get(reverse("admin:accounts_user_change", args=[user.pk])).content.decode()
    assert "epoch" not in text
    assert Acknowledgement.objects.count() == 1


def test_admin_signs_out(staff):
    assert staff.post("/admin/logout/").status_code == 302
    assert not staff.signed_in


def failed(kind: str) -> Job:
    return Job.objects.create(
        kind=kind, key="1", state=Job.State.DEAD, attempts=5, finished_at=timezone.now()
    )


def test_the_first_page_says_what_is_wrong_and_folds_what_is_fine(staff):
    with time_machine.travel(timezone.now(), tick=False):
        failed("news.describe")
        page = staff.get("/admin/").content.decode()
    assert "news.describe: 1 permanently failed, the last 0 s ago." in page
    assert "No worker process is alive." in page
    folded = page[page.index("<details>") :]
    assert "Every code of the last hour has left." in folded
    assert "No worker process is alive." not in folded


def test_the_first_page_asks_a_fixed_number_of_queries(staff):
    staff.get("/admin/")
    with CaptureQueriesContext(connection) as few:
        staff.get("/admin/")
    for kind in ("news.describe", "billing.confirm", "commentary.log"):
        failed(kind)
    with CaptureQueriesContext(connection) as many:
        staff.get("/admin/")
    assert len(few) == len(many)


@pytest.mark.parametrize(
    ("role", "kind", "state"),
    [
        ("admin", "news.describe", "new"),
        ("support", "billing.confirm", "new"),
        ("support", "news.describe", "dead"),
    ],
)
def test_failed_jobs_of_a_kind_are_tried_again_from_the_first_page(staff, role, kind, state):
    User.objects.update(staff_role=role)
    job, other = failed(kind), failed("commentary.log")
    assert staff.post(reverse("admin:briefing_job_try_kind", args=[kind]))["Location"] == "/admin/"
    job.refresh_from_db()
    other.refresh_from_db()
    assert (job.state, other.state) == (state, "dead")
    assert LogEntry.objects.count() == (state == "new")


def test_trying_again_is_a_post_of_staff(staff, client):
    path = reverse("admin:briefing_job_try_kind", args=["news.describe"])
    job = failed("news.describe")
    assert (staff.get(path).status_code, client.post(path).status_code) == (405, 302)
    job.refresh_from_db()
    assert job.state == "dead"
