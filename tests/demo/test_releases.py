"""When the sample figures come out."""

from datetime import UTC, date, datetime, timedelta

import pytest

from briefing.demo import releases, world
from briefing.demo.releases import decided, decisions, ends_of, last_out, policy, schedule
from indicators.agenda.decisions import banks

FIRST, LAST = date(2026, 1, 1), date(2027, 12, 31)
PERIODIC = sorted(name for name in world.table("releases") if schedule(name).every != "D")


def test_a_release_comes_on_working_days_once_a_period():
    for name in PERIODIC:
        found = list(releases.releases(name, FIRST, LAST))
        assert len({each.end for each in found}) == len(found) >= 7, name
        assert all(each.day.weekday() < 5 and not world.holiday(each.day) for each in found), name


def test_a_release_is_out_from_its_moment_on():
    second = timedelta(seconds=1)
    for name in PERIODIC:
        each = list(releases.releases(name, FIRST, LAST))[3]
        assert last_out(name, each.moment - second) < last_out(name, each.moment) == each.end, name


@pytest.mark.parametrize(
    ("name", "end", "moment"),
    [
        (
            "jobs_us",
            date(2026, 10, 31),
            datetime(2026, 11, 6, 13, 30, tzinfo=UTC),
        ),  # a Friday, in winter time
        (
            "jobs_us",
            date(2026, 12, 31),
            datetime(2027, 1, 8, 13, 30, tzinfo=UTC),
        ),  # New Year's Day is a Friday
        ("cpi_uk", date(2026, 6, 30), datetime(2026, 7, 15, 6, 0, tzinfo=UTC)),
        ("hicp", date(2026, 10, 31), datetime(2026, 11, 18, 10, 0, tzinfo=UTC)),
    ],
)
def test_moments_follow_the_publishers_clocks(name, end, moment):
    assert schedule(name).moment(end) == moment


def test_nothing_new_comes_after_a_series_stopped():
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert ends_of("STLFSI4", now)[-1] == date(2026, 6, 19)


def test_banks_decide_on_the_known_days_and_at_their_pace_beyond():
    known = banks()["FOMC"].days
    assert set(known) <= set(decisions("FOMC", date(2026, 1, 1), known[-1] + timedelta(days=300)))
    assert decisions("FOMC", date(2011, 1, 1), date(2011, 12, 31))
    assert decisions("FOMC", known[-1] + timedelta(days=1), known[-1] + timedelta(days=50))


@pytest.mark.parametrize("bank", sorted(world.table("policy")))
def test_a_policy_rate_moves_by_quarters_and_the_day_after_a_decision_alone(bank):
    day = date(2026, 1, 1)
    while day < date(2028, 1, 1):
        before, after = policy(bank, day), policy(bank, day + timedelta(days=1))
        if before != after:
            assert day in decisions(bank, day, day)
            assert (decided(bank, day), abs(after - before)) == (after, 0.25)
        day += timedelta(days=1)
