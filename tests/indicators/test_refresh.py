import re
from datetime import date, timedelta

import pytest
import time_machine
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from briefing.core.models import StaffNotice
from indicators import groups
from indicators.models import DailyQuote, IndicatorFigure, Quote
from indicators.refresh import UnknownChoice, chosen, plan, refresh
from indicators.sources import remedies
from tests.indicators.conftest import NOW

EURU, EURG = "ECB:EXR/D.USD.EUR.SP00.A", "ECB:EXR/D.GBP.EUR.SP00.A"
HEAD = "KEY,TIME_PERIOD,OBS_VALUE,OBS_STATUS\n"


@pytest.fixture(autouse=True)
def _now():
    with time_machine.travel(NOW, tick=True):
        yield


def rates(*values: float) -> str:
    days = [date(2026, 11, 20) - timedelta(days=n) for n in range(len(values))][::-1]
    return HEAD + "".join(f"K,{day},{value},A\n" for day, value in zip(days, values, strict=True))


@pytest.fixture
def ecb(web: HTTPServer) -> HTTPServer:
    web.expect_request("/ecb/EXR/D.USD.EUR.SP00.A").respond_with_data(rates(1.1, 1.2, 1.15))
    web.expect_request("/ecb/EXR/D.GBP.EUR.SP00.A").respond_with_data(rates(0.8, 0.9))
    return web


@pytest.mark.django_db
def test_refresh_fetches_stores_and_computes(ecb):
    report = refresh(symbol=EURU, now=NOW)
    assert (report.requested, report.answered, report.written, report.computed) == (1, 1, 3, 1)
    assert list(DailyQuote.objects.of([EURU]).values_list("value", flat=True)) == [1.1, 1.2, 1.15]
    assert IndicatorFigure.objects.get(code="EURU").value == 1.15


@pytest.mark.django_db
def test_refresh_again_writes_nothing(ecb):
    refresh(symbol="EURU", now=NOW)
    report = refresh(symbol="EURU", now=NOW + timedelta(minutes=30))
    assert (report.requested, report.written, report.withdrawn, report.computed) == (1, 0, 0, 0)


@pytest.mark.django_db
def test_refresh_takes_over_revisions(ecb):
    refresh(symbol="EURU", now=NOW)
    ecb.clear()
    ecb.expect_request("/ecb/EXR/D.USD.EUR.SP00.A").respond_with_data(rates(1.1, 1.21, 1.15))
    report = refresh(symbol="EURU", now=NOW)
    assert (report.written, report.computed) == (1, 1)
    assert Quote.objects.get(symbol=EURU).previous_value == 1.21


@pytest.mark.django_db
def test_refresh_keeps_the_last_good_figure_of_a_failing_source(ecb):
    refresh(symbol="EURU", now=NOW)
    ecb.clear()
    ecb.expect_request(re.compile(".*")).respond_with_data("", status=404)
    report = refresh(symbol="EURU", now=NOW + timedelta(hours=1))
    quote = Quote.objects.get(symbol=EURU)
    said = "ECB has no results for this key: it is gone or misspelt."
    assert report.failed == {EURU: f"{said} {remedies.CONFIGURATION}"}
    assert (quote.value, quote.fetched_at, quote.error, quote.error_at) == (
        1.15, NOW, report.failed[EURU], NOW + timedelta(hours=1),
    )  # fmt: skip


@pytest.mark.django_db
def test_refresh_asks_conditionally_and_takes_unchanged_for_fresh(ecb):
    ecb.clear()
    ecb.expect_request("/ecb/EXR/D.USD.EUR.SP00.A").respond_with_data(
        rates(1.1, 1.2), headers={"ETag": '"v1"'}
    )
    refresh(symbol="EURU", now=NOW)  # the whole history, at an address of its own
    refresh(symbol="EURU", now=NOW)
    ecb.clear()
    ecb.expect_request("/ecb/EXR/D.USD.EUR.SP00.A", headers={"If-None-Match": '"v1"'}).respond_with_data(
        status=304
    )
    report = refresh(symbol="EURU", now=NOW + timedelta(hours=1))
    quote = Quote.objects.get(symbol=EURU)
    assert (report.failed, report.written, quote.value) == ({}, 0, 1.2)
    assert quote.fetched_at == NOW + timedelta(hours=1)


SURVEY = "ECB:BLS/Q.U2.ALL.O.E.Z.B3.ST.S.WFNET"


def survey(*quarters: tuple[str, float]) -> str:
    return HEAD + "".join(f"K,{period},{value},A\n" for period, value in quarters)


