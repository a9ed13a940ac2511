"""Counts the requests of a week in live mode to each publisher of figures, on a loopback server.

No key is set, so the rows are those of a fresh installation. The first column is the first start on Monday at
midnight, the second the rest until the next Monday, with a run every half-hour. Prints a table by host and exits 1
when a publisher gets more than 40 requests a day.
"""

import os
import sys
import tempfile
import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import time_machine

ROOT = Path(__file__).resolve().parent.parent
MONDAY = datetime(2026, 11, 16, tzinfo=UTC)
DAYS = 7
EVERY = timedelta(minutes=30)
MOST_A_DAY = 40


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="bench-week-") as folder:
        prepare(folder)
        from briefing.demo.server import Handler

        requests: Counter[str] = Counter()

        class Counting(Handler):
            def parse_request(self) -> bool:
                sound = super().parse_request()
                requests[self.path.split("/")[1] if sound else ""] += 1
                return sound

        server = ThreadingHTTPServer(("127.0.0.1", 0), Counting)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        point_at(server.server_address[1])
        first = week(requests)
        server.shutdown()
    return report(first, requests)


def prepare(folder: str) -> None:
    """Sets up a temporary database, live sources and no key."""
    sys.path.insert(0, str(ROOT))
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": "briefing.settings", "ENV_FILE": os.devnull, "DATA_DIR": folder,
        "SAMPLE_DATA": "false", "LOG_LEVEL": "CRITICAL",
    }  # fmt: skip
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


def point_at(port: int) -> None:
    from django.conf import settings

    from indicators.sources import addresses, sources

    settings.OUTBOUND_ALLOWED_HOSTS = [f"127.0.0.1:{port}"]
    settings.SOURCE_BASE_URLS = {name: f"http://127.0.0.1:{port}/{name.lower()}" for name in addresses()}
    for source in sources().values():
        source.PAUSE_S = 0.0


def week(requests: Counter[str]) -> Counter[str]:
    """Runs the timetable through the week; returns the counts of the first run."""
    from indicators.refresh import refresh

    first: Counter[str] = Counter()
    for slot in range(DAYS * 48):
        now = MONDAY + slot * EVERY
        with time_machine.travel(now, tick=True):
            refresh(now=now, due_only=True)
        if not slot:
            first = requests.copy()
    return first


def report(first: Counter[str], requests: Counter[str]) -> int:
    from indicators.sources import addresses

    print("| host | first start | the week after it | a day at most |\n|---|---|---|---|")
    worst = 0
    for name, address in sorted(addresses().items()):
        total, start = requests[name.lower()], first[name.lower()]
        if total:
            a_day = -(-(total - start) // 5)
            worst = max(worst, a_day)
            print(f"| {urlsplit(address).hostname} | {start} | {total - start} | {a_day} |")
    print(f"| all | {sum(first.values())} | {sum(requests.values()) - sum(first.values())} | |")
    return 0 if worst <= MOST_A_DAY else 1


if __name__ == "__main__":
    sys.exit(main())
