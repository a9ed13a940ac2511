"""The rules of the architecture, held over the source itself."""

import ast
import importlib
import re
import subprocess
import sys
from dataclasses import dataclass, field
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parent.parent
APPS = ("briefing", "accounts", "indicators", "news", "commentary", "billing", "portfolio")
# From the ground up: an arrow may only point to a line above; neighbours of a line never see each other.
LAYERS = (
    ("briefing.core",),
    ("accounts",),
    ("news", "indicators", "billing"),
    ("commentary",),
    ("portfolio",),
    ("briefing.pages", "briefing.mcp", "briefing.local", "briefing.demo"),
    ("briefing",),
)
HEIGHT = {name: height for height, line in enumerate(LAYERS) for name in line}
TABLES = {
    "user_acknowledgements", "referrals", "billing_events", "billing2_events", "email_sends", "headlines", "quotes",
    "quotes_daily", "strategic_log", "strategic_log_translations", "indicator_summaries",
    "indicator_summary_translations", "reviewer_verdicts", "csv_format_templates", "portfolio_sync",
    "instrument_map", "ticker_universe",
}  # fmt: skip


@dataclass
class Source:
    """What a file imports of ours (the module, whether inside a function, whether for types alone), and names."""

    imports: list[tuple[str, bool, bool]] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    attributes: set[str] = field(default_factory=set)

    def read(self, node: ast.AST, *, inside: bool = False, typing: bool = False) -> None:
        if isinstance(node, ast.Name):
            self.names.add(node.id)
        elif isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            start = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
            names = [alias.name for alias in node.names]
            self.names |= set(names)
            ours = [start + name for name in names if (start + name).split(".")[0] in APPS]
            self.imports += [(name, inside, typing) for name in ours]
        inside |= isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        typing |= isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for child in ast.iter_child_nodes(node):
            self.read(child, inside=inside, typing=typing)


@cache
def sources() -> dict[str, Source]:
    found: dict[str, Source] = {}
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if "migrations" not in path.parts:
                source = found[path.relative_to(ROOT).as_posix()] = Source()
                source.read(ast.parse(path.read_text(encoding="utf-8")))
    return found


def layer(dotted: str) -> str:
    """The layer that a module belongs to: the longest name of `LAYERS` that it begins with."""
    return max((name for name in HEIGHT if f"{dotted}.".startswith(f"{name}.")), key=len)


def test_imports_point_down():
    upward = [
        f"{name} imports {target}"
        for name, source in sources().items()
        for target, _inside, _typing in source.imports
        if (own := layer(name.removesuffix(".py").replace("/", "."))) != (other := layer(target))
        and HEIGHT[other] >= HEIGHT[own]
    ]
    assert upward == []


def test_no_import_of_ours_hides_in_a_function():
    hidden = [
        f"{name}: {target}"
        for name, source in sources().items()
        for target, inside, _typing in source.imports
        # AppConfig.ready: checks and signals exist only once the apps do. openai_compatible: its transport needs the
        # SDK's HTTP library, 30 MB that a process without a key does without.
        if inside and not name.endswith(("/apps.py", "/openai_compatible.py"))
    ]
    assert hidden == []


def module(name: str) -> str:
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imports_inside_apps() -> dict[str, set[str]]:
    """By module the modules of its own app that it imports when it is loaded."""
    names = {module(name) for name in sources()}
    found: dict[str, set[str]] = {}
    for name, source in sources().items():
        own = module(name)
        loaded = [target for target, _inside, typing in source.imports if not typing]
        targets = {target if target in names else target.rpartition(".")[0] for target in loaded}
        found[own] = {
            each for each in targets & names if each != own and each.split(".")[0] == own.split(".")[0]
        }
    return found


def circles(graph: dict[str, set[str]]) -> list[str]:
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


def folder(name: str) -> str:
    """The sub-package of a module, "" for what lies at the root of its app, where models and views are together."""
    package = name if (ROOT / name.replace(".", "/")).is_dir() else name.rpartition(".")[0]
    return package if "." in package else ""


def test_modules_form_no_circle():
    assert circles(imports_inside_apps()) == []


