"""Modules that are imported at first use."""

import subprocess
import sys

from briefing.core.lazy_module import LazyModule

LOADED = """
import django, sys
django.setup()
from django.urls import get_resolver
get_resolver().url_patterns
print(*sorted({"stripe", "webauthn", "feedparser", "openai", "celery.bin", "numpy"} & set(sys.modules)))
"""


def test_module_is_loaded_by_its_first_name_and_set_up():
    later = LazyModule("colorsys", ONE_THIRD=0.5)
    assert later.ONE_THIRD == 0.5
    assert later.rgb_to_hsv(0, 0, 0) == (0.0, 0.0, 0)


def test_pages_load_no_library_that_few_requests_need(monkeypatch):
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "briefing.settings")
    found = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
