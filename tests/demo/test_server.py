from concurrent.futures import ThreadPoolExecutor

import pytest
import requests
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from briefing.demo import pink
from briefing.demo.feeds import feed
from briefing.demo.server import routes, serve
from indicators.agenda.calendars import calendars
from indicators.sources import addresses

# The machine that runs the tests may stand still for a while; no test waits so long otherwise.
PATIENCE_S = 120

PATHS = [
    "/eustat/une_rt_m?freq=M&geo=IT",
    "/ukstat/economy/timeseries/d7g7/mm23/data",
    "/ecb/EXR/D.USD.EUR.SP00.A?format=csvdata",
    "/bis/WS_CREDIT_GAP/Q.US.P.A.C/all?format=csv",
    "/boe/_iadb-fromshowcolumns.asp?csv.x=yes&Datefrom=01/Jan/2026&SeriesCodes=IUDBEDR",
    "/treasury/daily-treasury-rates.csv/2026/all?type=daily_treasury_yield_curve",
    "/fred/series/observations?series_id=GDP&api_key=k&file_type=json",
    "/fredgraph/fredgraph.csv?id=GDP",
    "/cboe/VIX_History.csv",
    "/yahoo/%5EGSPC",
    "/nyfed/unsecured/effr/search.json",
    "/ofr/fsi.csv",
    "/mof/jgbcme.csv",
    "/buba/BBSIS/D.I.ZST.ZI.EUR.S1311.B.A604.R10XX.R.A.A._Z._Z.A?format=csv&lang=en",
    "/fiscal/v2/accounting/od/debt_to_penny",
    "/eia/RBRTEd.xls",
    f"/pinkdocs{pink.FILE}",
    "/oecd/OECD.SDD.STES,DSD_STES@DF_CLI,4.1/USA.M.LI.IX._Z.AA.IX._Z.H",
]


def test_every_public_source_has_its_route():
    calendar = {f"calendar_{name}" for name in calendars()}
    assert set(routes()) == {prefix.lower() for prefix in addresses()} | calendar


@pytest.mark.parametrize("path", PATHS)
def test_server_gives_the_same_bytes_for_a_quarter_of_an_hour_and_others_later(samples, path):
    bodies = []
    for moment in ("2026-11-20T13:30:10Z", "2026-11-20T13:44:50Z", "2027-03-10T08:00:00Z"):
        with time_machine.travel(moment):
            bodies.append(requests.get(samples + path, timeout=PATIENCE_S).content)
    assert (bodies[0] == bodies[1], bodies[1] == bodies[2]) == (True, False)


def test_server_lists_its_sources_at_the_root(samples):
    assert requests.get(samples, timeout=PATIENCE_S).text.startswith("Sample sources: bis, boe, buba")


@pytest.mark.parametrize("path", ["/nowhere/x", "/feeds/no-such-feed.xml", "/ukstat/x", "/fred/x"])
def test_server_answers_404_elsewhere(samples, path):
    assert requests.get(samples + path, timeout=PATIENCE_S).status_code == 404


def test_server_refuses_other_methods(samples):
    assert requests.put(samples, timeout=PATIENCE_S).status_code == 501


def test_server_takes_small_documents_alone(samples):
    assert requests.post(f"{samples}/nowhere", data="x", timeout=PATIENCE_S).status_code == 404
    assert requests.post(f"{samples}/usbls/x", data="x" * 70_000, timeout=PATIENCE_S).status_code == 413


@pytest.mark.parametrize("bind", ["0.0.0.0", "192.168.1.1", "::", "example.org"])
def test_serve_refuses_what_is_not_loopback(bind):
    with pytest.raises(ValueError):
        serve(bind, 0)


def test_serve_takes_localhost_by_name():
    server = serve("localhost", 0)
    server.server_close()
    assert server.server_address[0] == "127.0.0.1"


def test_server_bears_many_readers_at_once(samples):
    with ThreadPoolExecutor(30) as readers:
        answers = readers.map(lambda path: requests.get(samples + path, timeout=PATIENCE_S), PATHS * 3)
        assert [answer.status_code for answer in answers] == [200] * (3 * len(PATHS))


def test_command_refuses_a_public_address():
    with pytest.raises(CommandError, match=r"serve this machine only: 0\.0\.0\.0 is not a loopback address"):
        call_command("sample_sources", "--bind", "0.0.0.0")


def test_command_names_a_port_in_use(sample_server):
    port = sample_server.server_address[1]
    with pytest.raises(CommandError, match=f"Cannot listen on 127.0.0.1:{port}"):
        call_command("sample_sources", "--port", str(port))


def test_command_names_a_port_that_does_not_exist():
    with pytest.raises(CommandError, match="Cannot listen"):
        call_command("sample_sources", "--port", "70000")


@time_machine.travel("2026-11-20T10:30:00Z")
def test_server_serves_feeds_by_name(samples):
    answer = requests.get(f"{samples}/feeds/bbc-business.xml", timeout=PATIENCE_S)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/xml")
    assert answer.content == feed("bbc-business", timezone.now())


@time_machine.travel("2026-11-20T10:30:00Z")
def test_server_answers_304_to_a_reader_that_has_the_feed(samples):
    address = f"{samples}/feeds/bbc-business.xml"
    tag = requests.get(address, timeout=PATIENCE_S).headers["ETag"]
    again = requests.get(address, headers={"If-None-Match": tag}, timeout=PATIENCE_S)
    assert (again.status_code, again.content) == (304, b"")


def test_server_sends_a_feed_again_once_it_has_changed(samples):
    with time_machine.travel("2026-11-19T10:30:00Z"):
        tag = requests.get(f"{samples}/feeds/bbc-business.xml", timeout=PATIENCE_S).headers["ETag"]
    with time_machine.travel("2026-11-20T16:30:00Z"):
        later = requests.get(
            f"{samples}/feeds/bbc-business.xml", headers={"If-None-Match": tag}, timeout=PATIENCE_S
        )
    assert later.status_code == 200
