"""The rules of the house, held over its own source."""

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.apps import apps

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("briefing", "accounts", "indicators", "news", "commentary", "billing", "portfolio")
DOORS = {"briefing.http", "briefing.mail", "briefing.llm", "briefing.api", "briefing.jobs", "briefing.limits",
         "briefing.models", "briefing.logs", "briefing.purging", "briefing.ledger_admin", "briefing.steps"}  # fmt: skip
# Who may import whom; the frame (urls, views, celery, checks, samples, commands) sees all.
MAY_IMPORT = {
    "accounts": set(),
    "news": {"accounts"},
    "indicators": {"accounts"},
    "billing": {"accounts"},
    "commentary": {"accounts", "news", "indicators"},
    "portfolio": {"accounts", "news", "indicators", "commentary"},
}
# Parts of the doors, split by subject: they see none of the rooms.
DOOR_FILES = re.compile(
    r"briefing/(http|mail|api|jobs|limits|models|logs|purging|ledger_admin|steps|deadline|guarded_adapter|outbound_guard|web_\w+)\.py|briefing/llm/"
)
TABLES = {
    "user_acknowledgements", "referrals", "billing_events", "billing2_events", "email_sends", "headlines", "quotes",
    "quotes_daily", "strategic_log", "strategic_log_translations", "indicator_summaries",
    "indicator_summary_translations", "reviewer_verdicts", "csv_format_templates", "portfolio_sync",
    "instrument_map", "ticker_universe",
}  # fmt: skip


def python_files() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(ROOT).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def imported(tree: ast.Module) -> Iterator[tuple[str, bool]]:
    """Modules of ours that a file imports, and whether inside a function."""
    inside = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        for name in names:
            if name.split(".")[0] in ROOMS:
                yield name, id(node) in inside


def test_imports_point_down():
    wrong = []
    for name, tree in python_files():
        room = name.split("/")[0]
        for target, _ in imported(tree):
            other = target.split(".")[0]
            if room == "briefing":
                fine = other == "briefing" or not DOOR_FILES.match(name)
            elif other == "briefing":
                fine = any(target == door or target.startswith(f"{door}.") for door in DOORS)
            else:
                fine = other == room or other in MAY_IMPORT[room]
            if not fine:
                wrong.append(f"{name} imports {target}")
    assert wrong == []


def test_no_import_of_ours_hides_in_a_function():
    hidden = [
        f"{name}: {target}"
        for name, tree in python_files()
        for target, inside in imported(tree)
        # AppConfig.ready: checks and signals exist only once the apps do. learn_…: what they import needs a
        # development requirement, and they say so when that is missing.
        if inside and not name.endswith(("/apps.py", "/learn_review.py"))
    ]
    assert hidden == []


def test_mark_safe_is_not_used():
    users = [name for name, tree in python_files() for node in ast.walk(tree)
             if isinstance(node, ast.Name | ast.alias) and getattr(node, "id", getattr(node, "name", "")) == "mark_safe"]  # fmt: skip
    assert users == []


def test_settings_alone_read_the_environment():
    readers = {
        name
        for name, tree in python_files()
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in ("environ", "getenv")
        and name != "briefing/environment.py"
    }
    # Naming the settings module, the environment of child processes and Celery's switch are no settings.
    allowed = {"briefing/wsgi.py", "briefing/celery.py", "briefing/supervisor.py", "briefing/settings.py",
               "briefing/management/commands/worker.py"}  # fmt: skip
    assert readers - allowed == set()


def test_tables_keep_their_names():
    names = {model._meta.db_table for model in apps.get_models() if model.__module__.split(".")[0] in ROOMS}
    specified = {name for name in names if not name.startswith(ROOMS)}
    assert specified <= TABLES


def test_timetable_names_real_work():
    from briefing.celery import SLOTS, app
    from briefing.jobs import HANDLERS

    for room in ROOMS:
        if (ROOT / room / "tasks.py").exists():
            importlib.import_module(f"{room}.tasks")
    assert set(SLOTS) - set(HANDLERS) == set()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


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


def test_files_are_short_enough_to_read():
    long = {}
    for pattern, limit in (("*.py", 300), ("*.js", 150), ("*.css", 200)):
        for folder in (*ROOMS, "static"):
            for path in (ROOT / folder).rglob(pattern):
                lines = len(path.read_text(encoding="utf-8").splitlines())
                if "migrations" not in path.parts and lines > limit:
                    long[path.relative_to(ROOT).as_posix()] = lines
    assert long == {}
