"""The production commands in processes of their own, on a database and a Redis number of their own."""

import contextlib
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis

from tests.shape.running import ROOT, Service

POSTGRES = os.environ.get("SHAPE_POSTGRES", "postgres://postgres@127.0.0.1:5432")
REDIS = os.environ.get("SHAPE_REDIS", "redis://127.0.0.1:6379/9")
WORKERS = (["worker", "--queue", "work"], ["worker", "--queue", "urgent"], ["beat"])


@contextlib.contextmanager
def a_shape(folder: Path, **variables: str) -> Iterator[Service]:
    """A service whose database is made and dropped; Redis is emptied before and after."""
    name = f"briefing_shape_{secrets.token_hex(4)}"
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    redis.Redis.from_url(REDIS).flushdb()
    try:
        yield Service(folder, DATABASE_URL=f"{POSTGRES}/{name}", REDIS_URL=REDIS, **variables)
    finally:
        with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
        redis.Redis.from_url(REDIS).flushdb()


@contextlib.contextmanager
def running(service: Service, *commands: list[str]) -> Iterator[list[subprocess.Popen[bytes]]]:
    with service.log.open("ab") as log:
        processes = [
            subprocess.Popen(
                [sys.executable, str(ROOT / "manage.py"), *command], env=service.env, stdout=log, stderr=log
            )
            for command in commands
        ]
    try:
        yield processes
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            try:
                process.wait(120)
            except subprocess.TimeoutExpired:
                process.kill()


def ask(service: Service, query: str, *values: object) -> object:
    """The first value of the answer; None without a row."""
    address = service.env["DATABASE_URL"].replace("postgres://", "postgresql://")
    with psycopg.connect(address) as connection:
        row = connection.execute(query, values).fetchone()
    return row[0] if row else None


def count(service: Service, query: str) -> int:
    found = ask(service, query)
    assert isinstance(found, int)
    return found
