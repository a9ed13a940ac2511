"""Tests every regular expression of the service against hostile text made from its own structure.

`record` is called before the apps are imported: from then on each pattern that our files compile is recorded with its
place. Patterns compiled at run time (inline, or from data) are found in the source. A file without a size in `SIZES`,
and a pattern built at run time that nothing exercised, are reported and fail the bench, so that no new pattern is
missed.
"""

import ast
import importlib
import pkgutil
import re
import signal
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from bench.pattern_attacks import attacks
from bench.pattern_sizes import BUILT

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("accounts", "billing", "briefing", "commentary", "indicators", "news", "portfolio")
ANCHORED = {"match", "fullmatch"}
METHODS = {*ANCHORED, "search", "sub", "subn", "finditer", "findall", "split"}
# A slower pattern, in nanoseconds for each character, is examined: a linear one needs a tenth of it.
NS_PER_CHARACTER = 400
GROWTH = 2.8  # for a text of twice the length; linear is 2, quadratic is 4
LONGEST_S = 1.0
HARMLESS_S = 0.02  # the accepted worst time of a quadratic pattern at its largest size


class Site(NamedTuple):
    """The place of a pattern."""

    file: str
    line: int


@dataclass(eq=False)
class Found:
    """A pattern, its place and the methods called on it."""

    pattern: re.Pattern[Any]
    site: Site
    methods: set[str] = field(default_factory=set)


RECORDED: dict[tuple[Any, int], Site] = {}
SITES: set[Site] = set()


def record() -> None:
    """Records every pattern that our files compile from now on, by `re.compile` or inline."""
    genuine = re._compile  # type: ignore[attr-defined]

    def noting(pattern: Any, flags: Any) -> Any:
        compiled = genuine(pattern, flags)
        caller: FrameType | None = sys._getframe(1)
        while caller is not None and caller.f_code.co_filename == re.__file__:
            caller = caller.f_back
        if caller is not None and (site := _ours(caller)) is not None:
            SITES.add(site)
            RECORDED.setdefault((compiled.pattern, compiled.flags), site)
        return compiled

    re._compile = noting  # type: ignore[attr-defined]


def _ours(frame: FrameType) -> Site | None:
    try:
        path = Path(frame.f_code.co_filename).relative_to(ROOT)
    except ValueError:
        return None
    return Site(str(path), frame.f_lineno) if path.parts[0] in ROOMS else None


def import_all() -> None:
    for room in ROOMS:
        for each in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            if ".migrations" not in each.name:
                importlib.import_module(each.name)


@dataclass
class ParsedSource:
    """From the source: the calls of `re`, the names of patterns, and the methods called on them."""

    calls: list[tuple[Site, int, ast.Call]] = field(default_factory=list)
    names: dict[Site, str] = field(default_factory=dict)
    methods: dict[str, set[str]] = field(default_factory=dict)

    def read(self, path: Path) -> None:
        file = str(path.relative_to(ROOT))
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                if isinstance(target, ast.Name) and _is_re(node.value, {"compile"}):
                    for line in range(node.lineno, (node.end_lineno or node.lineno) + 1):
                        self.names[Site(file, line)] = target.id
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            if _is_re(node, {*METHODS, "compile"}):
                self.calls.append((Site(file, node.lineno), node.end_lineno or node.lineno, node))
            elif node.func.attr in METHODS:
                of = node.func.value
                name = of.id if isinstance(of, ast.Name) else of.attr if isinstance(of, ast.Attribute) else ""
                self.methods.setdefault(name, set()).add(node.func.attr)


def _is_re(node: ast.AST, names: set[str]) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names
        and isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
    )  # fmt: skip


def collect() -> tuple[list[Found], list[str]]:
    """Returns the patterns, and the places whose patterns are unknown."""
    source, unknown = ParsedSource(), []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            source.read(path)
    found = [Found(re.compile(*key), site) for key, site in RECORDED.items()]
    inline: dict[Site, str] = {}
    for site, end, call in source.calls:
        method = call.func.attr  # type: ignore[attr-defined]
        lines = {Site(site.file, line) for line in range(site.line, end + 1)}
        inline |= dict.fromkeys(lines, method) if method != "compile" else {}
        if lines & SITES:
            continue
        pattern = call.args[0]
        if isinstance(pattern, ast.Constant):
            found.append(Found(re.compile(pattern.value, _flags(call)), site))
        elif site.file not in BUILT:
            unknown.append(
                f"{site.file}:{site.line}: built at run time and not exercised by bench/hostile.py"
            )
    for each in found:
        name = source.names.get(each.site, "")
        each.methods = {inline[each.site]} if each.site in inline else source.methods.get(name, set())
    return found, unknown


def _flags(call: ast.Call) -> int:
    given = [*call.args[1:], *(word.value for word in call.keywords)]
    flags = [node for each in given for node in ast.walk(each) if isinstance(node, ast.Attribute)]
    return sum(
        {
            int(getattr(re, node.attr))
            for node in flags
            if isinstance(getattr(re, node.attr, None), re.RegexFlag)
        }
    )


class TooLong(Exception):
    """The pattern ran longer than a linear one could."""


def _alarm(*_: Any) -> None:
    raise TooLong


def _seconds(pattern: re.Pattern[Any], methods: set[str], text: Any) -> float:
    ways = sorted(methods) if methods and methods <= ANCHORED else ["finditer"]
    began = time.process_time()
    for way in ways:
        if way == "finditer":
            for _match in pattern.finditer(text):
                pass
        else:
            getattr(pattern, way)(text)
    return time.process_time() - began


class PatternVerdict(NamedTuple):
    """The worst text for a pattern: its time at a length, the growth, and an estimate of the worst time."""

    found: Found
    attack: tuple[str, str, str]
    length: int
    seconds: float
    growth: float
    at_most: float


def judge(found: Found, size: int) -> PatternVerdict | None:
    """The worst super-linear text up to `size`; None if all are linear, or harmless at that size."""
    worst = None
    for attack in attacks(found.pattern):
        verdict = _judge_one(found, attack, size)
        if verdict and (worst is None or verdict.at_most > worst.at_most):
            worst = verdict
        if worst and worst.at_most > 1:
            break  # bad enough to report; a worse one changes nothing
    return worst


def _judge_one(found: Found, attack: tuple[str, str, str], size: int) -> PatternVerdict | None:
    once, unit, tail = attack
    length, earlier, took = min(64, size), 0.0, 0.0
    while True:
        text: Any = (once + unit * (length // len(unit) + 1))[: max(1, length - len(tail))] + tail
        if isinstance(found.pattern.pattern, bytes):
            text = text.encode("latin-1", "replace")
        signal.signal(signal.SIGVTALRM, _alarm)
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST_S)
        try:
            earlier, took = took, min(_seconds(found.pattern, found.methods, text) for _ in range(2))
        except TooLong:
            return PatternVerdict(found, attack, length, LONGEST_S, float("inf"), float("inf"))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        growth = took / earlier if earlier else 2.0
        slow = took > NS_PER_CHARACTER * 1e-9 * length and took > 0.001
        enough = length >= min(size, 4_000)
        if (enough and not slow) or took > 0.05 or length * 2 > size:
            break
        length *= 2
    at_most = took * (size / length) ** (2 if growth > GROWTH else 1)
    if slow and growth > GROWTH and at_most > HARMLESS_S:
        return PatternVerdict(found, attack, length, took, growth, at_most)
    return None
