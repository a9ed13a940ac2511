"""A database that stops responding, for requests, migrations and the clock."""

import os
import select
import socket
import subprocess
import sys
import threading
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, connections

from briefing.core import database

ROOT = Path(__file__).resolve().parents[2]
on_postgresql = pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is in the same process")


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_server_that_says_nothing_ends_the_wait_and_the_connection(monkeypatch):
    monkeypatch.setattr(database, "ANSWERS_WITHIN_S", 0.3)
    with pytest.raises(OperationalError, match="did not answer within"), connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(10)")
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        assert cursor.fetchone() == (1,)


def backend() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


@pytest.fixture
def other():
    """A second connection, to observe the server's state of the first."""
    with psycopg.connect(**connection.get_connection_params() | {"cursor_factory": None}) as raw:
        raw.autocommit = True
        yield raw


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_idle_connection_is_found_usable_without_a_question(other):
    last = "SELECT query, state_change FROM pg_stat_activity WHERE pid = %s"
    pid = backend()
    before = other.execute(last, [pid]).fetchone()
    assert connection.is_usable()
    assert other.execute(last, [pid]).fetchone() == before


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_connection_that_the_server_ended_is_replaced(other):
    pid = backend()
    other.execute("SELECT pg_terminate_backend(%s)", [pid])
    select.select([connection.connection.pgconn.socket], [], [], 10)
    assert not connection.is_usable()
    connection.errors_occurred = True
    connection.close_if_unusable_or_obsolete()
    assert backend() != pid


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_migration_has_no_time_limit_and_waits_briefly_for_a_lock(monkeypatch):
    monkeypatch.setattr(database, "ANSWERS_WITHIN_S", 0.3)
    with database.for_migrations("default"), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_sleep(0.6), current_setting('statement_timeout'), current_setting('lock_timeout')"
        )
        assert cursor.fetchone()[1:] == ("0", "5s")
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('statement_timeout')")
        assert cursor.fetchone() == ("15s",)


@on_postgresql
@pytest.mark.django_db(transaction=True)
def test_migration_behind_a_lock_says_what_to_do(monkeypatch):
    monkeypatch.setattr(database, "MIGRATION_LOCK", "100ms")
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with connection.cursor() as cursor:
            cursor.execute("BEGIN; LOCK TABLE django_migrations IN ACCESS EXCLUSIVE MODE")
            held.set()
            done.wait(30)
            cursor.execute("ROLLBACK")
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert held.wait(30)
        with pytest.raises(CommandError, match="run migrate again"):
            call_command("migrate", verbosity=0)
    finally:
        done.set()
        holder.join()


def test_clock_waits_for_a_database_that_comes_later(tmp_path: Path):
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    env = {
        "PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path),
        "DATABASE_URL": f"postgres://nobody@127.0.0.1:{port}/none", "REDIS_URL": "redis://127.0.0.1:1/0",
    }  # fmt: skip
    command = [sys.executable, str(ROOT / "manage.py"), "beat"]
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True) as clock:
        try:
            assert clock.stderr is not None
            assert "the database does not answer: waiting for it" in clock.stderr.readline()
            assert clock.poll() is None
        finally:
            clock.kill()
