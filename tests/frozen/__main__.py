"""What a change that changes no behaviour must leave alone: `python -m tests.frozen store`, then `… compare` after it.

Stores the schema, the help of every command, all pages of four readers in two languages, answers of the API, feeds and
mails of a frozen sample day, and what review, tags, stories and the rules make of the closed sets. Two runs of the same
code store the same bytes. It works through commands, addresses and tables, which renaming leaves as they are.
"""

import argparse
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.frozen.files import ROOT, compare, write
from tests.frozen.site import service

FOLDER = Path(tempfile.gettempdir()) / "market-briefing-frozen"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description=__doc__)
    parser.add_argument("what", choices=("store", "compare"))
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where it is kept ({FOLDER})")
    options = parser.parse_args()
    if options.what == "store":
        write(options.folder, collect())
        return 0
    if not options.folder.is_dir():
        parser.error(f"{options.folder} is not there: run store first, on the code before the change")
    with tempfile.TemporaryDirectory(prefix="frozen-") as now:
        write(Path(now), collect())
        return compare(options.folder, Path(now))


def collect() -> dict[str, str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    os.environ |= {
        "SAMPLE_DATA": "true", "SAMPLE_SOURCES_URL": f"http://127.0.0.1:{port}", "DJANGO_SETTINGS_MODULE": "tests.settings",
        "LOG_LEVEL": "ERROR", "SERVICE_HASH_KEY": "0123456789abcdef" * 4, "EMAIL_URL": "memorymail://",
        "PORTFOLIO_SYNC_ENABLED": "true", "SUBSCRIPTIONS_ENABLED": "true", "TICKER_UNIVERSE_AGGREGATE_ENABLED": "true",
        "PORTFOLIO_SYNC_PEPPER": "ab" * 32, "PYTHONHASHSEED": "0", "COLUMNS": "100",
    }  # fmt: skip
    import django

    django.setup()
    others = [
        subprocess.Popen([sys.executable, "-c", f"from tests.frozen.sets import {each}; {each}()"], cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for each in ("print_texts", "print_sets")
    ]  # fmt: skip
    found = dict(service(port))
    for name, process in zip(("texts", "sets"), others, strict=True):
        found[f"{name}.txt"] = process.communicate()[0]
        if process.returncode:
            raise SystemExit(f"{name} failed with {process.returncode}")
    return found


if __name__ == "__main__":
    sys.exit(main())
