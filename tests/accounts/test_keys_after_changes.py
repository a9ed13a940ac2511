"""Access of tokens and private links after changes of rights, tier or address, and after signing out everywhere."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts import access, access_tokens, feed_links
from accounts.models import AccessToken, FeedLink, User
from briefing.core import api
from tests.accounts.readers import reader

pytestmark = pytest.mark.django_db


class Keys:
    """A reader's token and private link, and the status codes they get."""

    def __init__(self, user: User) -> None:
        self.token, self.link = access_tokens.make(user, "Sheet"), ""
        feed_links.renew(user)
        self.link = feed_links.token_of(user)

    def open(self) -> tuple[int, int]:
        news = Client().get("/api/news", headers={"authorization": f"Bearer {self.token}"})
        feed = Client().get("/feeds/news/en.atom", {"token": self.link})
        return news.status_code, feed.status_code

    def open_paid(self) -> tuple[int, int]:
        """Status codes at a paid route and a paid feed."""
        view = access.endpoint(tokens=True, paid=True)(lambda request: api.answer({"ok": True}))
        feed = access.feed(paid=True)(lambda request: HttpResponse("open"))
        headers = {"authorization": f"Bearer {self.token}"}
        return (
            view(RequestFactory().get("/api/x", headers=headers)).status_code,
            feed(RequestFactory().get("/", {"token": self.link})).status_code,
        )

    def open_staff(self) -> tuple[int, int]:
        """Status codes at the admin and an account page, which neither key may open."""
        headers = {"authorization": f"Bearer {self.token}"}
        return tuple(
            Client().get(path, {"token": self.link}, headers=headers).status_code
            for path in ("/admin/", "/settings")
        )


@pytest.fixture
def ada() -> User:
    return reader("ada@example.org")


@pytest.fixture
def keys(ada) -> Keys:
    return Keys(ada)


def at_settings(user: User) -> Client:
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(user)
    return client


def run(command: str, *arguments: str) -> None:
    call_command(command, *arguments, stdout=StringIO())


def test_tier_and_credit_count_from_the_next_request_on(ada, keys, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    assert keys.open_paid() == (402, 402)
    User.objects.update(tier="paid")
    assert keys.open_paid() == (200, 200)
    User.objects.update(tier="free")
    assert (keys.open_paid(), keys.open()) == ((402, 402), (200, 200))
    User.objects.update(credit_until=timezone.now() + timedelta(days=1))
    assert keys.open_paid() == (200, 200)
    run("revoke_credit", "ada@example.org")
    assert keys.open_paid() == (402, 402)


def test_staff_s_keys_open_no_more_than_a_reader_s(ada, keys):
    before = keys.open_staff()
    for arguments in (("--role", "admin"), ("--role", "support"), ("--revoke",)):
        run("grant_staff", "ada@example.org", *arguments)
        assert (keys.open(), keys.open_staff()) == ((200, 200), before)
    assert 200 not in before


def test_closed_account_opens_nothing_until_it_is_opened_again(ada, keys):
    User.objects.update(is_active=False)
    assert keys.open() == (401, 404)
    User.objects.update(is_active=True)
    assert keys.open() == (200, 200)


@pytest.mark.parametrize("how", [{}, {"update_fields": ["email"]}])
def test_new_address_ends_sessions_tokens_and_link(ada, keys, how):
    browser = at_settings(ada)
    ada.email = "countess@example.org"
    ada.save(**how)
    assert (keys.open(), browser.get("/settings").status_code) == ((401, 404), 303)
    assert (User.objects.get().email, AccessToken.objects.count(), FeedLink.objects.count()) == (
        "countess@example.org", 0, 0,
    )  # fmt: skip


@pytest.mark.parametrize("email", ["ada@example.org", "Ada@example.org"])
def test_same_address_however_written_ends_nothing(ada, keys, email):
    browser = at_settings(ada)
    ada.email = email
    ada.save()
    assert (keys.open(), browser.get("/settings").status_code) == ((200, 200), 200)


def test_another_reader_s_new_address_leaves_these_alone(ada, keys):
    other = reader("grace@example.org")
    other.email = "hopper@example.org"
    other.save()
    assert keys.open() == (200, 200)


def test_page_says_that_tokens_and_link_stay_and_offers_to_end_them(ada, keys):
    page = at_settings(ada).get("/settings").content.decode()
    assert "keep working unless you tick the box" in page
    assert 'name="keys" value="revoke"' in page


def test_signing_out_everywhere_leaves_tokens_and_link_unless_the_box_is_ticked(ada, keys):
    other, browser = at_settings(ada), at_settings(ada)
    browser.post("/settings/sign-out-everywhere")
    assert (keys.open(), other.get("/settings").status_code) == ((200, 200), 303)
    page = browser.post("/settings/sign-out-everywhere", {"keys": "revoke"}, follow=True).content.decode()
    assert keys.open() == (401, 404)
    assert "Your tokens and your private link no longer work." in page


def test_box_ends_the_reader_s_own_alone(ada, keys):
    at_settings(reader("grace@example.org")).post("/settings/sign-out-everywhere", {"keys": "revoke"})
    assert keys.open() == (200, 200)


def test_operator_who_forgets_the_passkeys_of_an_account_ends_its_keys_too(ada, keys, settings):
    settings.BASE_URL = "https://briefing.example"
    run("passkey_link", "ada@example.org", "--forget")
    assert keys.open() == (401, 404)
