"""What the guides link to is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GUIDES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(text: str) -> set[str]:
    """As GitHub makes them of headings."""
    return {re.sub(r"[^\w\- ]", "", found.lower()).replace(" ", "-") for found in HEADING.findall(text)}


def test_links_lead_somewhere():
    assert len(GUIDES) > 20
    broken = []
    for guide in GUIDES:
        for path, anchor in LINK.findall(guide.read_text(encoding="utf-8")):
            if "://" in path or path.startswith("mailto:"):
                continue
            target = (guide.parent / path).resolve() if path else guide
            if not target.exists() or (
                anchor
                and target.suffix == ".md"
                and anchor not in anchors(target.read_text(encoding="utf-8"))
            ):
                broken.append((guide.name, f"{path}#{anchor}"))
    assert broken == []


@pytest.mark.parametrize("file", ["compose.yaml", "Dockerfile", ".env.example", "Makefile"])
def test_guides_that_are_named_exist(file: str):
    named = re.findall(r"\bdocs/[\w/.-]+\.\w+", (ROOT / file).read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []
