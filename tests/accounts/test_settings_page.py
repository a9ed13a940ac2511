"""The settings page: what it shows, saves, exports and deletes."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule

from accounts import data, texts_choice
from accounts.models import Referral, User
from tests.accounts.browser import Browser

pytestmark = pytest.mark.django_db
WISHES = {
    "lang": "it", "tone": "INTERMEDIATE", "style": "DRY", "anchor": "EU", "digest_opt_in": "daily",
    "digest_tone": "NOVICE",
}  # fmt: skip


@pytest.fixture
def ada() -> Browser:
    browser = Browser()
    browser.sign_in()
    return browser


def page(browser: Browser) -> str:
    return " ".join(browser.get("/settings").content.decode().split())


def test_referral_code_is_made_at_the_first_visit(ada):
    assert User.objects.get().referral_code is None
    first = page(ada)
    code = User.objects.get().referral_code
    assert code is not None
    assert len(code) == 8
    assert not set(code) & set("0O1IL")
    assert f"http://127.0.0.1:8000/login?ref={code}" in first
    page(ada)
    assert User.objects.get().referral_code == code


def test_settings_are_saved_in_the_new_language(ada):
    response = ada.post("/settings", WISHES)
    assert response.status_code == 302
    user = User.objects.get()
    assert (user.lang, user.digest_opt_in, user.settings_json) == (
        "it",
        "daily",
        {"tone": "INTERMEDIATE", "style": "DRY", "anchor": "EU"},
    )
    assert "Le tue impostazioni sono salvate." in page(ada)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "On weekdays at 06:30 UTC, or on Sundays"), ("it", "Nei giorni feriali alle 06:30 UTC oppure")],
)
def test_the_choice_of_a_digest_says_when_it_is_sent(ada, language, said):
    shown = ada.get(f"/settings?lang={language}").content.decode()
    assert 'id="id_digest_opt_in" aria-describedby="id_digest_opt_in-help"' in shown
    assert f'<small class="hint" id="id_digest_opt_in-help">{said}' in shown


def test_the_choice_of_a_digest_follows_the_timetable(ada):
    rows = CrontabSchedule.objects.filter(periodictask__name="commentary.digest_daily")
    assert rows.update(hour="7", minute="15") == 1
    assert "On weekdays at 07:15 UTC, or on Sundays at 17:00 UTC; not when" in page(ada)


def test_choice_of_texts_by_rules_is_stored_and_exported(ada):
    ada.post("/settings", WISHES | {"texts": "rules"})
    user = User.objects.get()
    assert (user.rules_only, user.settings_json["rules_only"]) == (True, True)
    assert data.export(user)["account"]["settings"]["rules_only"] is True
    assert '<option value="rules" selected>' in page(ada)
    ada.post("/settings", WISHES | {"texts": ""})
    user = User.objects.get()
    assert (user.rules_only, "rules_only" in user.settings_json) == (False, False)


def test_choice_of_texts_by_rules_is_in_the_session_from_the_sign_in(ada):
    ada.post("/settings", WISHES | {"texts": "rules"})
    other = Browser()
    other.sign_in()
    assert other.client.session["texts"] == texts_choice.RULES


def test_other_knobs_stay(ada):
    User.objects.update(settings_json={"other": 1})
    ada.post("/settings", WISHES | {"anchor": ""})
    assert User.objects.get().settings_json == {
        "other": 1,
        "tone": "INTERMEDIATE",
        "style": "DRY",
    }


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("tone", "PRO"),
        ("style", "SPECULATIVE"),
        ("lang", "de"),
        ("anchor", "MARS"),
        ("digest_opt_in", "hourly"),
    ],
)
def test_wish_that_is_not_offered_is_refused_and_the_rest_stays_typed(ada, field, value):
    response = ada.post("/settings", WISHES | {field: value})
    text = response.content.decode()
    assert response.status_code == 400
    assert f'id="id_{field}-error"' in text
    if field != "digest_opt_in":
        assert '<option value="daily" selected>' in text
    assert User.objects.get().digest_opt_in == "off"


@pytest.mark.parametrize(
    ("columns", "line"),
    [
        ({}, "You are on the free tier."),
        ({"tier": "paid"}, "Your paid subscription is active."),
        ({"tier": "paid", "billing_trial_end_at": timedelta(days=3)}, "Trial: 3 days remaining."),
        (
            {"credit_until": timedelta(hours=20)},
            "Free, with credit: 1 day remaining (until 22 November 2026).",
        ),
    ],
)
def test_status_line_follows_the_columns(settings, columns, line):
    settings.SUBSCRIPTIONS_ENABLED = True
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        browser = Browser()
        browser.sign_in()
        values = {
            key: timezone.now() + value if isinstance(value, timedelta) else value
            for key, value in columns.items()
        }
        User.objects.update(**values)
        assert line in page(browser)


def test_manage_subscription_is_for_real_subscriptions_only(settings, ada):
    settings.SUBSCRIPTIONS_ENABLED = True
    User.objects.update(credit_until=timezone.now() + timedelta(days=5))
    assert "Manage subscription" not in page(ada)
    User.objects.update(tier="paid", billing_subscription_id="sub_1")
    assert "Manage subscription" in page(ada)


@pytest.mark.parametrize("sold", [True, False])
@pytest.mark.parametrize(
    ("lang", "promise"), [("en", "both of you pay half"), ("it", "pagate entrambi la metà")]
)
def test_half_price_is_promised_only_while_something_is_sold(settings, ada, sold, lang, promise):
    settings.SUBSCRIPTIONS_ENABLED = sold
    shown = ada.get(f"/settings?lang={lang}").content.decode()
    assert ('id="invite"' in shown, promise in shown) == (True, sold)


def test_invitation_survives_the_sign_in_and_is_counted(ada):
    page(ada)
    code = User.objects.get().referral_code
    friend = Browser(address="203.0.113.1")
    friend.ask("grace@example.org", query=f"?ref={code}")
    friend.type(friend.code())
    grace = User.objects.get(email="grace@example.org")
    assert (grace.referred_by_user.email, Referral.objects.count()) == ("ada@example.org", 1)
    friend.post("/logout")
    friend.sign_in("grace@example.org")
    assert Referral.objects.count() == 1
    assert "<dt>Pending</dt><dd>1</dd>" in page(ada)


def test_own_and_unknown_invitation_codes_are_ignored(ada):
    page(ada)
    code = User.objects.get().referral_code
    ada.post("/logout")
    ada.ask("ada@example.org", query=f"?ref={code}")
    ada.type(ada.code())
    other = Browser(address="203.0.113.1")
    other.ask("grace@example.org", query="?ref=ZZZZZZZZ")
    assert other.type(other.code()).status_code == 302
    assert Referral.objects.count() == 0


def test_export_holds_what_there_is_about_the_reader(ada):
    page(ada)
    response = ada.get("/settings/export")
    body = json.loads(response.content)
    assert response["Content-Disposition"].startswith('attachment; filename="market-briefing-')
    assert body["account"]["email"] == "ada@example.org"
    assert body["account"]["referral_code"] == User.objects.get().referral_code
    assert [row["version"] for row in body["acknowledgements"]] == [1]
    assert [row["kind"] for row in body["emails"]] == ["sign_in_code"]


def test_way_out_stays_open_while_the_statements_wait(settings, ada):
    settings.ACKNOWLEDGEMENT_VERSION = 2
    assert ada.get("/settings").status_code == 303
    assert ada.get("/settings/export").status_code == 200
    assert ada.post("/settings/delete", {"confirm": "ada@example.org"}).status_code == 200
    assert User.objects.count() == 0


def test_deletion_needs_the_typed_address(ada):
    response = ada.post("/settings/delete", {"confirm": "ada@example"})
    assert response.status_code == 400
    assert 'value="ada@example"' in response.content.decode()
    assert User.objects.count() == 1


def test_deletion_leaves_nothing_and_the_address_can_come_back(ada):
    assert ada.post("/settings/delete", {"confirm": "ADA@example.org"}).status_code == 200
    assert User.objects.count() == 0
    assert not ada.signed_in
    ada.sign_in()
    assert ada.signed_in


def test_room_that_must_keep_the_account_says_why(ada):
    def keep(user: User) -> None:
        raise data.DeletionRefused("Cancel there first.")

    data.ERASERS.append(keep)
    try:
        response = ada.post("/settings/delete", {"confirm": "ada@example.org"})
    finally:
        data.ERASERS.remove(keep)
    assert (response.status_code, "Cancel there first." in response.content.decode()) == (400, True)
    assert User.objects.count() == 1


@pytest.mark.parametrize("path", ["/settings/sign-out-everywhere", "/settings/delete"])
def test_actions_are_posts(ada, path):
    assert ada.get(path).status_code == 405


def test_eleventh_export_within_an_hour_is_429(ada):
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False):
        browser = Browser()
        browser.sign_in()
        for _ in range(10):
            assert browser.get("/settings/export").status_code == 200
        refused = browser.get("/settings/export")
        assert (refused.status_code, refused["Retry-After"]) == (429, "3600")
        assert b"Too many requests" in refused.content
