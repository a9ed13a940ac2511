from dataclasses import replace
from datetime import date, timedelta

import pytest

from briefing.core.models import StaffNotice
from briefing.core.web import cache_versions
from indicators import groups
from indicators.computation import compute, figure_of, figures_stored
from indicators.models import DailyQuote, IndicatorFigure
from indicators.sources import Observation
from indicators.storage import store_observations
from tests.indicators.conftest import NOW, daily, monthly, row_text, store

pytestmark = pytest.mark.django_db


def rows(registry_file, *texts: str):
    return groups.load(registry_file(*(texts or (row_text(),)))).active_rows()


def test_compute_stores_where_a_figure_stands(registry_file):
    points = monthly([float(n) for n in range(1, 15)])
    store("ECB:FM/ONE", points)
    assert compute(rows(registry_file, row_text(frequency='"M"')), changed=set(), now=NOW) == 1
    figure = IndicatorFigure.objects.get(code="AAA")
    assert (figure.value, figure.previous_value, figure.change, figure.year_ago) == (14.0, 13.0, 1.0, 2.0)
    assert (figure.period, figure.previous_period, figure.observed_on) == (
        "2026-10", "2026-09", date(2026, 10, 31),
    )  # fmt: skip
    assert (figure.lowest, figure.highest, figure.points, figure.since) == (1.0, 14.0, 14, points[0].day)
    assert (round(figure.percentile, 2), round(figure.zscore, 2)) == (96.43, 1.61)
    assert figure.spark[-1] == ["2026-10-31", 14.0]


def test_compute_leaves_alone_what_did_not_change(registry_file):
    store("ECB:FM/ONE", daily([1.0, 2.0]))
    configured = rows(registry_file)
    assert compute(configured, changed=set(), now=NOW) == 1
    assert compute(configured, changed={"ECB:OTHER"}, now=NOW) == 0
    assert compute(configured, changed={"ECB:FM/ONE"}, now=NOW) == 1


def test_compute_replaces_an_earlier_figure(registry_file):
    store("ECB:FM/ONE", daily([1.0, 2.0]))
    configured = rows(registry_file)
    compute(configured, changed=set(), now=NOW)
    DailyQuote.objects.filter(value=2.0).update(value=5.0)
    compute(configured, changed={"ECB:FM/ONE"}, now=NOW)
    assert IndicatorFigure.objects.get().value == 5.0


def test_compute_updates_a_row_whose_configuration_changed(registry_file):
    store("ECB:FM/ONE", daily([1.0, 2.0]))
    store("ECB:FM/TWO", daily([7.0]))
    configured = rows(registry_file)
    compute(configured, changed=set(), now=NOW)
    changed = [replace(row, symbols=("ECB:FM/TWO",)) for row in configured]
    assert compute(changed, changed=set(), now=NOW) == 1
    assert IndicatorFigure.objects.get().value == 7.0


def test_compute_catches_up_on_a_refresh_that_was_killed(registry_file):
    configured = rows(registry_file)
    store_observations(
        "ECB:FM/ONE", [Observation("2026-11-19", date(2026, 11, 19), 1.0)], whole=True, now=NOW
    )
    compute(configured, changed=set(), now=NOW)
    later = NOW + timedelta(minutes=30)
    store_observations(
        "ECB:FM/ONE", [Observation("2026-11-20", date(2026, 11, 20), 2.0)], whole=False, now=later
    )
    # … and the process died here; the next refresh finds nothing new at the source.
    assert compute(configured, changed=set(), now=later + timedelta(minutes=30)) == 1
    assert compute(configured, changed=set(), now=later + timedelta(minutes=60)) == 0
    assert IndicatorFigure.objects.get().value == 2.0


