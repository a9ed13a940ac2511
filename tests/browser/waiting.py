"""Waiting for what a page comes to. Playwright's own `wait_for_function` polls by eval, which our policy refuses."""

from collections.abc import Callable
from typing import Any


def until(page: Any, true: Callable[[], bool] | str) -> None:
    """Returns once it is true: a function of the test, or an expression that the page evaluates."""
    for _ in range(600):
        if page.evaluate(true) if isinstance(true, str) else true():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come about in a minute")
