"""The addresses that are stored: those without a parameter, and those of the rows of the sample days."""

import re
from collections.abc import Iterator
from typing import Any

LANGUAGES = ("en", "it")
NOT_PAGES = ("healthz", "readyz", "metrics", "logout", "admin/logout/", "admin/jsi18n/", "admin/news/run/")
MOST_ROWS = 40  # of each address that ends in a row


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
