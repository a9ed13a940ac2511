"""Which state of the data readers see: a version for each part of what is published, and which page depends on which.

A page is cached under the versions of its parts (`briefing.core.page_cache`). Whoever writes something that a page
shows calls `invalidate` at the end of the same transaction, so that the text and its version are seen together
or neither. A version is random rather than counted: after a database came back from a backup none names another
state than before.
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
    "log/entry": ("log", "reads"),
    "texts/read": ("reads",),
    "indicator": ("figures", "agenda"),
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
    """Names what a publication changes; part of the caller's transaction, and best its last statement.

    The rows stay locked until that transaction ends, in one order for all, so that no two wait for each other.
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
    """The versions as they stand, by part, 0 for what was never published; one query."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {as_column()}")
        return from_column(cursor.fetchone()[0])


def as_column() -> str:
    """The versions as one more column of a statement that a request asks anyway."""
    return COLUMN[connection.vendor]


def from_column(column: str | None) -> Versions:
    """What that column says, as `current`."""
    found = (each.split(" ") for each in column.split(",")) if column else ()
    return dict.fromkeys(PARTS, 0) | {part: int(number) for part, number in found}


def versions_for(page: str, known: Versions | None = None) -> Versions:
    """The versions that a page depends on: of `known`, read in this request, or as they stand now."""
    if not DEPENDS_ON[page]:
        return {}
    found = current() if known is None else known
    return {part: found[part] for part in DEPENDS_ON[page]}
