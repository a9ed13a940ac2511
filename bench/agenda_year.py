"""Simulates a year of the agenda: each row's next due date against the truth, at three times a day.

The sample calendars are read every third day, so the days between use stored releases.

    python bench/agenda_year.py [--days 365] [--every 3] [--start 2026-11-24]
"""

import argparse
import os
import sys
import tempfile
import threading
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ["DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp()}/year.sqlite3"
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

import time_machine
from django.conf import settings
from django.core.management import call_command

from briefing.demo.server import serve
from indicators.models import Release
from tests.indicators.agenda.year import a_day, codes


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument(
        "--every",
        type=int,
        default=3,
        help="read the calendars every so many days (the service: twice a day)",
    )
    parser.add_argument("--start", type=date.fromisoformat, default=date(2026, 11, 24))
    options = parser.parse_args()
    call_command("migrate", verbosity=0)
    server = serve("127.0.0.1", 0)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    host = f"127.0.0.1:{server.server_address[1]}"
    settings.SAMPLE_DATA, settings.OUTBOUND_ALLOWED_HOSTS = True, [host]
    settings.SOURCE_BASE_URLS, settings.SAMPLE_SOURCES_URL = {}, f"http://{host}"
    errors = []
    for count in range(options.days):
        day = options.start + timedelta(days=count)
        with time_machine.travel(datetime(day.year, day.month, day.day, 5, 22, tzinfo=UTC)):
            errors += a_day(day, reading=count % options.every == 0)
    for error in errors:
        print(error)
    held = 3 * options.days * len(codes())
    told = f"{options.days} days, {held} answers of {len(codes())} rows, {len(errors)} wrong"
    print(f"{told}; {Release.objects.count()} releases kept")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main())