@pytest.mark.django_db
def test_refresh_shows_a_survey_s_quarter_on_its_day_and_never_in_the_future(web: HTTPServer):
    path = "/ecb/BLS/Q.U2.ALL.O.E.Z.B3.ST.S.WFNET"
    web.expect_request(path).respond_with_data(survey(("2026-Q2", 3.0), ("2026-Q3", 4.0)))
    refresh(symbol="BLS", now=NOW)
    web.clear()
    answer = survey(("2026-Q2", 3.0), ("2026-Q3", 4.0), ("2026-Q4", 5.5), ("2027-Q1", 9.0))
    web.expect_request(path).respond_with_data(answer)
    refresh(symbol="BLS", now=NOW)
    later = NOW + timedelta(days=9)
    with time_machine.travel(later, tick=True):
        report = refresh(symbol="BLS", now=later)
    quote = Quote.objects.get(symbol=SURVEY)
    assert (quote.period, quote.value, quote.observed_on) == ("2026-Q4", 5.5, NOW.date())
    assert (report.written, IndicatorFigure.objects.get(code="BLS").period) == (0, "2026-Q4")
    new_year = NOW.replace(year=2027, month=1, day=4)
    with time_machine.travel(new_year, tick=True):
        refresh(symbol="BLS", now=new_year)
    days = dict(DailyQuote.objects.of([SURVEY]).values_list("period", "day"))
    assert (days["2026-Q4"], days["2027-Q1"]) == (date(2026, 12, 31), date(2027, 1, 4))


@pytest.mark.django_db
def test_refresh_lets_another_series_wait_for_the_end_of_its_period(web: HTTPServer):
    web.expect_request("/ecb/BSI/M.U2.Y.V.M30.X.I.U2.2300.Z01.A").respond_with_data(
        survey(("2026-10", 3.0), ("2026-11", 3.5))
    )
    refresh(symbol="M3EA", now=NOW)
    assert Quote.objects.get(symbol__startswith="ECB:BSI").period == "2026-10"


@pytest.mark.django_db
def test_refresh_holds_back_a_unit_that_changed_until_staff_accept_it(ecb):
    ecb.clear()
    path = "/ecb/EXR/D.USD.EUR.SP00.A"
    ecb.expect_request(path).respond_with_data(rates(1.1, 1.2, 1.3, 1.15))
    refresh(symbol="EURU", now=NOW)
    ecb.clear()
    ecb.expect_request(path).respond_with_data(rates(1100, 1200, 1300, 1150))
    report = refresh(symbol="EURU", now=NOW)
    quote = Quote.objects.get(symbol=EURU)
    assert "1,000 times the figures stored" in report.failed[EURU]
    assert (quote.value, quote.error, quote.held) == (1.15, report.failed[EURU], "2026-11-20 1150")
    assert StaffNotice.objects.get(kind="figures_held").subject == EURU
    Quote.objects.update(accepted=quote.held)
    assert refresh(symbol="EURU", now=NOW).failed == {}
    quote.refresh_from_db()
    assert (quote.value, quote.held, quote.accepted) == (1150, "", "")
    assert StaffNotice.objects.get(kind="figures_held").resolved_at


@pytest.mark.django_db
def test_a_publishers_words_that_no_database_stores_fail_their_symbol_alone(web: HTTPServer):
    refusal = {"chart": {"result": None, "error": {"code": "Gone", "description": "gone \ud800\0"}}}
    web.expect_request("/yahoo/GC=F").respond_with_json(refusal)
    report = refresh(symbol="YAHOO:GC=F", now=NOW)
    assert list(report.failed) == ["YAHOO:GC=F"]
    assert Quote.objects.get(symbol="YAHOO:GC=F").error.startswith("Yahoo refuses GC=F: gone \ufffd\ufffd. ")


@pytest.mark.django_db
def test_refresh_keeps_the_years_of_an_answer_that_is_not_whole(web: HTTPServer):
    head = 'Date,"2 Yr","10 Yr"\n'

    def answer(request: Request) -> Response:
        year = request.args["field_tdr_date_value"]
        return Response(head + f"06/15/{year},4.0,4.{year[-1]}\n") if year != "2020" else Response("", 500)

    web.expect_request(re.compile("/treasury/.*")).respond_with_handler(answer)
    refresh(symbol="TREASURY:10Y", now=NOW)
    quote = Quote.objects.get(symbol="TREASURY:10Y")
    assert (quote.value, quote.whole_at, "(year 2020)" in quote.error) == (4.6, None, True)
    assert DailyQuote.objects.of(["TREASURY:10Y"]).first().day == date(2021, 6, 15)


@pytest.mark.django_db
def test_refresh_asks_for_a_symbol_of_two_rows_once(web: HTTPServer):
    asked: list[str] = []

    def answer(request: Request) -> Response:
        asked.append(request.args.get("id", ""))
        return Response("observation_date,X\n", 404)

    web.expect_request(re.compile("/fredgraph/.*")).respond_with_handler(answer)
    web.expect_request(re.compile(".*")).respond_with_data("", status=404)
    refresh(group="valuation", now=NOW)
    assert asked.count("NCBEILQ027S") == 1


