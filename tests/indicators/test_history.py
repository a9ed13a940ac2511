import pytest

from indicators import groups, history
from tests.indicators.conftest import daily, monthly, row_text, store

pytestmark = pytest.mark.django_db


def test_of_symbols_asks_once(django_assert_num_queries):
    store("ECB:A", monthly([1.0, 2.0]))
    store("ECB:B", monthly([3.0]))
    with django_assert_num_queries(1):
        found = history.of_symbols(["ECB:A", "ECB:B", "ECB:C"])
    assert {symbol: [point.value for point in points] for symbol, points in found.items()} == {
        "ECB:A": [1.0, 2.0], "ECB:B": [3.0],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "values"),
    [({}, [4.0] * 12 + [6.0]), ({"transform": '"yoy"'}, [50.0]),
     ({"symbol": "", "symbols": '["ECB:A", "ECB:B"]', "transform": '"spread"'}, [3.0] * 12 + [4.0]),
     ({"symbol": "", "symbols": '["ECB:A", "ECB:B"]', "transform": '"ratio"', "factor": "10.0"},
      [40.0] * 12 + [30.0])],
)  # fmt: skip
def test_of_row_applies_the_transform(registry_file, changes, values):
    store("ECB:A", monthly([4.0] * 12 + [6.0]))
    store("ECB:B", monthly([1.0] * 12 + [2.0]))
    changes = {"frequency": '"M"', **changes}
    row = groups.load(registry_file(row_text(series="ECB:A", **changes))).row("AAA")
    assert [point.value for point in history.of_row(row)] == pytest.approx(values)


def test_of_row_without_history_is_empty(registry_file):
    row = groups.load(registry_file(row_text(transform='"yoy"'))).row("AAA")
    assert history.of_row(row) == []


def test_a_slip_in_an_index_makes_no_yearly_rates(registry_file):
    """Five times the index of one month: a rate of 400 per cent, and one of minus 80 a year later."""
    [row] = groups.load(
        registry_file(row_text(transform='"yoy"', frequency='"M"', plausible="[-20.0, 40.0]"))
    ).active_rows()
    levels = [100.0 + n for n in range(48)]
    slipped = [*levels[:20], 5 * levels[20], *levels[21:]]
    found = history.transformed(row, {"ECB:FM/ONE": monthly(slipped)})
    right = history.transformed(row, {"ECB:FM/ONE": monthly(levels)})
    assert [each for each in right if each not in found] == [right[8], right[20]]
    assert max(each.value for each in found) < 40


def test_many_rates_outside_the_range_stay(registry_file):
    [row] = groups.load(
        registry_file(row_text(transform='"yoy"', frequency='"M"', plausible="[20.0, 40.0]"))
    ).active_rows()
    assert len(history.transformed(row, {"ECB:FM/ONE": monthly([100.0 + n for n in range(48)])})) == 36


def test_a_published_figure_stays_as_staff_accepted_it(registry_file):
    [row] = groups.load(registry_file(row_text(plausible="[0.0, 2.0]"))).active_rows()
    points = daily([1.0, 1.0, 9.0, 1.0])
    assert history.transformed(row, {"ECB:FM/ONE": points}) == points
