"""`make faults [ONLY="15 17 15"] [ORDER="--shuffle 7 --times 2"]`: tries each fault, or some; prints a table and writes its
rows into the docs.

Named ones are tried in the order in which they are named, each time that they are. Those on SQLite come last.
"""

import argparse
import contextlib
import random
import re
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.shape.faults import by_tests, embedded, postgresql, production, releases  # noqa: F401  they register theirs
from tests.shape.faults.registry import EMBEDDED, PRODUCTION, Fault, Result
from tests.shape.faults.site import Site
from tests.shape.running import ROOT, Service
from tests.smtp import SmtpServer

PAGE = ROOT / "docs/operating/faults.md"
START = "<!-- written by make faults -->"
HEAD = "| | what was done | what a reader saw | what staff saw | |\n|---|---|---|---|---|\n"
ROW = re.compile(r"\| M?\d")
LONGEST_S = 90 * 60
FAULTS = [*PRODUCTION, *EMBEDDED]


def main() -> int:
    wanted = _wanted(sys.argv[1:])
    for each in (signal.SIGTERM, signal.SIGALRM, signal.SIGINT):
        signal.signal(each, _stop)
    signal.alarm(LONGEST_S)
    with _folder() as folder:
        found = [*_on_servers(folder, wanted), *_on_sqlite(folder, wanted)]
    missing = {
        number for number in wanted.only if number not in {"tests", *(fault.number for fault in FAULTS)}
    }
    for number in missing:
        print(f"!!! DID NOT RUN: there is no fault {number}")
    print("\n" + HEAD + "".join(_row(one) for one in found))
    _write(found)
    return 0 if found and not missing and all(result.held for result in found) else 1


@dataclass(frozen=True)
class Wanted:
    """Which faults are tried, in which order and how often; all without a number."""

    only: tuple[str, ...]
    shuffle: int | None
    times: int

    def chosen(self, faults: list[Fault]) -> list[Fault]:
        named = [fault for number in self.only for fault in faults if fault.number == number]
        found = named if self.only else [*faults]
        if self.shuffle is not None:
            random.Random(self.shuffle).shuffle(found)
        return found * self.times

    @property
    def tests(self) -> bool:
        return not self.only or "tests" in self.only


def _wanted(arguments: list[str]) -> Wanted:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="numbers of faults, or `tests` for those that tests inject")
    parser.add_argument(
        "--shuffle", type=int, metavar="SEED", help="in another order; the same for the same number"
    )
    parser.add_argument(
        "--times", type=int, default=1, help="all of them so often, one round after the other"
    )
    given = parser.parse_intermixed_args(arguments)
    return Wanted(tuple(given.only), given.shuffle, given.times)


def _stop(number: int, frame: object) -> None:
    for each in (signal.SIGTERM, signal.SIGALRM, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)  # a second one would break off the cleaning up
    raise SystemExit(f"faults: ended by {signal.Signals(number).name}")


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    folder.chmod(0o711)  # another user runs PostgreSQL in it
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _try(faults: list[Fault], shape: object) -> Iterator[Result]:
    for one in faults:
        print(f"{one.number:>4} {one.done} …", flush=True)
        result = one.result(shape)
        print(
            f"     {'held' if result.held else 'NOT HELD'} after {result.seconds:.0f} s: {result.seen.reader}",
            flush=True,
        )
        yield result


def _on_servers(folder: Path, wanted: Wanted) -> Iterator[Result]:
    chosen = wanted.chosen(PRODUCTION)
    if not chosen and not wanted.tests:
        return
    with Site(folder / "production") as site:
        if chosen:
            migrated = site.service.manage("migrate", "--verbosity", "0")
            assert migrated.returncode == 0, migrated.stderr
            site.redis.start()
            site.start()
            site.healthy(seconds=300)
            site.filled()
            site.sign_in()
            yield from _try(chosen, site)
        if wanted.tests:
            if site.redis.process is None:
                site.redis.start()
            site.end_processes()
            print("     faults that tests inject …", flush=True)
            yield from by_tests.results(site.postgresql.server, site.redis.url.removesuffix("/0") + "/1")


def _on_sqlite(folder: Path, wanted: Wanted) -> Iterator[Result]:
    chosen = wanted.chosen(EMBEDDED)
    if not chosen:
        return
    (folder / "embedded").mkdir()
    with SmtpServer() as mailbox:
        service = Service(
            folder / "embedded", EMAIL_URL=f"smtp://127.0.0.1:{mailbox.port}", TRUSTED_PROXIES="127.0.0.1"
        )
        disk = embedded.OnATmpfs(service)
        try:
            service.start()
            service.wait_until_open(600)
            if not disk.mounted:
                print("!!! DID NOT RUN: fault 11 (disk full): this machine lets us mount no tmpfs")
                chosen = [one for one in chosen if one.number != "11"]
            yield from _try(chosen, service)
        finally:
            service.end()
            disk.end()


def _write(found: list[Result]) -> None:
    """Into the docs: what was tried now takes the place of what was tried before."""
    text, _, old = PAGE.read_text().partition(START)
    rows = {_key(line): line for line in old.splitlines(keepends=True) if ROW.match(line)}
    for one in sorted(found, key=lambda one: not one.held):  # of several tries one that did not hold stays
        rows[_key(_row(one))] = _row(one)
    held = sum(row.endswith("| held |\n") for row in rows.values())
    said = f"Last tried on {datetime.now(UTC):%-d %B %Y}; {held} of {len(rows)} held."
    PAGE.write_text(f"{text}{START}\n{said}\n\n{HEAD}{''.join(sorted(rows.values(), key=_order))}")


def _row(one: Result) -> str:
    cells = [one.number, one.done, one.seen.reader, one.seen.staff, "held" if one.held else "**not held**"]
    return f"| {' | '.join(map(_cell, cells))} |\n"


def _key(row: str) -> str:
    return " ".join(row.split(" | ")[:2])


def _order(row: str) -> tuple[bool, int]:
    """The numbers of the specification first."""
    number = row.strip("| ").split(" ")[0].rstrip(",")
    return number.startswith("M"), int(number.lstrip("M"))


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


if __name__ == "__main__":
    raise SystemExit(main())
