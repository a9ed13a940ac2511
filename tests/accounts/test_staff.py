"""Staff in the admin: required confirmation, its duration, and each role's permissions."""

from collections.abc import Iterator
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
import time_machine
from django.contrib import admin
from django.core.management import call_command
from django_celery_beat.models import CrontabSchedule, PeriodicTask
from structlog.testing import capture_logs

from accounts.models import Passkey
from briefing.core.work import schedule
from tests.accounts.authenticator import Authenticator
from tests.accounts.passkeys import ORIGIN, KeyHolder
from tests.accounts.staff import act, entries, signed_in_staff

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _host_name(settings):
    settings.BASE_URL = ORIGIN


@pytest.fixture
def at_eight() -> Iterator[tuple[KeyHolder, time_machine.Traveller]]:
    with signed_in_staff() as both:
        yield both


@pytest.fixture
def staff(at_eight) -> KeyHolder:
    return at_eight[0]


@pytest.fixture
def clock(at_eight) -> time_machine.Traveller:
    return at_eight[1]


@pytest.fixture
def guarded(staff, settings, capsys) -> KeyHolder:
    """Staff with a passkey, signed in by code, where the admin requires the passkey."""
    settings.STAFF_PASSKEY_REQUIRED = True
    call_command("grant_staff", "staff@example.org", "--role", "admin")
    link = urlsplit(capsys.readouterr().out.split()[-1])
    staff.post("/confirm/link", {"token": link.query.removeprefix("token=")})
    staff.add("Key")
    staff.post("/logout")
    staff.sign_in("staff@example.org")
    return staff


def opens(browser: KeyHolder) -> bool:
    return browser.get("/admin/").status_code == 200


# --- the second step ---


def test_a_code_opens_the_admin_for_eight_hours(staff, clock):
    clock.shift(timedelta(hours=7, minutes=59))
    assert opens(staff)
    clock.shift(timedelta(minutes=1))
    response = staff.get("/admin/accounts/user/", follow=True)
    assert response.redirect_chain[-1][0] == "/confirm?next=%2Fadmin%2Faccounts%2Fuser%2F"
    staff.post("/confirm/code?next=/admin/")
    staff.type(staff.code())
    assert opens(staff)


def test_a_mailbox_alone_does_not_open_the_admin_where_a_passkey_is_needed(guarded):
    assert not opens(guarded)
    response = guarded.get("/admin/", follow=True)
    assert response.redirect_chain[-1][0] == "/confirm?next=%2Fadmin%2F"
    assert guarded.confirm("/admin/")["Location"] == "/admin/"
    assert opens(guarded)


def test_the_passkey_is_required_once_a_session_and_after_eight_hours(guarded, clock):
    guarded.confirm("/admin/")
    clock.shift(timedelta(hours=7, minutes=59))
    assert opens(guarded)
    clock.shift(timedelta(minutes=1))
    assert not opens(guarded)
    guarded.confirm("/admin/")
    assert opens(guarded)


def test_a_mailbox_alone_makes_no_first_passkey_for_staff(staff, settings):
    settings.STAFF_PASSKEY_REQUIRED = True
    response = staff.get("/admin/", follow=True)
    text = response.content.decode()
    assert (response.status_code, "passkey_link staff@example.org" in text) == (403, True)
    assert staff.post("/settings/passkeys/options")["Location"] == "/settings#passkeys"
    assert staff.post("/settings/passkeys/add", {"credential": "{}"}).status_code == 302
    assert Passkey.objects.count() == 0
    assert "one-time link from the operator" in staff.at_settings()


def test_a_passkey_from_before_they_were_staff_does_not_open_the_admin(staff, settings):
    """It may have been added by someone with access to the mailbox."""
    staff.add()
    settings.STAFF_PASSKEY_REQUIRED = True
    staff.confirm("/admin/")
    assert not opens(staff)
    assert staff.post("/settings/passkeys/options").status_code == 302  # and cannot add one that does


def test_a_passkey_that_opens_the_admin_adds_another(guarded):
    second = Authenticator(ORIGIN)
    guarded.confirm("/settings")
    guarded.add("Second", second)
    assert Passkey.objects.for_admin().count() == 2
    guarded.post("/logout")
    guarded.sign_in("staff@example.org")
    guarded.confirm("/admin/", authenticator=second)
    assert opens(guarded)


def test_the_code_does_not_change_the_passkeys_of_staff(guarded):
    pk = Passkey.objects.get().pk
    for path in ("options", f"{pk}/remove", f"{pk}/rename"):
        assert guarded.post(f"/settings/passkeys/{path}")["Location"].startswith("/confirm")
    assert guarded.get("/settings/export")["Location"].startswith("/confirm")


