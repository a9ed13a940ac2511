"""The dashboard is looked at on four screens, every other page on one: narrow, dark, in the longer language."""

from typing import Any

# Each two of width, scheme and language together: what axe finds depends on two of them at most.
SCREENS = [(320, "light", "en"), (320, "dark", "it"), (1440, "light", "it"), (1440, "dark", "en")]
NARROW: dict[str, Any] = {"width": 320, "scheme": "dark", "lang": "it"}
# What a page takes on a screen of each width, when it needs no scrolling sideways.
WIDTHS = {width: width for width in (320, 360, 390, 430, 640, 720, 768, 960, 1024, 1152, 1440, 1920)}


def widths(page: Any) -> dict[int, int]:
    """How wide the open page is on screens of WIDTHS."""
    found = {}
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        found[width] = page.evaluate("document.documentElement.scrollWidth")
    return found
