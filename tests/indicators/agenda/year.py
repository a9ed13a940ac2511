"""The truth of a simulated year: when each shown row's figure comes out, worked out apart from the agenda's own code.

The sample calendars are asked on every day; what they should lead to follows from the days of the sample's releases and
the publishers' wall clocks alone.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from briefing.demo.releases import releases
from indicators.agenda import decisions
from indicators.agenda.refresh import refresh
from indicators.agenda.upcoming import row_schedules
from indicators.groups import load
from indicators.models import IndicatorFigure, Quote

LUXEMBOURG, LONDON, EAST, FRANKFURT, TOKYO = (
    ZoneInfo(name)
    for name in ("Europe/Luxembourg", "Europe/London", "America/New_York", "Europe/Berlin", "Asia/Tokyo")
)
# By row: the sample release that brings its figure, hour, zone. Hours are None where only days are told.
ROWS: dict[str, tuple[str, time | None, ZoneInfo]] = {
    "CPIE": ("hicp", time(11), LUXEMBOURG),
    "CORE": ("hicp", time(11), LUXEMBOURG),
    "SERE": ("hicp", time(11), LUXEMBOURG),
    "YUNI": ("unemployment_eu", time(11), LUXEMBOURG),
    "CORU": ("cpi_uk", time(7), LONDON),
    "CORA": ("cpi_us", time(8, 30), EAST),
    "UNUS": ("jobs_us", time(8, 30), EAST),
    "UNEI": ("unemployment_eu", time(11), LUXEMBOURG),
    "INDP": ("production_eu", time(11), LUXEMBOURG),
    "GDPE": ("gdp_eu", time(11), LUXEMBOURG),
    "HPIT": ("houses_eu", time(11), LUXEMBOURG),
    "CPIU": ("cpi_uk", time(7), LONDON),
    "CPIA": ("cpi_us", time(8, 30), EAST),
    "BUFF": ("accounts_us", time(12), EAST),
    "M2US": ("money_us", time(13), EAST),
    "SLO": ("lending_us", None, EAST),
    "CGAP": ("credit_gap", None, ZoneInfo("Europe/Zurich")),
    "HPUS": ("houses_world", None, ZoneInfo("Europe/Zurich")),
    "NFCI": ("conditions_us", None, ZoneInfo("America/Chicago")),
    "FEDB": ("balance_us", time(16, 30), EAST),
}
BANKS = {
    "ECBD": ("ECB", time(14, 15), FRANKFURT), "FEDU": ("FOMC", time(14), EAST), "BOER": ("BOE", time(12), LONDON),
    "PRJP": ("BOJ", None, TOKYO),
}  # fmt: skip


@dataclass(frozen=True)
class Truth:
    """A publication: its day, its moment where one is stated, and when it is over."""

    day: date
    moment: datetime | None
    over: datetime


def publications(code: str, first: date, last: date) -> list[Truth]:
    """Those of a row from one day to another."""
    if code in BANKS:
        bank, hour, zone = BANKS[code]
        return [truth(day, hour, zone) for day in decisions.banks()[bank].days if first <= day <= last]
    name, hour, zone = ROWS[code]
    return [truth(release.day, hour, zone) for release in releases(name, first, last)]


def truth(day: date, hour: time | None, zone: ZoneInfo) -> Truth:
    over = (
        datetime.combine(day, hour, zone) if hour else datetime.combine(day + timedelta(days=1), time(), zone)
    )
    return Truth(day, over.astimezone(UTC) if hour else None, over.astimezone(UTC))


def codes() -> list[str]:
    return [*ROWS, *BANKS]


def figures_arrive(now: datetime) -> None:
    """Every figure whose publication is over is here, an hour later at most."""
    for code in codes():
        row = load().row(code)
        past = [
            each
            for each in publications(code, now.date() - timedelta(days=200), now.date())
            if each.over <= now
        ]
        IndicatorFigure.objects.update_or_create(
            code=code,
            defaults={"made_of": row.inputs, "value": 2.0, "observed_on": now.date() - timedelta(days=30), "period": "",
                      "lowest": 1, "highest": 3, "since": date(2011, 1, 31), "points": 9, "computed_at": now},
        )  # fmt: skip
        moment = past[-1].over if past else None
        Quote.objects.update_or_create(
            symbol=row.symbols[0], defaults={"changed_at": moment, "fetched_at": moment}
        )


def errors_at(now: datetime) -> list[str]:
    """Where the agenda and the truth differ at a moment; empty when each row's next due is right and nothing is late."""
    figures_arrive(now)
    found = []
    told_of = row_schedules([load().row(code) for code in codes()], now)
    for code, due in told_of.items():
        coming = next(
            each
            for each in publications(code, now.date() - timedelta(days=2), now.date() + timedelta(days=200))
            if each.over > now
        )
        told = (due.next.day, due.next.starts_at) if due.next else None
        if told != (coming.day, coming.moment):
            found.append(f"{now:%Y-%m-%d %H:%M} {code}: {told} instead of {coming.day} {coming.moment}")
        if due.awaited:
            found.append(f"{now:%Y-%m-%d %H:%M} {code}: awaited since {due.awaited.day}")
    return found


def a_day(day: date, *, reading: bool) -> list[str]:
    """A day as the service lives it: the calendars read in the morning, or not, then asked around the clock."""
    morning = datetime.combine(day, time(5, 22), UTC)
    found = []
    if reading and (report := refresh(morning)).failed:
        found.append(f"{day}: {report}")
    moments = [morning, datetime.combine(day, time(12, 45), UTC), datetime.combine(day, time(23, 30), UTC)]
    return found + [error for moment in moments for error in errors_at(moment)]
