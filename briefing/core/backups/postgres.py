"""A PostgreSQL database, saved by pg_dump in one snapshot with the counts, and put back by pg_restore."""

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from briefing.core.backups.archive import Unusable
from briefing.core.backups.sqlite import PIECE, Saved

# The schema's other name while a restore takes its place.
ASIDE = "before_restore"


@dataclass(frozen=True)
class Postgres:
    """The database that libpq's words name; `password` is kept apart, since arguments are seen by everybody."""

    words: dict[str, Any]
    password: str
    engine = "postgresql"

    @contextmanager
    def saved(self, folder: Path) -> Iterator[Saved]:
        """The dump while it is made. Unusable behind the block where pg_dump did not come to its end."""
        with self._connect() as connection, tempfile.TemporaryFile(dir=folder) as said:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()
            assert snapshot is not None
            migrations, rows = _migrations(connection), _rows(connection)
            command = ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=public",
                       "--snapshot", snapshot[0], "--dbname", self._address()]  # fmt: skip
            with self._run(command, stdout=subprocess.PIPE, stderr=said) as process:
                yield Saved(migrations, rows, _pieces(process.stdout))
            _refuse_failure(process, said)

    def is_empty(self) -> bool:
        with self._connect() as connection:
            return not _tables(connection)

    def restore(self, dump: IO[bytes], folder: Path, *, replace: bool) -> dict[str, int]:
        """Rows by table of what stands there now. It succeeds as a whole, or leaves what was there."""
        if replace:
            self._set_aside()
        try:
            self._fill(dump, folder)
        except BaseException:
            if replace:
                self._settle(back=True)
            raise
        if replace:
            self._settle(back=False)
        with self._connect() as connection:
            return _rows(connection)

    def _fill(self, dump: IO[bytes], folder: Path) -> None:
        command = ["pg_restore", "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges",
                   "--schema=public", "--dbname", self._address()]  # fmt: skip
        with tempfile.TemporaryFile(dir=folder) as said:
            with self._run(command, stdin=dump, stderr=said) as process:
                process.wait()
            _refuse_failure(process, said)

    def _set_aside(self) -> None:
        with self._connect() as connection:
            others = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchone()
            if others and others[0]:
                raise Unusable(
                    f"The database has {others[0]} other connections: stop web, workers and beat first."
                )
            connection.execute(f"ALTER SCHEMA public RENAME TO {ASIDE}")
            connection.execute("CREATE SCHEMA public")

    def _settle(self, *, back: bool) -> None:
        gone = "public" if back else ASIDE
        with self._connect() as connection:
            connection.execute(sql.SQL("DROP SCHEMA {} CASCADE").format(sql.Identifier(gone)))
            if back:
                connection.execute(f"ALTER SCHEMA {ASIDE} RENAME TO public")

    def _address(self) -> str:
        return make_conninfo(**self.words)

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            return psycopg.connect(self._address(), password=self.password or None)
        except psycopg.OperationalError as error:
            raise Unusable(f"PostgreSQL does not answer: {error}") from None

    def _run(self, command: list[str], **files: Any) -> subprocess.Popen[bytes]:
        environment = {"PATH": os.defpath, "LC_ALL": "C", "PGPASSWORD": self.password}
        try:
            return subprocess.Popen(command, env=environment, **files)  # noqa: S603  # nosec B603  # our own command line
        except FileNotFoundError:
            raise Unusable(
                f"{command[0]} is missing: install PostgreSQL's client programs (Debian: postgresql-client)."
            ) from None


def _pieces(file: IO[bytes] | None) -> Iterator[bytes]:
    while file and (piece := file.read(PIECE)):
        yield piece


def _refuse_failure(process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
    if process.returncode:
        said.seek(0)
        raise Unusable(f"PostgreSQL's program failed: {said.read(2000).decode(errors='replace').strip()}")


def _tables(connection: psycopg.Connection[Any]) -> list[str]:
    query = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename"
    return [name for (name,) in connection.execute(query)]


def _rows(connection: psycopg.Connection[Any]) -> dict[str, int]:
    def count(table: str) -> int:
        found = connection.execute(
            sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table))
        ).fetchone()
        assert found is not None
        return int(found[0])

    return {table: count(table) for table in _tables(connection)}


def _migrations(connection: psycopg.Connection[Any]) -> list[str]:
    if "django_migrations" not in _tables(connection):
        raise Unusable("The database has no tables of this service: run `manage.py migrate` first.")
    return [f"{app}.{name}" for app, name in connection.execute("SELECT app, name FROM django_migrations")]
