"""Shared by all tests: the network is refused except loopback, caches start empty."""

import gc
import importlib
import ipaddress
import os
import random
import socket
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.core.cache import cache
from django.db.models.signals import post_migrate
from django.dispatch import receiver
from hypothesis import HealthCheck, settings

from briefing.core import origin
from briefing.core.web import outage_copies, page_cache

# A busy machine is no fault of what is tested.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")
REAL_CONNECT = socket.socket.connect
REAL_GETADDRINFO = socket.getaddrinfo


def _is_local(host: object) -> bool:
    try:
        return ipaddress.ip_address(str(host)).is_loopback
    except ValueError:
        return host in ("localhost", "", None)


def _connect(self: socket.socket, address: object) -> None:
    if self.family in (socket.AF_INET, socket.AF_INET6) and not _is_local(address[0]):  # type: ignore[index]
        raise OSError(f"tests reach loopback only, not {address!r}")
    return REAL_CONNECT(self, address)  # type: ignore[arg-type]


def _getaddrinfo(host: object, *args: object, **kwargs: object) -> object:
    name = host.decode() if isinstance(host, bytes) else host
    if not _is_local(name):
        try:
            ipaddress.ip_address(str(host))
        except ValueError:
            raise socket.gaierror(socket.EAI_NONAME, "tests look up no names") from None
    if name == "localhost":
        host = "127.0.0.1"  # a bare Debian has no file of hosts
    return REAL_GETADDRINFO(host, *args, **kwargs)  # type: ignore[arg-type]


socket.socket.connect = _connect  # type: ignore[method-assign, assignment]
socket.getaddrinfo = _getaddrinfo  # type: ignore[assignment]


DATABASE_FIXTURES = {"db", "transactional_db", "live_server"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--database-only", action="store_true", help="only tests that use the database")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than cores: tests of locks, deadlines and processes spend a third of their time waiting."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What starts services and environments comes first, so that a parallel run does not end with one process at it.

    On another database only what uses it can come out differently.
    """
    items.sort(key=lambda item: "shape" not in item.path.parts and item.path.name != "test_makefile.py")
    if config.getoption("--database-only"):
        using = [
            item
            for item in items
            if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(item.fixturenames)
        ]
        config.hook.pytest_deselected(items=[item for item in items if item not in set(using)])
        items[:] = using


def pytest_collection_finish() -> None:
    """What is imported by now stays; a look through all the rest takes 0.3 s, so there are fewer of them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 20, 100)


@pytest.fixture(scope="session")
def httpserver_listen_address() -> tuple[str, int]:
    return ("127.0.0.1", 0)


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    random.seed(20261121)
    cache.clear()
    page_cache.clear()
    outage_copies.invalidation_file().unlink(missing_ok=True)
    origin.remember(None)
    yield


@receiver(post_migrate)
def _timetable(app_config: object, **kwargs: object) -> None:
    # Tests with real transactions empty every table behind themselves, also what migrations had filled.
    if getattr(app_config, "label", "") == "briefing":
        for name in ("0003_timetable", "0007_agenda", "0008_status"):
            importlib.import_module(f"briefing.migrations.{name}").fill(apps)
