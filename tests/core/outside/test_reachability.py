"""A single state for a network outage: reported once, and over with the first publisher that responds."""

from datetime import UTC, datetime, timedelta

import pytest

from briefing.core.models import Job, StaffNotice
from briefing.core.operations import status
from briefing.core.operations.status import Level
from briefing.core.outside import reachability
from briefing.core.web import cache_versions

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)
MANY = {"ECB", "BOE", "BIS"}


def note(*, reached=(), unreached=(), part="figures", now=NOW) -> None:
    reachability.note(part, reached=reached, unreached=unreached, now=now)


def test_several_silent_publishers_are_the_network():
    note(unreached=MANY)
    assert reachability.outage().text.startswith(
        "The network is away: none of 3 publishers of figures could be reached."
    )


@pytest.mark.parametrize("unreached", [(), {"ECB", "BOE"}, ["ECB"] * 9])
def test_few_silent_publishers_are_not(unreached):
    note(unreached=unreached)
    assert reachability.outage() is None


def test_one_that_answers_is_enough():
    note(reached={"FED"}, unreached=MANY)
    assert reachability.outage() is None


def test_it_is_reported_once_and_resolved_by_the_first_answer():
    before = cache_versions.current()
    note(unreached=MANY)
    away = cache_versions.current()
    note(unreached=MANY, part="headlines", now=NOW + timedelta(minutes=20))
    assert (StaffNotice.objects.count(), cache_versions.current()) == (1, away)
    note(reached={"publisher"}, part="headlines", now=NOW + timedelta(hours=5))
    assert reachability.outage() is None
    assert [before[part] != away[part] != cache_versions.current()[part] for part in reachability.PARTS] == [
        True
    ] * 3


def test_another_run_that_got_through_shortly_before_says_otherwise():
    note(reached={"publisher"}, part="headlines")
    note(unreached=MANY, now=NOW + timedelta(minutes=14))
    assert reachability.outage() is None
    note(unreached=MANY, now=NOW + timedelta(minutes=16))
    assert reachability.outage()


def test_staff_get_one_error_for_it():
    note(unreached=MANY)
    Job.objects.create(
        kind="indicators.refresh",
        key="1",
        state=Job.State.DEAD,
        outcome=f"…; {reachability.MARK}",
        finished_at=NOW,
    )
    Job.objects.update(created_at=NOW - timedelta(days=1))
    found = status.look(NOW + timedelta(minutes=8))
    [line] = found.section("Network").faults
    assert (line.level, found.section("System notices").faults) == (Level.ERROR, [])
    assert "The network is away" in line.text
    assert all(not line.of_publishers for section in found.sections for line in section.lines)
    assert not found.section("Work").faults
    assert "News feeds" not in [section.title for section in found.sections]


def test_without_it_the_network_is_fine():
    assert status.look(NOW).section("Network").level == Level.OK
