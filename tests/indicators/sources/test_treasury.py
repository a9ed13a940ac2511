from datetime import date

import pytest
import time_machine

from indicators.sources import Observation, SourceError, treasury

Y2026 = 'Date,"1 Mo","1.5 Month","2 Yr","10 Yr"\n11/20/2026,4.10,4.09,4.50,4.96\n11/19/2026,4.10,,4.48,4.95\n'
Y2025 = 'Date,"1 Mo","2 Yr","10 Yr"\n12/31/2025,4.0,4.3,4.6\n'
SINCE = date(2026, 1, 1)


@pytest.fixture(autouse=True)
def _no_rest(settings):
    """No rest between the years' files: the server is our own."""
    settings.SAMPLE_DATA = True


def test_fetch_reads_newest_first_and_gives_oldest_first(answers):
    answers(Y2026)
    assert treasury.fetch("10Y", since=SINCE, frequency="D") == [
        Observation("2026-11-19", date(2026, 11, 19), 4.95),
        Observation("2026-11-20", date(2026, 11, 20), 4.96),
    ]


@pytest.mark.parametrize(("maturity", "value"), [("1M", 4.10), ("1.5M", 4.09), ("2Y", 4.50)])
def test_fetch_finds_the_column_of_a_maturity(answers, maturity, value):
    answers(Y2026)
    assert treasury.fetch(maturity, since=SINCE)[-1].value == value


def test_fetch_asks_once_for_each_year(answers):
    web = answers(Y2025, Y2026)
    assert [point.day.year for point in treasury.fetch("10Y", since=date(2025, 6, 1))] == [2025, 2026, 2026]
    assert [request.path for request, _answer in web.log] == [
        "/treasury/daily-treasury-rates.csv/2025/all",
        "/treasury/daily-treasury-rates.csv/2026/all",
    ]


def test_fetch_names_table_and_year_in_the_query(answers):
    web = answers(Y2026)
    treasury.fetch("10Y", since=SINCE)
    assert web.log[0][0].args.to_dict() == {
        "type": "daily_treasury_yield_curve", "field_tdr_date_value": "2026", "page": "", "_format": "csv",
    }  # fmt: skip


def test_fetch_reads_real_yields_from_their_own_table(answers):
    web = answers('Date,"5 YR","10 YR"\n11/20/2026,2.1,2.4\n')
    assert treasury.fetch("REAL10Y", since=SINCE)[0].value == 2.4
    assert web.log[0][0].args["type"] == "daily_treasury_real_yield_curve"


def test_fetch_bears_a_year_without_the_column(answers):
    answers(Y2025, Y2026)
    assert [point.day for point in treasury.fetch("1.5M", since=date(2025, 6, 1))] == [date(2026, 11, 20)]


def test_fetch_refuses_a_maturity_that_no_year_has(answers):
    answers(Y2026)
    with pytest.raises(SourceError, match="gone or empty"):
        treasury.fetch("9Y", since=SINCE)


@pytest.mark.parametrize(
    ("since", "today", "years"),
    [
        (date(2026, 3, 1), date(2026, 11, 21), [2026]),
        (date(2024, 3, 1), date(2026, 11, 21), [2024, 2025, 2026]),
        (date(1990, 1, 1), date(2026, 11, 21), list(range(2015, 2027))),
        (date(2027, 1, 1), date(2027, 1, 4), [2026, 2027]),
        (date(1990, 1, 1), date(2027, 1, 4), list(range(2016, 2028))),
        (date(2027, 1, 1), date(2026, 11, 21), [2026]),
    ],
)
def test_wanted_years_are_twelve_at_most_and_two_in_january(since, today, years):
    assert treasury.wanted_years(since, today) == years


@pytest.mark.parametrize("newest", ["", "<!DOCTYPE html><html></html>", 'Date,"10 Yr"\n'])
@time_machine.travel("2026-01-02T08:00:00Z")
def test_fetch_gives_december_while_the_new_year_is_empty(answers, newest):
    answers(Y2025, newest)
    assert treasury.fetch("10Y", since=date(2026, 1, 1)) == [
        Observation("2025-12-31", date(2025, 12, 31), 4.6)
    ]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("", "empty table"),
        ('Date,"10 Yr"\n', "no figures for 2026"),
        ("<!DOCTYPE html><html></html>", "web page"),
        ("Day,10 Yr\n11/20/2026,4.96\n", "without Date"),
        ("Date,Rate\n11/20/2026,4.96\n", "without any maturity"),
        ('Date,"10 Yr"\n2026-11-20,4.96\n', "where a date should be"),
        ('Date,"10 Yr"\n11/20/2024,4.96\n', "answered 2026 with a row of 2024-11-20"),
        ('Date,"10 Yr"\n11/20/2026,n/k\n', "where a figure should be"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        treasury.fetch("10Y", since=SINCE)


def test_fetch_asks_once_for_a_year_s_file_of_all_maturities(answers):
    web = answers(Y2025, Y2026)
    for maturity in ("10Y", "2Y", "1M"):
        treasury.fetch(maturity, since=date(2025, 6, 1))
    assert len(web.log) == 2


def test_fetch_asks_again_for_the_running_year_and_not_for_a_past_one(answers):
    web = answers(Y2025, Y2026, Y2026)
    treasury.fetch("10Y", since=date(2025, 6, 1))
    with time_machine.travel("2026-11-21T13:00:00Z"):
        treasury.fetch("10Y", since=date(2025, 6, 1))
    assert [request.args["field_tdr_date_value"] for request, _ in web.log] == ["2025", "2026", "2026"]


def test_fetch_keeps_the_years_after_a_failing_one(web):
    for year, table in (("2024", ""), ("2025", Y2025), ("2026", Y2026)):
        web.expect_request(f"/treasury/daily-treasury-rates.csv/{year}/all").respond_with_data(
            table, status=200 if table else 404
        )
    with pytest.raises(SourceError, match="year 2024") as caught:
        treasury.fetch("10Y", since=date(2024, 6, 1))
    assert [each.day.year for each in caught.value.partial] == [2025, 2026, 2026]
