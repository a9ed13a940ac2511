"""Every setting that a printed page shows, or that decides what it shows, is part of what the page is kept under."""

import ast
import dis
import functools
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise, product
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.models import User
from briefing.core.operations import metrics
from briefing.core.web import page_cache
from tests.cast import cast
from tests.pages import edition, feed_reader
from tests.pages.test_page_cache import PATHS

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
OURS = tuple(
    f"{ROOT / app}/"
    for app in ("briefing", "accounts", "indicators", "news", "commentary", "billing", "portfolio")
)
TEXTS = ("/terms", "/privacy", "/disclaimer", "/edition/2026-11-20")
# The same wherever the program is the same, which is in the key; the names of cookies follow COOKIE_PREFIX.
CONSTANT = {"LANGUAGE_CODE", "CSRF_COOKIE_NAME", "SESSION_COOKIE_NAME", "BASE_DIR", "STATIC_ROOT"}
# Read in modules that draw, by what does not: the cookies of an answer, and where figures are fetched from.
NOT_DRAWN = {"PRODUCTION", "SOURCE_BASE_URLS", "SAMPLE_SOURCES_URL"}


@contextmanager
def code_that_draws() -> Iterator[set[CodeType]]:
    """Collects the functions of ours that run while a page is printed."""
    found: set[CodeType] = set()
    depth = 0

    def watch(frame: FrameType, event: str, _arg: Any) -> None:
        nonlocal depth
        if frame.f_code is page_cache._render.__code__:
            depth += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and depth and frame.f_code.co_filename.startswith(OURS):
            found.add(frame.f_code)

    sys.setprofile(watch)
    try:
        yield found
    finally:
        sys.setprofile(None)


def settings_in(code: CodeType) -> set[str]:
    steps = list(dis.get_instructions(code))
    return {
        str(step.argval)
        for before, step in pairwise(steps)
        if before.opname.startswith("LOAD")
        and before.argval == "settings"
        and step.opname.startswith("LOAD_ATTR")
    }


def forget_everything() -> None:
    """What was read once and kept is read again."""
    cache.clear()
    page_cache.clear()
    ours = {Path(folder).name for folder in OURS}
    for each in gc.get_objects():
        if not isinstance(each, functools._lru_cache_wrapper) or each.__module__ == metrics.__name__:
            continue  # a process has one registry of instruments, and they are registered once
        if (each.__module__ or "").split(".")[0] in ours:
            each.cache_clear()


def settings_beside(file: str) -> set[str]:
    """All settings that a module reads, also where the pages of this test did not lead."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    read = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr.isupper())
    return {node.attr for node in read if isinstance(node.value, ast.Name) and node.value.id == "settings"}


@pytest.fixture
def drawn(settings) -> set[CodeType]:
    """What runs while every page is printed, in both states of each gate that changes a page, for each kind of reader."""
    readers = cast()
    edition.whole()
    feed_reader.log(1, pk=1)
    User.objects.filter(email="staff@example.org").update(settings_json={"anchor": "EU"})
    found: set[CodeType] = set()
    for on in (False, True):
        settings.SUBSCRIPTIONS_ENABLED = settings.SAMPLE_DATA = on
        forget_everything()
        with code_that_draws() as running:
            for path, who in product((*PATHS, *TEXTS), ("visitor", "reader", "staff")):
                lang = "it" if who == "reader" else "en"
                getattr(readers, who).get(path, headers={"accept-language": lang})
        found |= running
    return found


@pytest.mark.usefixtures("noon")
def test_what_is_read_while_a_page_is_drawn_is_in_its_key(drawn):
    assert len(drawn) > 500  # the pages were drawn indeed
    read = set().union(*map(settings_in, drawn))
    assert {"BASE_URL", "REDISTRIBUTION_ALLOWED"} <= read  # and the reading of them is seen
    assert read - set(page_cache.SETTINGS_SHOWN) - CONSTANT == set()
    modules = {code.co_filename for code in drawn}
    assert (
        set().union(*map(settings_beside, modules)) - set(page_cache.SETTINGS_SHOWN) - CONSTANT - NOT_DRAWN
        == set()
    )


@pytest.mark.usefixtures("noon")
def test_withdrawn_right_removes_its_figures_from_the_cached_page(settings):
    """Another process, with another environment, prints the page anew although the shared cache has it."""
    reader = cast().reader
    edition.whole()
    settings.SUBSCRIPTIONS_ENABLED, settings.YAHOO_ENABLED, settings.PAID_DISPLAY_ALLOWED = (
        True,
        True,
        ["YAHOO"],
    )
    with_right = reader.get("/").content
    settings.PAID_DISPLAY_ALLOWED = []
    page_cache.clear()
    without = reader.get("/").content
    forget_everything()
    assert without == reader.get("/").content != with_right


@pytest.mark.parametrize("name", page_cache.SETTINGS_SHOWN)
def test_copy_for_an_outage_is_of_the_same_settings(settings, name):
    asked = RequestFactory().get("/somewhere")
    asked.user = page_cache.ANONYMOUS
    page_cache.serve_cached(asked, "landing", lambda _sheet: HttpResponse("as it was"))
    assert page_cache.last_copy("/somewhere", "", signed_in=False) is not None
    setattr(settings, name, ["another"])
    assert page_cache.last_copy("/somewhere", "", signed_in=False) is None
