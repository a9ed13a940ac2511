"""Backs up PostgreSQL with pg_dump in one snapshot, row counts included, and restores it in one transaction."""

import json
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, ClassVar, Literal

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from briefing.core.operations.backups.archive import UnusableBackup
from briefing.core.operations.backups.sqlite import DIFFERENT, PIECE, DatabaseDump

# Moves the current schema aside while the dump is restored.
SET_ASIDE = b"ALTER SCHEMA public RENAME TO before_restore;\nCREATE SCHEMA public;\n"
DROP_ASIDE = b"DROP SCHEMA before_restore CASCADE;\n"
COMPARE = """
DO $compare$
DECLARE
  expected jsonb := '{expected}';
  wrong text[] := '{{}}';
  name text;
  found bigint;
BEGIN
  FOR name IN
    SELECT tablename FROM pg_tables WHERE schemaname = 'public' UNION SELECT jsonb_object_keys(expected) ORDER BY 1
  LOOP
    found := NULL;
    IF to_regclass(format('public.%I', name)) IS NOT NULL THEN
      EXECUTE format('SELECT count(*) FROM public.%I', name) INTO found;
    END IF;
    IF found IS DISTINCT FROM (expected->>name)::bigint THEN
      wrong := wrong || format('%s: %s of %s', name, coalesce(found::text, 'none'), coalesce(expected->>name, 'none'));
    END IF;
  END LOOP;
  IF wrong <> '{{}}' THEN
    RAISE EXCEPTION '{different}', array_to_string(wrong[1:5], ', ');
  END IF;
END
$compare$;
"""


@dataclass(frozen=True)
class Postgres:
    """Connection parameters of libpq; `password` is separate, since other users can see a process's arguments."""

    words: dict[str, Any]
    password: str
    engine: ClassVar[Literal["postgresql"]] = "postgresql"

    @contextmanager
    def dump(self, folder: Path) -> Iterator[DatabaseDump]:
        """Yields pg_dump's output; raises UnusableBackup on exit if pg_dump failed."""
        with self._connect() as connection, tempfile.TemporaryFile(dir=folder) as stderr:
            connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            snapshot = connection.execute("SELECT pg_export_snapshot()").fetchone()
            assert snapshot is not None
            migrations, rows = _migrations(connection), _rows(connection)
            command = ["pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--schema=public",
                       "--snapshot", snapshot[0], "--dbname", self._address()]  # fmt: skip
            with self._run(command, stdout=subprocess.PIPE, stderr=stderr) as process:
                yield DatabaseDump(migrations, rows, _pieces(process.stdout))
            _refuse_failure(process, stderr)

    def is_empty(self) -> bool:
        with self._connect() as connection:
            return not _tables(connection)

    def restore(self, dump: IO[bytes], folder: Path, *, expected: dict[str, int], replace: bool) -> None:
        """Restores next to the current schema, compares row counts and swaps, in one transaction."""
        if replace:
            self._refuse_others()
        command = ["pg_restore", "--no-owner", "--no-privileges", "--schema=public", "--file=-"]
        into = ["psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--dbname", self._address()]
        with (
            tempfile.TemporaryFile(dir=folder) as stderr,
            self._run(command, stdin=dump, stdout=subprocess.PIPE, stderr=stderr) as reader,
            self._run(into, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=stderr) as writer,
        ):
            assert writer.stdin is not None
            with suppress(BrokenPipeError), writer.stdin as script:  # psql's stderr has the reason
                script.write(b"BEGIN;\n" + (SET_ASIDE if replace else b""))
                script.writelines(_pieces(reader.stdout))
                if not reader.wait():  # without COMMIT, psql rolls back
                    script.write(_comparison(expected) + (DROP_ASIDE if replace else b"") + b"COMMIT;\n")
            if reader.stdout:
                reader.stdout.close()
            reader.wait()
            writer.wait()
            _refuse_failure(writer, stderr)
            _refuse_failure(reader, stderr)

    def _refuse_others(self) -> None:
        with self._connect() as connection:
            others = connection.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            ).fetchone()
            if others and others[0]:
                raise UnusableBackup(
                    f"The database has {others[0]} other connections: stop web, workers and beat first."
                )

    def _address(self) -> str:
        return make_conninfo(**self.words)

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            return psycopg.connect(self._address(), password=self.password or None)
        except psycopg.OperationalError as error:
            raise UnusableBackup(f"PostgreSQL does not answer: {error}") from None

    def _run(self, command: list[str], **files: Any) -> subprocess.Popen[bytes]:
        environment = {"PATH": os.defpath, "LC_ALL": "C", "PGPASSWORD": self.password}
        try:
            return subprocess.Popen(command, env=environment, **files)  # noqa: S603  # nosec B603
        except FileNotFoundError:
            raise UnusableBackup(
                f"{command[0]} is missing: install PostgreSQL's client programs (Debian: postgresql-client)."
            ) from None


def _comparison(expected: dict[str, int]) -> bytes:
    """Returns SQL that fails if tables or row counts differ.

    A manifest's names are letters, digits and underscores.
    """
    return COMPARE.format(expected=json.dumps(expected), different=DIFFERENT.format("%")).encode()


def _pieces(file: IO[bytes] | None) -> Iterator[bytes]:
    while file and (piece := file.read(PIECE)):
        yield piece


def _refuse_failure(process: subprocess.Popen[bytes], stderr: IO[bytes]) -> None:
    if process.returncode:
        stderr.seek(0)
        text = stderr.read(2000).decode(errors="replace").strip()
        if DIFFERENT.split("(")[0] in text:
            raise UnusableBackup(text.partition("ERROR:")[2].splitlines()[0].strip())
        raise UnusableBackup(f"PostgreSQL's program failed: {text}")


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
        raise UnusableBackup("The database has no tables of this service: run `manage.py migrate` first.")
    return [f"{app}.{name}" for app, name in connection.execute("SELECT app, name FROM django_migrations")]
