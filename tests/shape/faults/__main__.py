"""`make faults [ONLY="13 14"]`: tries each fault, or some; prints a table and writes its rows into the docs."""

import argparse
import contextlib
import re
import shutil
import signal
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.shape.faults import by_tests, embedded, production, releases  # noqa: F401  they register their faults
from tests.shape.faults.registry import EMBEDDED, PRODUCTION, Fault, Result
from tests.shape.faults.site import Site
from tests.shape.running import ROOT, Service
from tests.smtp import SmtpServer

PAGE = ROOT / "docs/operating/faults.md"
START = "<!-- written by make faults -->"
HEAD = "| | what was done | what a reader saw | what staff saw | |\n|---|---|---|---|---|\n"
ROW = re.compile(r"\| M?\d")
LONGEST_S = 90 * 60


def main() -> int:
    wanted = _wanted()
    for each in (signal.SIGTERM, signal.SIGALRM, signal.SIGINT):
        signal.signal(each, _stop)
    signal.alarm(LONGEST_S)
    with _folder() as folder:
        found = [*_on_servers(folder, wanted), *_on_sqlite(folder, wanted)]
    print("\n" + HEAD + "".join(_row(one) for one in found))
    _write(found)
    return 0 if all(result.held for result in found) else 1


def _wanted() -> set[str]:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="numbers of faults, or `tests` for those that tests inject")
    return set(parser.parse_args().only)


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


def _chosen(faults: list[Fault], wanted: set[str]) -> list[Fault]:
    return [one for one in faults if not wanted or one.number in wanted]


def _try(faults: list[Fault], shape: object) -> Iterator[Result]:
    for one in faults:
        print(f"{one.number:>4} {one.done} …", flush=True)
        result = one.result(shape)
        print(
            f"     {'held' if result.held else 'NOT HELD'} after {result.seconds:.0f} s: {result.seen.reader}",
            flush=True,
        )
        yield result


def _on_servers(folder: Path, wanted: set[str]) -> Iterator[Result]:
    chosen = _chosen(PRODUCTION, wanted)
    if not chosen and wanted and "tests" not in wanted:
        return
    with Site(folder / "production") as site:
        if chosen:
            migrated = site.service.manage("migrate", "--verbosity", "0")
            assert migrated.returncode == 0, migrated.stderr
            if chosen[0].number != "12":  # which starts everything without Redis
                site.redis.start()
                site.start()
                site.healthy(seconds=300)
                site.sign_in()
            yield from _try(chosen, site)
        if not wanted or "tests" in wanted:
            if site.redis.process is None:
                site.redis.start()
            site.end_processes()
            print("     faults that tests inject …", flush=True)
            yield from by_tests.results(site.postgresql.server, site.redis.url.removesuffix("/0") + "/1")


def _on_sqlite(folder: Path, wanted: set[str]) -> Iterator[Result]:
    chosen = _chosen(EMBEDDED, wanted)
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
    rows |= {_key(row): row for row in map(_row, found)}
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
