"""Personal tokens: shown once, stored as hashes, revoked, limited, and named to the reader and to staff."""

import json
import re
from datetime import date

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts import access_tokens, data
from accounts.models import AccessToken, User
from tests.accounts.readers import reader, signed_in
from tests.accounts.token_requests import ask, at_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    return reader("ada@example.org")


@pytest.fixture
def token(ada) -> str:
    return access_tokens.make(ada, "Sheet")


def token_on(response: HttpResponse) -> str:
    """The token on the page, "" if none."""
    found = re.search(r'id="new-token" readonly value="([^"]*)"', response.content.decode())
    return found[1] if found else ""


# --- made, shown once, revoked ---


def test_a_token_is_shown_in_the_answer_that_makes_it_and_nowhere_again(ada):
    client = at_settings(ada)
    response = client.post("/settings/tokens", {"name": "  My\tsheet \n"})
    token = token_on(response)
    assert (response.status_code, "no-store" in response["Cache-Control"]) == (200, True)
    assert re.fullmatch(r"mb_[\w-]{43}", token)
    page = client.get("/settings").content.decode()
    assert ("<b>My sheet</b>" in page, token in page, "new-token" in page) == (True, False, False)
    assert ask(token).status_code == 200


def test_the_row_holds_a_keyed_hash_alone(ada, token, settings):
    row = AccessToken.objects.get()
    assert not [value for value in vars(row).values() if token[3:] in str(value)]
    assert ask(row.token_hash).status_code == 401
    settings.HASH_KEY = "n" * 50
    assert ask(token).status_code == 401


@pytest.mark.parametrize("name", ["", "   ", "\0", "\u202e\u200b"])
def test_a_token_needs_a_name(ada, name):
    response = at_settings(ada).post("/settings/tokens", {"name": name})
    assert (response.status_code, token_on(response), AccessToken.objects.count()) == (400, "", 0)
    assert "Give the token a name" in response.content.decode()


def test_sending_the_form_again_makes_no_second_token(ada, token):
    response = at_settings(ada).post("/settings/tokens", {"name": "Sheet"})
    assert (response.status_code, token_on(response), AccessToken.objects.count()) == (400, "", 1)


def test_a_name_is_cut_and_shown_as_text(ada):
    response = at_settings(ada).post("/settings/tokens", {"name": "<b>" + "x" * 500})
    assert len(AccessToken.objects.get().name) == 60
    assert "<b>&lt;b&gt;xxx" in response.content.decode()


def test_an_account_has_ten_and_another_one_has_its_own(ada):
    for number in range(access_tokens.MOST):
        access_tokens.make(ada, f"Sheet {number}")
    response = at_settings(ada).post("/settings/tokens", {"name": "One more"})
    assert (response.status_code, AccessToken.objects.count()) == (400, 10)
    assert access_tokens.make(reader("bob@example.org"), "Sheet 0")


def test_a_revoked_token_is_answered_like_one_that_never_was(ada, token):
    pk = AccessToken.objects.get().pk
    assert at_settings(ada).post(f"/settings/tokens/{pk}/revoke")["Location"] == "/settings#tokens"
    answers = [ask(each) for each in (token, "mb_" + "A" * 43)]
    assert [answer.status_code for answer in answers] == [401, 401]
    assert answers[0].content == answers[1].content
    assert at_settings(ada).post(f"/settings/tokens/{pk}/revoke").status_code == 404


def test_nobody_revokes_anothers_token(ada, token):
    pk = AccessToken.objects.get().pk
    assert signed_in(email="bob@example.org").post(f"/settings/tokens/{pk}/revoke").status_code == 404
    assert ask(token).status_code == 200


def test_actions_need_a_session_a_post_and_the_form(ada, token):
    pk = AccessToken.objects.get().pk
    for path in ("/settings/tokens", f"/settings/tokens/{pk}/revoke"):
        assert Client().post(path, {"name": "x"}).status_code == 303
        assert ask(token, path, "post", data={"name": "x"}).status_code == 303
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(ada)
        assert strict.post(path, {"name": "x"}).status_code == 403
    assert AccessToken.objects.count() == 1
    assert at_settings(ada).get("/settings/tokens")["Location"] == "/settings#tokens"
    assert at_settings(ada).get(f"/settings/tokens/{pk}/revoke").status_code == 405


# --- limits and traces ---


def test_sixty_a_minute_for_all_tokens_of_a_reader_together(ada, token):
    other, bobs = access_tokens.make(ada, "Other"), access_tokens.make(reader("bob@example.org"), "Sheet")
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        for number in range(access_tokens.ASKED):
            assert ask((token, other)[number % 2]).status_code == 200
        for each in (token, other):
            refused = ask(each, "/api/indicators?nonsense=1")  # the limit is checked before the payload
            assert (refused.status_code, refused.json()["code"], refused["Retry-After"]) == (
                429, "rate_limited", "60",
            )  # fmt: skip
        assert ask(bobs).status_code == 200
        assert at_settings(ada).get("/api/news").status_code == 200
        clock.shift(61)
        assert ask(token).status_code == 200


def test_the_day_of_the_last_use_is_written_once_a_day(ada, token, django_assert_num_queries):
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        with django_assert_num_queries(2):
            assert access_tokens.holder(token) == ada
        with django_assert_num_queries(1):
            assert access_tokens.holder(token) == ada
        assert "Last used on 21 November 2026." in at_settings(ada).get("/settings").content.decode()
        clock.shift(24 * 3600)
        access_tokens.holder(token)
    assert AccessToken.objects.get().last_used_on == date(2026, 11, 22)


def test_the_export_names_the_tokens_and_holds_none(ada, token):
    ask(token)
    body = json.dumps(data.export(ada))
    [named] = json.loads(body)["access_tokens"]
    assert (named.keys(), named["name"]) == ({"name", "made_at", "last_used_on"}, "Sheet")
    assert token not in body
    assert AccessToken.objects.get().token_hash not in body


def test_tokens_go_with_the_account(ada, token):
    data.delete(ada)
    assert (AccessToken.objects.count(), ask(token).status_code) == (0, 401)


def test_staff_see_names_and_days_and_nothing_that_opens(ada, token):
    ask(token)
    client = signed_in(email="staff@example.org", is_staff=True, staff_role="admin")
    row = AccessToken.objects.get()
    for path in (
        reverse("admin:accounts_accesstoken_changelist"),
        reverse("admin:accounts_accesstoken_change", args=[row.pk]),
    ):
        page = client.get(path).content.decode()
        assert "Sheet" in page
        assert row.token_hash not in page
        assert token not in page
    assert (
        client.get(reverse("admin:accounts_accesstoken_changelist") + f"?q={row.token_hash}").status_code
        == 200
    )
    assert client.get(reverse("admin:accounts_accesstoken_add")).status_code == 403
