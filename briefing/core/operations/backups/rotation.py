"""Retains the newest backup of each of the last 7 days, 4 weeks and 12 months that have one.

All backups less than a day older than the newest are retained too, so that a manual backup before an update
does not replace the scheduled one.
"""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

NAME = "briefing-%Y%m%dT%H%M%SZ.age"
KEPT: list[tuple[int, Callable[[datetime], object]]] = [
    (7, lambda at: at.date()),
    (4, lambda at: at.isocalendar()[:2]),
    (12, lambda at: (at.year, at.month)),
]


def retained(times: Iterable[datetime]) -> set[datetime]:
    """Returns the times to retain. Days, ISO weeks and months are in UTC; periods without a backup are not filled."""
    newest_first = sorted(times, reverse=True)
    staying = {at for at in newest_first if newest_first[0] - at < timedelta(days=1)}
    for most, period in KEPT:
        newest: dict[object, datetime] = {}
        for at in newest_first:
            newest.setdefault(period(at), at)
        staying |= set(list(newest.values())[:most])
    return staying


def existing(folder: Path) -> dict[datetime, Path]:
    found = {}
    for path in folder.glob("briefing-*.age"):
        try:
            found[datetime.strptime(path.name, NAME).replace(tzinfo=UTC)] = path
        except ValueError:
            continue
    return found


def remove_old(folder: Path) -> list[Path]:
    """Deletes the backups that are not retained and returns their paths."""
    backups = existing(folder)
    staying = retained(backups)
    old = [path for at, path in sorted(backups.items()) if at not in staying]
    for path in old:
        path.unlink(missing_ok=True)
    return old
