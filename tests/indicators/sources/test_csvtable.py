import pytest

from indicators.sources import SourceError, csvtable


def test_rows_go_by_name_whatever_the_order_of_columns():
    assert csvtable.rows("S", 'b,"a 1"\n2,1\n', ["a 1"]) == [{"b": "2", "a 1": "1"}]


def test_rows_keep_commas_inside_quotes():
    assert csvtable.rows("S", 'a,b\n"x, y",2\n') == [{"a": "x, y", "b": "2"}]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty table"),
        ("\n\n", "empty table"),
        ("c,d\n1,2\n", "without a"),
        ("a,b\n1,2\n3\n", "row of 1 cells under 2 columns"),
        ("a,a\n1,2\n", "column twice"),
        ('a,b\n"1,2\n', "cannot be read"),
    ],
)
def test_rows_refuse_another_shape(text, reason):
    with pytest.raises(SourceError, match=reason):
        csvtable.rows("S", text, ["a"])


@pytest.mark.parametrize("text", ["a,b\n" + "1,2\n" * 600_000, "a" + "," * 1_100_000])
def test_rows_refuse_a_table_beyond_measure(text):
    with pytest.raises(SourceError, match="more than 1,000,000 cells"):
        csvtable.rows("Bank", text)
