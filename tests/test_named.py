"""What guides, comments and docstrings name is there: files, modules, commands, settings."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import get_commands

from tests.shape.faults import by_tests

ROOT = Path(__file__).resolve().parents[1]
APPS = (
    "briefing",
    "accounts",
    "indicators",
    "news",
    "commentary",
    "billing",
    "portfolio",
    "evaluation",
    "bench",
    "tests",
)
ENDINGS = "py|toml|js|html|md|css|ya?ml|txt|json|gz|xz|conf|po|service|socket|timer|webmanifest"
PATH = re.compile(
    rf"(?<![\w/.:$}}~<>*-])((?:\.?[\w-]+/)*\.?[\w-]+(?:\.(?:{ENDINGS}))+|(?:\.?[\w-]+/)+(?=`))(?![\w*/<{{-])"
)
MODULE = re.compile(rf"`((?:{'|'.join(APPS)})(?:\.[a-z_]\w*)+)(?:\(\))?`")
IN_PYTHON = re.compile(r'"""(.*?)"""|(?:^|[ \t])#[ \t]([^\n]*)$', re.DOTALL | re.MULTILINE)
COMMAND = re.compile(r"(?:manage\.py|market-briefing) ([a-z]+_[a-z_]+)")
TARGET = re.compile(r"`make ([a-z-]+)")
SETTING = re.compile(r"`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=[^`]*)?`")
# Made while the service runs or by who follows a guide; names of other programs and of publishers.
ELSEWHERE = re.compile(
    r"(latest|FILE|.*/search)\.json|var/|\.?subject\.txt|django\.conf|redis\.conf|fragment\.po|\.test\.js|"
    r"(.*/)?(test_)?nso\.py|NSO_BASE_URL|.*/fr/.*|market-briefing-\.service|DATA_DIR/.*"
)


def tracked() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


FILES = tracked()
FOLDERS = {"/".join(name.split("/")[:depth]) for name in FILES for depth in range(1, name.count("/") + 1)}


def guides() -> Iterator[tuple[str, str]]:
    for name in FILES:
        if name.endswith(".md") and name != "CHANGELOG.md":
            yield name, (ROOT / name).read_text(encoding="utf-8")


def comments() -> Iterator[tuple[str, str]]:
    """Comments and docstrings of Python; what stands behind a comment's mark elsewhere."""
    for name in FILES:
        if "/migrations/" in name or name == "tests/test_named.py":
            continue
        text = (ROOT / name).read_text(encoding="utf-8", errors="replace")
        if name.endswith(".py"):
            for docstring, comment in IN_PYTHON.findall(text):
                yield name, docstring or comment
        elif name.endswith((".js", ".css", ".toml", ".yaml", ".sh")) or name in (
            "Makefile",
            "Dockerfile",
            ".env.example",
            ".ci/run",
        ):
            for found in re.finditer(r"(?://|#|/\*|^\s*\*)(.*)", text, re.MULTILINE):
                yield name, found[1]


def exists(path: str) -> bool:
    whole, among = path.rstrip("/"), FOLDERS if path.endswith("/") else FILES
    return whole in among or any(each.endswith(f"/{whole}") for each in among)


def resolves(dotted: str) -> bool:
    """Whether a module has the name, or holds the word that follows it."""
    parts = dotted.split(".")
    for length in range(len(parts), 0, -1):
        path = ROOT.joinpath(*parts[:length])
        files = [path.with_suffix(".py")] if path.with_suffix(".py").is_file() else sorted(path.glob("*.py"))
        if files:
            return length == len(parts) or any(
                re.search(rf"\b{parts[length]}\b", file.read_text(encoding="utf-8")) for file in files
            )
    return False


def test_files_that_are_named_exist():
    missing = {
        f"{name}: {path}"
        for name, text in (*guides(), *comments())
        for path in PATH.findall(text)
        if not ELSEWHERE.fullmatch(path) and not exists(path)
    }
    assert missing == set()


def test_modules_that_are_named_exist():
    missing = {
        f"{name}: {dotted}"
        for name, text in (*guides(), *comments())
        for dotted in MODULE.findall(text)
        if not resolves(dotted)
    }
    assert missing == set()


def test_commands_and_targets_that_are_named_exist():
    commands, makefile = get_commands(), (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    missing = [
        f"{name}: {found}"
        for name, text in (*guides(), *comments())
        for found in (
            *(each for each in COMMAND.findall(text) if each not in commands),
            *(f"make {each}" for each in TARGET.findall(text) if each not in targets),
        )
    ]
    assert missing == []


def test_settings_that_guides_name_exist():
    known = "\n".join(
        (ROOT / name).read_text(encoding="utf-8")
        for name in FILES
        if name.endswith((".py", ".yaml", ".toml")) or name in (".env.example", "Makefile")
        if name != "tests/test_named.py"
    )
    missing = {
        f"{name}: {found}"
        for name, text in guides()
        for found in SETTING.findall(text)
        if not ELSEWHERE.fullmatch(found) and not re.search(rf"\b{found}", known)
    }
    assert missing == set()


def test_tests_that_the_faults_run_by_name_exist():
    """`make faults` is no step of CI: a renamed test would show there long after."""
    missing = []
    for number, _, tests, *_ in by_tests.TESTS:
        files, _, words = tests.partition(" -k ")
        sources = [(ROOT / name).read_text(encoding="utf-8") for name in files.split()]
        names = "\n".join(
            line for text in sources for line in text.splitlines() if "def test" in line or '"' in line
        )
        missing += [f"{number}: {word}" for word in words.split("|") if word not in names]
    assert missing == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see `news/nowhere.py` and docs/nothing.md", ["news/nowhere.py", "docs/nothing.md"]),
        ("`news/gone/`: the folder", ["news/gone/"]),
    ],
)
def test_names_of_files_are_found(text: str, found: list[str]):
    assert [path for path in PATH.findall(text) if not exists(path)] == found