def test_staff_keep_their_last_passkey(guarded):
    guarded.confirm("/settings")
    with capture_logs() as logs:
        guarded.post(f"/settings/passkeys/{Passkey.objects.get().pk}/remove")
    assert Passkey.objects.count() == 1
    assert "Add another one before you remove it." in guarded.at_settings()
    assert [entry["event"] for entry in logs] == ["passkey_removal_refused"]


def test_staff_remove_one_of_two(guarded):
    guarded.confirm("/settings")
    guarded.add("Second", Authenticator(ORIGIN))
    guarded.post(f"/settings/passkeys/{Passkey.objects.get(name='Key').pk}/remove")
    assert [key.name for key in Passkey.objects.all()] == ["Second"]


def test_a_removed_passkey_closes_the_admin_it_had_opened(guarded):
    guarded.confirm("/admin/")
    Passkey.objects.all().delete()
    assert not opens(guarded)


def test_a_copied_passkey_closes_the_admin_it_had_opened(guarded):
    copy = guarded.authenticator.copy()
    guarded.confirm("/admin/")
    guarded.confirm("/admin/", authenticator=copy)
    assert not opens(guarded)


def test_former_staff_need_a_new_link(guarded, capsys):
    call_command("grant_staff", "staff@example.org", "--revoke")
    assert not Passkey.objects.for_admin().exists()
    guarded.confirm("/admin/")
    assert not opens(guarded)
    call_command("grant_staff", "staff@example.org")
    assert "/confirm/link?token=" in capsys.readouterr().out


def test_next_leads_back_into_the_admin_alone(staff):
    assert staff.get("/admin/login/?next=/admin/accounts/user/")["Location"] == "/admin/accounts/user/"
    for strange in ("https://evil.example/", "/settings", "/admin/login/?next=/admin/"):
        assert staff.client.get("/admin/login/", {"next": strange})["Location"] == "/admin/"


# --- absent pages ---


def test_what_nobody_needs_is_not_registered():
    names = {model._meta.label for model in admin.site._registry}
    assert not names & {"auth.Group", "django_celery_beat.IntervalSchedule", "django_celery_beat.SolarSchedule",
                        "django_celery_beat.ClockedSchedule"}  # fmt: skip
    assert {"django_celery_beat.PeriodicTask", "django_celery_beat.CrontabSchedule"} <= names


TIMETABLE = "/admin/django_celery_beat/periodictask/"


@pytest.mark.parametrize("samples", [True, False])
@pytest.mark.parametrize("path", ["/admin/", "/admin/indicators/quote/", "/admin/news/headline/"])
def test_every_page_says_that_the_data_are_samples(staff, settings, path, samples):
    settings.SAMPLE_DATA = samples
    html = staff.get(path).content.decode()
    assert ("Market Briefing · Sample data</title>" in html, ">Market Briefing · Sample data<" in html) == (
        samples,
        samples,
    )


def test_the_timetable_is_switched_and_logged(staff):
    task = PeriodicTask.objects.get(name="news.ingest")
    act(staff, "django_celery_beat_periodictask", "disable", task.pk)
    assert ("news.ingest" in schedule.timetable(), entries()) == (False, [(str(task.pk), "disabled")])


def test_times_that_staff_choose_are_the_timetable(staff):
    task = PeriodicTask.objects.get(name="news.ingest")
    hourly = CrontabSchedule.objects.create(minute="25", timezone="UTC")
    staff.post(f"{TIMETABLE}{task.pk}/change/", {"crontab": hourly.pk, "enabled": "on", "description": ""})
    assert schedule.timetable()["news.ingest"].minute == {25}


def test_times_that_come_too_thick_are_refused_with_the_reason(staff):
    task = PeriodicTask.objects.get(name="news.ingest")
    thick = CrontabSchedule.objects.create(minute="*/2", timezone="UTC")
    page = staff.post(
        f"{TIMETABLE}{task.pk}/change/", {"crontab": thick.pk, "enabled": "on", "description": ""}
    )
    assert "Leave at least ten minutes" in page.content.decode()
    assert schedule.timetable()["news.ingest"].minute == {10, 30, 50}


def test_the_clock_itself_is_not_offered(staff):
    every = CrontabSchedule.objects.create(minute="0")
    clock = PeriodicTask.objects.create(name="tick", task="briefing.tasks.tick", crontab=every)
    assert staff.get(f"{TIMETABLE}{clock.pk}/change/").status_code == 302


@pytest.mark.parametrize("path", ["/admin/password_change/", "/admin/password_change/done/"])
def test_there_are_no_pages_about_passwords(staff, path):
    assert staff.get(path).status_code == 404
    assert (
        staff.post(path, {"old_password": "a", "new_password1": "b", "new_password2": "b"}).status_code == 404
    )
    assert "password" not in staff.get("/admin/").content.decode()
