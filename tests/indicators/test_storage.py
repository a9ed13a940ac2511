from datetime import date, timedelta

import pytest

from briefing.core.models import StaffNotice
from indicators.models import DailyQuote, Quote
from indicators.sources import Observation
from indicators.storage import HistoryChanges, record_failure, record_unchanged, store_observations
from tests.indicators.conftest import NOW

pytestmark = pytest.mark.django_db
SYMBOL = "ECB:FM/ONE"


def said(*values: float, first: date = date(2026, 11, 1)) -> list[Observation]:
    days = [first + timedelta(days=n) for n in range(len(values))]
    return [Observation(day.isoformat(), day, value) for day, value in zip(days, values, strict=True)]


def history() -> list[float]:
    return list(DailyQuote.objects.of([SYMBOL]).values_list("value", flat=True))


def test_store_stores_history_and_newest():
    assert store_observations(SYMBOL, said(1.0, 2.0, 4.0), whole=True, now=NOW) == HistoryChanges(
        written=3, withdrawn=0
    )
    quote = Quote.objects.get(symbol=SYMBOL)
    assert (quote.value, quote.previous_value, quote.change) == (4.0, 2.0, 2.0)
    assert (quote.observed_on, quote.period, quote.fetched_at) == (date(2026, 11, 3), "2026-11-03", NOW)
    assert (quote.error, quote.error_at, quote.whole_at) == ("", None, NOW)


def test_store_of_one_observation_has_no_change():
    store_observations(SYMBOL, said(1.0), whole=True, now=NOW)
    assert Quote.objects.get().change is None


def test_store_replaces_what_was_revised():
    store_observations(SYMBOL, said(1.0, 2.0, 3.0), whole=True, now=NOW)
    assert store_observations(SYMBOL, said(1.0, 2.5, 3.0), whole=False, now=NOW) == HistoryChanges(
        written=1, withdrawn=0
    )
    assert history() == [1.0, 2.5, 3.0]
    assert Quote.objects.get().previous_value == 2.5


def test_store_writes_nothing_that_is_unchanged(django_assert_num_queries):
    store_observations(SYMBOL, said(1.0, 2.0), whole=True, now=NOW)
    with django_assert_num_queries(
        7
    ):  # read, what was held back, savepoint, origin, newest two, the quote's row, release
        assert store_observations(SYMBOL, said(1.0, 2.0), whole=False, now=NOW) == HistoryChanges(
            written=0, withdrawn=0
        )


def test_store_withdraws_what_the_source_no_longer_names():
    store_observations(SYMBOL, said(1.0, 2.0, 3.0), whole=True, now=NOW)
    observations = said(1.0, 2.0, 3.0)
    assert store_observations(
        SYMBOL, [observations[0], observations[2]], whole=False, now=NOW
    ) == HistoryChanges(0, 1)
    assert history() == [1.0, 3.0]


def test_store_leaves_what_lies_outside_the_answer():
    store_observations(SYMBOL, said(1.0, 2.0, 3.0), whole=True, now=NOW)
    store_observations(SYMBOL, said(2.0, first=date(2026, 11, 2)), whole=False, now=NOW)
    assert history() == [1.0, 2.0, 3.0]
    assert Quote.objects.get().value == 3.0


def test_store_of_a_window_leaves_the_time_of_the_whole():
    store_observations(SYMBOL, said(1.0), whole=True, now=NOW)
    store_observations(SYMBOL, said(1.0), whole=False, now=NOW + timedelta(hours=1))
    quote = Quote.objects.get()
    assert (quote.whole_at, quote.fetched_at) == (NOW, NOW + timedelta(hours=1))


def test_store_notes_when_the_history_last_changed():
    store_observations(SYMBOL, said(1.0), whole=True, now=NOW)
    store_observations(SYMBOL, said(1.0), whole=True, now=NOW + timedelta(hours=1))
    assert Quote.objects.get().changed_at == NOW
    store_observations(SYMBOL, said(2.0), whole=False, now=NOW + timedelta(hours=2))
    assert Quote.objects.get().changed_at == NOW + timedelta(hours=2)


def test_store_of_a_run_that_began_earlier_dates_no_change_back():
    later = NOW + timedelta(hours=1)
    store_observations(SYMBOL, said(1.0), whole=True, now=later)
    store_observations(SYMBOL, said(2.0), whole=True, now=NOW)
    assert Quote.objects.get().changed_at == later


def test_unfinished_period_stays_on_the_day_on_which_its_figure_first_came():
    november = [Observation("2026-11", date(2026, 11, 30), 2.1)]
    store_observations(SYMBOL, november, whole=True, now=NOW)
    later = store_observations(SYMBOL, november, whole=True, now=NOW + timedelta(days=3))
    assert (later, DailyQuote.objects.get().day) == (HistoryChanges(0, 0), NOW.date())


