"""What a fetch replaces can be put back: the series of any earlier moment, exactly."""

import random
import re
import threading
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connections, transaction
from werkzeug import Request, Response

from indicators import history, vintages
from indicators.figures import Point
from indicators.models import DailyQuote, Quote, Revision
from indicators.refresh import refresh
from indicators.sources import Observation
from indicators.storage import record_unchanged, store_observations
from tests.indicators.conftest import NOW, daily, monthly, store

SYMBOL = "ECB:FM/ONE"
HOUR = timedelta(hours=1)
pytestmark = pytest.mark.django_db


def said(points: list[Point]) -> list[Observation]:
    return [Observation(point.period, point.day, point.value) for point in points]


def fetched(points: list[Point], now: datetime, *, whole: bool = True, symbol: str = SYMBOL) -> None:
    store_observations(symbol, said(points), whole=whole, now=now)


def known(moment: datetime) -> list[float]:
    return [point.value for point in vintages.known_at([SYMBOL], moment).get(SYMBOL, [])]


def test_a_revised_value_is_put_back():
    fetched(daily([1.0, 2.0, 3.0]), NOW)
    fetched(daily([1.0, 2.5, 3.0]), NOW + HOUR)
    fetched(daily([1.0, 2.6, 3.0]), NOW + 2 * HOUR)
    states = [known(NOW + n * HOUR) for n in range(3)]
    assert states == [[1.0, 2.0, 3.0], [1.0, 2.5, 3.0], [1.0, 2.6, 3.0]]
    assert [each.replaced for each in Revision.objects.all()] == [
        [[NOW.isoformat(), None, [["2026-11-19", "", 2.0]]]],
        [[(NOW + HOUR).isoformat(), None, [["2026-11-19", "", 2.5]]]],
    ]


def test_only_changes_are_stored():
    fetched(daily([1.0, 2.0]), NOW)
    fetched(daily([1.0, 2.0]), NOW + HOUR)
    fetched(daily([1.0, 2.0, 3.0], last=date(2026, 11, 21)), NOW + 2 * HOUR)
    assert not Revision.objects.exists()
    assert known(NOW + HOUR) == [1.0, 2.0]


def test_a_point_is_not_known_before_it_came():
    fetched(daily([1.0, 2.0]), NOW)
    fetched(daily([1.0, 2.0, 3.0], last=date(2026, 11, 21)), NOW + HOUR)
    fetched(daily([1.0, 2.0, 3.5], last=date(2026, 11, 21)), NOW + 2 * HOUR)
    assert [known(NOW + n * HOUR) for n in range(3)] == [[1.0, 2.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.5]]


def test_a_withdrawn_point_is_put_back():
    points = daily([1.0, 2.0, 3.0])
    fetched(points, NOW)
    fetched([points[0], points[2]], NOW + HOUR)
    fetched(points, NOW + 2 * HOUR)
    assert [known(NOW + n * HOUR) for n in range(3)] == [[1.0, 2.0, 3.0], [1.0, 3.0], [1.0, 2.0, 3.0]]


def test_a_new_base_of_a_long_daily_history_is_one_row():
    before = daily([100 + n / 100 for n in range(4000)])
    after = [Point(point.period, point.day, round(point.value * 0.8, 4)) for point in before[500:]]
    fetched(before, NOW)
    fetched(after, NOW + HOUR)
    assert (Revision.objects.count(), Revision.objects.get().rebased) == (1, True)
    assert vintages.known_at([SYMBOL], NOW)[SYMBOL] == before
    assert history.of_symbols([SYMBOL])[SYMBOL] == vintages.known_at([SYMBOL], NOW + HOUR)[SYMBOL] == after


def test_an_unfinished_period_keeps_the_day_of_then():
    fetched([Point("2026-10", date(2026, 10, 31), 2.0), Point("2026-11", date(2026, 11, 30), 2.1)], NOW)
    fetched(monthly([2.0, 2.2], last=date(2026, 11, 30)), datetime(2026, 12, 2, tzinfo=UTC))
    assert vintages.known_at([SYMBOL], NOW)[SYMBOL][-1] == Point("2026-11", NOW.date(), 2.1)
    assert history.of_symbols([SYMBOL])[SYMBOL][-1] == Point("2026-11", date(2026, 11, 30), 2.2)


