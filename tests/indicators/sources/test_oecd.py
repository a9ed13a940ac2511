from datetime import date

import pytest

from indicators.sources import Observation, SourceError, oecd
from tests.indicators.sources.conftest import SINCE

TABLE = "DATAFLOW,REF_AREA,FREQ,TIME_PERIOD,OBS_VALUE,OBS_STATUS\nF,USA,M,2026-09,100.4,A\nF,USA,M,2026-08,100.2,A\n"


def test_fetch_reads_months_in_no_order(answers):
    web = answers(TABLE)
    assert oecd.fetch("USA", since=SINCE, frequency="M")[-1] == Observation(
        "2026-09", date(2026, 9, 30), 100.4
    )
    assert web.log[0][0].path == "/oecd/OECD.SDD.STES,DSD_STES@DF_CLI,4.1/USA.M.LI.IX._Z.AA.IX._Z.H"


def test_fetch_asks_for_the_newest_version_where_this_one_is_gone(web):
    web.expect_ordered_request(
        "/oecd/OECD.SDD.STES,DSD_STES@DF_CLI,4.1/USA.M.LI.IX._Z.AA.IX._Z.H"
    ).respond_with_data("NoRecordsFound", status=404)
    web.expect_ordered_request(
        "/oecd/OECD.SDD.STES,DSD_STES@DF_CLI/USA.M.LI.IX._Z.AA.IX._Z.H"
    ).respond_with_data(TABLE)
    assert len(oecd.fetch("USA", since=SINCE)) == 2


def test_a_country_that_it_lacks_needs_another_configuration(answers):
    answers("NoRecordsFound", "NoRecordsFound", status=404)
    with pytest.raises(SourceError, match="no leading indicator for XXX") as caught:
        oecd.fetch("XXX", since=SINCE)
    assert caught.value.permanent


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html></html>", "web page"),
        (TABLE.replace("OBS_VALUE", "VALUE"), "without OBS_VALUE"),
        (TABLE.replace("2026-08", "2026-09"), "twice"),
        (TABLE.replace("100.4", "n/k"), "where a figure should be"),
        (TABLE.replace("2026-09", "2026-Q3"), "configured with frequency"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        oecd.fetch("USA", since=SINCE, frequency="M")
