"""The news cycle, its job and its command."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from briefing.core.models import Job
from briefing.core.work import jobs, leases
from news import cycle, tasks
from news.models import Headline, Run
from tests.news.conftest import NOW, rss

pytestmark = pytest.mark.django_db


@pytest.fixture
def paper(publisher, make_feed):
    publisher.expect_request("/feed.xml").respond_with_data(
        rss("Inflation in Germany at 2.1% in October", "Oil stocks fall by 3 million barrels")
    )
    return make_feed()


def refresh() -> None:
    with leases.claimed("feeds") as claim:
        assert list(cycle.ingest.refresh_due(NOW, claim))


def test_run_fetches_groups_and_tags(paper):
    line = cycle.run(NOW, "slot")
    assert line == (
        "1 feeds fetched, 0 unchanged, 0 failed, 2 new headlines; 2 grouped into stories, 2 tagged"
    )
    assert Headline.objects.filter(story__isnull=True).count() == 0
    assert Headline.objects.get(title__startswith="Inflation").tags == ["EU", "Inflation"]
    run = Run.objects.get()
    assert (run.key, run.feeds, run.headlines, run.started_at) == ("slot", 1, 2, NOW)
    assert run.finished_at is not None


def test_run_that_is_not_due_is_skipped(paper):
    cycle.run(NOW, "first")
    assert (
        cycle.run(NOW + timedelta(minutes=10), "second")
        == "not due: the last run was at 2026-11-20 10:10 UTC"
    )
    assert Run.objects.count() == 1


def test_force_runs_what_is_not_due(paper):
    cycle.run(NOW, "first")
    assert cycle.run(NOW + timedelta(minutes=1), "second", force=True).startswith(
        "1 feeds fetched, 1 unchanged"
    )


def test_a_killed_run_is_resumed_under_its_key(paper):
    Run.objects.create(key="before", started_at=NOW - timedelta(minutes=20), finished_at=NOW)
    refresh()  # killed after the feed was stored, before grouping
    Run.objects.create(key="slot", started_at=NOW)
    assert cycle.run(NOW + timedelta(minutes=2), "slot").endswith("2 grouped into stories, 2 tagged")


def test_what_a_killed_run_left_is_grouped_by_the_next(paper):
    refresh()
    Run.objects.create(key="lost", started_at=NOW)
    assert cycle.run(NOW + timedelta(minutes=20), "next").endswith("2 grouped into stories, 2 tagged")


def test_two_runs_at_once_ask_once_and_the_second_comes_back(paper):
    with leases.claimed("feeds"), time_machine.travel(NOW, tick=False):
        jobs.enqueue("news.ingest", "slot")
        row = Job.objects.get(kind="news.ingest")
        assert jobs.run(row.pk) is True
        row.refresh_from_db()
        assert (row.state, row.outcome) == ("new", "another run is fetching the feeds")
    assert cycle.run(NOW, "slot").startswith("1 feeds fetched")


def test_a_killed_runs_claim_is_free_when_its_lease_is_over(paper):
    lease = {"state": "running", "owner": "dead", "lease_until": timezone.now()}
    Job.objects.create(kind="lease", key="feeds", **lease)
    assert cycle.run(NOW, "next").startswith("1 feeds fetched")


def test_one_feed_can_be_fetched_during_a_run(paper):
    with leases.claimed("feeds"):
        assert cycle.run(NOW, "by hand", url=paper.url).startswith("1 feeds fetched")


def test_the_command_says_that_another_run_is_at_work(paper):
    with leases.claimed("feeds"), pytest.raises(CommandError, match="another run is fetching the feeds"):
        call_command("ingest_news", "--force", stdout=StringIO(), stderr=StringIO())


def test_a_backlog_is_left_to_a_job(paper, monkeypatch):
    monkeypatch.setattr(cycle, "BACKLOG", 1)
    assert cycle.run(NOW, "slot").endswith("2 left to a job to group and tag")
    row = Job.objects.get(kind=cycle.GROUP_AND_TAG, key="slot")
    assert jobs.KINDS[cycle.GROUP_AND_TAG].handler is tasks.group_and_tag_backlog
    assert jobs.run(row.pk) is True
    row.refresh_from_db()
    assert row.outcome == "2 grouped into stories, 2 tagged"


def test_while_no_headline_ever_came_every_slot_is_due(db):
    Run.objects.create(key="empty", started_at=NOW, finished_at=NOW)
    assert cycle.is_due(NOW + timedelta(minutes=1), "next") is True


def test_the_jobs_handler_runs_the_cycle(paper):
    with time_machine.travel(NOW, tick=False):
        jobs.enqueue("news.ingest", "2026-11-20T10:10Z")
        row = Job.objects.get(kind="news.ingest")
        assert jobs.run(row.pk) is True
    row.refresh_from_db()
    assert (row.state, row.outcome.split(",")[0]) == ("done", "1 feeds fetched")
    assert Run.objects.get().key == "2026-11-20T10:10Z"


def test_the_command_says_what_it_did(paper):
    out = StringIO()
    with time_machine.travel(NOW):
        call_command("ingest_news", stdout=out, stderr=StringIO())
    assert out.getvalue().startswith("1 feeds fetched, 0 unchanged, 0 failed, 2 new headlines;")


def test_the_command_asks_one_feed(paper, make_feed):
    make_feed("/other.xml")
    out = StringIO()
    with time_machine.travel(NOW):
        call_command("ingest_news", "--feed", paper.url, stdout=out, stderr=StringIO())
    assert out.getvalue().startswith("1 feeds fetched")


def test_the_command_refuses_an_unknown_feed(no_roster):
    with pytest.raises(CommandError, match="No feed has the address"):
        call_command("ingest_news", "--feed", "https://nobody.example/")
