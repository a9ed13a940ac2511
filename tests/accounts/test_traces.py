"""After a deletion no table contains data that identifies the reader."""

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError

from accounts import data
from accounts.models import User
from billing.models import Billing2Event
from briefing.core.models import EmailSend, Job, StaffNotice
from briefing.core.work import jobs
from portfolio.models import PortfolioSync
from tests.accounts.browser import Browser
from tests.accounts.readers import reader
from tests.billing.signing import BARE_SECRET, polar_subscription, send2

PERSON = ("ada@example.org", "Ada Lovelace", "12 St James")


def tables_that_name_the_person() -> list[str]:
    return [
        model._meta.label
        for model in apps.get_models()
        if not model._meta.proxy
        for row in model._base_manager.values()
        if any(part.lower() in str(row).lower() for part in PERSON)
    ]


@pytest.mark.django_db
def test_no_table_names_a_reader_who_went(settings):
    settings.BILLING2_WEBHOOK_SECRET = f"whsec_{BARE_SECRET}"
    browser = Browser()
    browser.sign_in()
    for path in ("/settings", "/settings/export", "/news?q=rates"):
        browser.get(path)
    ada = User.objects.get()
    customer = {"id": "c1", "external_id": None, "email": ada.email, "name": "Ada Lovelace"}
    body = polar_subscription("canceled", customer=customer, billing_address={"line1": "12 St James"})
    send2("subscription.revoked", body)
    staff = reader("staff@example.org", is_staff=True)
    LogEntry.objects.create(
        user=staff, content_type=ContentType.objects.get_for_model(User), object_id=str(ada.pk),
        object_repr=str(ada), action_flag=CHANGE, change_message=f"credit for {ada.email}",
    )  # fmt: skip
    other = LogEntry.objects.create(user=staff, action_flag=CHANGE, object_repr="nora.ada@example.org")
    assert {"accounts.User", "accounts.SignInChallenge", "admin.LogEntry"} <= set(
        tables_that_name_the_person()
    )
    name = f"reader {ada.pk}"
    data.delete(ada)
    other.refresh_from_db()
    assert other.object_repr == "nora.ada@example.org"
    other.delete()
    send2("subscription.updated", body, at="2026-11-21T10:00:00Z")
    assert tables_that_name_the_person() == []
    assert Billing2Event.objects.count() == 2
    entry = LogEntry.objects.get()
    assert (entry.object_repr, entry.change_message) == (name, f"credit for {name}")


@pytest.mark.django_db
def test_failed_job_keeps_no_address_and_no_row_of_a_database():
    @jobs.handles("tests.fails")
    def fail(job: Job) -> str:
        raise IntegrityError("refused for ada@example.org\nDETAIL: Failing row contains (1, Ada Lovelace).")

    try:
        jobs.enqueue("tests.fails", "1")
        jobs.run(Job.objects.get().pk)
    finally:
        del jobs.KINDS["tests.fails"]
    assert Job.objects.get().outcome == "IntegrityError: refused for [e-mail]"


@pytest.mark.django_db
def test_records_of_mail_go_with_the_reader_and_those_of_others_stay():
    ada, bob = reader("ada@example.org"), reader("bob@example.org")
    for user in (ada, bob):
        EmailSend.objects.create(user=user, kind="sign_in_code")
    data.delete(ada)
    assert [row.user for row in EmailSend.objects.all()] == [bob]


@pytest.mark.django_db
def test_notice_of_a_damaged_copy_closes_when_its_reader_goes():
    ada = reader("ada@example.org")
    PortfolioSync.objects.create(user=ada, blob=b"damaged")
    StaffNotice.objects.create(kind="portfolio_sync", subject=str(ada.pk), text="does not open")
    data.delete(ada)
    assert StaffNotice.objects.get().resolved_at is not None


# --- the key of the portfolio in the browser's storage ---


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/portfolio", "/settings"])
def test_cookie_names_the_readers_own_place_and_no_page_does(client, path):
    ada, bob = reader("ada@example.org"), reader("bob@example.org")
    for user in (ada, bob):
        client.force_login(user)
        page = client.get(path)
        assert page.cookies["svc.place"].value == f"svc.portfolio.{user.browser_key}"
        assert user.browser_key not in page.content.decode()
    assert ada.browser_key != bob.browser_key
    assert len(ada.browser_key) == 22
    assert "svc.place" not in client.get(path).cookies  # set only once


@pytest.mark.django_db
def test_cookie_of_the_place_is_for_scripts_and_lasts_as_long_as_a_session(client):
    client.force_login(reader())
    cookie = client.get("/").cookies["svc.place"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == ("", "Lax", "/")
    assert cookie["max-age"] == settings.SESSION_COOKIE_AGE


@pytest.mark.django_db
@pytest.mark.parametrize("leave", ["sign out", "lose the session", "be deleted"])
def test_cookie_of_the_place_goes_with_the_session(client, leave):
    ada = reader("ada@example.org")
    client.force_login(ada)
    client.get("/")
    if leave == "sign out":
        client.post("/logout")
    elif leave == "be deleted":
        client.post("/settings/delete", {"confirm": "ada@example.org"})
    else:
        del client.cookies["svc.session"]
        client.get("/about")
    assert client.cookies["svc.place"].value == ""


@pytest.mark.django_db
def test_strange_place_in_the_cookie_is_put_right(client):
    ada = reader("ada@example.org")
    client.force_login(ada)
    client.cookies["svc.place"] = "svc.portfolio.anothers"
    assert client.get("/").cookies["svc.place"].value == ada.portfolio_key


@pytest.mark.django_db
def test_place_stays_when_the_address_or_the_secret_changes(settings):
    ada = reader("ada@example.org")
    before = ada.portfolio_key
    settings.SECRET_KEY = "another" * 10
    User.objects.update(email="lovelace@example.org")
    assert User.objects.get().portfolio_key == before


# --- signing out and deletion ---


@pytest.mark.django_db
def test_sign_out_removes_the_portfolio_only_on_request(client):
    ada = reader("ada@example.org")
    client.force_login(ada)
    plain = client.post("/logout")
    assert (plain.status_code, plain["Location"], "Clear-Site-Data" in plain) == (302, "/", False)
    client.force_login(ada)
    asked = client.post("/logout", {"portfolio": "remove"})
    assert (asked.status_code, asked["Clear-Site-Data"], asked["Cache-Control"][:9]) == (
        200,
        '"cache"',
        "max-age=0",
    )
    assert f'<portfolio-forget data-key="{ada.portfolio_key}">' in asked.content.decode()
    assert client.get("/settings").status_code == 303
    nobody = client.post("/logout", {"portfolio": "remove"})
    assert nobody.status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("alone", "cleared"), [("yes", '"cache", "storage"'), ("", '"cache"'), (None, '"cache"')]
)
def test_deletion_clears_the_sites_storage_only_where_nobody_else_has_any(client, alone, cleared):
    ada = reader("ada@example.org")
    client.force_login(ada)
    client.cookies["svc.verify"] = "address"
    form = {"confirm": "ada@example.org"} | ({} if alone is None else {"alone": alone})
    gone = client.post("/settings/delete", form)
    assert (gone.status_code, gone["Clear-Site-Data"]) == (200, cleared)
    assert f'<portfolio-forget data-key="{ada.portfolio_key}">' in gone.content.decode()
    assert gone.cookies["svc.verify"].value == ""


@pytest.mark.django_db
def test_deletion_that_is_refused_clears_nothing(client):
    client.force_login(reader("ada@example.org"))
    assert "Clear-Site-Data" not in client.post("/settings/delete", {"confirm": "no", "alone": "yes"})
