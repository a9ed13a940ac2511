"""Permissions of each staff role in the admin, and the log of actions."""

import html
import re
from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.urls import reverse
from structlog.testing import capture_logs

from accounts.models import User
from billing.models import Subscription, Withdrawal
from briefing.admin import MESSAGES
from briefing.core.models import Job, StaffNotice
from briefing.core.work.jobs import KINDS
from news.models import Feed
from tests.accounts.passkeys import KeyHolder
from tests.accounts.staff import act, entries, signed_in_staff

pytestmark = pytest.mark.django_db


# --- roles ---


@pytest.fixture
def staff() -> Iterator[KeyHolder]:
    with signed_in_staff() as (browser, _clock):
        yield browser


@pytest.fixture
def support(staff) -> KeyHolder:
    User.objects.update(staff_role="support")
    return staff


def test_staff_without_a_word_on_the_role_are_support():
    user = User.objects.create(email="new@example.org", is_staff=True)
    assert (user.has_perm("news.view_feed"), user.has_perm("news.change_feed")) == (True, False)


@pytest.mark.parametrize(
    ("role", "may"),
    [("support", ["view", "support"]), ("admin", ["view", "support", "operate", "add", "change", "delete"])],
)
def test_roles_and_their_permissions(role, may):
    user = User(is_staff=True, staff_role=role)
    verbs = ["view", "support", "operate", "add", "change", "delete"]
    assert [verb for verb in verbs if user.has_perm(f"news.{verb}_feed")] == may
    assert user.has_perms(["news.view_feed", "news.change_feed"]) == (role == "admin")
    nobody = User(is_staff=False, staff_role=role)
    gone = User(is_staff=True, staff_role=role, is_active=False)
    assert not any(user.has_perm(f"news.{verb}_feed") for user in (nobody, gone) for verb in verbs)


def test_support_sees_every_list(support):
    for model in admin.site._registry:
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        assert support.get(path).status_code == 200, path


def test_support_is_offered_its_own_actions_alone(support):
    Feed.objects.create(url="https://a.example/", publisher="A")
    offered = {}
    request = support.get("/admin/").wsgi_request
    request.user = User.objects.get()
    for model, page in admin.site._registry.items():
        if names := set(page.get_actions(request)):
            offered[model._meta.label] = names
    assert offered == {"accounts.User": {"grant_credit"}, "briefing.Job": {"try_again"}}


def test_every_action_names_its_permission():
    for model, page in admin.site._registry.items():
        for function, name, _label in page._get_base_actions():
            if name != "delete_selected":
                assert function.allowed_permissions, f"{model._meta.label} {name}"


def test_support_grants_credit(support):
    act(support, "accounts_user", "grant_credit", User.objects.get().pk, days="3")
    assert User.objects.get().credit_until is not None


def test_support_sends_messages_again_and_nothing_else(support):
    mine = Job.objects.create(kind="billing.withdrawal_receipt", key="1", state=Job.State.DEAD)
    other = Job.objects.create(kind="news.ingest", key="1", state=Job.State.DEAD)
    text = act(support, "briefing_job", "try_again", mine.pk, other.pk).content.decode()
    mine.refresh_from_db(), other.refresh_from_db()
    assert (mine.state, other.state) == (Job.State.NEW, Job.State.DEAD)
    assert "other jobs were left" in text


def test_the_kinds_of_messages_are_real_work():
    for module in ("accounts.tasks", "billing.tasks", "commentary.tasks"):
        __import__(module)
    assert set(MESSAGES) <= set(KINDS)


def test_support_changes_nothing(support):
    feed = Feed.objects.create(url="https://a.example/", publisher="A", enabled=False)
    notice = StaffNotice.objects.create(kind="x", text="y")
    act(support, "news_feed", "enable", feed.pk)
    act(support, "briefing_staffnotice", "resolve", notice.pk)
    assert support.post(f"/admin/news/feed/{feed.pk}/change/", {"enabled": "on"}).status_code == 403
    assert support.get("/admin/news/feed/add/").status_code == 403
    feed.refresh_from_db(), notice.refresh_from_db()
    assert (feed.enabled, notice.resolved_at) == (False, None)


