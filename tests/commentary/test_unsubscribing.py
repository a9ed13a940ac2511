"""The way out: the page, the one click of mail programs, and the token through a change of secrets."""

import logging
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core.signing import Signer
from django.test import Client

from accounts import data
from accounts.models import User
from commentary.mailing import unsubscribing
from tests.accounts.readers import reader, signed_in

pytestmark = pytest.mark.django_db
ONE_CLICK = "List-Unsubscribe=One-Click"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture
def ada() -> User:
    return reader("ada@example.org", digest_opt_in="daily", lang="it")


def path_of(user: User, language: str = "en") -> str:
    parts = urlsplit(unsubscribing.link(unsubscribing.token_of(user.pk), language))
    assert f"{parts.scheme}://{parts.netloc}" == "http://127.0.0.1:8000"
    return f"{parts.path}?{parts.query}"


def choice(user: User) -> str:
    return User.objects.get(pk=user.pk).digest_opt_in


def one_click(path: str, client: Client | None = None):
    """As a mail program posts: no cookie, no CSRF token."""
    return (client or Client(enforce_csrf_checks=True)).post(path, ONE_CLICK, content_type=FORM)


def test_the_link_shows_a_button_and_changes_nothing(ada):
    response = Client().get(path_of(ada))
    assert (response.status_code, choice(ada)) == (200, "daily")
    html = response.content.decode()
    assert '<form method="post"' in html
    assert '<input type="hidden" name="List-Unsubscribe" value="One-Click">' in html
    assert Client().head(path_of(ada)).status_code == 200
    assert choice(ada) == "daily"


def test_one_click_needs_neither_sign_in_nor_csrf_token(ada):
    response = one_click(path_of(ada))
    assert (response.status_code, choice(ada)) == (200, "off")
    assert "You get no more digests." in response.content.decode()
    assert 'href="/settings#id_digest_opt_in"' in response.content.decode()
    assert "svc.session" not in response.cookies


def test_a_second_click_is_as_good(ada):
    assert [one_click(path_of(ada)).status_code for _ in range(2)] == [200, 200]
    assert choice(ada) == "off"


def test_it_concerns_its_own_reader_alone(ada):
    other = reader("bob@example.org", digest_opt_in="weekly")
    one_click(path_of(ada), signed_in(email="carol@example.org", digest_opt_in="daily"))
    assert (choice(ada), choice(other)) == ("off", "weekly")
    assert User.objects.get(email="carol@example.org").digest_opt_in == "daily"


def test_only_the_digest_is_switched_off(ada):
    before = User.objects.values().get(pk=ada.pk)
    one_click(path_of(ada))
    assert User.objects.values().get(pk=ada.pk) == before | {"digest_opt_in": "off"}


def test_a_deleted_reader_gets_the_same_answer(ada):
    path = path_of(ada)
    data.delete(ada)
    assert one_click(path).status_code == 200


@pytest.mark.parametrize(
    ("language", "title", "done"),
    [
        ("en", "Unsubscribe from the digest", "The digest is switched off"),
        ("it", "Non ricevere più il riepilogo", "Il riepilogo è disattivato"),
    ],
)
def test_the_page_speaks_the_language_of_the_message(ada, language, title, done):
    assert f"<h1>{title}</h1>" in Client().get(path_of(ada, language)).content.decode()
    assert f"<h1>{done}</h1>" in one_click(path_of(ada, language)).content.decode()


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("ask", ["same", "bad"])
def test_no_answer_is_cached_or_sends_a_referrer(ada, method, ask):
    path = path_of(ada) if ask == "same" else "/digest/unsubscribe?t=1.x"
    response = getattr(Client(), method)(path)
    assert (response["Cache-Control"], response["Referrer-Policy"]) == ("no-store", "no-referrer")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize(
    ("language", "title"), [("en", "This link cannot be read"), ("it", "Questo link non è leggibile")]
)
@pytest.mark.parametrize(
    "token",
    ["", "x", "1", "1.", "1.AAAA", "١.x", "1.x.y", "preview", "9" * 5000],  # NUL: refused before any view
)
def test_a_bad_token_gets_a_clear_page(ada, method, language, title, token):
    response = getattr(Client(), method)("/digest/unsubscribe", query_params={"t": token, "lang": language})
    assert response.status_code == 400
    assert f"<h1>{title}</h1>" in response.content.decode()
    assert choice(ada) == "daily"


