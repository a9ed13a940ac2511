from datetime import date

import pytest

from briefing.demo.sheets import xlsx
from indicators.sources import Observation, SourceError, pink
from tests.indicators.sources.conftest import SINCE

FILE = "/en/doc/74e8-0050012026/related/CMO-Historical-Data-Monthly.xlsx"
PAGE = f'<html><a href="https://thedocs.worldbank.org{FILE}">Monthly prices</a></html>'
HEAD = [["World Bank Commodity Price Data"], ["Updated"], [None], [None]]
UNITS = [None, "($/bbl)", "($/troy oz)"]


def file(*rows, names=("Crude oil, Brent", "Gold **")):
    return xlsx({"Monthly Prices": [*HEAD, [None, *names], UNITS, *rows]})


ROWS = (["2026M09", 70.0, 3900.5], ["2026M10", 71.0, 4000.0], ["Note: averages", None, None])


def test_fetch_follows_the_page_to_the_year_s_file(answers):
    web = answers(PAGE, file(*ROWS))
    assert pink.fetch("GOLD", since=SINCE) == [
        Observation("2026-09", date(2026, 9, 30), 3900.5),
        Observation("2026-10", date(2026, 10, 31), 4000.0),
    ]
    assert [request.path for request, _answer in web.log] == ["/pink", f"/pinkdocs{FILE}"]


def test_all_rows_share_one_file(answers):
    web = answers(PAGE, file(*ROWS))
    pink.fetch("GOLD", since=SINCE)
    with pytest.raises(SourceError, match="0 columns called 'Copper'"):
        pink.fetch("COPPER", since=SINCE)
    assert len(web.log) == 2


def test_a_month_without_a_figure_is_missing(answers):
    answers(PAGE, file(["2026M08", 70.0, "…"], *ROWS))
    assert [point.period for point in pink.fetch("GOLD", since=SINCE)] == ["2026-09", "2026-10"]


@pytest.mark.parametrize("page", ["<html></html>", PAGE.replace("thedocs.worldbank.org", "example.org")])
def test_a_page_without_the_link_is_said(answers, page):
    answers(page)
    with pytest.raises(SourceError, match="no longer links"):
        pink.fetch("GOLD", since=SINCE)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"<html></html>", "no Excel sheet"),
        (b"PK\3\4nothing", "no Excel sheet"),
        (xlsx({"Other": [["x"]]}), "without the sheet"),
        (file(), "without months"),
        (file(*ROWS, names=("Gold", "Gold")), "2 columns called 'Gold'"),
        (file(["2026M10", 70.0, "n/k"]), "where a figure should be"),
        (file(["2026M10", 70.0, 1.0], ["2026M10", 70.0, 2.0]), "twice"),
        (file(["2026M13", 70.0, 1.0]), "where a period should be"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(PAGE, body)
    with pytest.raises(SourceError, match=reason):
        pink.fetch("GOLD", since=SINCE)
