"""`manage.py refresh_exchanges`: regenerates the days in exchanges.json with `exchange_calendars`."""

import argparse
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from indicators.trading_hours import CALENDAR

# Days after the last year, so that its last evening has a next session.
OVERHANG = timedelta(days=14)

# Closed weekdays after the end of the library's data. Shanghai announces its holidays each November: these are
# the statutory days, with the adjacent days off of 2021, 2022 and 2024, whose holidays fell on the same weekdays.
ESTIMATED = {
    "XSHG": [
        *("2027-01-01", "2027-02-05", "2027-02-08", "2027-02-09", "2027-02-10", "2027-02-11", "2027-02-12"),
        *("2027-04-05", "2027-05-03", "2027-05-04", "2027-05-05", "2027-06-09", "2027-09-15"),
        *("2027-10-01", "2027-10-04", "2027-10-05", "2027-10-06", "2027-10-07", "2028-01-03"),
    ]
}
ESTIMATED_UNTIL = date(2028, 1, 14)

Hours = list[list[str]]


class Command(BaseCommand):
    help = "Makes sessions, holidays and early closes of exchanges.json for this year and the next."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--year", type=int, help="the first of the two years (default: this one)")
        parser.add_argument(
            "--path", type=Path, default=CALENDAR, help="another file than indicators/exchanges.json"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        # Imported here because it is a development dependency of 100 MB that the service does not have.
        try:
            import exchange_calendars
        except ImportError:
            raise CommandError(
                "exchange_calendars is not installed: it comes with the development requirements"
                " (requirements-dev.txt)."
            ) from None
        path: Path = options["path"]
        year = options["year"] or timezone.now().year
        first, last = date(year, 1, 1), date(year + 1, 12, 31)
        data = json.loads(path.read_text(encoding="utf-8"))
        for entry in data["exchanges"]:
            self._renew(entry, exchange_calendars, first, last)
        data |= {
            "made_from": f"exchange_calendars {exchange_calendars.__version__}",
            "valid_from": first.isoformat(),
            "valid_until": last.isoformat(),
            "covered_until": (last + OVERHANG).isoformat(),
        }
        path.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        self.stdout.write(f"{path.name}: {len(data['exchanges'])} exchanges, {first} to {last}.")

    def _renew(self, entry: dict[str, Any], library: Any, first: date, last: date) -> None:
        """Replaces the days of one exchange in place and prints a summary."""
        mic, end = entry["mic"], last + OVERHANG
        bound = library.get_calendar(mic).bound_max()
        known = min(end, bound.date()) if bound is not None else end
        if known < end and (mic not in ESTIMATED or end > ESTIMATED_UNTIL):
            raise CommandError(
                f"{mic}: the library ends on {known}. Install a newer one, or add the closed days up to {end} to"
                " ESTIMATED in refresh_exchanges.py."
            )
        calendar = library.get_calendar(mic, start=first.isoformat(), end=known.isoformat())
        regular, days = regular_hours(calendar), traded_days(calendar)
        estimated = [day for day in ESTIMATED.get(mic, []) if known.isoformat() < day <= end.isoformat()]
        before = (set(entry.get("closed", [])), entry.get("short_days", {}))
        entry |= {
            "zone": str(calendar.tz),
            "hours": regular,
            "closed": sorted({day for day in weekdays(first, known) if day not in days} | set(estimated)),
            "short_days": {day: hours for day, hours in days.items() if hours != regular},
            "provisional": estimated,
        }
        counts = " / ".join(
            f"{sum(day.startswith(str(year)) for day in entry['closed'])} closed and"
            f" {sum(day.startswith(str(year)) for day in entry['short_days'])} short in {year}"
            for year in (first.year, last.year)
        )
        changed = len(before[0] ^ set(entry["closed"]))
        changed += sum(
            before[1].get(day) != entry["short_days"].get(day) for day in before[1] | entry["short_days"]
        )
        notes = f"; provisional from {known + timedelta(days=1)}" if estimated else ""
        self.stdout.write(f"{mic}: {counts}{notes}; {changed} days differ from before.")


def weekdays(first: date, last: date) -> list[str]:
    """Monday to Friday between two days inclusive, as ISO dates."""
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    return [day.isoformat() for day in days if day.weekday() < 5]


def regular_hours(calendar: Any) -> Hours:
    """The library's current regular local hours, split at the lunch break."""
    times = [calendar.open_times, calendar.break_start_times, calendar.break_end_times, calendar.close_times]
    latest = [entries[-1][1].strftime("%H:%M") for entries in times if entries]
    return [latest[i : i + 2] for i in range(0, len(latest), 2)]


def traded_days(calendar: Any) -> dict[str, Hours]:
    """The local hours of each day in the library's schedule."""
    days: dict[str, Hours] = {}
    for day, row in calendar.schedule.iterrows():
        moments = [row["open"], row["break_start"], row["break_end"], row["close"]]
        local = [
            moment.tz_convert(calendar.tz).strftime("%H:%M") for moment in moments if str(moment) != "NaT"
        ]
        days[day.date().isoformat()] = [local[i : i + 2] for i in range(0, len(local), 2)]
    return days
