"""What `manage.py start` bears: kills lose nothing, double nothing, leave nobody behind. Run by `.ci/run`.

Not named test_*: it takes a minute that `make test` has not.
"""

from collections.abc import Iterator

import pytest

from tests.shape.running import Service, alive, rows, wait_for


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One for both tests, in their order: the second finds what the first has filled."""
    service = Service(tmp_path_factory.mktemp("killed"))
    yield service
    service.end()


def assert_nothing_doubled(service: Service) -> None:
    for table, key in (
        ("headlines", "feed_id, guid"),
        ("quotes_daily", "symbol, day"),
        ("indicator_summaries", 'cycle, "group", tone, style'),
        ("briefing_job", "kind, key"),
    ):
        assert rows(service, f"SELECT {key}, count(*) FROM {table} GROUP BY {key} HAVING count(*) > 1") == []
    assert rows(service, "PRAGMA integrity_check") == [("ok",)]


def test_kill_during_the_first_fill_loses_nothing(service: Service):
    service.start()
    wait_for(lambda: "Figures" in service.said(), seconds=180, what="the fill to begin")
    assert service.process is not None
    service.process.kill()
    service.process.wait()
    service.forget_log()
    service.start()
    service.wait_until_open(120)
    wait_for(
        lambda: rows(service, "SELECT count(*) FROM indicator_summaries")[0][0] > 0, seconds=300, what="texts"
    )
    assert_nothing_doubled(service)
    assert service.stop() == 0


def test_killed_processes_come_back_and_nobody_is_left(service: Service):
    service.start()
    service.wait_until_open(60)
    assert "Figures:" not in service.said()
    for name in ("worker", "urgent", "web", "samples"):
        old = service.kill(name)
        wait_for(lambda name=name, old=old: service.pid(name) != old, seconds=300, what=f"a new {name}")
    wait_for(lambda: service.status("/healthz") == 200, seconds=300, what="pages after the kills")
    wait_for(lambda: rows(service, "SELECT count(*) FROM briefing_job WHERE state IN ('new', 'running')")[0][0] == 0,
             seconds=300, what="all work done")  # fmt: skip

    everyone = service.pids()
    service.kill("start")
    wait_for(lambda: not any(alive(pid) for pid in everyone.values()), seconds=300, what="no orphan")
    wait_for(lambda: service.status("/healthz") == 0, seconds=300, what="the port to be free")

    service.forget_log()
    service.start()
    service.wait_until_open(60)
    assert_nothing_doubled(service)
    children = list(service.pids().values())
    assert service.stop() == 0
    assert [pid for pid in children if alive(pid)] == []
