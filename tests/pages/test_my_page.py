"""The reader's own arrangement of the front page: saved with the account, told to scripts by a cookie, never printed."""

import pytest

from accounts import data
from accounts.arrangement import MOST, Arrangement
from accounts.models import User
from indicators import groups
from tests.accounts.readers import reader, signed_in
from tests.pages import edition

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True


@pytest.fixture
def client():
    return signed_in()


def kept() -> dict:
    return User.objects.get().settings_json


def wish(**changes: str | list[str]) -> dict:
    """The form as the common page fills it, with changes."""
    known = groups.load().groups
    common = {f"place-{group.id}": str(number) for number, group in enumerate(known, 1)}
    return common | {f"state-{group.id}": "open" for group in known} | changes


def test_arrangement_is_stored_and_in_the_cookie(client):
    first, second, *rest = [group.id for group in groups.load().groups]
    form = wish(**{f"place-{second}": "1", f"place-{first}": "2", f"state-{first}": "folded",
                   f"state-{rest[0]}": "hidden", "pin": ["US10", "CPIE"]})  # fmt: skip
    response = client.post("/my-page", form)
    assert (response.status_code, response["Location"]) == (302, "/my-page")
    assert kept()["page"] == {
        "order": [second, first, *rest], "folded": [first], "hidden": [rest[0]], "pinned": ["CPIE", "US10"],
    }  # fmt: skip
    cookie = client.cookies["svc.page"]
    assert cookie.value == f"{'.'.join([second, first, *rest])}|{first}|{rest[0]}|CPIE.US10"
    assert (cookie["httponly"], cookie["samesite"]) == ("", "Lax")
    page = client.get("/my-page").content.decode()
    assert page.index(f'name="place-{second}"') < page.index(f'name="place-{first}"')
    assert 'value="US10" checked' in page


@pytest.mark.parametrize(("moved", "to"), [(3, 1), (0, 2), (4, 6), (5, 3)])
def test_group_that_is_moved_takes_the_place(client, moved, to):
    common = [group.id for group in groups.load().groups]
    client.post("/my-page", wish(**{f"place-{common[moved]}": str(to)}))
    rest = [code for code in common if code != common[moved]]
    assert kept()["page"]["order"] == [*rest[: to - 1], common[moved], *rest[to - 1 :]]


def test_reset_is_one_step_and_leaves_other_settings(client):
    User.objects.update(settings_json={"tone": "NOVICE"})
    client.post("/my-page", wish(pin=["US10"]))
    client.post("/my-page", wish(pin=["US10"], reset=""))
    assert kept() == {"tone": "NOVICE"}
    assert client.cookies["svc.page"].value == ""


@pytest.mark.parametrize("form", [
    {}, {"pin": ["NOPE", "GDPU", "<script>"]}, {"place-bonds": "x"}, {"place-bonds": "-1"}, {"place-bonds": "9" * 400},
    {"state-bonds": "gone"}, {"state-nowhere": "hidden"},
])  # fmt: skip
def test_what_is_not_offered_is_left_out(client, form):
    assert client.post("/my-page", form).status_code == 302
    assert "page" not in kept()


@pytest.mark.parametrize(
    "found", ["x", {"order": "bonds"}, {"order": ["a|b", 7, None, "é", "a.b", "", "x" * 33]}, [1]]
)
def test_foreign_values_of_the_settings_are_no_arrangement(found):
    assert Arrangement.of({"page": found}) == Arrangement()


def test_lists_are_bounded():
    assert len(Arrangement.of({"page": {"pinned": [f"C{n}" for n in range(1000)]}}).pinned) == MOST


def test_printed_page_is_the_same_for_all(client):
    edition.whole(3)
    common = client.get("/").content
    client.post("/my-page", wish(pin=["US10"]))
    arranged = client.get("/")
    assert (arranged.content, client.cookies["svc.page"].value) == (common, "|||US10")


def test_arrangement_goes_with_the_session_and_is_nobody_elses(client):
    client.post("/my-page", wish(pin=["US10"]))
    client.force_login(reader("bob@example.org"))
    client.get("/about")
    assert client.cookies["svc.page"].value == ""


def test_export_has_it(client):
    client.post("/my-page", wish(pin=["US10"]))
    assert data.export(User.objects.get())["account"]["settings"]["page"]["pinned"] == ["US10"]
