"""What a change that changes no behaviour must leave alone: `python -m tests.frozen store`, then `… compare` after it.

Stores the schema, the help of every command, all pages of four readers in two languages, answers of the API, feeds and
mails of a frozen sample day, and what review, tags, stories and the rules make of the closed sets. Two runs of the same
code store the same bytes. It works through commands, addresses and tables, which renaming leaves as they are.
"""

import tests.environment  # isort: skip  # noqa: F401  before the settings are read

import argparse
import difflib
import io
import json
import lzma
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import time_machine

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path(tempfile.gettempdir()) / "market-briefing-frozen"
DAYS = (datetime(2026, 11, 19, 13, 10, tzinfo=UTC), datetime(2026, 11, 20, 13, 10, tzinfo=UTC))
DIGESTS = (
    ("daily", datetime(2026, 11, 20, 6, 35, tzinfo=UTC)),
    ("weekly", datetime(2026, 11, 22, 18, 30, tzinfo=UTC)),
)
LANGUAGES = ("en", "it")
READERS = {
    "visitor": None,
    "reader": {},
    "subscriber": {"tier": "paid", "lang": "it", "digest_opt_in": "weekly"},
    "staff": {"is_staff": True, "staff_role": "admin", "digest_opt_in": "daily"},
}
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
NOT_PAGES = ("healthz", "readyz", "metrics", "logout", "admin/logout/", "admin/jsi18n/", "admin/news/run/")
MOST_ROWS = 40  # of each address that ends in a row
# Addresses of many rows: the first few for every reader, the others for one.
MANY, FOR_EVERYONE = ("/indicators", "/api/indicators", "/news", "/texts/read", "/log"), 3


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__)
    parser.add_argument("what", choices=("store", "compare"))
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where it is kept ({FOLDER})")
    options = parser.parse_args()
    if options.what == "store":
        write(options.folder, collect())
        return 0
    if not options.folder.is_dir():
        parser.error(f"{options.folder} is not there: run store first, on the code before the change")
    with tempfile.TemporaryDirectory(prefix="frozen-") as now:
        write(Path(now), collect())
        return compare(options.folder, Path(now))


