"""Backs up SQLite with its online backup while other processes write, and restores it."""

import logging
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, ClassVar, Literal

from django.utils import timezone

from briefing.core.operations.backups.archive import UnusableBackup

logger = logging.getLogger(__name__)

PIECE = 2**16
GZIP = 31  # zlib's wbits value for gzip
BUSY_S = 20.0
DIFFERENT = "What was restored is not what was saved ({}): do not use it. The database is as it was."


@dataclass(frozen=True)
class DatabaseDump:
    """The pieces of a dump with its migrations and row counts."""

    migrations: list[str]
    rows: dict[str, int]
    pieces: Iterator[bytes]


@dataclass(frozen=True)
class Sqlite:
    path: Path
    engine: ClassVar[Literal["sqlite"]] = "sqlite"

    @contextmanager
    def dump(self, folder: Path) -> Iterator[DatabaseDump]:
        """Yields a dump of a temporary copy made in `folder`; counts are taken from the copy, so both agree."""
        with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as own:
            copy = Path(own) / "copy.sqlite3"
            with closing(self._open(self.path)) as source, closing(self._open(copy)) as target:
                # In one step: a stepwise backup restarts whenever another process writes.
                source.backup(target, pages=-1)
                _refuse_damaged(target)
                yield DatabaseDump(_migrations(target), _rows(target), _packed(copy))

    def is_empty(self) -> bool:
        if self._is_damaged():
            return False
        with closing(self._open(self.path)) as database:
            return not _tables(database)

    def restore(self, dump: IO[bytes], folder: Path, *, expected: dict[str, int], replace: bool) -> None:
        """Compares the copy's row counts, then replaces all content in one transaction.

        A damaged file is kept, and the restored one takes its place. `replace` is unused: `is_empty` decides before.
        """
        with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as own:
            copy = Path(own) / "copy.sqlite3"
            _unpack(dump, copy)
            with closing(self._open(copy)) as source:
                _refuse_damaged(source)
                compare(expected, _rows(source))
                if self._is_damaged():
                    self._fill_beside(source)
                else:
                    self._fill(source, self.path)

    def _fill(self, source: sqlite3.Connection, path: Path) -> None:
        with closing(self._open(path)) as target:
            source.backup(target, pages=-1)

    def _fill_beside(self, source: sqlite3.Connection) -> None:
        """Fills a new file, for its owner alone, before the damaged one gives way."""
        fresh = self.path.with_name(f"{self.path.name}.restored")
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)
        try:
            self._fill(source, fresh)
            self._set_aside()
            fresh.rename(self.path)
        finally:
            fresh.unlink(missing_ok=True)

    def _is_damaged(self) -> bool:
        with closing(self._open(self.path)) as database:
            return bool(_damage(database))

    def _set_aside(self) -> None:
        """Renames the damaged file with its journal."""
        ending = f".damaged-{timezone.now():%Y%m%dT%H%M%SZ}"
        for own in ("", "-wal", "-shm", "-journal"):
            path = self.path.with_name(self.path.name + own)
            if path.exists():
                path.rename(path.with_name(f"{self.path.name}{ending}{own}"))
        logger.warning("The damaged database is kept as %s%s.", self.path.name, ending)

    @staticmethod
    def _open(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, timeout=BUSY_S)


def compare(expected: dict[str, int], found: dict[str, int]) -> None:
    wrong = [
        f"{table}: {found.get(table, 'none')} of {expected.get(table, 'none')}"
        for table in sorted(expected.keys() | found.keys())
        if found.get(table) != expected.get(table)
    ]
    if wrong:
        raise UnusableBackup(DIFFERENT.format(", ".join(wrong[:5])))


def _damage(database: sqlite3.Connection) -> str:
    """Returns what is wrong with a database, "" with a sound one."""
    try:
        found = str(database.execute("PRAGMA quick_check(1)").fetchone()[0])
    except sqlite3.DatabaseError as error:
        if "locked" in str(error):
            raise
        found = str(error)
    return "" if found == "ok" else found


def _refuse_damaged(database: sqlite3.Connection) -> None:
    if damage := _damage(database):
        raise UnusableBackup(f"The database is damaged ({damage}).")


def _tables(database: sqlite3.Connection) -> list[str]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in names if not name.startswith("sqlite_")]


def _rows(database: sqlite3.Connection) -> dict[str, int]:
    def count(table: str) -> int:
        return int(database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])  # noqa: S608  # nosec B608

    return {table: count(table) for table in _tables(database)}


def _migrations(database: sqlite3.Connection) -> list[str]:
    if "django_migrations" not in _tables(database):
        raise UnusableBackup("The database has no tables of this service: run `manage.py migrate` first.")
    return [f"{app}.{name}" for app, name in database.execute("SELECT app, name FROM django_migrations")]


def _packed(path: Path) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, GZIP)
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield packer.compress(piece)
    yield packer.flush()


def _unpack(dump: IO[bytes], path: Path) -> None:
    unpacker = zlib.decompressobj(GZIP)
    try:
        with path.open("wb") as file:
            while not unpacker.eof and (piece := dump.read(PIECE)):
                file.write(unpacker.decompress(piece))
            file.write(unpacker.flush())
    except zlib.error as error:
        raise UnusableBackup(f"The dump is damaged ({error}).") from None
    except OSError as error:
        raise UnusableBackup(
            f"The dump cannot be unpacked into {path.parent.parent}: {error.strerror}."
        ) from None
    if not unpacker.eof:
        raise UnusableBackup("The dump is cut off.")
    if unpacker.unused_data or dump.read(1):
        raise UnusableBackup("The dump is damaged (something follows its end).")
