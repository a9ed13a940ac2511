from datetime import date

import pytest

from indicators.sources import Observation, SourceError, fiscal
from tests.indicators.sources.conftest import SINCE

DEBT = "tot_pub_debt_out_amt"


def document(*pairs, pages=1, column=DEBT):
    rows = [{"record_date": day, column: value} for day, value in pairs]
    return {"data": rows, "meta": {"count": len(rows), "total-pages": pages}, "links": {}}


def test_fetch_reads_page_after_page(answers):
    web = answers(
        document(("2026-11-20", "40073558531201.68"), pages=2),
        document(("2026-11-19", "null"), ("2026-11-18", "4e13"), pages=2),
    )
    assert fiscal.fetch("DEBT", since=SINCE, frequency="D") == [
        Observation("2026-11-18", date(2026, 11, 18), 4e13),
        Observation("2026-11-20", date(2026, 11, 20), 40073558531201.68),
    ]
    assert [request.args["page[number]"] for request, _answer in web.log] == ["1", "2"]
    assert web.log[0][0].args["filter"] == "record_date:gte:2020-01-01"


def test_fetch_narrows_the_average_rate_to_all_debt(answers):
    web = answers(document(("2026-10-31", "3.352"), column="avg_interest_rate_amt"))
    assert fiscal.fetch("RATE", since=SINCE, frequency="M")[0].period == "2026-10"
    assert web.log[0][0].args["filter"].startswith("security_desc:eq:Total Interest-bearing Debt,")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html></html>", "web page"),
        ({"meta": {"total-pages": 1}}, "without rows"),
        ({"data": [{"record_date": "2026-11-20"}], "meta": {"total-pages": 1}}, "without rows"),
        ({"data": []}, "how many pages"),
        (document(("2026-11-20", "1,000")), "where a figure should be"),
        (document(("20.11.2026", "1")), "where a date should be"),
        (document(("2026-11-20", "1"), ("2026-11-20", "2")), "twice"),
        (document(), "gone or empty"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        fiscal.fetch("DEBT", since=SINCE)


def test_fetch_turns_so_many_pages_and_no_more(answers):
    web = answers(*(document((f"2026-11-{day:02}", "1"), pages=99) for day in range(1, 13)))
    with pytest.raises(SourceError, match="more than 10 pages"):
        fiscal.fetch("DEBT", since=SINCE)
    assert len(web.log) == fiscal.MOST_PAGES
