"""A SQLite database, saved by its online backup while others write, and put back."""

import sqlite3
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from briefing.core.backups.archive import Unusable

PIECE = 2**16
GZIP = 31  # zlib's number for gzip's form
BUSY_S = 20.0


@dataclass(frozen=True)
class Saved:
    """A dump as it is read, and what it holds."""

    migrations: list[str]
    rows: dict[str, int]
    pieces: Iterator[bytes]


@dataclass(frozen=True)
class Sqlite:
    """The database in one file."""

    path: Path
    engine = "sqlite"

    @contextmanager
    def saved(self, folder: Path) -> Iterator[Saved]:
        """A copy, made in `folder` and removed behind the block; its counts are the copy's, so both agree."""
        with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as own:
            copy = Path(own) / "copy.sqlite3"
            with closing(self._open(self.path)) as source, closing(self._open(copy)) as target:
                # In one step: in steps it would begin anew with every write of another process.
                source.backup(target, pages=-1)
                _refuse_damaged(target)
                yield Saved(_migrations(target), _rows(target), _packed(copy))

    def is_empty(self) -> bool:
        with closing(self._open(self.path)) as database:
            return not _tables(database)

    def restore(self, dump: IO[bytes], folder: Path, *, replace: bool) -> dict[str, int]:
        """Rows by table of what stands there now. `replace` needs no clearing: the copy takes the place of all."""
        with tempfile.TemporaryDirectory(dir=folder, prefix=".copy-") as own:
            copy = Path(own) / "copy.sqlite3"
            _unpack(dump, copy)
            with closing(self._open(copy)) as source, closing(self._open(self.path)) as target:
                _refuse_damaged(source)
                source.backup(target, pages=-1)
                return _rows(target)

    @staticmethod
    def _open(path: Path) -> sqlite3.Connection:
        return sqlite3.connect(path, timeout=BUSY_S)


def _refuse_damaged(database: sqlite3.Connection) -> None:
    try:
        found = database.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise Unusable(f"The database is damaged ({found}).")


def _tables(database: sqlite3.Connection) -> list[str]:
    names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    return [name for (name,) in names if not name.startswith("sqlite_")]


def _rows(database: sqlite3.Connection) -> dict[str, int]:
    def count(table: str) -> int:
        return int(database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0])  # noqa: S608  # nosec B608  # the database's own names

    return {table: count(table) for table in _tables(database)}


def _migrations(database: sqlite3.Connection) -> list[str]:
    if "django_migrations" not in _tables(database):
        raise Unusable("The database has no tables of this service: run `manage.py migrate` first.")
    return [f"{app}.{name}" for app, name in database.execute("SELECT app, name FROM django_migrations")]


def _packed(path: Path) -> Iterator[bytes]:
    packer = zlib.compressobj(6, zlib.DEFLATED, GZIP)
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            yield packer.compress(piece)
    yield packer.flush()


def _unpack(dump: IO[bytes], path: Path) -> None:
    unpacker = zlib.decompressobj(GZIP)
    with path.open("wb") as file:
        while piece := dump.read(PIECE):
            file.write(unpacker.decompress(piece))
        file.write(unpacker.flush())
