"""/metrics: who may read it, what it counts, and that no label is a stranger's choice."""

import json
from ipaddress import ip_network
from pathlib import Path

import pytest
from django.test import Client
from prometheus_client import REGISTRY
from prometheus_client.parser import text_string_to_metric_families

from briefing.core.work import heartbeat
from news.models import Feed
from tests.accounts.readers import signed_in

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "the-operators-own-token-of-the-tests"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on(settings) -> None:
    settings.METRICS_ENABLED, settings.SERVICE_TOKEN = True, TOKEN
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.1")]


def scraped(client: Client | None = None) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample by its name and labels."""
    text = (client or Client()).get("/metrics").content.decode()
    families = text_string_to_metric_families(text)
    return {
        (one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples
    }


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("::ffff:127.0.0.1", {}, 200),
        ("203.0.113.9", {}, 401),
        ("203.0.113.9", {"authorization": f"Bearer {TOKEN}"}, 200),
        ("203.0.113.9", {"authorization": "Bearer wrong"}, 401),
        ("127.0.0.1", {"authorization": "Bearer wrong"}, 401),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.9"}, 401),  # a proxy that nobody named
        ("127.0.0.1", {"x-forwarded-proto": "https"}, 401),
        ("127.0.0.1", {"forwarded": "for=203.0.113.9"}, 401),
        ("10.0.0.1", {"x-forwarded-for": "127.0.0.1"}, 401),  # its client claims to be at home
        ("10.0.0.1", {}, 401),
        ("", {}, 401),
    ],
)
def test_token_or_this_machine(address, headers, status):
    assert Client(REMOTE_ADDR=address).get("/metrics", headers=headers).status_code == status


def test_a_proxy_on_this_machine_is_not_this_machine(settings):
    settings.TRUSTED_PROXIES = [ip_network("127.0.0.0/8")]
    assert Client().get("/metrics").status_code == 401


def test_a_session_opens_nothing():
    client = signed_in(Client(REMOTE_ADDR="203.0.113.9"), is_staff=True)
    assert client.get("/metrics").status_code == 401


def test_switched_off_it_is_not_there(settings):
    settings.METRICS_ENABLED = False
    assert Client().get("/metrics", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 404


def count(route: str, status: int) -> float:
    labels = {"route": route, "status": str(status)}
    return REGISTRY.get_sample_value("briefing_requests_total", labels) or 0


@pytest.mark.parametrize(
    ("path", "route", "status"),
    [
        ("/healthz", "healthz", 200),
        ("/nothing/ada@example.org", "(none)", 404),
        ("/static/none.css", "(file)", 404),
        ("/news", "news", 303),
    ],
)
def test_requests_are_counted_by_route_and_never_by_path(path, route, status):
    before = count(route, status)
    assert Client().get(path).status_code == status
    assert count(route, status) == before + 1
    assert "ada@" not in Client().get("/metrics").content.decode()


def test_pages_are_counted_as_cached_or_rendered():
    def pages(result: str) -> float:
        return (
            REGISTRY.get_sample_value("briefing_printed_pages_total", {"page": "landing", "result": result})
            or 0
        )

    before = pages("printed"), pages("kept")
    for _ in range(3):
        Client().get("/")
    assert (pages("printed") - before[0], pages("kept") - before[1]) == (1, 2)


def test_the_state_is_stated_in_numbers():
    heartbeat.beat("web")
    Feed.objects.create(url="https://a.example/f", slug="a-feed", last_error="no")
    found = scraped()
    assert found["briefing_processes", frozenset({("role", "web")})] == 1
    assert found["briefing_processes", frozenset({("role", "worker")})] == 0
    assert found["briefing_feeds_failing", frozenset()] == 1
    assert found["briefing_status", frozenset({("section", "Processes")})] == 2
    assert found["briefing_fault", frozenset({("fault", "process:worker")})] == 2


def test_every_measure_of_the_dashboard_is_one_of_ours():
    names = {name for name, _ in scraped()}
    # What is there as soon as something of its kind has happened.
    later = {"briefing_last_success_timestamp_seconds", "briefing_source_last_success_timestamp_seconds",
             "briefing_feed_last_success_timestamp_seconds", "briefing_mail_sent_day", "briefing_jobs",
             "briefing_heartbeat_timestamp_seconds", "briefing_printed_pages_total"}  # fmt: skip
    board = json.loads((ROOT / "docs/operating/grafana.json").read_text())
    used = {
        word
        for panel in board["panels"]
        for target in panel["targets"]
        for word in "".join(c if c.isalnum() or c == "_" else " " for c in target["expr"]).split()
        if word.startswith("briefing_")
    }
    assert used - names - later == set()
