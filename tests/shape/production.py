"""The production commands on PostgreSQL and Redis: two workers, two clocks, one web. Run by `.ci/run`.

Not named test_*: it needs both servers, and says so by failing when they are away.
"""

import contextlib
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis

from tests.shape.running import ROOT, Service, wait_for

POSTGRES = os.environ.get("SHAPE_POSTGRES", "postgres://postgres@127.0.0.1:5432")
REDIS = os.environ.get("SHAPE_REDIS", "redis://127.0.0.1:6379/9")


@pytest.fixture
def shape(tmp_path: Path) -> Iterator[Service]:
    name = f"briefing_shape_{secrets.token_hex(4)}"
    with psycopg.connect(f"{POSTGRES}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    redis.Redis.from_url(REDIS).flushdb()
    yield Service(tmp_path, DATABASE_URL=f"{POSTGRES}/{name}", REDIS_URL=REDIS)
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


def count(service: Service, query: str) -> int:
    with psycopg.connect(service.env["DATABASE_URL"].replace("postgres://", "postgresql://")) as connection:
        row = connection.execute(query).fetchone()
    assert row is not None
    return int(row[0])


def test_two_workers_and_two_clocks_fill_the_database_once(shape: Service):
    assert shape.manage("migrate", "--verbosity", "0").returncode == 0
    assert shape.manage("collectstatic", "--noinput", "--verbosity", "0").returncode == 0
    web = ["web", "--bind", f"127.0.0.1:{shape.port}"]
    samples = ["sample_sources", "--port", str(shape.samples)]
    with running(shape, samples, web, ["worker"], ["worker"], ["beat"], ["beat"]):
        wait_for(lambda: shape.status("/readyz") == 200, seconds=300, what="readiness")
        wait_for(
            lambda: count(shape, "SELECT count(*) FROM indicators_indicatorfigure") > 10
            and count(shape, "SELECT count(*) FROM headlines") > 10,
            seconds=300, what=f"figures and headlines: {shape.said()[-3000:]}",
        )  # fmt: skip
        assert shape.manage("generate").returncode == 0
        assert count(shape, "SELECT count(*) FROM indicator_summaries") > 5
        assert (
            count(
                shape,
                "SELECT count(*) FROM (SELECT 1 FROM briefing_job GROUP BY kind, key HAVING count(*) > 1) d",
            )
            == 0
        )
        assert (
            count(
                shape,
                "SELECT count(*) FROM (SELECT 1 FROM headlines GROUP BY feed_id, guid HAVING count(*) > 1) d",
            )
            == 0
        )
        assert shape.status("/") == 200
