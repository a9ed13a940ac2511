"""The truth of a simulated year: when each shown row's figure comes out, worked out apart from the agenda's own code.

The sample calendars are asked on every day; what they should lead to follows from the periods, their lags and the
publishers' wall clocks alone.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from briefing.demo import calendar_bis, eustat, fred, ukstat, usbls
from briefing.demo.figures import month_ends
from indicators.agenda import decisions
from indicators.agenda.refresh import refresh
from indicators.agenda.upcoming import rows_due
from indicators.groups import load
from indicators.models import IndicatorFigure, Quote

LUXEMBOURG, LONDON, EAST, FRANKFURT, TOKYO = (
    ZoneInfo(name)
    for name in ("Europe/Luxembourg", "Europe/London", "America/New_York", "Europe/Berlin", "Asia/Tokyo")
)
# By row: how often, days from the period's end to its publication, hour, zone. Hours are None where only days are told.
ROWS: dict[str, tuple[str, int, time | None, ZoneInfo]] = {
    "CPIE": ("M", eustat.BANDS["prc_hicp_minr"].lag, time(11), LUXEMBOURG),
    "CORE": ("M", eustat.BANDS["prc_hicp_minr"].lag, time(11), LUXEMBOURG),
    "SERE": ("M", eustat.BANDS["prc_hicp_minr"].lag, time(11), LUXEMBOURG),
    "YUNI": ("M", eustat.BANDS["une_rt_m"].lag, time(11), LUXEMBOURG),
    "CORU": ("M", ukstat.BANDS["dko8"].lag, time(7), LONDON),
    "CORA": ("M", usbls.BANDS["CUUR0000SA0L1E"].lag, time(8, 30), EAST),
    "UNUS": ("M", fred.SERIES["UNRATE"][1].lag, time(8, 30), EAST),
    "UNEI": ("M", eustat.BANDS["une_rt_m"].lag, time(11), LUXEMBOURG),
    "INDP": ("M", eustat.BANDS["sts_inpr_m"].lag, time(11), LUXEMBOURG),
    "GDPE": ("Q", eustat.BANDS["namq_10_gdp"].lag, time(11), LUXEMBOURG),
    "HPIT": ("Q", eustat.BANDS["prc_hpi_q"].lag, time(11), LUXEMBOURG),
    "CPIU": ("M", ukstat.BANDS["d7g7"].lag, time(7), LONDON),
    "CPIA": ("M", fred.SERIES["CPIAUCNS"][1].lag, time(8, 30), EAST),
    "BUFF": ("Q", fred.SERIES["NCBEILQ027S"][1].lag, time(12), EAST),
    "M2US": ("M", fred.SERIES["M2SL"][1].lag, time(13), EAST),
    "SLO": ("Q", fred.SERIES["DRTSCILM"][1].lag, None, EAST),
    "CGAP": ("Q", calendar_bis.LAGS["CREDIT_GAPS"], None, ZoneInfo("Europe/Zurich")),
    "HPUS": ("Q", calendar_bis.LAGS["RPP"], None, ZoneInfo("Europe/Zurich")),
}
BANKS = {
    "ECBD": ("ECB", time(14, 15), FRANKFURT), "FEDU": ("FOMC", time(14), EAST), "BOER": ("BOE", time(12), LONDON),
    "PRJP": ("BOJ", None, TOKYO),
}  # fmt: skip
WEEKLY = {"NFCI": (4, 5), "FEDB": (2, 1)}  # weekday of the week's end, days to its publication


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
    if code in WEEKLY:
        weekday, lag = WEEKLY[code]
        days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        hour, zone = (time(16, 30), EAST) if code == "FEDB" else (None, ZoneInfo("America/Chicago"))
        return [truth(day, hour, zone) for day in days if (day - timedelta(days=lag)).weekday() == weekday]
    frequency, lag, hour, zone = ROWS[code]
    ends = month_ends(first - timedelta(days=lag + 100), last, every=3 if frequency == "Q" else 1)
    days = [end + timedelta(days=lag) for end in ends]
    return [truth(day, hour, zone) for day in days if first <= day <= last]


def truth(day: date, hour: time | None, zone: ZoneInfo) -> Truth:
    over = (
        datetime.combine(day, hour, zone) if hour else datetime.combine(day + timedelta(days=1), time(), zone)
    )
    return Truth(day, over.astimezone(UTC) if hour else None, over.astimezone(UTC))


def codes() -> list[str]:
    return [*ROWS, *WEEKLY, *BANKS]


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
            defaults={"made_of": row.made_of, "value": 2.0, "observed_on": now.date() - timedelta(days=30), "period": "",
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
    told_of = rows_due([load().row(code) for code in codes()], now)
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
