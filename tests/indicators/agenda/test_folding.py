"""Weekly series are one line a week; decisions and releases of the first rank stand out."""

import re
from datetime import date

import pytest
import time_machine
from django.test import Client

from indicators.agenda import pages
from indicators.agenda.week import box
from tests.accounts.readers import signed_in
from tests.indicators.agenda.conftest import at, release

pytestmark = pytest.mark.django_db
MONDAY = at("2026-12-14T06:00")
WEEKLY = (("conditions_us", "fred", 16), ("balance_us", "fed", 17), ("stress_us", "fred", 17))


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(MONDAY, tick=False):
        yield


@pytest.fixture
def two_weeks() -> None:
    """The Fed's weekly series in two weeks, US jobs on the Friday between them."""
    for entry, calendar, day in WEEKLY:
        for later in (0, 7):
            release(entry, date(2026, 12, day + later), calendar=calendar)
    release("jobs_us", date(2026, 12, 18), calendar="bls", starts_at=at("2026-12-18T13:30"))
    release("production_eu", date(2026, 12, 16))


def weeks(language: str = "en") -> list[list[str]]:
    return [[line.title for line in week.lines] for week in pages.agenda(MONDAY, language).weeks][:2]


def weekly(language: str = "en"):
    found = pages.agenda(MONDAY, language).weeks[0].lines
    return next(line for line in found if line.rank == "weekly")


def test_weekly_series_are_one_line_in_each_week(two_weeks):
    first, second = weeks()
    assert (first.count("Weekly figures"), second.count("Weekly figures")) == (1, 1)
    assert "Employment and unemployment, US" in first and "Industrial production, euro area" in first
    assert not {"Financial conditions, US", "Fed balance sheet"} & {*first, *second}


def test_the_line_names_its_rows_with_their_days(two_weeks):
    line = weekly()
    assert (line.day_text, line.state, line.starts_at) == ("Wed 16 Dec – Thu 17 Dec", "due", None)
    assert {row.code: row.label.rpartition("(")[2] for row in line.rows} == {
        "NFCI": "Wed 16 Dec)", "FEDB": "Thu 17 Dec)", "FSI": "Thu 17 Dec)",
    }  # fmt: skip
    assert weekly("it").title == "Dati settimanali"


def test_one_weekly_series_in_a_week_stays_what_it_is():
    release("conditions_us", date(2026, 12, 16), calendar="fred")
    assert weekly().title != "Weekly figures"


def test_one_weekly_series_is_named_once_on_the_dashboard():
    release("conditions_us", date(2026, 12, 16), calendar="fred")
    page = signed_in().get("/").content.decode()
    part = page[page.index('id="agenda-title"') :]
    assert part[: part.index("</section>")].count(">Financial conditions, US</a>") == 1
    assert part[: part.index("</section>")].count("Financial conditions, US") == 1


def test_a_day_that_moved_keeps_its_line(two_weeks):
    release("conditions_us", date(2026, 12, 15), calendar="fred", moved_from=date(2026, 12, 14), key="moved")
    titles = weeks()[0]
    assert titles.count("Weekly figures") == 1
    assert len([line for line in pages.agenda(MONDAY, "en").weeks[0].lines if line.rank == "weekly"]) == 2


def test_programs_get_each_release(two_weeks):
    assert [line.title for line in pages.coming(MONDAY, "en")].count("Weekly figures") == 0


def test_the_dashboard_s_week_is_folded_too(two_weeks):
    titles = [line.title for line in box(MONDAY, "en").due]
    assert titles.count("Weekly figures") == 1
    assert "ECB rate decision" in titles


def test_decisions_and_the_first_rank_stand_out(two_weeks):
    ranks = {line.title: line.rank for line in pages.agenda(MONDAY, "en").weeks[0].lines}
    assert ranks["ECB rate decision"] == "decision"
    assert ranks["Employment and unemployment, US"] == "first"
    assert ranks["Industrial production, euro area"] == ""
    page = signed_in().get("/agenda").content.decode()
    assert '<li class="due decision">' in page
    assert '<li class="due first">' in page


def test_the_landing_page_shows_the_week_without_links_to_rows(two_weeks):
    page = Client().get("/").content.decode()
    part = page[page.index("The next seven days") :]
    part = part[: part.index("</ol>")]
    assert "ECB rate decision" in part and "Weekly figures" in part
    assert "href" not in part
    assert len(re.findall("<li ", part)) >= 4
