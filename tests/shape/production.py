"""The production commands on PostgreSQL and Redis: two workers, two clocks, one web. Run by `.ci/run`.

Not named test_*: it needs both servers, and says so by failing when they are away.
"""

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.shape import hostile_ingest
from tests.shape.on_servers import WORKERS, a_shape, count, running
from tests.shape.running import Service, wait_for

# One of each sort: slow elements, depth, many tags, entities, patterns, and what only the clock ends.
HOSTILE = (
    "attributes of one element", "nested elements", "many elements", "billion laughs", "lines before the root",
    "malformed: open tag names", "malformed: names in cdata", "huge text of tags", hostile_ingest.TRICKLE,
)  # fmt: skip


@pytest.fixture
def shape(tmp_path: Path) -> Iterator[Service]:
    with a_shape(tmp_path) as service:
        yield service


def test_two_workers_and_two_clocks_fill_the_database_once(shape: Service):
    assert shape.manage("migrate", "--verbosity", "0").returncode == 0
    assert shape.manage("collectstatic", "--noinput", "--verbosity", "0").returncode == 0
    web = ["web", "--bind", f"127.0.0.1:{shape.port}"]
    samples = ["sample_sources", "--port", str(shape.samples)]
    with running(shape, samples, web, *WORKERS, *WORKERS):
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


@pytest.mark.parametrize("waits_for", ["nothing", "a statement", "redis"])
def test_the_clock_ends_at_sigterm(shape: Service, waits_for: str):
    """In the midst of a statement too: beat's own handler waited for a lock that the statement held."""
    address = shape.env["DATABASE_URL"].replace("postgres://", "postgresql://")
    assert shape.manage("migrate", "--verbosity", "0").returncode == 0
    with socket.create_server(("127.0.0.1", 0)) as silent, psycopg.connect(address) as other:
        if waits_for == "redis":
            shape.env["REDIS_URL"] = f"redis://127.0.0.1:{silent.getsockname()[1]}/0"
        with running(shape, ["beat"]) as (clock,):
            wait_for(
                lambda: count(shape, "SELECT count(*) FROM briefing_heartbeat"), seconds=120, what="a tick"
            )
            if waits_for == "a statement":
                other.execute("LOCK TABLE django_celery_beat_periodictask IN ACCESS EXCLUSIVE MODE")
            time.sleep(3)
            clock.terminate()
            assert clock.wait(30) == 0, shape.said()


def test_a_code_arrives_within_ten_seconds_whatever_feeds_say(tmp_path: Path):
    with (
        hostile_ingest.outside() as (publisher, mailbox),
        a_shape(tmp_path, **hostile_ingest.variables(publisher, mailbox)) as service,
    ):
        assert service.manage("migrate", "--verbosity", "0").returncode == 0
        assert service.manage("collectstatic", "--noinput", "--verbosity", "0").returncode == 0
        with running(service, ["web", "--bind", f"127.0.0.1:{service.port}"], *WORKERS):
            wait_for(lambda: service.status("/readyz") == 200, seconds=300, what="readiness")
            for number, hostile in enumerate(HOSTILE):
                done = hostile_ingest.ingest(service, publisher, hostile, hostile_ingest.FIVE_MIB)
                took = hostile_ingest.seconds_to_a_code(service, mailbox, number, at_most=60)
                assert took < 10, f"{hostile}: {took:.1f} s; {service.said()[-2000:]}"
                wait_for(done, seconds=120, what=f"the end of {hostile}", said=service.said)
