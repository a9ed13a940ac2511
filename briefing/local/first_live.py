"""The first start with public sources: suggests a free key and asks for the contact that publishers want."""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from django.conf import settings

from indicators import groups

FRED_KEY = "FRED_API_KEY"
CONTACT = re.compile(r"[^\s@\"'#\\]{1,64}@[^\s@\"'#\\]{3,190}|https?://[^\s\"'#\\]{4,200}")
QUESTION = "An e-mail address or a web page of yours (empty: ask another time): "


def introduce(
    report: Callable[[str], None], env_file: Path, prompt: Callable[[str], str] | None = None
) -> None:
    """Reports what the settings lack, and asks for a contact on a terminal if none is set.

    The answer is appended to `env_file`, which all processes read, and applied to this process.
    """
    for line in missing():
        report(line)
    if settings.OUTBOUND_CONTACT != settings.BASE_URL:
        return
    report(
        "Some publishers refuse requests (403) that do not say how the sender can be reached: OUTBOUND_CONTACT is"
        " named in every request."
    )
    if prompt is None and not sys.stdin.isatty():
        report(f"Set OUTBOUND_CONTACT in {env_file.name}, or some feeds stay empty.")
        return
    if contact := _answer(report, prompt or input):
        with env_file.open("a", encoding="utf-8") as file:
            file.write(f"\nOUTBOUND_CONTACT={contact}\n")
        settings.OUTBOUND_CONTACT = contact
        report(f"Noted in {env_file.name}.")


def missing() -> list[str]:
    """Returns a sentence on the key that would fill most rows, if it is not set."""
    rows = groups.load().waiting_for(FRED_KEY)
    if not rows:
        return []
    there = len(groups.load().active_rows())
    return [
        f"{there} rows are filled without any key. A free FRED key (https://fred.stlouisfed.org/docs/api/api_key.html,"
        f" set as {FRED_KEY}) adds {len(rows)}: {', '.join(row.label.en for row in rows)}."
    ]


def _answer(report: Callable[[str], None], prompt: Callable[[str], str]) -> str:
    for _try in range(3):
        try:
            text = prompt(QUESTION).strip()
        except EOFError:
            return ""
        if not text or CONTACT.fullmatch(text):
            return text
        report("That is neither an e-mail address nor the address of a page.")
    return ""
