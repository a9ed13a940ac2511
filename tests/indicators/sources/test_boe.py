from datetime import date

import pytest

from indicators.sources import Observation, SourceError, boe
from tests.indicators.sources.conftest import SINCE


def test_fetch_reads_days_by_their_english_names(answers):
    answers("DATE,IUDBEDR\r\n02 Jan 2026,4\r\n05 Jan 2026,..\r\n06 Jan 2026,3.75\r\n")
    assert boe.fetch("IUDBEDR", since=SINCE, frequency="D") == [
        Observation("2026-01-02", date(2026, 1, 2), 4.0),
        Observation("2026-01-06", date(2026, 1, 6), 3.75),
    ]


def test_fetch_asks_as_the_database_wants_it(answers):
    web = answers("DATE,IUDBEDR\n02 Jan 2026,4\n")
    boe.fetch("IUDBEDR", since=date(2015, 1, 1))
    request = web.log[0][0]
    assert (request.path, request.args.to_dict()) == (
        "/boe/_iadb-fromshowcolumns.asp",
        {
            "csv.x": "yes", "CSVF": "TN", "UsingCodes": "Y", "VPD": "Y", "VFD": "N", "Datefrom": "01/Jan/2015",
            "Dateto": "now", "SeriesCodes": "IUDBEDR",
        },
    )  # fmt: skip


def test_fetch_names_itself_in_the_form_of_a_browser(answers, settings):
    settings.OUTBOUND_CONTACT = "ops@example.org"
    web = answers("DATE,IUDBEDR\n02 Jan 2026,4\n")
    boe.fetch("IUDBEDR", since=SINCE)
    assert web.log[0][0].headers["User-Agent"] == (
        "Mozilla/5.0 (compatible; MarketBriefing/0.1; +ops@example.org)"
    )


def test_fetch_puts_a_month_at_its_end(answers):
    answers("DATE,IUMAMNPY\n30 Oct 2026,4.4\n")
    assert boe.fetch("IUMAMNPY", since=SINCE, frequency="M") == [
        Observation("2026-10", date(2026, 10, 31), 4.4)
    ]


@pytest.mark.parametrize("body", ["Invalid series code", "<!DOCTYPE html><html>Invalid series code</html>"])
def test_fetch_refuses_an_unknown_code(answers, body):
    answers(body)
    with pytest.raises(SourceError, match=r"web page|does not know the series code"):
        boe.fetch("IUDXXXX", since=SINCE)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("\r\n\r\n<!DOCTYPE html>\r\n<html><head></head></html>", "web page"),
        ("DATE,OTHER\n02 Jan 2026,4\n", "without IUDBEDR"),
        ("DATE,IUDBEDR\n2026-01-02,4\n", "where a date should be"),
        ("DATE,IUDBEDR\n31 Feb 2026,4\n", "where a date should be"),
        ("DATE,IUDBEDR\n02 Gen 2026,4\n", "where a date should be"),
        ("DATE,IUDBEDR\n02 Jan 2026,x\n", "where a figure should be"),
        ("DATE,IUDBEDR\n", "gone or empty"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        boe.fetch("IUDBEDR", since=SINCE)


@pytest.mark.parametrize(
    ("number", "reason", "permanent", "refused"),
    [
        ("1131", "does not know the series code IUDBEDR", True, False),
        ("905", "too early", False, False),
        ("1809", "turns this client away", False, True),
        ("77", "not known here", False, False),
    ],
)
def test_fetch_names_the_error_page_to_which_it_is_led(web, number, reason, permanent, refused):
    page = f"/boe/ErrorPage.asp?ei={number}&ui=26072013808"
    web.expect_request("/boe/ErrorPage.asp").respond_with_data("<!DOCTYPE html><html></html>")
    web.expect_request("/boe/_iadb-fromshowcolumns.asp").respond_with_data(
        "", status=302, headers={"Location": page}
    )
    with pytest.raises(SourceError, match=rf"ErrorPage\.asp\?ei={number}\): .*{reason}") as caught:
        boe.fetch("IUDBEDR", since=SINCE)
    assert (caught.value.permanent, caught.value.refused) == (permanent, refused)