def test_a_token_of_another_reader_cannot_be_made_from_ones_own(ada):
    bob = reader("bob@example.org", digest_opt_in="daily")
    signature = unsubscribing.token_of(ada.pk).partition(".")[2]  # with its date
    assert one_click(f"/digest/unsubscribe?t={bob.pk}.{signature}").status_code == 400
    assert choice(bob) == "daily"


def test_the_token_stands_in_the_query_alone(ada):
    path = path_of(ada)
    body = f"{ONE_CLICK}&t={unsubscribing.token_of(ada.pk)}"
    assert Client().post("/digest/unsubscribe", body, content_type=FORM).status_code == 400
    assert unsubscribing.token_of(ada.pk) not in path.partition("?")[0]


def test_the_link_outlives_a_change_of_secrets(ada, settings):
    path = path_of(ada)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new" * 20, [settings.SECRET_KEY]
    assert one_click(path).status_code == 200
    assert choice(ada) == "off"


def undated(user: User) -> str:
    """A link as it was made until 2026-11-23."""
    token = Signer(salt="commentary.digest.unsubscribe", sep=".").sign(str(user.pk))
    return f"/digest/unsubscribe?t={token}&lang=en"


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("make", [path_of, undated])
def test_a_link_works_for_four_hundred_days_and_then_says_what_to_do(ada, make, method):
    with time_machine.travel("2026-11-23T08:00:00Z", tick=False):
        path = make(ada)
    with time_machine.travel("2027-12-27T23:00:00Z", tick=False):
        assert Client().get(path).status_code == 200
    with time_machine.travel("2027-12-28T09:00:00Z", tick=False):
        response = getattr(Client(), method)(path)
    assert response.status_code == 410
    html = response.content.decode()
    assert "<h1>This link is too old</h1>" in html
    assert "works for 400 days" in html
    assert 'href="/settings#id_digest_opt_in"' in html
    assert choice(ada) == "daily"


def test_an_old_link_speaks_the_language_of_the_message(ada):
    with time_machine.travel("2025-01-01T08:00:00Z", tick=False):
        path = path_of(ada, "it")
    html = Client().get(path).content.decode()
    assert "<h1>Questo link è troppo vecchio</h1>" in html


def test_the_date_of_a_link_cannot_be_changed(ada):
    reader_id, date, signature = unsubscribing.token_of(ada.pk).split(".")
    later = date[:-1] + ("A" if date[-1] != "A" else "B")
    assert one_click(f"/digest/unsubscribe?t={reader_id}.{later}.{signature}").status_code == 400
    assert one_click(f"/digest/unsubscribe?t={reader_id}.{signature}").status_code == 400
    assert choice(ada) == "daily"


def test_a_secret_that_is_given_up_ends_the_link(ada, settings):
    path = path_of(ada)
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new" * 20, []
    assert one_click(path).status_code == 400


@pytest.mark.parametrize("method", ["put", "delete", "patch"])
def test_other_methods_are_refused(ada, method):
    assert getattr(Client(), method)(path_of(ada)).status_code == 405


def test_no_log_has_the_token(ada, caplog):
    with caplog.at_level(logging.DEBUG):
        one_click(path_of(ada))
        Client().get("/digest/unsubscribe?t=1.secret")
    assert unsubscribing.token_of(ada.pk).partition(".")[2] not in caplog.text
    assert "1.secret" not in caplog.text
