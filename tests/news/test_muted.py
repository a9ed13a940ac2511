"""Publishers hidden by a reader: stored with the account, applied by the browser."""

import pytest

from accounts import data
from accounts.models import User
from news.models import Feed
from news.muted import muted
from tests.accounts.readers import signed_in

pytestmark = pytest.mark.django_db
ADA = "ada@example.org"


@pytest.fixture
def ada():
    for name in ("Paper", "Gazette"):
        Feed.objects.create(url=f"https://{name}.example/rss", publisher=name)
    return signed_in(email=ADA)


def test_choice_is_stored_with_the_account_and_exported(ada):
    assert ada.get("/news/muted").json() == {"publishers": []}
    assert ada.post("/news/publishers", {"muted": ["Paper"]})["Location"] == "/news/publishers"
    assert ada.get("/news/muted").json() == {"publishers": ["Paper"]}
    assert data.export(User.objects.get(email=ADA))["account"]["settings"]["muted"] == ["Paper"]


def test_page_shows_the_choice_and_takes_it_back(ada):
    ada.post("/news/publishers", {"muted": ["Paper"]})
    assert 'value="Paper" checked' in ada.get("/news/publishers").content.decode()
    ada.post("/news/publishers", {})
    assert ada.get("/news/muted").json() == {"publishers": []}


def test_other_settings_stay_and_strange_names_are_left_out(ada):
    User.objects.filter(email=ADA).update(settings_json={"tone": "INTERMEDIATE"})
    ada.post("/news/publishers", {"muted": ["Gazette", "<b>", "x" * 5000]})
    assert User.objects.get(email=ADA).settings_json == {"tone": "INTERMEDIATE", "muted": ["Gazette"]}


@pytest.mark.parametrize("kept", [None, "Paper", {"Paper": 1}, [1, None]])
def test_what_is_no_list_of_names_mutes_nobody(kept):
    assert muted(User(settings_json={"muted": kept})) == []


def test_printed_page_is_the_same_for_who_mutes(ada):
    before = ada.get("/news?all").content
    ada.post("/news/publishers", {"muted": ["Paper"]})
    assert ada.get("/news?all").content == before


@pytest.mark.parametrize("path", ["/news/muted", "/news/publishers"])
def test_a_visitor_is_sent_to_sign_in(client, path):
    assert client.get(path).status_code == 303
