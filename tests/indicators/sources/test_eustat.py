from datetime import date

import pytest

from indicators.sources import Observation, SourceError, eustat
from tests.indicators.sources.conftest import SINCE

SYMBOL = "une_rt_m?freq=M&s_adj=SA&age=TOTAL&unit=PC_ACT&sex=T&geo=IT"
MONTHS = ["2026-08", "2026-09", "2026-10"]


def answer(value, *, times=MONTHS, geo=("IT",), **more):
    codes = {"freq": ["M"], "geo": list(geo), "time": times}
    dimension = {
        name: {"category": {"index": {code: place for place, code in enumerate(listed)}}}
        for name, listed in codes.items()
    }
    size = [len(listed) for listed in codes.values()]
    return {
        "version": "2.0", "class": "dataset", "id": list(codes), "size": size, "dimension": dimension, "value": value,
    } | more  # fmt: skip


def test_fetch_reads_a_series(answers):
    answers(answer({"0": 6.1, "2": 6.0}))
    assert eustat.fetch(SYMBOL, since=SINCE, frequency="M") == [
        Observation("2026-08", date(2026, 8, 31), 6.1),
        Observation("2026-10", date(2026, 10, 31), 6.0),
    ]


def test_fetch_asks_for_json_with_the_filters_and_a_start(answers):
    web = answers(answer([1, 2, 3]))
    eustat.fetch(SYMBOL, since=SINCE)
    request = web.log[0][0]
    assert (request.path, request.args.to_dict()) == (
        "/eustat/une_rt_m",
        {
            "format": "JSON", "lang": "EN", "freq": "M", "s_adj": "SA", "age": "TOTAL", "unit": "PC_ACT", "sex": "T",
            "geo": "IT", "sinceTimePeriod": "2020-01",
        },
    )  # fmt: skip


def test_fetch_asks_for_more_than_a_late_start_so_that_empty_means_dead(answers):
    web = answers(answer([1, 2, 3]))
    eustat.fetch(SYMBOL, since=date(2026, 11, 1))
    assert web.log[0][0].args["sinceTimePeriod"] == "2024-09"


def test_fetch_leaves_out_months_that_have_not_begun(answers):
    answers(answer([1, 2, 3], times=["2026-10", "2026-11", "2027-10"]))
    assert [point.period for point in eustat.fetch(SYMBOL, since=SINCE)] == ["2026-10", "2026-11"]


def test_fetch_leaves_out_forecasts_and_keeps_provisional_figures(answers):
    answers(answer([1, 2, 3], status={"1": "p", "2": "f"}))
    assert [point.period for point in eustat.fetch(SYMBOL, since=SINCE)] == ["2026-08", "2026-09"]


def test_fetch_refuses_a_dead_code_that_answers_200(answers):
    answers(answer({}, geo=()))
    with pytest.raises(SourceError, match="geo is empty") as caught:
        eustat.fetch(SYMBOL, since=SINCE)
    assert caught.value.permanent is True


def test_fetch_refuses_an_answer_without_values(answers):
    answers(answer({}))
    with pytest.raises(SourceError, match="gone or empty"):
        eustat.fetch(SYMBOL, since=SINCE)


def test_fetch_refuses_a_dimension_that_is_not_pinned(answers):
    answers(answer([1, 2, 3, 4, 5, 6], geo=("IT", "DE")))
    with pytest.raises(SourceError, match=r"pin geo \(2\)"):
        eustat.fetch(SYMBOL, since=SINCE)


@pytest.mark.parametrize("wrap", [lambda warning: warning, lambda warning: [warning]])
def test_fetch_waits_for_an_asynchronous_answer(answers, wrap):
    answers({"warning": wrap({"status": 413, "label": "ASYNCHRONOUS_RESPONSE"})})
    with pytest.raises(SourceError, match="ASYNCHRONOUS_RESPONSE") as caught:
        eustat.fetch(SYMBOL, since=SINCE)
    assert caught.value.permanent is False


@pytest.mark.parametrize(("status", "permanent"), [(400, True), (404, True), (413, False), (503, False)])
def test_fetch_reads_an_error_that_comes_as_json(answers, status, permanent):
    answers({"error": [{"status": status, "id": 100, "label": "No results found"}]})
    with pytest.raises(SourceError, match="No results found") as caught:
        eustat.fetch(SYMBOL, since=SINCE)
    assert caught.value.permanent is permanent


@pytest.mark.parametrize(
    ("status", "permanent", "label"),
    [
        (400, True, "Invalid value for dimension UNIT: I15_Q"),
        (404, True, "No results found"),
        (413, False, "EXTRACTION_TOO_BIG: The requested extraction is too big"),
    ],
)
def test_fetch_says_eurostat_s_own_reason_for_an_error_status(answers, status, permanent, label):
    answers({"error": [{"status": status, "id": 100, "label": label}]}, status=status)
    with pytest.raises(SourceError, match=rf"answered {status}.*It says: “{label}”\.") as caught:
        eustat.fetch(SYMBOL, since=SINCE)
    assert caught.value.permanent is permanent


def test_fetch_reads_a_soap_fault(answers):
    answers("<S:Envelope><S:Fault><faultstring>EXTRACTION_TOO_BIG</faultstring></S:Fault></S:Envelope>")
    with pytest.raises(SourceError, match="SOAP fault: EXTRACTION_TOO_BIG") as caught:
        eustat.fetch(SYMBOL, since=SINCE)
    assert caught.value.permanent is False


def test_fetch_refuses_a_web_page(answers):
    answers("<!DOCTYPE html><html></html>")
    with pytest.raises(SourceError, match="web page"):
        eustat.fetch(SYMBOL, since=SINCE)


def test_fetch_refuses_a_figure_that_is_none(answers):
    answers(answer([1, "n.a.", 3]))
    with pytest.raises(SourceError, match=r"'n\.a\.' where a figure should be"):
        eustat.fetch(SYMBOL, since=SINCE)


def test_fetch_refuses_another_frequency_than_the_rows(answers):
    answers(answer([1, 2, 3]))
    with pytest.raises(SourceError, match="configured with frequency Q"):
        eustat.fetch(SYMBOL, since=SINCE, frequency="Q")
