from math import inf

import pytest

from indicators import groups, ranges


@pytest.mark.parametrize(
    ("symbol", "limits"),
    [
        ("YAHOO:GC=F", (500.0, 20000.0)),
        ("FRED:VIXCLS", (5.0, 150.0)),  # a spare
        ("USBLS:CUUR0000SA0L1E", (-inf, inf)),  # its row shows the yearly rate
        ("YAHOO:VUSA.L", (-inf, inf)),  # no row
    ],
)
def test_the_range_of_a_symbol_is_that_of_the_rows_that_show_it_as_it_is(symbol, limits):
    rows = [row for group in groups.load().configured for row in group.rows]
    assert ranges.of_symbol(symbol, rows) == limits
