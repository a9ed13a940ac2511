"""PostgreSQL that stops answering: a statement ends here too, not at the server alone.

`statement_timeout` is kept by the server, so one that is frozen keeps no time; and its kernel still acknowledges
what is sent, so no timeout of TCP ends the wait either. Without this every thread of the web waits for ever.
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

# Above the server's own statement_timeout, which says what was wrong.
ANSWERS_WITHIN_S = 20.0
# A migration waits no longer for a lock: meanwhile every other statement queues behind it.
MIGRATION_LOCK = "5s"
log = logging.getLogger(__name__)


def set_timeouts(sender: object, connection: BaseDatabaseWrapper, **_: Any) -> None:
    """Receives `connection_created`: from then on no single wait of the connection is longer than 20 s.

    And it is found usable without a question to the server, which took a third of what a printed page asks of it.
    """
    if connection.vendor == "postgresql":
        connection.connection.wait = partial(_wait, connection.connection)
        connection.is_usable = partial(_is_usable, connection)  # type: ignore[method-assign]


def _is_usable(wrapper: BaseDatabaseWrapper) -> bool:
    """From an idle connection there is nothing to read, unless the server has ended it: then Django asks."""
    if wrapper.connection is None or wrapper.connection.closed:
        return False
    waiting = select.poll()
    waiting.register(wrapper.connection.pgconn.socket, select.POLLIN)
    return not waiting.poll(0) or type(wrapper).is_usable(wrapper)


def _wait(raw: "psycopg.Connection[Any]", gen: Any, *args: Any, **kwargs: Any) -> Any:
    """psycopg's own wait with an end. The connection is closed with it: nobody knows what state it is in."""
    try:
        return psycopg.Connection.wait(raw, gen, *args, **{"timeout": ANSWERS_WITHIN_S, **kwargs})
    except psycopg.errors._WaitTimeout as error:
        raw.pgconn.finish()
        raise psycopg.OperationalError(
            f"the database did not answer within {ANSWERS_WITHIN_S:.0f} s"
        ) from error


@contextmanager
def for_migrations(alias: str) -> Iterator[None]:
    """Statements of the block may take as long as they need, and wait for locks briefly."""
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
        connection.close()  # the next one has the usual limits


def newer_migration() -> str:
    """A migration that the database has had and this version of the program has not; "" without one."""
    loader = MigrationLoader(connection)
    unknown = [
        f"{app}.{name}"
        for app, name in loader.applied_migrations
        if app in loader.migrated_apps and (app, name) not in loader.disk_migrations
    ]
    return min(unknown, default="")


def wait_until_ready() -> None:
    """Returns as soon as the database answers and has its tables; says once that it is waited for."""
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
