"""Checks whether a locked package has a known vulnerability; reports when that cannot be determined.

If no service knows every package, the list in the repository is used, which has a date and names the packages that it
covers. Exits with 0 when every package was looked up and none is known to be vulnerable, with 1 when one is, and with
75 when a package is not in the list or the list is older than a month: then nothing is known. `--write` replaces the
list with the response of the service `osv`.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import requests
from packaging.utils import canonicalize_name
from packaging.version import Version
from pip_audit._service.osv import OsvService

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-browser.txt")
LIST = ROOT / ".ci/advisories.json"
LOCKED = re.compile(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.MULTILINE)
FRESH = timedelta(days=30)
UNKNOWN = 75  # EX_TEMPFAIL
LIMIT_S = 90.0
REMEDY = "Run `python .ci/audit.py --write` where the service osv answers, and commit the list."


def query(service: str, files: list[str], *more: str) -> tuple[dict[str, list[str]], list[str], str]:
    """Returns vulnerabilities by package, packages unknown to the service, and the reason if there is no response."""
    command = [sys.executable, "-m", "pip_audit", "-s", service, "--timeout", "10", "--format", "json"]
    command += ["--desc", "off", "--progress-spinner", "off", "--require-hashes", "--disable-pip", *more]
    command += [part for file in files for part in ("-r", file)]
    try:
        done = subprocess.run(  # noqa: S603  # nosec B603  # our own command line
            command, capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
        found: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired:
        return {}, [], f"no answer within {LIMIT_S:.0f} s"
    except (ValueError, KeyError):
        return {}, [], (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]
    known = {each["name"]: [one["id"] for one in each["vulns"]] for each in found if each.get("vulns")}
    return known, sorted({each["name"] for each in found if "skip_reason" in each}), ""


def locked(files: list[str]) -> set[tuple[str, str]]:
    """Names and versions of the locked packages."""
    texts = (Path(file).read_text(encoding="utf-8") for file in files)
    return {(canonicalize_name(name), version) for text in texts for name, version in LOCKED.findall(text)}


def offline(files: list[str], path: Path, today: date) -> int:
    """Checks the locked packages against the list in the repository; returns the exit status."""
    found = json.loads(path.read_text(encoding="utf-8"))
    packages, made = found["packages"], date.fromisoformat(found["date"])
    vulnerable = {
        f"{name} {version}: {each['id']}"
        for name, version in locked(files)
        for each in packages.get(name, ())
        if _affected(Version(version), each["ranges"])
    }
    for line in sorted(vulnerable):
        print(line)
    missing = sorted({name for name, _version in locked(files)} - packages.keys())
    in_all = len({name for name, _version in locked(files)})
    print(
        f"list of {made}: knows {in_all - len(missing)} of {in_all} locked packages, {len(vulnerable)} vulnerable"
    )
    if vulnerable:
        return 1
    if today - made > FRESH:
        print(f"NOT AUDITED: the list is older than {FRESH.days} days. {REMEDY}")
        return UNKNOWN
    if missing:
        print(
            f"NOT AUDITED: of {len(missing)} packages nothing is known ({', '.join(missing[:3])} …). {REMEDY}"
        )
        return UNKNOWN
    return 0


def _affected(version: Version, ranges: list[list[str | None]]) -> bool:
    """Whether a range [first affected, first unaffected] contains the version; null means no bound."""
    return any(
        Version(first or "0") <= version and (end is None or version < Version(end)) for first, end in ranges
    )


def write(files: list[str], path: Path, url: str, today: date) -> None:
    """Replaces the list with every advisory for every locked package."""
    names = sorted({name for name, _version in locked(files)})
    packages = {name: [_entry(each, name) for each in _advisories(name, url)] for name in names}
    path.write_text(
        json.dumps({"date": today.isoformat(), "packages": packages}, indent=1) + "\n", encoding="utf-8"
    )


def _advisories(name: str, url: str) -> Iterator[dict[str, Any]]:
    query_body: dict[str, Any] = {"package": {"name": name, "ecosystem": "PyPI"}}
    while True:
        response = requests.post(url, json=query_body, timeout=20)
        response.raise_for_status()
        found = response.json()
        yield from (each for each in found.get("vulns", ()) if "withdrawn" not in each)
        if not found.get("next_page_token"):
            return
        query_body["page_token"] = found["next_page_token"]


def _entry(advisory: dict[str, Any], name: str) -> dict[str, Any]:
    ranges: list[list[str | None]] = []
    for affected in advisory.get("affected", ()):
        if canonicalize_name(affected.get("package", {}).get("name", "")) != name:
            continue
        for each in affected.get("ranges", ()):
            if each["type"] == "ECOSYSTEM":
                ranges += _ranges(each["events"])
    return {"id": advisory["id"], "ranges": ranges}


def _ranges(events: list[dict[str, str]]) -> Iterator[list[str | None]]:
    first: str | None = None
    for event in events:
        if "introduced" in event:
            first = event["introduced"]
        elif first is not None:
            # `last_affected` names no unaffected version: its highest post-release is close enough
            yield [first, event.get("fixed") or f"{event['last_affected']}.post99999"]
            first = None
    if first is not None:
        yield [first, None]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", default=[str(ROOT / name) for name in LOCKS])
    parser.add_argument(
        "--services", default="pypi,osv", help="comma list, asked in turn; empty: the list alone"
    )
    parser.add_argument(
        "--osv-url", default=OsvService.DEFAULT_OSV_URL, help="another address of the service `osv`"
    )
    parser.add_argument("--list", type=Path, default=LIST, help="another list of advisories")
    parser.add_argument("--write", action="store_true", help="replace the list instead")
    given = parser.parse_args()
    today = datetime.now(UTC).date()
    if given.write:
        write(given.files, given.list, given.osv_url, today)
        return 0
    for service in filter(None, given.services.split(",")):
        known, missed, reason = query(service, given.files, "--osv-url", given.osv_url)
        for name, ids in sorted(known.items()):
            print(f"{name}: {', '.join(ids)}")
        if known:
            return 1
        if not missed and not reason:
            print(f"{service}: every package was looked up, none is known to be vulnerable")
            return 0
        print(f"{service}: {reason or f'did not know {len(missed)} packages, {missed[0]} among them'}")
    return offline(given.files, given.list, today)


if __name__ == "__main__":
    sys.exit(main())
