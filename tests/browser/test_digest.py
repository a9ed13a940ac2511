"""The digest in a browser: the message at the widths of mail programs, and the way out of it by hand."""

from collections.abc import Callable
from typing import Any

import pytest
import time_machine

from accounts.models import User
from commentary.mailing import unsubscribing
from tests.accounts.readers import reader, signed_in
from tests.browser.screens import NARROW
from tests.browser.waiting import until
from tests.commentary.digests import NOW, html, morning, send_all, subscriber

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def message() -> Callable[[str], str]:
    """The HTML part that a reader of the language gets."""

    def write(language: str) -> str:
        with time_machine.travel(NOW, tick=False):
            morning()
            subscriber(lang=language)
            send_all()
        return html()

    return write


@pytest.mark.parametrize(("lang", "width", "scheme"), [("it", 320, "dark"), ("en", 640, "light")])
def test_the_message_fits_reads_well_and_asks_nobody(browser, message, violations, lang, width, scheme):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_content(message(lang))
    found = violations(page)
    wide = page.evaluate("document.documentElement.scrollWidth")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    context.close()
    # A message is no page of ours: it has no landmarks, its table of layout is marked as such.
    assert [each for each in found if not each.startswith("region") and not each.startswith("landmark")] == []
    assert (wide, asked) == (width, [])
    assert paper == {"light": "rgb(251, 250, 246)", "dark": "rgb(19, 21, 25)"}[scheme]


@pytest.mark.parametrize("script", [True, False])
def test_a_reader_stops_the_digest_with_one_click(open_page, script: bool):
    ada = reader("ada@example.org", digest_opt_in="daily")
    token = unsubscribing.token_of(ada.pk)
    page = open_page(f"/digest/unsubscribe?t={token}&lang=en", script=script)
    page.get_by_role("button", name="Unsubscribe from the digest").click()
    page.get_by_role("heading", name="The digest is switched off").wait_for()
    until(page, lambda: User.objects.get().digest_opt_in == "off")


@pytest.mark.parametrize("token", ["good", "bad"])
def test_the_way_out_is_for_everyone(open_page, violations, token):
    ada = reader("ada@example.org")
    known = unsubscribing.token_of(ada.pk) if token == "good" else "x"
    page = open_page(f"/digest/unsubscribe?t={known}&lang=it", **NARROW)
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 320


def test_the_preview_meets_the_policy(open_page: Any):
    session = signed_in(email="staff@example.org", is_staff=True).cookies["svc.session"].value
    page = open_page("/admin/commentary/digest/preview/rendered/?language=it", session=session)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(251, 250, 246)"
