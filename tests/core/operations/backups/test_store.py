"""Backup and restore of a database: SQLite, or PostgreSQL with TEST_DATABASE_URL."""

import gzip
import json
import resource
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import psycopg
import pyrage
import pytest
from django.db import connection
from pyrage.x25519 import Identity

from accounts.models import User
from briefing.core.hashing import key_for
from briefing.core.models import LimitWindow
from briefing.core.operations.backups import archive, store
from briefing.core.operations.backups.archive import Manifest, UnusableBackup
from briefing.core.operations.backups.postgres import Postgres
from briefing.core.operations.backups.sqlite import Sqlite

pytestmark = pytest.mark.django_db(transaction=True)
KEY = Identity.generate()
TO = [str(KEY.to_public())]


@pytest.fixture
def source() -> store.Database:
    User.objects.create(email="ada@example.org")
    return store.database(connection.settings_dict)


@pytest.fixture
def target(tmp_path: Path, source: store.Database) -> Iterator[store.Database]:
    """An empty database of the same engine."""
    if isinstance(source, Sqlite):
        yield Sqlite(tmp_path / "target.sqlite3")
        return
    name = f"restored_{secrets.token_hex(4)}"
    with source._connect() as server:
        server.autocommit = True
        server.execute(f"CREATE DATABASE {name}")
    yield Postgres(source.words | {"dbname": name}, source.password)
    with source._connect() as server:
        server.autocommit = True
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def ask(database: store.Database, query: str) -> list[tuple[object, ...]]:
    if isinstance(database, Sqlite):
        with closing(sqlite3.connect(database.path)) as opened, opened:
            return opened.execute(query).fetchall()
    with database._connect() as opened_there:
        cursor = opened_there.execute(query)
        return cursor.fetchall() if cursor.description else []


def emails(database: store.Database) -> list[tuple[object, ...]]:
    return ask(database, "SELECT email FROM accounts_user ORDER BY email")


def test_restored_is_what_was_saved(source: store.Database, target: store.Database, tmp_path: Path):
    path = store.back_up(source, tmp_path / "backups", TO)
    manifest = store.restore(path, KEY, target, tmp_path / "backups", replace=False)
    assert emails(target) == [("ada@example.org",)]
    assert (manifest.rows["accounts_user"], store.to_migrate(manifest)) == (1, 0)
    assert {each.name for each in path.parent.iterdir()} == {path.name, "latest.json"}


def test_what_is_known_of_the_latest_and_who_may_read_it(source: store.Database, tmp_path: Path):
    path = store.back_up(source, tmp_path / "backups", TO)
    latest = json.loads((path.parent / "latest.json").read_text())
    assert (latest["file"], latest["bytes"]) == (path.name, path.stat().st_size)
    assert latest["rows"] > 1
    assert b"ada@example.org" not in path.read_bytes()
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)


@pytest.mark.concurrency
def test_counts_agree_while_others_write(source: store.Database, target: store.Database, tmp_path: Path):
    done, written = threading.Event(), []

    def write() -> None:
        while not done.is_set():
            written.append(
                LimitWindow.objects.create(scope="t", key=str(len(written)), last_at="2026-11-23T00:00Z")
            )
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while len(written) < 20:
            done.wait(0.01)
        path = store.back_up(source, tmp_path, TO)
    finally:
        done.set()
        writer.join()
    manifest = store.restore(path, KEY, target, tmp_path, replace=False)
    assert 20 <= manifest.rows["briefing_limitwindow"] <= len(written)


def test_a_database_with_rows_is_refused_and_left_alone(
    source: store.Database, target: store.Database, tmp_path: Path
):
    path = store.back_up(source, tmp_path, TO)
    ask(target, "CREATE TABLE accounts_user (email text)")
    ask(target, "INSERT INTO accounts_user VALUES ('before@example.org')")
    with pytest.raises(UnusableBackup, match="not empty: name an empty one"):
        store.restore(path, KEY, target, tmp_path, replace=False)
    assert emails(target) == [("before@example.org",)]


def test_on_request_it_replaces_what_was_there(
    source: store.Database, target: store.Database, tmp_path: Path
):
    path = store.back_up(source, tmp_path, TO)
    ask(target, "CREATE TABLE gone (email text)")
    store.restore(path, KEY, target, tmp_path, replace=True)
    assert emails(target) == [("ada@example.org",)]
    with pytest.raises((sqlite3.OperationalError, psycopg.errors.UndefinedTable)):
        ask(target, "SELECT * FROM gone")
    again = store.back_up(target, tmp_path / "again", TO)
    assert store.restore(again, KEY, target, tmp_path, replace=True).rows["accounts_user"] == 1


@pytest.mark.parametrize("of_the_file", [0, 2000], ids=["no database", "damaged behind its header"])
def test_a_damaged_database_is_replaced(source: store.Database, tmp_path: Path, of_the_file: int):
    if not isinstance(source, Sqlite):
        pytest.skip("a server mends its own files")
    path = store.back_up(source, tmp_path / "backups", TO)
    database = Sqlite(tmp_path / "db.sqlite3")
    store.restore(path, KEY, database, tmp_path, replace=False)
    whole = database.path.read_bytes()
    broken = whole[:of_the_file] + b"\xff" * (len(whole) - of_the_file)
    database.path.write_bytes(broken)
    with pytest.raises(UnusableBackup, match="--replace"):
        store.restore(path, KEY, database, tmp_path, replace=False)
    assert database.path.read_bytes() == broken
    store.restore(path, KEY, database, tmp_path, replace=True)
    assert emails(database) == [("ada@example.org",)]
    kept = [path.read_bytes() for path in tmp_path.glob("db.sqlite3.damaged-*Z")]
    assert (kept, database.path.stat().st_mode & 0o077) == ([broken], 0)


