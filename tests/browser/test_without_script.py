"""Without script no page shows a button that does nothing."""

import pytest

pytestmark = pytest.mark.usefixtures("whole_edition")
DEAD = """() => [...document.querySelectorAll("button")]
    .filter((button) => !button.matches(".term")) // explained by style alone, on focus
    .filter((button) => button.type !== "submit" || !button.form?.hasAttribute("action"))
    .filter((button) => button.checkVisibility({ visibilityProperty: true }))
    .map((button) => button.textContent.trim())"""


@pytest.mark.parametrize("path", [
    "/", "/offline", "/news", "/log", "/indicators/US10", "/portfolio", "/settings", "/my-page", "/agenda", "/api/docs", "/methods",
])  # fmt: skip
def test_no_button_is_dead(open_page, session, path):
    page = open_page(path, script=False, session=session)
    assert page.locator("h1").count() == 1
    assert page.evaluate(DEAD) == []
