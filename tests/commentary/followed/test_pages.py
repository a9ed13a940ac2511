"""The choices on pages, the limit, the way out and the feed."""

import threading

import pytest
from django.db import connections
from django.test import Client

from accounts import feed_links
from accounts.models import User
from commentary.followed import choices, events
from commentary.followed.forms import DeliveryForm
from commentary.followed.models import Follow, FollowDelivery
from commentary.mailing import unsubscribing
from indicators.groups import load
from tests.accounts.readers import reader, signed_in
from tests.cast import cast as four_readers
from tests.commentary.followed.cases import NOON, arrives, at, follower, yesterday

pytestmark = pytest.mark.django_db


def follows() -> list[tuple[str, str]]:
    return list(Follow.objects.order_by("subject", "kind").values_list("subject", "kind"))


def codes(number: int) -> list[str]:
    return [row.code for row in load().active_rows()][:number]


def test_an_indicators_page_leads_to_the_choice_and_the_settings_list_it():
    client = signed_in()
    assert b'href="/followed?code=US10"' in client.get("/indicators/US10").content
    page = client.get("/followed?code=US10").content.decode()
    assert page.count('name="kind"') == 3
    answer = client.post(
        "/followed?code=US10", {"kind": ["out", "revised", "price", "4.5"], "zone": "Europe/Rome"}
    )
    assert (answer.status_code, answer["Location"]) == (302, "/settings#followed")
    assert follows() == [("US10", "out"), ("US10", "revised")]
    assert FollowDelivery.objects.get().zone == "Europe/Rome"
    settings_page = client.get("/settings").content.decode()
    assert "is out, is revised" in settings_page
    client.post("/followed/stop", {"code": "US10"})
    assert follows() == []


def test_who_is_admitted():
    readers = four_readers()
    assert readers.statuses("/followed?code=US10") == (303, 200, 200, 200)
    assert readers.statuses("/followed?code=NONE") == (303, 404, 404, 404)


def test_no_form_takes_a_number():
    client = signed_in()
    for path in ("/followed?code=US10", "/settings"):
        page = client.get(path).content.decode()
        part = page[page.find('id="followed"') :] if path == "/settings" else page
        assert 'type="number"' not in part.partition("</section>")[0]
    assert set(DeliveryForm().fields) == {"mail", "zone"}


def test_twenty_figures_at_most_and_a_change_of_one_of_them_stays_possible():
    client = signed_in()
    for code in codes(20):
        client.post(f"/followed?code={code}", {"kind": "out"})
    more = load().active_rows()[20].code
    answer = client.post(f"/followed?code={more}", {"kind": "out"})
    assert (answer.status_code, len(follows())) == (400, 20)
    assert "You follow 20 figures already" in answer.content.decode()
    assert client.post(f"/followed?code={codes(1)[0]}", {"kind": ["out", "revised"]}).status_code == 302
    client.post("/followed/banks", {"bank": ["ecb", "fomc", "us10"]})
    assert len(follows()) == 23


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_do_not_pass_the_limit():
    user = reader()
    first = codes(23)
    for code in first[:19]:
        choices.follow_figure(user, code, ["out"])
    start = threading.Barrier(4)

    def ask(code: str) -> None:
        try:
            start.wait()
            choices.follow_figure(user, code, ["out"])
        except choices.TooMany:
            pass
        finally:
            connections.close_all()

    threads = [threading.Thread(target=ask, args=[code]) for code in first[19:]]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(follows()) == 20


def test_a_kind_that_stays_keeps_its_moment():
    ada = follower()
    since = Follow.objects.get(kind="out").created_at
    choices.follow_figure(ada, "US10", ["out"])
    assert Follow.objects.get().created_at == since


def test_a_row_that_is_switched_off_is_named_and_can_be_stopped():
    client = signed_in()
    Follow.objects.create(user=User.objects.get(), subject="GONE", kind="out")
    assert "not shown at present" in client.get("/settings").content.decode()
    client.post("/followed/stop", {"code": "GONE"})
    assert follows() == []


def test_delivery_is_stored_and_other_values_are_refused():
    client = signed_in()
    client.post("/followed/delivery", {"mail": "hourly", "zone": "Pacific/Apia"})
    assert FollowDelivery.objects.values_list("mail", "zone").get() == ("hourly", "Pacific/Apia")
    client.post("/followed/delivery", {"mail": "each", "zone": "Pacific/Apia"})
    client.post("/followed/delivery", {"mail": "daily", "zone": "Mars/Olympus"})
    assert FollowDelivery.objects.values_list("mail", "zone").get() == ("hourly", "Pacific/Apia")


def test_one_click_ends_the_messages_without_a_cookie_and_keeps_the_choice():
    ada = follower()
    token = unsubscribing.token_of(ada.pk, unsubscribing.FOLLOWED)
    path = f"/followed/unsubscribe?t={token}"
    stranger = Client(enforce_csrf_checks=True)
    assert stranger.get(path).status_code == 200
    assert FollowDelivery.objects.get().mail == "daily"
    assert stranger.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert (FollowDelivery.objects.get().mail, len(follows())) == ("off", 3)


@pytest.mark.parametrize("path", ["/followed/unsubscribe", "/digest/unsubscribe"])
def test_a_link_out_of_one_kind_of_message_does_not_end_the_other(path):
    ada = follower(digest_opt_in="daily")
    other = unsubscribing.DIGEST if path.startswith("/followed") else unsubscribing.FOLLOWED
    assert Client().post(f"{path}?t={unsubscribing.token_of(ada.pk, other)}").status_code == 400
    ada.refresh_from_db()
    assert (ada.digest_opt_in, FollowDelivery.objects.get().mail) == ("daily", "daily")


def test_the_feed_has_the_events_of_its_reader_until_the_link_is_revoked():
    with at(NOON):
        ada = follower(mail="off")
        yesterday()
        arrives(value=4.5)
        events.scan(NOON)
    feed_links.renew(ada)
    token = feed_links.token_of(ada)
    path = f"/feeds/followed/novice/en.json?token={token}"
    (item,) = Client().get(path).json()["items"]
    assert item["title"] == "Yield on 10-year US government bonds: out, unusual for it"
    assert "4.5" in item["content_html"]
    assert item["tags"] == ["Written by rules"]
    italian = Client().get(path.replace("/en.", "/it.")).json()["items"][0]
    assert "uscito" in italian["title"]
    atom = Client().get(path.replace(".json", ".atom"))
    assert atom.status_code == 200
    assert Client().get(path, headers={"If-None-Match": Client().get(path)["ETag"]}).status_code == 304
    feed_links.switch_off(ada)
    assert Client().get(path).status_code == 404


def test_another_readers_feed_is_empty():
    with at(NOON):
        follower()
        yesterday()
        arrives(value=4.5)
        events.scan(NOON)
    bob = reader("bob@example.org")
    feed_links.renew(bob)
    path = f"/feeds/followed/novice/en.json?token={feed_links.token_of(bob)}"
    assert Client().get(path).json()["items"] == []
