import pytest

from indicators import groups, history
from tests.indicators.conftest import monthly, row_text, store

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