def test_folders_inside_an_app_import_one_way():
    graph: dict[str, set[str]] = {}
    for own, targets in imports_inside_apps().items():
        for target in targets:
            here, there = folder(own), folder(target)
            if (
                here
                and there
                and not f"{here}.".startswith(f"{there}.")
                and not f"{there}.".startswith(f"{here}.")
            ):
                graph.setdefault(here, set()).add(there)
    assert circles(graph) == []


def test_circles_are_found():
    assert set(circles({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}


def test_mark_safe_is_not_used():
    users = [name for name, source in sources().items() if "mark_safe" in source.names]
    assert users == []


def test_settings_alone_read_the_environment():
    readers = {
        name
        for name, source in sources().items()
        if source.attributes & {"environ", "getenv"} and name != "briefing/core/environment.py"
    }
    # Naming the settings module, the environment of child processes, systemd's socket and Celery's switch are no settings.
    allowed = {"briefing/wsgi.py", "briefing/celery.py", "briefing/local/supervisor.py", "briefing/settings.py",
               "briefing/management/commands/web.py", "briefing/management/commands/worker.py"}  # fmt: skip
    assert readers - allowed == set()


def test_tables_keep_their_names():
    names = {model._meta.db_table for model in apps.get_models() if model.__module__.split(".")[0] in APPS}
    specified = {name for name in names if not name.startswith(APPS)}
    assert specified <= TABLES


@pytest.mark.django_db
def test_timetable_names_real_work():
    from briefing.celery import app
    from briefing.core.work.jobs import KINDS
    from briefing.core.work.schedule import TASK, timetable

    for name in APPS:
        if (ROOT / name / "tasks.py").exists():
            importlib.import_module(f"{name}.tasks")
    assert timetable()
    assert set(timetable()) <= set(KINDS)
    assert {TASK} | {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def templates() -> list[Path]:
    return list((ROOT / "templates").rglob("*.html"))


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("inline style", r"\sstyle\s*="),
        ("style element", r"<style"),
        ("event attribute", r"\son[a-z]+\s*="),
        ("inline script", r"<script(?![^>]*\b(src|type=\"application/(ld\+)?json\"))"),
        ("javascript link", r"javascript:"),
    ],
)
def test_templates_have_no_inline(what: str, pattern: str):
    # Mail has no stylesheet to link to: its few styles are inline, and no browser page.
    pages = [path for path in templates() if path.parent.name != "mail"]
    found = [
        path.relative_to(ROOT).as_posix()
        for path in pages
        if re.search(pattern, path.read_text(), re.IGNORECASE)
    ]
    assert (what, found) == (what, [])


def test_pages_load_nothing_from_elsewhere():
    pattern = re.compile(r"(?:src|srcset|<link[^>]+href)\s*=\s*[\"']?(?:https?:)?//", re.IGNORECASE)
    assert [path.name for path in templates() if pattern.search(path.read_text())] == []


def test_every_text_is_translated_and_compiled():
    done = subprocess.run(
        [sys.executable, str(ROOT / "locale/messages.py"), "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_browser_tests_are_collected_on_a_machine_without_playwright():
    guarded = {"conftest.py", "waiting.py"}
    files = [path for path in (ROOT / "tests/browser").glob("*.py") if path.name not in guarded]
    assert [path.name for path in files if "playwright" in path.read_text(encoding="utf-8")] == []


def test_files_are_short_enough_to_read():
    long = {}
    for pattern, limit in (("*.py", 300), ("*.js", 150), ("*.css", 200)):
        for folder in (*APPS, "static"):
            for path in (ROOT / folder).rglob(pattern):
                lines = len(path.read_text(encoding="utf-8").splitlines())
                if "migrations" not in path.parts and lines > limit:
                    long[path.relative_to(ROOT).as_posix()] = lines
    assert long == {}


def test_decisions_that_the_code_cites_are_written_down():
    written = set(re.findall(r"^\| (\d+\.\d+) \|", (ROOT / "docs/decisions.md").read_text(), re.MULTILINE))
    cited = {
        number
        for app in APPS
        for path in (ROOT / app).rglob("*.py")
        for number in re.findall(r"[Dd]ecision (\d+\.\d+)", path.read_text(encoding="utf-8"))
    }
    assert cited - written == set()
