"""Revisions of older observations: one event for all of a scan, told once."""

from datetime import date, timedelta

import pytest

from commentary.followed import events
from commentary.followed.models import FigureCursor, FigureEvent, PendingEvent
from indicators.groups import load
from indicators.sources import Observation
from indicators.storage import store_observations
from tests.commentary.followed.cases import (
    NOON,
    at,
    compute,
    follower,
)
from tests.indicators.conftest import monthly

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon():
    with at(NOON):
        yield


HOUR = timedelta(hours=1)


def months(values, *, last=date(2026, 10, 31), hours=0):
    """The history of euro-area unemployment as a fetch stores it, and its row computed."""
    row = load().row("UNEE")
    found = monthly(values, last=last)
    store_observations(
        row.symbols[0], [Observation(each.period, each.day, each.value) for each in found],
        whole=True, now=NOON - DAYS + hours * HOUR,
    )  # fmt: skip
    compute("UNEE")


DAYS = timedelta(days=2)
BEFORE = [6.0 + (n % 5) / 10 for n in range(40)]


def revised_by(*changes: tuple[int, float]) -> list[float]:
    """The values of before, with another one so many months back."""
    values = list(BEFORE)
    for back, value in changes:
        values[-1 - back] = value
    return values


def unemployment(*changes: tuple[int, float], hours: int = 1) -> int:
    months(revised_by(*changes), hours=hours)
    return events.scan(NOON)


def revision_texts(tone="NOVICE"):
    return [
        tuple(each.texts[language][tone]["text"] for language in ("en", "it"))
        for each in FigureEvent.objects.filter(kind="revised").order_by("pk")
    ]


@pytest.fixture
def _unemployment():
    follower("UNEE", kinds=("revised",))
    months(BEFORE)
    events.scan(NOON)


@pytest.mark.usefixtures("_unemployment")
def test_a_revision_of_an_older_observation_is_reported_once():
    assert (unemployment((5, 7.7)), events.scan(NOON), PendingEvent.objects.count()) == (1, 0, 1)
    ((english, italian),) = revision_texts()
    assert english == "Euro-area unemployment for May was revised up to 7.7% from 6.4%."
    assert italian == "La disoccupazione nell’area euro di maggio è stata rivista al rialzo al 7,7% dal 6,4%."


@pytest.mark.usefixtures("_unemployment")
def test_each_revision_of_an_observation_is_an_event_of_its_own():
    assert [unemployment((5, value), hours=n) for n, value in enumerate((7.7, 7.8, 7.7), 1)] == [1, 1, 1]


@pytest.mark.usefixtures("_unemployment")
def test_the_latest_and_older_observations_revised_at_once_are_one_event_that_names_them():
    assert unemployment((0, 6.9), (1, 6.8)) == 1
    assert revision_texts() == [
        (
            "Revised: October, 6.9% (was 6.4%); September, 6.8% (was 6.3%).",
            "Dati rivisti: ottobre, 6,9% (era 6,4%); settembre, 6,8% (era 6,3%).",
        )
    ]


@pytest.mark.usefixtures("_unemployment")
def test_many_observations_revised_at_once_are_one_sentence_with_their_number():
    assert unemployment(*((back, BEFORE[-1 - back] + 0.2) for back in range(12))) == 1
    assert revision_texts() == [
        (
            "12 observations from November 2025 to October were revised, by 0.2\xa0percentage point at most.",
            "12 osservazioni (novembre 2025 – ottobre) sono state riviste, di 0,2\xa0punti percentuali al massimo.",
        )
    ]


@pytest.mark.usefixtures("_unemployment")
def test_what_prints_alike_and_a_new_base_year_are_no_revisions():
    assert unemployment((5, BEFORE[-6] + 0.001)) == 0
    months([value * 2 for value in BEFORE], hours=2)
    assert events.scan(NOON) == 0


def test_a_cursor_of_before_the_record_tells_nothing_of_what_came_earlier():
    follower("UNEE", kinds=("revised",))
    months(BEFORE)
    events.scan(NOON)
    cursor = FigureCursor.objects.get(code="UNEE")
    del cursor.facts["revisions"]
    cursor.save()
    assert unemployment((5, 7.7)) == 0
    assert unemployment((5, 7.8), hours=2) == 1


def test_two_scans_at_once_tell_a_revision_once():
    follower("UNEE", kinds=("revised",))
    months(BEFORE)
    events.scan(NOON)
    behind = FigureCursor.objects.get(code="UNEE")
    assert unemployment((5, 7.7)) == 1
    assert events.advance(behind, behind.facts, [], NOON) == 0
    assert PendingEvent.objects.count() == 1
