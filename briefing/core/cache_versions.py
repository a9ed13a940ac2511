"""Cache versions: a number per part of the published content, and which pages depend on which parts.

Pages are cached under the versions of their parts (`briefing.core.page_cache`). Code that publishes something
calls `invalidate` at the end of the same transaction, so that content and version become visible together.
Versions are random rather than counted, so that after restoring a backup no number is reused for another
state.
"""

import secrets

from django.db import connection

from briefing.core.models import Edition

Versions = dict[str, int]

PARTS = {
    "figures": "observations, computed figures, how the last attempts to fetch them went, closures of exchanges",
    "reads": "the texts across the groups and of each group, withdrawn ones too",
    "log": "the strategic log with its withdrawals",
    "corrections": "the public list of texts that were taken back",
    "news": "headlines, their tags and stories, and the names of their publishers",
    "agenda": "the releases that calendars name",
    "universe": "the tickers of the instrument map and of analyses, and their closes",
}
# What each cached page shows. Besides: the day, the build and its settings, and what its view adds (the exchanges'
# sessions for the strip).
DEPENDS_ON: dict[str, tuple[str, ...]] = {
    "dashboard": ("figures", "reads", "log", "news", "agenda"),
    "landing": ("figures", "reads", "news", "agenda"),
    "news": ("news",),
    "story": ("news", "figures"),
    "api/news": ("news",),
    "log": ("log", "reads"),
    "edition": ("reads", "log"),
    "away": ("figures", "reads", "news"),
    "listen": ("reads", "log"),
    "log/entry": ("log", "reads"),
    "texts/read": ("reads",),
    "indicator": ("figures", "agenda"),
    "card/indicator": ("figures",),
    "card/edition": ("reads",),
    "methods": ("corrections",),
    "text": (),
    "api/docs": (),
    "api/universe": ("universe", "figures"),
    "api/indicators": ("figures", "agenda"),
    "api/agenda": ("figures", "agenda"),
    "api/reads": ("reads",),
    "api/logs": ("log",),
}


def invalidate(*parts: str) -> None:
    """Gives the named parts new versions; part of the caller's transaction, best as its last statement.

    The rows stay locked until that transaction ends, always in the same order, so that two writers cannot deadlock.
    """
    unknown = set(parts) - PARTS.keys()
    if unknown:
        raise KeyError(f"no part of an edition is called {', '.join(sorted(unknown))}")
    rows = [Edition(part=part, number=secrets.randbits(62)) for part in sorted(set(parts))]
    Edition.objects.bulk_create(rows, update_conflicts=True, unique_fields=["part"], update_fields=["number"])


COLUMN = {
    "postgresql": "(SELECT string_agg(part || ' ' || number, ',') FROM briefing_edition)",
    "sqlite": "(SELECT group_concat(part || ' ' || number, ',') FROM briefing_edition)",
}


def current() -> Versions:
    """Returns the current versions by part in one query, 0 for parts never published."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {as_column()}")
        return from_column(cursor.fetchone()[0])


def as_column() -> str:
    """Returns the versions as an SQL column, to be read by a query that the request runs anyway."""
    return COLUMN[connection.vendor]


def from_column(column: str | None) -> Versions:
    found = (each.split(" ") for each in column.split(",")) if column else ()
    return dict.fromkeys(PARTS, 0) | {part: int(number) for part, number in found}


def versions_for(page: str, known: Versions | None = None) -> Versions:
    """Returns the versions of the parts that a page depends on, from `known` or from the database."""
    if not DEPENDS_ON[page]:
        return {}
    found = current() if known is None else known
    return {part: found[part] for part in DEPENDS_ON[page]}
