"""Bounds each wait for PostgreSQL in the client as well.

A frozen server does not enforce its own `statement_timeout`, and its kernel still acknowledges packets, so no
TCP timeout ends the wait either. Without this every web thread would wait forever.
"""

import logging
import select
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader

from briefing.core.lazy_module import LazyModule

if TYPE_CHECKING:
    import psycopg
else:
    psycopg = LazyModule("psycopg")

# Above the server's own statement_timeout, whose error names the cause.
ANSWERS_WITHIN_S = 20.0
# A migration gives up a lock after this time, since all other statements queue behind it.
MIGRATION_LOCK = "5s"
log = logging.getLogger(__name__)


def set_timeouts(sender: object, connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Handles `connection_created`: limits each wait of the connection to 20 s.

    It also replaces Django's query for usability, which was a third of the queries of a cached page.
    """
    if connection.vendor == "postgresql":
        connection.connection.wait = partial(_wait, connection.connection)
        connection.is_usable = partial(_is_usable, connection)  # type: ignore[method-assign]


def _is_usable(wrapper: BaseDatabaseWrapper) -> bool:
    """Whether an idle connection has nothing to read; if the server sent something, Django's query decides."""
    if wrapper.connection is None or wrapper.connection.closed:
        return False
    waiting = select.poll()
    waiting.register(wrapper.connection.pgconn.socket, select.POLLIN)
    return not waiting.poll(0) or type(wrapper).is_usable(wrapper)


def _wait(raw: "psycopg.Connection[Any]", gen: Any, *args: Any, **kwargs: Any) -> Any:
    """Runs psycopg's wait with a time limit; on timeout closes the connection, whose state is then unknown."""
    try:
        return psycopg.Connection.wait(raw, gen, *args, **{"timeout": ANSWERS_WITHIN_S, **kwargs})
    except psycopg.errors._WaitTimeout as error:
        raw.pgconn.finish()
        raise psycopg.OperationalError(
            f"the database did not answer within {ANSWERS_WITHIN_S:.0f} s"
        ) from error


@contextmanager
def for_migrations(alias: str) -> Iterator[None]:
    """Lifts the statement timeout and shortens the lock timeout."""
    connection = connections[alias]
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute(f"SET lock_timeout = '{MIGRATION_LOCK}'")
    del connection.connection.wait
    try:
        yield
    finally:
        connection.close()  # the next connection has the usual limits again


def newer_migration() -> str:
    """Returns an applied migration that this version does not have; "" if there is none."""
    loader = MigrationLoader(connection)
    unknown = [
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in loader.disk_migrations
    ]
    return min(unknown, default="")


def wait_until_ready() -> None:
    """Waits until the database answers and has its tables; logs the waiting once."""
    said = False
    while True:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1 FROM django_celery_beat_periodictask LIMIT 1")
            return
        except DatabaseError as error:
            connection.close()
            if not said:
                state = "does not answer" if isinstance(error, OperationalError) else "has no tables yet"
                log.warning("the database %s: waiting for it", state)
            said = True
            time.sleep(2)