@pytest.mark.django_db
def test_refresh_tells_its_progress(ecb):
    heard: list[tuple[str, str]] = []
    refresh(symbol="EURU", now=NOW, progress=lambda name, error: heard.append((name, error)))
    assert heard == [(EURU, "")]


@pytest.mark.django_db
def test_refresh_leaves_what_is_no_longer_configured(ecb):
    Quote.objects.create(symbol="ECB:OLD/KEY", value=1.0, fetched_at=NOW - timedelta(days=9))
    assert "ECB:OLD/KEY" not in chosen(None, None, NOW)
    with pytest.raises(UnknownChoice, match="'ECB:OLD/KEY' is no active symbol or row code"):
        refresh(symbol="ECB:OLD/KEY", now=NOW)


@pytest.mark.django_db
def test_chosen_knows_a_row_by_its_code(settings):
    settings.SAMPLE_DATA = True
    assert list(chosen(None, "USCV", NOW)) == ["TREASURY:10Y", "TREASURY:2Y"]
    assert chosen("fx_commodities", "EURU", NOW) == {EURU: "D"}


@pytest.mark.django_db
def test_chosen_has_the_strip_s_indices_where_their_source_is_enabled(settings):
    settings.SAMPLE_DATA = settings.YAHOO_ENABLED = False
    assert "YAHOO:^GSPC" not in chosen(None, None, NOW)
    settings.YAHOO_ENABLED = True
    assert chosen(None, None, NOW)["YAHOO:^GSPC"] == "D"
    assert set(groups.load().symbols()) <= set(chosen(None, None, NOW))


@pytest.mark.django_db
def test_plan_asks_for_the_whole_history_first_and_every_thirty_days():
    starts = []
    for quote in (
        None,
        Quote(symbol=EURU, fetched_at=NOW, whole_at=NOW - timedelta(days=29)),
        Quote(symbol=EURU, fetched_at=NOW, whole_at=NOW - timedelta(days=31)),
    ):
        Quote.objects.all().delete()
        if quote:
            quote.save()
        starts += [ask.since for ask in plan({EURU: "D"}, NOW)]
    assert starts == [date(2011, 1, 1), date(2024, 11, 20), date(2011, 1, 1)]


@pytest.mark.django_db
def test_plan_of_the_timetable_leaves_alone_what_answered_lately():
    Quote.objects.create(symbol=EURU, fetched_at=NOW - timedelta(minutes=30))
    assert [ask.symbol for ask in plan({EURU: "D", EURG: "D"}, NOW, due_only=True)] == [EURG]
    assert [ask.symbol for ask in plan({EURU: "D", EURG: "D"}, NOW)] == [EURU, EURG]


def months(factor: float, first: int = 2011, *, last: str = "2026-10") -> str:
    labels = [f"{year}-{month:02}" for year in range(first, 2027) for month in range(1, 13)]
    shown = [label for label in labels if label <= last]
    return HEAD + "".join(f"K,{label},{factor * (100 + n):.4f},A\n" for n, label in enumerate(shown))


MONEY = "/ecb/BSI/M.U2.Y.V.M30.X.I.U2.2300.Z01.A"


@pytest.mark.django_db
def test_refresh_fetches_the_whole_history_at_once_when_its_base_changed(web: HTTPServer):
    web.expect_request(MONEY).respond_with_data(months(0.01))
    refresh(symbol="M3EA", now=NOW)
    web.clear()
    web.expect_request(MONEY).respond_with_data(months(0.008))
    report = refresh(symbol="M3EA", now=NOW + timedelta(hours=1))
    values = list(DailyQuote.objects.order_by("day").values_list("value", flat=True))
    assert values == [round(0.008 * (100 + n), 4) for n in range(190)]
    assert (report.failed, report.rewritten, len(web.log)) == ({}, 1, 2)
    assert Quote.objects.get().whole_at == NOW + timedelta(hours=1)


@pytest.mark.django_db
def test_refresh_leaves_no_seam_when_the_whole_history_cannot_be_had(web: HTTPServer):
    web.expect_request(MONEY).respond_with_data(months(0.01))
    refresh(symbol="M3EA", now=NOW)
    web.clear()
    web.expect_oneshot_request(MONEY).respond_with_data(months(0.008))
    web.expect_request(MONEY).respond_with_data("", status=404)
    report = refresh(symbol="M3EA", now=NOW + timedelta(hours=1))
    assert "gone or misspelt" in report.failed[Quote.objects.get().symbol]
    assert DailyQuote.objects.order_by("day").last().value == 2.89
