"""Asks whether a locked package has a known vulnerability; says so when nobody could tell.

Exits with 0 when every package was looked up and none is known to be vulnerable, with 1 when one is, and with
75 when no service answered for every package in time: then nothing is known.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-browser.txt")
UNKNOWN = 75  # EX_TEMPFAIL
LIMIT_S = 90.0


def ask(service: str, files: list[str], *more: str) -> tuple[dict[str, list[str]], list[str], str]:
    """Vulnerabilities by package, packages that the service did not know, and why there is no answer at all."""
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", default=[str(ROOT / name) for name in LOCKS])
    parser.add_argument("--services", default="pypi,osv", help="comma list, asked in turn until one answers")
    parser.add_argument("--osv-url", help="another address of the service `osv`")
    given = parser.parse_args()
    more = ("--osv-url", given.osv_url) if given.osv_url else ()
    for service in given.services.split(","):
        known, missed, reason = ask(service, given.files, *more)
        for name, ids in sorted(known.items()):
            print(f"{name}: {', '.join(ids)}")
        if known:
            return 1
        if not missed and not reason:
            print(f"{service}: every package was looked up, none is known to be vulnerable")
            return 0
        print(f"{service}: {reason or f'did not know {len(missed)} packages, {missed[0]} among them'}")
    return UNKNOWN


if __name__ == "__main__":
    sys.exit(main())