def test_every_state_of_a_random_history_is_rebuilt():
    chance = random.Random(32)
    points = {point.day: point for point in daily([float(n) for n in range(40)], last=date(2026, 10, 30))}
    states = []
    for step in range(60):
        for day in chance.sample(sorted(points), 3):
            change = chance.choice(("revise", "withdraw", "keep"))
            if change == "revise":
                points[day] = Point(day.isoformat(), day, float(chance.randrange(100)))
            elif change == "withdraw" and len(points) > 10:
                del points[day]
        new = date(2026, 9, 1) + timedelta(days=chance.randrange(70))
        points[new] = Point(new.isoformat(), new, float(chance.randrange(100)))
        shown = [points[day] for day in sorted(points)]
        now = NOW + step * HOUR
        fetched(shown if chance.random() < 0.5 else shown[len(shown) // 2 :], now)
        states.append((now, history.of_symbols([SYMBOL])[SYMBOL]))
    assert Revision.objects.count() > 40
    for now, state in states:
        assert vintages.known_at([SYMBOL], now)[SYMBOL] == state
        assert vintages.known_at([SYMBOL], now + HOUR / 2)[SYMBOL] == state


def test_of_hundreds_of_rewritten_histories_one_is_put_back():
    values = [float(n) for n in range(50)]
    for step in range(200):
        fetched(daily([value + step / 100 for value in values]), NOW + step * HOUR)
    assert Revision.objects.count() == 199
    for step in (0, 100, 199):
        moment = NOW + step * HOUR
        later = Revision.objects.filter(at__gt=moment)
        undone = sum(len(list(each.points(seen_until=moment))) for each in later)
        assert undone == (50 if step < 199 else 0)
        assert known(moment) == [value + step / 100 for value in values]


def test_changes_are_dated_in_order_even_if_the_first_run_stores_last():
    fetched(daily([1.0, 2.0]), NOW)
    fetched(daily([1.0, 2.2]), NOW + 2 * HOUR)
    fetched(daily([1.0, 2.1]), NOW + HOUR)  # started earlier, stored later
    assert [each.at for each in Revision.objects.all()] == [NOW + 2 * HOUR] * 2
    assert (known(NOW), known(NOW + HOUR), known(NOW + 2 * HOUR)) == ([1.0, 2.0], [1.0, 2.0], [1.0, 2.1])


# --- since when ---


def test_what_was_stored_before_has_no_first_day_and_the_record_begins_with_the_next_fetch():
    store(SYMBOL, daily([1.0, 2.0]))
    Quote.objects.create(symbol=SYMBOL, fetched_at=NOW - HOUR)
    assert vintages.known_since([SYMBOL]) is None
    fetched(daily([1.0, 2.5]), NOW)
    assert vintages.known_since([SYMBOL]) == NOW
    assert list(DailyQuote.objects.order_by("day").values_list("seen_at", flat=True)) == [None, NOW]
    fetched(daily([1.5, 2.5]), NOW + HOUR)
    assert [point.seen_at for point in Revision.objects.latest("at").points()] == [None]
    assert (known(NOW), vintages.known_since([SYMBOL])) == ([1.0, 2.5], NOW)


def test_an_unchanged_answer_begins_the_record_too():
    Quote.objects.create(symbol=SYMBOL, fetched_at=NOW - HOUR)
    record_unchanged(SYMBOL, whole=False, now=NOW)
    record_unchanged(SYMBOL, whole=False, now=NOW + HOUR)
    assert vintages.known_since([SYMBOL]) == NOW


def test_of_two_symbols_the_later_record_counts():
    fetched(daily([1.0]), NOW)
    fetched(daily([1.0]), NOW + HOUR, symbol="ECB:FM/TWO")
    assert vintages.known_since([SYMBOL, "ECB:FM/TWO"]) == NOW + HOUR
    assert vintages.known_since([SYMBOL, "ECB:FM/NONE"]) is None


@pytest.mark.parametrize(("day", "reason"), [
    (date(2026, 11, 22), "yet to come"), (date(2026, 11, 20), "known from 2026-11-21 on"),
])  # fmt: skip
def test_days_that_are_not_known_say_why(day, reason):
    fetched(daily([1.0]), NOW)
    with time_machine.travel(NOW, tick=False), pytest.raises(vintages.NotKnown, match=reason):
        vintages.moment_of(day, [SYMBOL])


def test_a_day_is_known_to_its_last_moment_in_utc():
    fetched(daily([1.0]), NOW)
    with time_machine.travel(NOW, tick=False):
        assert vintages.moment_of(NOW.date(), [SYMBOL]) == datetime(2026, 11, 21, 23, 59, 59, 999999, UTC)


# --- at once ---


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_two_refreshes_at_once_record_one_revision(web):
    together = threading.Barrier(2, timeout=60)
    first = date(2026, 11, 20) - timedelta(days=99)

    def body(value: float) -> str:
        days = [first + timedelta(days=n) for n in range(100)]
        return "TIME_PERIOD,OBS_VALUE\n" + "".join(
            f"{day},{1.1 if n else value}\n" for n, day in enumerate(days)
        )

    def answer(request: Request) -> Response:
        together.wait()  # both refreshes hold the answer before either may write
        return Response(body(1.2))

    def run(after: timedelta) -> None:
        try:
            refresh(symbol="EURU", now=NOW + after)
        finally:
            connections.close_all()

    address = re.compile("/ecb/EXR/D.USD.*")
    with time_machine.travel(NOW, tick=True):
        web.expect_ordered_request(address).respond_with_data(body(1.0))
        refresh(symbol="EURU", now=NOW)
        web.clear()
        web.expect_request(address).respond_with_handler(answer)
        threads = [threading.Thread(target=run, args=(n * HOUR,)) for n in (1, 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    [revision] = Revision.objects.all()
    assert [point.value for point in revision.points()] == [1.0]
    assert DailyQuote.objects.get(day=first).value == 1.2


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_a_run_reads_what_is_stored_after_the_run_before_it_has_stored():
    before, after = daily([1.0, 2.0]), daily([1.5, 2.0])
    fetched(before, NOW)

    def second() -> None:
        try:
            fetched(after, NOW + 2 * HOUR)
        finally:
            connections.close_all()

    thread = threading.Thread(target=second)
    with transaction.atomic():
        fetched(after, NOW + HOUR)
        thread.start()
        thread.join(timeout=2)  # it waits for this transaction
        assert thread.is_alive()
    thread.join()
    assert [each.at for each in Revision.objects.all()] == [NOW + HOUR]


def test_a_replaced_point_is_no_row_of_the_database(monkeypatch):
    """A model's instance for each of them took seconds of a request where a long series had many new bases."""
    for number in range(3):
        fetched(daily([1.0 + number, 2.0 + number, 3.0]), NOW + number * HOUR)

    def refuse(*_values: object, **_fields: object) -> None:
        raise AssertionError("a row was made")

    monkeypatch.setattr(DailyQuote, "__init__", refuse)
    assert known(NOW) == [1.0, 2.0, 3.0]
