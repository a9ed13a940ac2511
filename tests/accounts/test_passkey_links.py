"""The operator's one-time link: for staff's first passkey, and for recovery without one."""

from datetime import timedelta
from io import StringIO
from urllib.parse import urlsplit

import pytest
import time_machine
from django.core.management import CommandError, call_command
from structlog.testing import capture_logs

from accounts.models import Passkey, PasskeyLink, User
from accounts.passkeys import links
from tests.accounts.passkeys import KeyHolder

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("host_name")]


def printed(*arguments: object) -> list[str]:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue().splitlines()


def path_of(link: str) -> str:
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def use(browser: KeyHolder, path: str):
    assert browser.get(path).status_code == 200
    return browser.post("/confirm/link", {"token": path.partition("token=")[2]})


def test_a_lost_passkey_is_replaced_by_the_link(ada):
    ada.add()
    User.objects.update(second_step=True)
    path = path_of(printed("passkey_link", "ada@example.org", "--forget")[-1])
    assert Passkey.objects.count() == 0
    assert not ada.signed_in  # its sessions are ended
    ada.sign_in()
    assert "no passkey that can be used" in ada.get("/confirm").content.decode()
    assert use(ada, path)["Location"] == "/settings#passkeys"
    assert ada.signed_in
    ada.add("New")
    assert Passkey.objects.get().name == "New"
    assert User.objects.get().second_step


def test_the_link_works_once(ada):
    path = path_of(printed("passkey_link", "ada@example.org")[-1])
    use(ada, path)
    with capture_logs() as logs:
        assert ada.post("/confirm/link", {"token": path.partition("token=")[2]}).status_code == 400
    assert [entry["event"] for entry in logs] == ["passkey_link_refused"]


def test_the_link_expires(ada):
    with time_machine.travel("2026-11-23T12:00:00Z", tick=False) as clock:
        path = path_of(printed("passkey_link", "ada@example.org", "--hours", 1)[-1])
        ada.sign_in()
        clock.shift(timedelta(minutes=61))
        assert use(ada, path).status_code == 400
        assert links.purge(PasskeyLink.objects.get().expires_at + timedelta(days=31)) == 1


def test_the_link_is_for_one_account(ada):
    path = path_of(printed("passkey_link", "ada@example.org")[-1])
    grace = KeyHolder(address="203.0.113.5")
    grace.sign_in("grace@example.org")
    assert use(grace, path).status_code == 400
    assert use(ada, path).status_code == 302


def test_a_newer_link_voids_the_older(ada):
    older, newer = (path_of(printed("passkey_link", "ada@example.org")[-1]) for _ in range(2))
    assert [use(ada, older).status_code, use(ada, newer).status_code] == [400, 302]


def test_without_a_right_code_the_link_leads_to_the_sign_in(ada):
    path = path_of(printed("passkey_link", "ada@example.org")[-1])
    stranger = KeyHolder(address="203.0.113.5")
    response = stranger.get(path)
    assert response["Location"].startswith("/login?next=%2Fconfirm%2Flink%3Ftoken")
    assert stranger.post("/confirm/link", {"token": path.partition("token=")[2]}).status_code == 302
    assert PasskeyLink.objects.get().used_at is None


def test_the_page_of_a_link_tells_nobody_where_one_came_from(ada):
    response = ada.get(path_of(printed("passkey_link", "ada@example.org")[-1]))
    assert response["Referrer-Policy"] == "same-origin"
    assert "no-store" in response["Cache-Control"]
    assert 'rel="canonical"' not in response.content.decode()


def test_the_table_alone_opens_nothing(ada):
    link = printed("passkey_link", "ada@example.org")[-1]
    row = PasskeyLink.objects.get()
    assert row.token_hash not in link
    assert use(ada, f"/confirm/link?token={row.token_hash}").status_code == 400


def test_making_and_using_are_logged_without_a_name(ada):
    with capture_logs() as logs:
        path = path_of(printed("passkey_link", "ada@example.org", "--forget")[-1])
        ada.sign_in()
        use(ada, path)
    events = [entry["event"] for entry in logs]
    assert [event for event in events if event.startswith("passkey")] == [
        "passkeys_forgotten", "passkey_link_made", "passkey_link_used",
    ]  # fmt: skip
    assert "ada@" not in str(logs)
    assert path.partition("token=")[2] not in str(logs)


@pytest.mark.parametrize("hours", [0, 169])
def test_a_link_lasts_an_hour_to_a_week(ada, hours):
    with pytest.raises(CommandError, match="between 1 and 168"):
        printed("passkey_link", "ada@example.org", "--hours", hours)


def test_without_a_host_name_there_is_no_link(ada, settings):
    settings.BASE_URL = "http://127.0.0.1:8000"
    with pytest.raises(CommandError, match="host name"):
        printed("passkey_link", "ada@example.org")
