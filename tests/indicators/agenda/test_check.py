"""`refresh_agenda --check`: each bank's page, in the shape that was recorded, against the table."""

import io
from datetime import date

import pytest
import time_machine
from django.core.management import CommandError, call_command

from indicators.agenda import check, decisions
from indicators.agenda.check import READERS, compare
from tests.indicators.conftest import NOW

TODAY = NOW.date()
FOMC = """<h4><a id="2026">2026 FOMC Meetings</a></h4>
<div class="row fomc-meeting"><div class="fomc-meeting__month col"><strong>December</strong></div>
<div class="fomc-meeting__date col">8-9*</div></div>
<div class="row fomc-meeting"><div class="fomc-meeting__month"><strong>August</strong></div>
<div class="fomc-meeting__date">22 (notation vote)</div></div>
<h4>2027 FOMC Meetings</h4>
<div class="fomc-meeting--shaded row"><div class="fomc-meeting__month"><strong>Apr/May</strong></div>
<div class="fomc-meeting__date">30-1</div></div>"""
ECB = """<dl><dt>
17/12/2026
</dt><dd>Governing Council of the ECB: monetary policy meeting in Frankfurt (Day 2), followed by press conference<br></dd>
<dt>16/12/2026</dt><dd>Governing Council of the ECB: monetary policy meeting in Frankfurt (Day 1)</dd>
<dt>20/01/2027</dt><dd>Governing Council of the ECB: non-monetary policy meeting in Frankfurt</dd>
<dt>23/03/2028</dt><dd>Governing Council of the ECB: monetary policy meeting in Frankfurt</dd></dl>"""
BOE = """<h1>Monetary Policy Committee dates for 2026 and 2027</h1><h2>2026 confirmed dates</h2><table>
<tr><td>Thursday&nbsp;17 December</td><td><a href="/x">December MPC Summary</a></td></tr></table>
<p>Next due: 17 September 2026</p><h2>2027 provisional dates</h2><table>
<tr><td>Thursday 4 February</td><td>&nbsp;</td></tr><tr><td>Thursday 18 March&nbsp;</td></tr></table>"""
BOJ = """<h2 id="p2026">2026</h2><table><caption>Table : 2026</caption>
<tr><td>Dec. 17 (Thurs.), 18 (Fri.)</td><td>-</td><td>Jan. 27 (Wed.), 2027</td></tr></table>
<table><caption>Table : 2027</caption><tr><td>Jan. 21 (Thurs.), 22 (Fri.)</td><td>Jan. 22 (Fri.)</td></tr>
<tr><td>Apr. 30 (Thurs.), May 1 (Fri.) <a>[PDF 171KB]</a></td></tr></table>"""
SNB = "<ul><li>10.12.2026 09:30 Monetary policy assessment</li><li>10.12.2026 10:00 Monetary policy assessment (news)</li><li>22.10.2026 09:30 Summary of monetary policy discussion</li></ul>"
BOC = """BEGIN:VCALENDAR
BEGIN:VEVENT
UID:1
DTSTART:20261209T144500Z
SUMMARY:Interest Rate Announcement
END:VEVENT
BEGIN:VEVENT
UID:2
DTSTART:20261210T180000Z
SUMMARY:Speech
END:VEVENT
END:VCALENDAR
"""
RBA = """<caption>Board meeting schedules 2026</caption><tr><th scope="row">December</th>
 <td>7&ndash;8 December</td><td></td></tr><caption>Board meeting schedules 2027</caption>
<tr><th colspan="3">January</th></tr><tr><th scope="row">February</th>
 <td>8&ndash;9 February</td><td>24 February</td></tr>"""


@pytest.mark.parametrize(("bank", "page", "days"), [
    ("FOMC", FOMC, {"2026-12-09", "2027-05-01"}),
    ("ECB", ECB, {"2026-12-17", "2028-03-23"}),
    ("BOE", BOE, {"2026-12-17", "2027-02-04", "2027-03-18"}),
    ("BOJ", BOJ, {"2026-12-18", "2027-01-22", "2027-05-01"}),
    ("SNB", SNB, {"2026-12-10"}),
    ("BOC", BOC, {"2026-12-09"}),
    ("RBA", RBA, {"2026-12-08", "2027-02-09"}),
])  # fmt: skip
def test_each_banks_page_is_read(bank, page, days):
    assert {day.isoformat() for day in READERS[bank](page)} == days


def at(server, name: str):
    """The bank of the table with its page on the loopback server."""
    return decisions.banks()[name].model_copy(update={"check": server.url_for("/page")})


def test_a_page_that_agrees_up_to_its_last_day(says, calendar_web):
    says(BOE)
    found = compare(at(calendar_web, "BOE"), TODAY)
    assert (str(found), found.agrees) == ("BOE: 3 days agree", True)


def test_a_day_that_moved_is_named_from_both_sides(says, calendar_web):
    says(BOE.replace("4 February", "11 February"))
    found = compare(at(calendar_web, "BOE"), TODAY)
    assert not found.agrees
    assert str(found) == "BOE: 2 days agree; only on the page: 2027-02-11; only in the table: 2027-02-04"


def test_days_beyond_the_table_are_to_be_added(says, calendar_web):
    says(SNB + "16.03.2028 09:30 Monetary policy assessment")
    found = compare(at(calendar_web, "SNB"), date(2027, 12, 1))
    assert (found.absent, found.unknown) == ([date(2028, 3, 16)], [date(2027, 12, 16)])


MONTH = "2027 FOMC Meetings fomc-meeting__month>Lunar</div> fomc-meeting__date>27-28</div>"


@pytest.mark.parametrize(
    "body", ["<html>another shape</html>", "", MONTH, MONTH.replace("Lunar", "Feb").replace("28", "30")]
)
def test_a_page_of_another_shape_is_no_agreement(says, calendar_web, body):
    says(body)
    found = compare(at(calendar_web, "FOMC"), TODAY)
    assert ("another shape" in found.error, found.agrees) == (True, False)


def test_a_page_that_does_not_answer_is_no_agreement(says, calendar_web):
    says("no", status=404)
    assert "404" in compare(at(calendar_web, "ECB"), TODAY).error


def test_a_page_that_lets_no_program_in_is_named():
    found = compare(decisions.banks()["RBNZ"], TODAY)
    assert (found.agrees, "rbnz.govt.nz" in str(found)) == (True, True)


def test_every_bank_can_be_checked_or_says_why_not():
    assert {bank.id for bank in decisions.banks().values() if bank.check} == set(check.READERS)


@time_machine.travel(NOW)
def test_the_command_fails_where_a_page_differs(says, settings):
    """Every page of the real table is refused here: the command names each bank and ends with an error."""
    out = io.StringIO()
    settings.OUTBOUND_ALLOWED_HOSTS = []
    with pytest.raises(CommandError, match=r"To be looked at: FOMC, ECB, BOE, BOJ, SNB, BOC, RBA\."):
        call_command("refresh_agenda", "--check", stdout=out, stderr=out)
    assert "RBNZ: no program is let in" in out.getvalue()