def test_store_takes_fifteen_years_of_days():
    observations = said(*[float(n) for n in range(5400)], first=date(2012, 1, 1))
    assert store_observations(SYMBOL, observations, whole=True, now=NOW).written == 5400
    assert DailyQuote.objects.count() == 5400


def test_keep_error_keeps_the_last_good_figure():
    store_observations(SYMBOL, said(1.0, 2.0), whole=True, now=NOW)
    later = NOW + timedelta(hours=1)
    record_failure(SYMBOL, "ECB: no answer.", later)
    quote = Quote.objects.get()
    assert (quote.value, quote.fetched_at, quote.error, quote.error_at) == (
        2.0,
        NOW,
        "ECB: no answer.",
        later,
    )


def test_keep_error_of_a_new_symbol_makes_its_row():
    record_failure(SYMBOL, "ECB: no answer.", NOW)
    quote = Quote.objects.failing().get()
    assert (quote.value, quote.fetched_at, quote.error) == (None, None, "ECB: no answer.")


def test_store_clears_the_error():
    record_failure(SYMBOL, "ECB: no answer.", NOW)
    store_observations(SYMBOL, said(1.0), whole=True, now=NOW)
    assert Quote.objects.failing().count() == 0


def test_answer_without_new_data_clears_the_error():
    store_observations(SYMBOL, said(1.0), whole=True, now=NOW)
    record_failure(SYMBOL, "ECB: no answer.", NOW)
    record_unchanged(SYMBOL, whole=False, now=NOW + timedelta(hours=1))
    assert (Quote.objects.failing().count(), Quote.objects.get().error) == (0, "")


CHART = "YAHOO:GC=F"
GOLD = [3300.0 + 2 * n for n in range(20)]


def closes() -> dict[str, float]:
    return dict(DailyQuote.objects.of([CHART]).values_list("period", "value"))


def without(observations: list[Observation], place: int) -> list[Observation]:
    return [*observations[:place], *observations[place + 1 :]]


@pytest.mark.parametrize("place", [5, 18])
@pytest.mark.parametrize("whole", [True, False])
def test_a_hole_in_a_chart_withdraws_nothing(place, whole):
    store_observations(CHART, said(*GOLD), whole=True, now=NOW)
    stored = store_observations(CHART, without(said(*GOLD), place), whole=whole, now=NOW)
    assert (stored, len(closes())) == (HistoryChanges(0, 0), 20)
    assert Quote.objects.get().previous_value == GOLD[18]


def test_a_new_base_leaves_nothing_of_the_old_one():
    store_observations(CHART, said(*GOLD), whole=True, now=NOW)
    halved = said(*[value / 2 for value in GOLD])
    assert store_observations(CHART, without(halved[4:], 3), whole=True, now=NOW) == HistoryChanges(15, 5)
    assert max(closes().values()) == GOLD[-1] / 2


def test_a_spike_inside_a_first_answer_is_left_out_and_reported():
    spiked = [*GOLD[:9], 368_900.0, *GOLD[10:]]
    store_observations(
        CHART, said(*spiked), whole=True, now=NOW, limits=(500.0, 20_000.0), validators={"a": ["1", ""]}
    )
    quote, notice = Quote.objects.get(), StaffNotice.objects.get(kind="figures_held", resolved_at=None)
    assert (max(closes().values()), quote.held, quote.error, quote.validators) == (
        GOLD[-1],
        "2026-11-10 368900",
        "",
        {},
    )
    assert notice.text == (
        "Left out, YAHOO:GC=F: 368,900 for 2026-11-10, outside what is plausible (500 to 20,000). If true, accept in the"
        " admin (Quotes); the other figures are stored."
    )


def test_a_spike_does_not_withdraw_what_was_stored_for_its_day():
    store_observations(SYMBOL, said(*GOLD), whole=True, now=NOW)
    store_observations(SYMBOL, said(*GOLD[:9], 368_900.0, *GOLD[10:]), whole=False, now=NOW)
    assert history() == GOLD


def test_a_spike_that_staff_accepted_is_stored_and_not_doubted_again():
    spiked = said(*GOLD[:9], 368_900.0, *GOLD[10:])
    store_observations(SYMBOL, spiked, whole=True, now=NOW)
    Quote.objects.update(accepted="2026-11-10 368900")
    for _again in range(2):
        store_observations(SYMBOL, spiked, whole=True, now=NOW)
        assert (max(history()), Quote.objects.get().held) == (368_900.0, "")
    assert not StaffNotice.objects.filter(resolved_at=None).exists()


def test_what_lies_before_an_answer_stays_held_back():
    store_observations(SYMBOL, said(*GOLD[:3], 368_900.0, *GOLD[4:]), whole=True, now=NOW)
    store_observations(SYMBOL, said(*GOLD)[8:], whole=False, now=NOW)
    assert Quote.objects.get().held == "2026-11-04 368900"
    store_observations(SYMBOL, said(*GOLD), whole=True, now=NOW)
    assert Quote.objects.get().held == ""
    assert StaffNotice.objects.get(kind="figures_held").resolved_at
