"""Waiting for what a page comes to. Playwright's own `wait_for_function` polls by eval, which our policy refuses.

A page answers a click in its own time: a <details> tells of its opening in a later task, a fetch or a key derivation
later still. So a test states what the page comes to (`expect`, `comes_to`), and never reads it once.
"""

import gzip
from collections.abc import Callable
from typing import Any, TypeVar

try:
    from playwright.sync_api import expect
except ImportError:  # the browser tests are skipped then, and say so (conftest.py)
    expect = None  # type: ignore[assignment]
else:
    expect.set_options(timeout=60_000)  # ends a test that hangs; a busy machine takes a few seconds

__all__ = ["comes_to", "expect", "load_again", "pasted", "until"]
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


def load_again(page: Any) -> list[tuple[str, str, int]]:
    """Reloads the page, and returns the kind, address and compressed size of each of its answers.

    Bodies are read after the page has come to rest: a handler that waits for one is still waiting when `reload` returns.
    """
    answers: list[Any] = []
    page.on("response", lambda answer: answers.append(answer))  # noqa: PLW0108  Playwright marks the function
    page.reload(wait_until="networkidle")
    return [
        (answer.request.resource_type, answer.url, len(gzip.compress(answer.body())))
        for answer in tuple(answers)
    ]


def pasted(page: Any) -> str:
    """What the clipboard holds, by pasting it: the policy of the pages lets no script read it."""
    page.evaluate("""() => {
        document.querySelector("#pasted")?.remove();
        document.body.append(Object.assign(document.createElement("textarea"), { id: "pasted" }));
    }""")
    page.locator("#pasted").press("Control+v")
    return str(page.locator("#pasted").input_value())