def test_compute_signals_figures_that_it_stored_and_nothing_else(registry_file):
    received = []

    def receive(now, **_more):
        received.append((now, IndicatorFigure.objects.count()))

    figures_stored.connect(receive)
    try:
        store("ECB:FM/ONE", daily([1.0, 2.0]))
        configured = rows(registry_file)
        compute(configured, changed=set(), now=NOW)
        compute(configured, changed=set(), now=NOW + timedelta(hours=1))
    finally:
        figures_stored.disconnect(receive)
    assert received == [(NOW, 1)]


def test_compute_without_new_figures_still_replaces_the_cached_pages(registry_file):
    before = cache_versions.current()["figures"]
    compute(rows(registry_file), changed=set(), now=NOW)
    assert cache_versions.current()["figures"] != before


def test_compute_stores_a_figure_at_either_end_of_its_range(registry_file):
    configured = rows(registry_file, row_text(plausible="[0.5, 4.0]"))
    store("ECB:FM/ONE", daily([1.0]))
    for end in (0.5, 4.0):
        DailyQuote.objects.update(value=end)
        assert compute(configured, changed={"ECB:FM/ONE"}, now=NOW) == 1, end


def test_compute_of_a_row_without_history_stores_nothing(registry_file):
    assert compute(rows(registry_file), changed={"ECB:FM/ONE"}, now=NOW) == 0
    assert IndicatorFigure.objects.count() == 0


def test_figure_of_a_single_observation_has_no_change(registry_file):
    [row] = rows(registry_file)
    figure = figure_of(row, daily([3.0]), NOW)
    assert (figure.value, figure.change, figure.percentile, figure.previous_period) == (3.0, None, None, "")


def test_compute_takes_no_change_over_a_month_that_was_never_published(registry_file):
    configured = rows(registry_file, row_text(frequency='"M"'))
    store("ECB:FM/ONE", [each for each in monthly([1.0, 2.0, 3.0, 5.0]) if each.period != "2026-09"])
    compute(configured, changed=set(), now=NOW)
    figure = IndicatorFigure.objects.get()
    assert (figure.value, figure.previous_value, figure.change) == (5.0, None, None)
    assert (figure.previous_period, figure.gaps) == ("2026-08", {"change": ["2026-09", "2026-09"]})


def test_compute_holds_back_what_cannot_be_true_and_says_so(registry_file):
    configured = rows(registry_file, row_text(plausible="[0.5, 4.0]"))
    store("ECB:FM/ONE", daily([1.0, 2.0]))
    assert compute(configured, changed=set(), now=NOW) == 1
    DailyQuote.objects.filter(value=2.0).update(value=2000.0)
    assert compute(configured, changed={"ECB:FM/ONE"}, now=NOW) == 0
    notice = StaffNotice.objects.get(kind="figure_implausible", subject="AAA")
    assert "AAA would be 2,000" in notice.text and "(0.5 to 4)" in notice.text
    assert IndicatorFigure.objects.get().value == 2.0
    DailyQuote.objects.filter(value=2000.0).update(value=3.0)
    assert compute(configured, changed={"ECB:FM/ONE"}, now=NOW) == 1
    notice.refresh_from_db()
    assert notice.resolved_at


def test_compute_reports_what_is_left_out_of_a_history(registry_file):
    configured = rows(registry_file, row_text(transform='"yoy"', frequency='"M"', plausible="[-20.0, 40.0]"))
    store("ECB:FM/ONE", monthly([500.0 if n == 20 else 100.0 + n for n in range(48)]))
    assert compute(configured, changed=set(), now=NOW) == 1
    notice = StaffNotice.objects.get(kind="figure_implausible", subject="AAA, history")
    assert "362.963 for 2024-07, -73.6 for 2025-07, outside" in notice.text
    assert IndicatorFigure.objects.get().highest < 40
    DailyQuote.objects.filter(value=500.0).update(value=120.0)
    compute(configured, changed={"ECB:FM/ONE"}, now=NOW)
    notice.refresh_from_db()
    assert notice.resolved_at