def test_a_dump_that_breaks_leaves_what_was_there(
    source: store.Database, target: store.Database, tmp_path: Path
):
    with source.dump(tmp_path) as saved:
        manifest = Manifest("2026-11-23", source.engine, saved.migrations, saved.rows)
        half = b"".join(saved.pieces)[:20_000]
    archive.write(tmp_path / "half.age", manifest, [half], TO, seal_key=key_for(store.SEALING))
    ask(target, "CREATE TABLE accounts_user (email text)")
    ask(target, "INSERT INTO accounts_user VALUES ('before@example.org')")
    with pytest.raises(UnusableBackup):
        store.restore(tmp_path / "half.age", KEY, target, tmp_path, replace=True)
    assert emails(target) == [("before@example.org",)]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda made: replace(made, format=3), "format 3, this version reads 2"),
        (lambda made: replace(made, engine="postgresql" if made.engine == "sqlite" else "sqlite"), "DATABASE_URL names"),
        (lambda made: replace(made, migrations=[*made.migrations, "news.9999_later"]),
         "newer version, which has news.9999_later"),
        (lambda made: replace(made, rows=made.rows | {"accounts_user": 7}), r"accounts_user: 1 of 7\): do not use it"),
        (lambda made: replace(made, rows=made.rows | {"gone": 0}), r"gone: none of 0\): do not use it"),
        (lambda made: replace(made, rows={"accounts_user": 1}), r": \d+ of none"),
        (lambda made: replace(made, rows=None), r"manifest is wrong \(rows"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("replacing", [False, True])
def test_what_is_not_this_database_leaves_what_was_there(
    source, target, tmp_path: Path, change, said: str, replacing: bool
):
    if replacing:
        ask(target, "CREATE TABLE accounts_user (email text)")
        ask(target, "INSERT INTO accounts_user VALUES ('before@example.org')")
    with source.dump(tmp_path) as saved:
        made = change(Manifest("2026-11-23", source.engine, saved.migrations, saved.rows))
        archive.write(tmp_path / "other.age", made, saved.pieces, TO, seal_key=key_for(store.SEALING))
    with pytest.raises(UnusableBackup, match=said):
        store.restore(tmp_path / "other.age", KEY, target, tmp_path, replace=replacing)
    assert target.is_empty() if not replacing else emails(target) == [("before@example.org",)]


def test_a_forged_backup_is_refused(source: store.Database, target: store.Database, tmp_path: Path):
    """Anyone who can write to the folder can read the public key."""
    plain = pyrage.decrypt(store.back_up(source, tmp_path, TO).read_bytes(), [KEY])
    (tmp_path / "forged.age").write_bytes(pyrage.encrypt(plain[:-32] + bytes(32), [KEY.to_public()]))
    with pytest.raises(UnusableBackup, match="no seal of this installation"):
        store.restore(tmp_path / "forged.age", KEY, target, tmp_path, replace=True)
    assert target.is_empty()
    store.restore(tmp_path / "forged.age", KEY, target, tmp_path, replace=True, unsealed=True)
    assert emails(target) == [("ada@example.org",)]


def on_sqlite(target: store.Database) -> None:
    if not isinstance(target, Sqlite):
        pytest.skip("pg_restore reads PostgreSQL's dumps")


def test_what_follows_the_end_of_a_dump_is_refused_unread(
    source: store.Database, target: store.Database, tmp_path: Path
):
    on_sqlite(target)
    with source.dump(tmp_path) as saved:
        manifest = Manifest("2026-11-23", source.engine, saved.migrations, saved.rows)
        padded = [*saved.pieces, bytes(1)]
    archive.write(tmp_path / "padded.age", manifest, padded, TO, seal_key=key_for(store.SEALING))
    with pytest.raises(UnusableBackup, match="something follows its end"):
        store.restore(tmp_path / "padded.age", KEY, target, tmp_path, replace=True)
    assert target.is_empty()


@pytest.fixture
def little_room() -> Iterator[None]:
    """No file of this process grows beyond 8 MiB."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8 * 2**20, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_dump_that_unpacks_to_more_than_there_is_room_for_leaves_what_was_there(
    source: store.Database, target: store.Database, tmp_path: Path, little_room
):
    on_sqlite(target)
    ask(target, "CREATE TABLE accounts_user (email text)")
    ask(target, "INSERT INTO accounts_user VALUES ('before@example.org')")
    bomb = [gzip.compress(bytes(9 * 2**20))]
    manifest = Manifest("2026-11-23", source.engine, [], {})
    archive.write(tmp_path / "bomb.age", manifest, bomb, TO, seal_key=key_for(store.SEALING))
    with pytest.raises(UnusableBackup, match=rf"cannot be unpacked into {tmp_path}: File too large"):
        store.restore(tmp_path / "bomb.age", KEY, target, tmp_path, replace=True)
    assert emails(target) == [("before@example.org",)]
    assert [each.name for each in tmp_path.glob(".copy-*")] == []


def test_an_older_backup_says_what_is_to_migrate(source: store.Database):
    assert store.to_migrate(Manifest("2026-11-23", source.engine, [], {})) > 50


def test_a_database_without_the_services_tables_is_not_saved(target: store.Database, tmp_path: Path):
    with pytest.raises(UnusableBackup, match="no tables of this service"):
        store.back_up(target, tmp_path / "backups", TO)
    assert list((tmp_path / "backups").iterdir()) == []
