from datetime import date

import pytest

from indicators.sources import Observation, SourceError, fred
from tests.indicators.sources.conftest import SINCE

KEY = "0123456789abcdef0123456789abcdef"


def document(*pairs, **more):
    rows = [{"realtime_start": "2026-11-21", "date": day, "value": value} for day, value in pairs]
    return {"units": "lin", "count": len(rows), "observations": rows} | more


@pytest.fixture
def keyed(settings):
    settings.FRED_API_KEY = KEY


@pytest.fixture
def keyless(settings):
    settings.FRED_KEYLESS = True


@pytest.mark.usefixtures("keyed")
def test_fetch_by_key_reads_json_and_drops_points(answers):
    web = answers(document(("2026-11-18", "4.60"), ("2026-11-19", "."), ("2026-11-20", "4.61")))
    assert fred.fetch("DGS10", since=SINCE, frequency="D") == [
        Observation("2026-11-18", date(2026, 11, 18), 4.6),
        Observation("2026-11-20", date(2026, 11, 20), 4.61),
    ]
    request = web.log[0][0]
    assert (request.path, request.args.to_dict()) == (
        "/fred/series/observations",
        {
            "series_id": "DGS10", "api_key": KEY, "file_type": "json", "observation_start": "2020-01-01",
            "observation_end": "2026-11-21",
        },
    )  # fmt: skip


@pytest.mark.usefixtures("keyless")
@pytest.mark.parametrize(("header", "missing"), [("observation_date", ""), ("DATE", ".")])
def test_fetch_without_key_reads_both_ages_of_the_table(answers, header, missing):
    web = answers(f"{header},DGS10\n2026-11-18,4.60\n2026-11-19,{missing}\n2026-11-20,4.61\n")
    assert [point.value for point in fred.fetch("DGS10", since=SINCE)] == [4.6, 4.61]
    assert (web.log[0][0].path, web.log[0][0].args.to_dict()) == (
        "/fredgraph/fredgraph.csv",
        {"id": "DGS10", "cosd": "2020-01-01", "coed": "2026-11-21"},
    )


@pytest.mark.usefixtures("keyed", "keyless")
def test_fetch_falls_back_to_the_table_when_the_api_breaks_down(web):
    web.expect_request("/fred/series/observations").respond_with_data("", status=503)
    web.expect_request("/fredgraph/fredgraph.csv").respond_with_data(
        "observation_date,DGS10\n2026-11-20,4.61\n"
    )
    assert [point.value for point in fred.fetch("DGS10", since=SINCE)] == [4.61]


@pytest.mark.usefixtures("keyed", "keyless")
def test_fetch_does_not_fall_back_when_the_series_is_unknown(answers):
    web = answers("", status=400)
    with pytest.raises(SourceError, match="FRED refuses NOSUCH"):
        fred.fetch("NOSUCH", since=SINCE)
    assert len(web.log) == 1


@pytest.mark.usefixtures("keyed")
@pytest.mark.parametrize("status", [400, 403, 503])
def test_fetch_never_shows_the_key(answers, status):
    answers("", "", status=status)
    with pytest.raises(SourceError) as caught:
        fred.fetch("DGS10", since=SINCE)
    chain, text = caught.value, ""
    while chain:
        text += f"{chain} {vars(chain)}"
        chain = chain.__cause__ or chain.__context__
    assert KEY not in text


@pytest.mark.usefixtures("web")
def test_fetch_needs_a_key_or_leave_to_do_without():
    with pytest.raises(SourceError, match="FRED_API_KEY, or FRED_KEYLESS"):
        fred.fetch("DGS10", since=SINCE)


@pytest.mark.usefixtures("keyless")
@pytest.mark.parametrize(
    ("frequency", "first_days", "last"),
    [
        ("Q", ("2026-01-01", "2026-04-01", "2026-07-01"), Observation("2026-Q3", date(2026, 9, 30), 3.0)),
        ("M", ("2026-08-01", "2026-09-01", "2026-10-01"), Observation("2026-10", date(2026, 10, 31), 3.0)),
        ("A", ("2023-01-01", "2024-01-01", "2025-01-01"), Observation("2025", date(2025, 12, 31), 3.0)),
        ("W", ("2026-11-04", "2026-11-11", "2026-11-18"), Observation("2026-11-18", date(2026, 11, 18), 3.0)),
    ],
)
@pytest.mark.parametrize("told", [True, False])
def test_fetch_ends_a_period_on_its_last_day(answers, frequency, first_days, last, told):
    rows = "".join(f"{day},{place}\n" for place, day in enumerate(first_days, 1))
    answers(f"observation_date,X\n{rows}")
    assert fred.fetch("X", since=SINCE, frequency=frequency if told else None)[-1] == last


@pytest.mark.usefixtures("keyless")
@pytest.mark.parametrize(
    ("frequency", "days"),
    [
        ("Q", ("2026-08-01", "2026-09-01", "2026-10-01")),
        ("M", ("2026-01-01", "2026-04-01", "2026-07-01")),
        ("D", ("2026-08-01", "2026-09-01", "2026-10-01")),
        ("M", ("2026-11-18", "2026-11-19", "2026-11-20")),
    ],
)
def test_fetch_refuses_dates_of_another_frequency(answers, frequency, days):
    answers("observation_date,X\n" + "".join(f"{day},1\n" for day in days))
    with pytest.raises(SourceError, match=f"frequency {frequency}"):
        fred.fetch("X", since=SINCE, frequency=frequency)


@pytest.mark.usefixtures("keyless")
def test_fetch_leaves_out_projections(answers):
    answers("observation_date,GDPPOT\n2026-04-01,1\n2026-07-01,2\n2026-10-01,3\n2036-10-01,4\n")
    assert [point.period for point in fred.fetch("GDPPOT", since=SINCE, frequency="Q")] == [
        "2026-Q2",
        "2026-Q3",
        "2026-Q4",
    ]


@pytest.mark.usefixtures("keyless")
def test_fetch_bears_a_month_that_was_never_published(answers):
    answers("observation_date,CPI\n2025-08-01,1\n2025-09-01,2\n2025-10-01,\n2025-11-01,4\n")
    periods = [point.period for point in fred.fetch("CPI", since=SINCE, frequency="M")]
    assert periods == ["2025-08", "2025-09", "2025-11"]


@pytest.mark.usefixtures("keyless")
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<!DOCTYPE html><html></html>", "web page"),
        ("observation_date,DGS2\n2026-11-20,1\n", "without DGS10"),
        ("when,DGS10\n2026-11-20,1\n", "without observation_date or DATE"),
        ("observation_date,DGS10\n11/20/2026,1\n", "where a date should be"),
        ("observation_date,DGS10\n2026-11-20,x\n", "where a figure should be"),
        ("observation_date,DGS10\n2026-11-20,1\n2026-11-20,2\n", "2026-11-20 twice"),
        ("observation_date,DGS10\n", "gone or empty"),
    ],
)
def test_fetch_refuses_a_table_of_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        fred.fetch("DGS10", since=SINCE)


@pytest.mark.usefixtures("keyed")
@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"error_code": 400, "error_message": "Bad Request."}, "Bad Request"),
        ({"seriess": []}, "without observations"),
        (document(("2026-11-20", "1"), count=2), "1 of 2 observations"),
        ({"observations": [{"date": "2026-11-20"}]}, "without date or value"),
        (document(("20 Nov", "1")), "where a date should be"),
        ("<?xml version='1.0'?><error/>", "no JSON"),
    ],
)
def test_fetch_refuses_a_document_of_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        fred.fetch("DGS10", since=SINCE)
