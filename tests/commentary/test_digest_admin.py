"""What staff see of the digests, and how one would read now."""

import re
from html import unescape

import pytest
from django.core import mail
from django.test import Client

from briefing.core.models import EmailSend
from commentary.digests.models import Digest
from tests.accounts.readers import signed_in
from tests.commentary.digests import html, message, morning, send_all, story, subscriber

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("monday")]
PREVIEW = "/admin/commentary/digest/preview/"


@pytest.fixture
def staff() -> Client:
    morning()
    return signed_in(email="staff@example.org", is_staff=True)


def page(client: Client, path: str = PREVIEW, **query: str) -> str:
    response = client.get(path, query)
    assert (response.status_code, "no-store" in response["Cache-Control"]) == (200, True)
    return response.content.decode()


def test_a_headline_with_markup_stays_text_in_every_part(staff):
    story("<script>alert(1)</script>", "ECB", "BBC", "FED")
    for part in ("", "rendered/"):
        assert "&lt;script&gt;alert(1)" in page(staff, PREVIEW + part)
        assert "<script>alert" not in page(staff, PREVIEW + part)


@pytest.mark.parametrize("part", ["", "rendered/", "source/"])
def test_it_is_for_staff_alone(part):
    assert Client().get(PREVIEW + part).status_code == 302
    assert signed_in().get(PREVIEW + part).status_code == 302


def test_the_preview_has_subject_headers_and_text_and_sends_nothing(staff):
    shown = page(staff)
    assert "<h2>The morning, 23 November: Long rates stood higher</h2>" in shown
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in shown
    assert "Prices &amp; wages stood still." in shown
    assert (mail.outbox, EmailSend.objects.count(), Digest.objects.count()) == ([], 0, 0)


def test_language_tone_and_kind_are_chosen(staff):
    shown = page(staff, language="it", kind="weekly", tone="NOVICE")
    assert "<h2>La settimana, 22 novembre: Tassi lunghi più alti</h2>" in shown
    assert f"{PREVIEW}rendered/?language=it&amp;kind=weekly&amp;tone=NOVICE" in shown
    assert "La settimana in cifre" in page(
        staff, PREVIEW + "rendered/", language="it", kind="weekly", tone="INTERMEDIATE"
    )


def test_a_choice_that_cannot_be_had_shows_the_first_one(staff):
    assert "The morning, 23 November" in page(staff, language="de", kind="hourly")


def test_nothing_new_is_said():
    staff = signed_in(is_staff=True)
    assert "readers would get no message now" in page(staff)


def test_the_source_is_the_message_but_for_the_readers_own_link(staff):
    source = staff.get(f"{PREVIEW}source/")
    assert source["Content-Type"] == "text/plain; charset=utf-8"
    subscriber()
    send_all()
    own = r"\?t=[^&]+&amp;lang"
    assert re.sub(own, "", source.content.decode()) == re.sub(own, "", html())


def test_the_text_is_the_message_but_for_the_readers_own_link(staff):
    shown = re.search(r'<pre lang="en">(.*?)</pre>', page(staff), flags=re.DOTALL)[1]
    subscriber()
    send_all()
    sent = re.sub(r"t=[\w.-]+", "t=preview", message().body)
    assert unescape(shown) == sent


def test_the_rendered_part_keeps_to_the_policy(staff):
    """Styles come from the linked sheet alone, which our policy admits."""
    rendered = page(staff, PREVIEW + "rendered/")
    assert not re.search(r"\sstyle=|<style|<script|<img", rendered)
    assert '<link rel="stylesheet" href="/static/css/digest.css">' in rendered
    assert "Long rates stood higher" in rendered


def test_the_way_out_of_a_preview_leads_nobody_out(staff):
    reader = subscriber()
    link = re.search(r'/digest/unsubscribe\?[^"]+', page(staff, PREVIEW + "rendered/"))[0].replace(
        "&amp;", "&"
    )
    assert Client().post(link).status_code == 400
    reader.refresh_from_db()
    assert reader.digest_opt_in == "daily"


def test_the_list_shows_what_became_of_each(staff):
    subscriber()
    send_all()
    shown = staff.get("/admin/commentary/digest/").content.decode()
    assert "ada@example.org" in shown
    assert "2026-11-23" in shown
    assert f'href="{PREVIEW}"' in shown
