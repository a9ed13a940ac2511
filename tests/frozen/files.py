"""Writes what was collected to a folder, without what differs between two runs, and compares two folders."""

import difflib
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Random, or of this machine.
CHANCE = (
    (re.compile(r'(csrfmiddlewaretoken" value=")[^"]+'), r"\1…"),
    (re.compile(re.escape(str(ROOT))), "ROOT"),
    (re.compile(r"[\d.]+ GB free of [\d.]+ GB \(\d+%\)"), "… GB free"),
    # Sources are asked side by side, so their rows have other numbers each time.
    (
        re.compile(
            r'(/admin/indicators/quote/|action" value=")\d+(?=/change/|" class="action-select" aria-label="[^"]*[A-Z]:)'
        ),
        r"\1…",
    ),
    (re.compile(r'"id": \d+, (?="symbol")'), ""),
)


def write(folder: Path, found: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for old in sorted(folder.rglob("*.*"), reverse=True):
        if old.is_file():
            old.unlink()
    for name, text in found.items():
        for pattern, instead in CHANCE:
            text = pattern.sub(instead, text)
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    print(f"{len(found)} files in {folder}")


def compare(before: Path, now: Path) -> int:
    """Prints what differs; 0 when nothing does."""
    names = {
        path.relative_to(each).as_posix()
        for each in (before, now)
        for path in each.rglob("*")
        if path.is_file()
    }
    different = 0
    for name in sorted(names):
        old, new = (
            (each / name).read_text(encoding="utf-8").splitlines() if (each / name).is_file() else []
            for each in (before, now)
        )
        if old != new:
            different += 1
            print(
                "\n".join(
                    line[:300]
                    for line in difflib.unified_diff(
                        old, new, f"before/{name}", f"now/{name}", lineterm="", n=0
                    )
                )
            )
    print(f"{different} of {len(names)} files differ")
    return 1 if different else 0
