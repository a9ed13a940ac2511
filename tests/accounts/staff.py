"""Staff who signed in by code on a Monday at 08:00 UTC, and their actions in the admin."""

from collections.abc import Iterator
from contextlib import contextmanager

import time_machine
from django.contrib.admin.models import LogEntry
from django.urls import reverse

from accounts.models import User
from tests.accounts.browser import Browser
from tests.accounts.passkeys import KeyHolder


@contextmanager
def signed_in_staff() -> Iterator[tuple[KeyHolder, time_machine.Traveller]]:
    """An admin's browser and the frozen clock."""
    with time_machine.travel("2026-11-23T08:00:00Z", tick=False) as clock:
        browser = KeyHolder()
        browser.sign_in("staff@example.org")
        User.objects.update(is_staff=True, staff_role="admin")
        yield browser, clock


def act(browser: Browser, model: str, action: str, *keys: object, **more: str):
    """Runs an action on rows of an admin list."""
    chosen = {"action": action, "_selected_action": [*keys]} | more
    return browser.post(reverse(f"admin:{model}_changelist"), chosen, follow=True)


def entries() -> list[tuple[str, str]]:
    """The admin log as (row, change message)."""
    return [(row.object_repr, row.change_message) for row in LogEntry.objects.order_by("pk")]
