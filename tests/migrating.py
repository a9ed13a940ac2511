"""Migrations back and forth: a module's tests share the way back, which takes seconds, to an earlier state."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

Place = tuple[str, str | None]


@cache
def _models(place: Place) -> Any:
    return MigrationExecutor(connection).loader.project_state([place] if place[1] else []).apps


def to(app: str, name: str | None) -> Any:
    """Migrates an app to this state, None for none at all, and returns the models of then."""
    MigrationExecutor(connection).migrate([(app, name)])
    return _models((app, name))


def to_newest() -> None:
    executor = MigrationExecutor(connection)
    executor.loader.check_consistent_history(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


@pytest.fixture(scope="module")
def newest_afterwards(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """For modules whose tests have real transactions: each empties the tables, the last is followed by the way back."""
    yield
    with django_db_blocker.unblock():
        to_newest()
