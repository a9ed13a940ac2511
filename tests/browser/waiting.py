"""Waiting for what a page comes to. Playwright's own `wait_for_function` polls by eval, which our policy refuses.

A page answers a click in its own time: a <details> tells of its opening in a later task, a fetch or a key derivation
later still. So a test states what the page comes to (`expect`, `comes_to`), and never reads it once.
"""

from collections.abc import Callable
from typing import Any, TypeVar

try:
    from playwright.sync_api import expect
except ImportError:  # the browser tests are skipped then, and say so (conftest.py)
    expect = None  # type: ignore[assignment]
else:
    expect.set_options(timeout=60_000)  # ends a test that hangs; a busy machine takes a few seconds

__all__ = ["comes_to", "expect", "pasted", "until"]
Value = TypeVar("Value")


def until(page: Any, true: Callable[[], bool] | str) -> None:
    """Returns once it is true: a function of the test, or an expression that the page evaluates."""
    for _ in range(600):
        if page.evaluate(true) if isinstance(true, str) else true():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come about in a minute")


def comes_to(page: Any, read: Callable[[], Value] | str, value: Value) -> None:
    """Asserts that what the function or the page's expression returns comes to this value."""
    for _ in range(600):
        found = page.evaluate(read) if isinstance(read, str) else read()
        if found == value:
            return
        page.wait_for_timeout(100)
    assert found == value


def pasted(page: Any) -> str:
    """What the clipboard holds, by pasting it: the policy of the pages lets no script read it."""
    page.evaluate("""() => {
        document.querySelector("#pasted")?.remove();
        document.body.append(Object.assign(document.createElement("textarea"), { id: "pasted" }));
    }""")
    page.locator("#pasted").press("Control+v")
    return str(page.locator("#pasted").input_value())