def collect() -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    os.environ |= {
        "SAMPLE_DATA": "true", "SAMPLE_SOURCES_URL": f"http://127.0.0.1:{port}", "DJANGO_SETTINGS_MODULE": "tests.settings",
        "LOG_LEVEL": "ERROR", "SERVICE_HASH_KEY": "0123456789abcdef" * 4, "EMAIL_URL": "memorymail://",
        "PORTFOLIO_SYNC_ENABLED": "true", "SUBSCRIPTIONS_ENABLED": "true", "TICKER_UNIVERSE_AGGREGATE_ENABLED": "true",
        "PORTFOLIO_SYNC_PEPPER": "ab" * 32, "PYTHONHASHSEED": "0", "COLUMNS": "100",
    }  # fmt: skip
    import django

    django.setup()
    others = [
        subprocess.Popen([sys.executable, "-c", f"from tests.frozen import {each}; {each}()"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for each in ("print_texts", "print_sets")
    ]  # fmt: skip
    found = dict(service(port))
    for name, process in zip(("texts", "sets"), others, strict=True):
        found[f"{name}.txt"] = process.communicate()[0]
        if process.returncode:
            raise SystemExit(f"{name} failed with {process.returncode}")
    return found


def run(*command: str) -> str:
    from django.core.management import call_command

    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(io.StringIO()):
        call_command(*command)
    return out.getvalue()


def service(port: int) -> Iterator[tuple[str, str]]:
    from briefing.demo.server import serve

    server = serve("127.0.0.1", port)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    run("migrate", "--verbosity", "0")
    yield "schema.sql", schema()
    yield "commands.txt", "\n".join(helps())
    for moment in DAYS:
        with time_machine.travel(moment, tick=False):
            fill()
    with time_machine.travel(DAYS[-1], tick=False):
        clients = dict(readers())
        yield from pages(clients)
        yield from tables()
        yield from mails()
    server.shutdown()


def fill() -> None:
    """By commands, feed after feed, so that rows have the same numbers each time."""
    from django.db import connection

    from news.feeds.sync import sync

    run("refresh_indicators")
    run("refresh_agenda")
    sync()
    with connection.cursor() as cursor:
        cursor.execute("SELECT url FROM news_feed WHERE enabled ORDER BY url")
        urls = [row[0] for row in cursor.fetchall()]
    for url in urls:
        run("ingest_news", "--feed", url)
    run("generate")
    run("generate", "--log")


def schema() -> str:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name")
        return "\n".join(f"-- {name}\n{sql};" for name, sql in cursor.fetchall())


def helps() -> Iterator[str]:
    from django.core.management import get_commands, load_command_class

    for name, app in sorted(get_commands().items()):
        if (ROOT / str(app).split(".")[0]).is_dir():
            yield load_command_class(app, name).create_parser("manage.py", name).format_help()


def readers() -> Iterator[tuple[str, Any]]:
    from django.test import Client

    from tests.accounts.readers import reader

    for name, columns in READERS.items():
        client = Client(SERVER_NAME="localhost")
        if columns is not None:
            user = reader(f"{name}@example.org", browser_key=name, referral_code=name[:8], **columns)
            client.force_login(user)
        yield name, client


def pages(clients: dict[str, Any]) -> Iterator[tuple[str, str]]:
    from accounts.access_tokens import make
    from accounts.models import FeedLink, User

    subscriber = User.objects.get(email="subscriber@example.org")
    FeedLink.objects.create(user=subscriber, id="frozen")
    token = {"authorization": f"Bearer {make(subscriber, 'frozen')}"}
    feed = {"t": re.search(r"t=([\w.-]+)", clients["subscriber"].get("/settings").content.decode())}
    seen = Counter[str]()
    for path in sorted(addresses()):
        kind = path.rsplit("/", 1)[0]
        seen[kind] += 1
        for name, client in clients.items():
            if name != "subscriber" and seen[kind] > FOR_EVERYONE and kind in MANY:
                continue
            for language in LANGUAGES:
                client.cookies["svc.lang"] = language
                query = f"?t={feed['t'][1]}" if path.startswith("/feeds/") and feed["t"] else ""
                headers = token if path.startswith("/api/") and name == "subscriber" else {}
                response = client.get(path + query, headers=headers)
                yield f"{name}.{language}/{quote(path, safe='') or 'root'}", shown(response)
                if path.startswith(("/feeds/", "/sw.js")):
                    break


def shown(response: Any) -> str:
    body = b"".join(response) if response.streaming else response.content
    lines = [f"{response.status_code} {response.get('Content-Type', '')} {response.get('Location', '')}"]
    return "\n".join([*lines, body.decode("utf-8", "replace")])


def addresses() -> set[str]:
    """Every address without a parameter, and those of rows, codes, feeds and days that there are."""
    from django.db import connection
    from django.urls import get_resolver

    def rows(sql: str) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(sql)
            return [row[0] for row in cursor.fetchall()]

    codes = rows("SELECT code FROM indicators_indicatorfigure ORDER BY code")
    groups = [*rows('SELECT DISTINCT "group" FROM indicator_summaries ORDER BY 1')]
    found = {f"/{route}" for route in plain(get_resolver().url_patterns) if route not in NOT_PAGES}
    found |= {f"/indicators/{code}{end}" for code in codes for end in ("", ".csv")}
    found |= {f"/api/indicators/{code}?lang=it" for code in codes}
    found |= {f"/news/{pk}" for pk in rows("SELECT id FROM headlines ORDER BY id")[:MOST_ROWS]}
    found |= {
        f"/texts/read/{pk}" for pk in rows("SELECT id FROM indicator_summaries ORDER BY id")[-MOST_ROWS:]
    }
    found |= {f"/log/{pk}" for pk in rows("SELECT id FROM strategic_log ORDER BY id")}
    for language in LANGUAGES:
        for form in ("atom", "json"):
            found |= {f"/feeds/news/{language}.{form}", f"/feeds/log/novice/{language}.{form}"}
            found |= {f"/feeds/reads/{group}/intermediate/{language}.{form}" for group in groups}
        found |= {f"/feeds/agenda/{language}.ics", f"/api/reads?lang={language}&tone=NOVICE"}
    return found | {
        "/edition/2026-11-19", "/?tone=INTERMEDIATE", "/news?include=Inflation", "/news?q=rates", "/nowhere", "/api/nowhere",
        "/indicators/US10?range=5y", "/api/agenda?region=EU", "/api/news?limit=100&lang=it", "/api/logs?limit=5", "/log?month=2026-11",
    }  # fmt: skip


def plain(patterns: Any, prefix: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern).lstrip("^").rstrip("$").replace("\\Z", "")
        if hasattr(pattern, "url_patterns"):
            yield from plain(pattern.url_patterns, route)
        elif not re.search(r"[<(\[?*\\]", route):
            yield route


def mails() -> Iterator[tuple[str, str]]:
    from django.core import mail
    from django.test import Client

    from briefing.core.models import Job
    from briefing.core.work import jobs

    mail.outbox = []
    for language in LANGUAGES:
        client = Client(SERVER_NAME="localhost")
        client.cookies["svc.lang"] = language
        client.post("/login", {"email": f"new-{language}@example.org", "ack": "on", "ack_version": "1"})
    for job in Job.objects.filter(state=Job.State.NEW).order_by("pk"):
        jobs.run(job.pk)
    for kind, moment in DIGESTS:
        with time_machine.travel(moment, tick=False):
            run("send_digests", "--kind", kind)
    for place, message in enumerate(mail.outbox):
        parts = [message.subject, *message.to, message.body, *(str(each[0]) for each in message.alternatives)]
        yield f"mails/{place}.txt", re.sub(r"\b\d{6}\b", "code", "\n\n".join(parts))


def tables() -> Iterator[tuple[str, str]]:
    """Verdicts, tags, stories and texts as they are stored."""
    from django.db import connection

    for table in (
        "reviewer_verdicts", "indicator_summaries", "indicator_summary_translations", "strategic_log",
        "strategic_log_translations", "headlines", "news_story", "indicators_indicatorfigure", "quotes", "ticker_universe",
    ):  # fmt: skip
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM {table} ORDER BY {'symbol' if table == 'quotes' else 1}")
            names = [column[0] for column in cursor.description]
            yield (
                f"tables/{table}.txt",
                "\n".join(
                    json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, default=str)
                    for row in cursor.fetchall()
                ),
            )


def print_texts() -> None:
    """The rules' texts of two weekdays."""
    for day in ("2026-11-18", "2026-11-20"):
        command = [sys.executable, "-m", "evaluation", "words", "--edition", day]
        print(subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout)


def print_sets() -> None:
    """What review, tagging, grouping and the check of drafts make of the labelled sets."""
    import django

    django.setup()
    for path in sorted((ROOT / "evaluation/review/corpora").glob("*.xz")):
        print(piped("review_text", rows(path)[::25]))
    for folder in ("choosing", "held_out"):
        for path in sorted((ROOT / "evaluation/stories/corpora" / folder).glob("*.xz")):
            print(piped("group_stories", rows(path)), piped("tag_text", rows(path)))


def rows(path: Path) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in lzma.decompress(path.read_bytes()).decode().splitlines()]
    return [{"id": str(place)} | row for place, row in enumerate(found)]


def piped(command: str, given: list[dict[str, Any]]) -> str:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO("\n".join(map(json.dumps, given)).encode()))
    try:
        return run(command, "--jsonl")
    finally:
        sys.stdin = before


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


if __name__ == "__main__":
    sys.exit(main())