def test_who_was_staff_before_roles_can_still_do_everything():
    from importlib import import_module

    from django.apps import apps

    User.objects.create(email="staff@example.org", is_staff=True)
    User.objects.create(email="ada@example.org")
    import_module("accounts.migrations.0007_staff_are_admins").keep_rights(apps, None)
    assert dict(User.objects.values_list("email", "staff_role")) == {
        "staff@example.org": "admin",
        "ada@example.org": "support",
    }


# --- the log ---


def test_every_action_is_in_the_log_and_an_event(staff):
    reader = User.objects.get()
    job = Job.objects.create(kind="news.ingest", key="1", state=Job.State.DEAD)
    notice = StaffNotice.objects.create(kind="x", text="y")
    feed = Feed.objects.create(url="https://a.example/", publisher="A", enabled=False)
    paid = Subscription.objects.create(user=reader, processor="billing", subscription_id="sub_1")
    gone = Withdrawal.objects.create(user=reader, subscription=paid, language="en")
    with capture_logs() as logs:
        act(staff, "accounts_user", "grant_credit", reader.pk, days="3")
        act(staff, "briefing_job", "try_again", job.pk)
        act(staff, "briefing_staffnotice", "resolve", notice.pk)
        act(staff, "news_feed", "enable", feed.pk)
        act(staff, "news_feed", "disable", feed.pk)
        act(staff, "billing_withdrawal", "settle", gone.pk)
    assert entries() == [
        (str(reader.pk), "credit +3 days, until 2026-11-26"), (str(job.pk), "tried again"),
        (str(notice.pk), "resolved"), (str(feed.pk), "enabled"), (str(feed.pk), "disabled"),
        (str(gone.pk), "settled"),
    ]  # fmt: skip
    assert len([entry for entry in logs if entry["event"] == "admin_action"]) == 6
    assert "staff@" not in str(logs)


def test_enabling_from_a_filtered_list_is_logged_and_counted(staff):
    feed = Feed.objects.create(url="https://a.example/", publisher="A", enabled=False)
    path = reverse("admin:news_feed_changelist")
    chosen = {"action": "enable", "_selected_action": [feed.pk]}
    text = staff.post(f"{path}?enabled__exact=0", chosen, follow=True).content.decode()
    assert "1 feed enabled." in text
    assert entries() == [(str(feed.pk), "enabled")]


# --- invalid input ---


@pytest.mark.parametrize(
    "query", ["created_at__year=99999", "id__exact=abc", "p=99999999999999999999", "o=99", "_to_field=x"]
)
def test_nonsense_in_a_query_is_no_error_of_ours(staff, query):
    for model in admin.site._registry:
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        assert staff.get(f"{path}?{query}").status_code in (200, 302, 400), path


def test_a_list_answers_only_its_own_filters(staff):
    """Any other lookup is refused for every column: by it hidden values could be guessed, and some are errors."""
    lookups = ("regex", "iregex", "contains", "contained_by", "range", "startswith")
    for model, page in admin.site._registry.items():
        columns = [field.name for field in model._meta.concrete_fields]
        assert not [(column, name) for column in columns for name in lookups
                    if page.lookup_allowed(f"{column}__{name}", "(", None)], model  # fmt: skip
    assert staff.get("/admin/accounts/user/?email__regex=(").status_code == 400
    assert staff.get("/admin/accounts/user/?settings_json__contains=x").status_code == 400
    assert staff.get("/admin/accounts/accesstoken/?token_hash__gte=a").status_code == 400


def test_every_filter_that_a_list_offers_is_answered(staff):
    Feed.objects.create(url="https://a.example/", publisher="A", enabled=False)
    for path in (
        "accounts/user",
        "accounts/passkey",
        "news/feed",
        "briefing/llmcall",
        "commentary/strategiclog",
    ):
        page = staff.get(f"/admin/{path}/").content.decode()
        queries = set(re.findall(r'href="(\?\w+=[^"]*)"', page))
        assert queries, path
        for query in queries:
            assert staff.get(f"/admin/{path}/{html.unescape(query)}").status_code == 200, (path, query)


@pytest.mark.parametrize("key", ["abc", "", "9" * 25])
def test_a_chosen_row_that_is_none_is_no_error_of_ours(staff, key):
    for model, page in admin.site._registry.items():
        path = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        for _function, action, _label in page._get_base_actions():
            form = {"action": action, "_selected_action": [key], "reason": "claim", "days": "3"}
            assert staff.post(path, form).status_code in (200, 302, 400), (path, action)
