import io
import re

import pytest
from django.core.management import CommandError, call_command
from pytest_httpserver import HTTPServer

from indicators.models import DailyQuote, Quote
from indicators.sources import yahoo
from tests.indicators.conftest import row_text

pytestmark = pytest.mark.usefixtures("sample_day")
CSV = "TIME_PERIOD,OBS_VALUE\n2026-11-19,1.5\n2026-11-20,1.25\n"
EURU = "ECB:EXR/D.USD.EUR.SP00.A"


@pytest.fixture
def ecb(web: HTTPServer) -> HTTPServer:
    """Two exchange rates answer, all else is gone."""
    web.expect_request(re.compile("/ecb/EXR/.*")).respond_with_data(CSV)
    web.expect_request(re.compile(".*")).respond_with_data("", status=404)
    return web


def said(*arguments: str) -> list[str]:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=out)
    return out.getvalue().splitlines()


@pytest.mark.django_db
def test_refresh_of_a_symbol_ends_with_its_figures(ecb):
    lines = said("refresh_indicators", "--symbol", EURU)
    assert [re.sub(r"[\d.]+ s$", "0.1 s", line) for line in lines] == [
        "1 symbols asked, 1 answered, 0 failed; 2 points written, 0 withdrawn; 1 figures computed; 0.1 s"
    ]
    assert Quote.objects.get().value == 1.25


@pytest.mark.django_db
def test_refresh_of_a_group_names_what_failed(ecb):
    lines = said("refresh_indicators", "--group", "fx_commodities")
    assert len(lines) == 9
    assert [line for line in lines if line.startswith("YAHOO:GC=F: ")] != []
    assert lines[-1].startswith("13 symbols asked, 5 answered, 8 failed; 10 points written")


@pytest.mark.django_db
def test_refresh_fails_when_nothing_answers(ecb):
    with pytest.raises(CommandError, match="No source answered"):
        said("refresh_indicators", "--symbol", "GOLD")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("--group", "bond"), "No active group is called 'bond'"),
        (("--symbol", "NOPE"), "'NOPE' is no active symbol"),
    ],
)
def test_refresh_refuses_what_is_not_active(arguments, error):
    with pytest.raises(CommandError, match=error):
        said("refresh_indicators", *arguments)


def test_check_counts_what_is_configured():
    assert said("check_indicators") == [
        "7 groups, 92 rows: 73 active with 74 symbols, 0 without an enabled source, 19 in reserve."
    ]


def test_check_names_every_mistake(registry_file):
    out = io.StringIO()
    path = registry_file(row_text(transform='"ewma"'), row_text("BBB", limits=""))
    with pytest.raises(CommandError, match="Mistakes in the registry: 2"):
        call_command("check_indicators", "--path", str(path), stderr=out)
    assert out.getvalue().splitlines() == [
        "groups.toml, group bonds, row AAA: the transform 'ewma' is unknown. Known are level, yoy, spread, ratio.",
        "groups.toml, group bonds, row BBB: limits is blank. Say in both languages what the figure does not tell.",
    ]


def test_check_names_the_setting_that_a_row_needs(settings):
    settings.SAMPLE_DATA = settings.YAHOO_ENABLED = False
    assert "GOLD: not shown, Yahoo Finance is not enabled (YAHOO_ENABLED)." in said("check_indicators")


def test_check_shows_the_terms_of_a_source_that_was_switched_on(settings):
    settings.SAMPLE_DATA, settings.YAHOO_ENABLED, settings.CBOE_ENABLED = False, True, False
    found = [line for line in said("check_indicators") if " is enabled. " in line]
    assert found == [f"Yahoo Finance is enabled. {yahoo.TERMS}"]


@pytest.mark.django_db
def test_check_live_asks_every_symbol_and_writes_nothing(ecb):
    out = io.StringIO()
    with pytest.raises(CommandError, match="Symbols that need attention: "):
        call_command("check_indicators", "--live", stdout=out)
    lines = out.getvalue().splitlines()
    assert f"EURU   {EURU}: fine (2026-11-20, 1 days old, budget 7)" in lines
    assert [line for line in lines if line.startswith("BOER   BOE:IUDBEDR: ")] != []
    assert DailyQuote.objects.count() == Quote.objects.count() == 0


def test_check_live_says_when_a_series_has_stopped(web: HTTPServer):
    web.expect_request(re.compile("/ecb/EXR/D.USD.*")).respond_with_data(CSV.replace("2026-11", "2026-10"))
    web.expect_request(re.compile(".*")).respond_with_data("", status=404)
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_indicators", "--live", stdout=out)
    assert f"EURU   {EURU}: older than its budget (2026-10-20, 32 days old, budget 7)" in out.getvalue()
