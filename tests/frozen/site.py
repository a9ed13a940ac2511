"""The service on two sample days: schema, commands, pages of four readers, mails and tables."""

import io
import json
import re
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

import time_machine

from tests.frozen.addresses import LANGUAGES, addresses
from tests.frozen.files import ROOT

DAYS = (datetime(2026, 11, 19, 13, 10, tzinfo=UTC), datetime(2026, 11, 20, 13, 10, tzinfo=UTC))
DIGESTS = (
    ("daily", datetime(2026, 11, 20, 6, 35, tzinfo=UTC)),
    ("weekly", datetime(2026, 11, 22, 18, 30, tzinfo=UTC)),
)
READERS = {
    "visitor": None,
    "reader": {},
    "subscriber": {"tier": "paid", "lang": "it", "digest_opt_in": "weekly"},
    "staff": {"is_staff": True, "staff_role": "admin", "digest_opt_in": "daily"},
}
# Addresses of many rows: the first few for every reader, the others for one.
MANY, FOR_EVERYONE = ("/indicators", "/api/indicators", "/news", "/texts/read", "/log"), 3


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
