"""Runs docs/operating in a fresh Debian with debootstrap and systemd-nspawn: `make operate`, as root.

The commands are the code blocks of the pages, in order: a block of `sh` runs in the booted system, with a private
network; one of `sh network` runs before it boots, with this machine's network, since it needs package registries; one
of `sh elsewhere` is listed but not run. ADDED supplies what a real server has and this one lacks (a certificate, a
reader, load), before the given heading; at the end the Dockerfile's image is run (image.py). Everything is in one
temporary folder, removed at the end.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import image

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs/operating"
PAGES = ("install.md", "backup.md", "upgrade.md")
PROGRAMS = ("debootstrap", "systemd-nspawn", "nsenter", "git")
COULD_NOT_RUN = 75
PHASE_S = 1800
ADDED = {
    "3. PostgreSQL and Redis": """
        # When its package came, this machine's own server had the usual port.
        sed -i 's/^port = .*/port = 5432/' /etc/postgresql/*/main/postgresql.conf
        systemctl restart postgresql""",
    "6. The processes": """
        echo SAMPLE_DATA=true >> /etc/market-briefing/env  # no source of figures is reached from here
        systemd-run --quiet --unit samples /usr/local/sbin/market-briefing sample_sources""",
    "7. TLS and the proxy": """
        mkdir -p /etc/letsencrypt/live/briefing.example && cd /etc/letsencrypt/live/briefing.example
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=briefing.example \\
          -keyout privkey.pem -out fullchain.pem 2> /dev/null""",
    "9. The first staff account": """
        market-briefing shell -v0 -c 'from accounts.models import User; User.objects.create(email="ada@example.org")'""",
    "Upgrade": """
        cd /opt/market-briefing/source
        other=$(basename /operate/other/*) && other=${other#certifi-} && other=${other%%-*}
        hash=$(sha256sum /operate/other/* | cut -d' ' -f1)
        sed -i "/^certifi==/,/[^\\\\]$/c certifi==$other --hash=sha256:$hash" requirements.txt
        git -c user.name=o -c user.email=o@example.org commit --quiet --all -m 'next, with other packages'
        ask() { curl --silent --insecure --max-time 60 --output /dev/null --write-out '%{http_code} %{time_total}\\n' \\
          --resolve briefing.example:443:127.0.0.1 https://briefing.example/; }
        while [ ! -e /root/enough ]; do ask >> /root/answers & sleep 0.2; done &
        load=$!""",
    "Roll back": """
        echo "From $before ($(packages "$before")) to $release ($(packages "$release"))"
        [ "$(packages "$before")" != "$(packages "$release")" ]
        runs "$release"
        # The old release's processes keep their packages while `current` names another.
        ln -sfn "$before" /opt/market-briefing/current
        systemctl reload market-briefing-web; sleep 8; runs "$release"
        ln -sfn "$release" /opt/market-briefing/current""",
    "New settings without a restart": """
        runs "$before" """,
    "Rotating every secret": """
        sleep 3; touch /root/enough; wait $load; sleep 5
        echo "While upgrading, rolling back and reloading: answers by status"
        cut -d' ' -f1 /root/answers | sort | uniq -c
        echo "the slowest took $(cut -d' ' -f2 /root/answers | sort -n | tail -1) s"
        [ "$(cut -d' ' -f1 /root/answers | sort -u)" = 200 ]""",
    "": """
        grep --quiet '<main' /root/first-briefing.html
        systemctl list-units --no-pager --plain --no-legend 'market-briefing-*' 'briefing-*'
        [ -z "$(systemctl list-units --failed --plain --no-legend 'market-briefing-*' 'briefing-*')" ]
        for unit in web worker urgent beat; do systemd-analyze security --no-pager market-briefing-$unit | tail -1; done""",
}
# Packages of the next release, one in another version: the booted system has no registry.
PACKAGES_OF_THE_NEXT_RELEASE = """
    cd /opt/market-briefing/current
    .venv/bin/pip download --quiet --no-deps --require-hashes --only-binary :all: -r requirements.txt -d /operate/wheels
    .venv/bin/pip download --quiet --no-deps --only-binary :all: 'certifi<2026' -d /operate/other
    cp /operate/other/* /operate/wheels"""
# `runs RELEASE` fails if a process has loaded packages of another release.
RUNS = """
    runs() { for unit in web worker urgent beat; do
    main=$(systemctl show --property MainPID --value market-briefing-$unit)
    for pid in $main $(cat /proc/$main/task/$main/children); do
    grep --quiet "$1/.venv" /proc/$pid/maps && ! grep '/releases/' /proc/$pid/maps | grep --invert-match "$1/" \\
    || { echo "process $pid of $unit is not of $1"; return 1; }; done; done; }
    packages() { "$1/.venv/bin/pip" freeze | grep certifi; }"""


@dataclass(frozen=True)
class Block:
    """Commands of a page: their place, their heading and how to run them."""

    place: str
    heading: str
    how: str
    commands: str


def blocks(page: Path) -> Iterator[Block]:
    """Yields the `sh` blocks of a page in order; ValueError for an unknown word after `sh`."""
    heading = how = ""
    lines: list[str] = []
    fenced = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if fenced and how.startswith("sh"):
                if how not in ("sh", "sh network", "sh elsewhere"):
                    raise ValueError(f"{page.name}:{number}: {how}")
                yield Block(f"{page.name}:{number - len(lines) - 1}", heading, how, "\n".join(lines))
            fenced, how, lines = not fenced, line.removeprefix("```"), []
        elif fenced:
            lines.append(line)
        elif line.startswith("## "):
            heading = line.removeprefix("## ")


def script(how: str) -> str:
    """Joins the blocks into one script, so that variables of one block exist in the next."""
    parts = [
        "set -euo pipefail",
        "export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 REPOSITORY=/operate/bundle",
    ]
    if how == "sh":
        parts += ["export PIP_NO_INDEX=1 PIP_FIND_LINKS=/operate/wheels", _dedented(RUNS)]
    pending = dict(ADDED) if how == "sh" else {}
    for page in PAGES:
        for heading, commands in _headings(FOLDER / page, how):
            if added := pending.pop(heading, ""):
                parts.append(f"echo '--- put in here: {heading}'\n{_dedented(added)}")
            parts += commands
    parts += [_dedented(each) for each in pending.values()]
    if how == "sh network":
        parts += [_dedented(PACKAGES_OF_THE_NEXT_RELEASE), _dedented(image.BUILD)]
    else:
        parts.append(_dedented(image.RUN))
    return "\n".join(parts) + "\n"


def _headings(page: Path, how: str) -> Iterator[tuple[str, list[str]]]:
    """Yields every heading of a page with its blocks of this kind; ADDED may use a heading without blocks."""
    found = [block for block in blocks(page) if block.how == how]
    for heading in re.findall(r"^## (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE):
        here = [block for block in found if block.heading == heading]
        yield heading, [f"echo '=== {block.place} {heading}'\n{block.commands}" for block in here]


def _dedented(text: str) -> str:
    return "\n".join(line.strip() for line in text.strip().splitlines())


@contextmanager
def fresh_debian() -> Iterator[Path]:
    """A minimal Debian with systemd and this commit as /operate/bundle; removed afterwards."""
    registry = re.search(r"^(?:URIs:|deb(?: \[.*?\])?) *(\S+)", _sources(), flags=re.MULTILINE)
    assert registry, "apt here names no registry"
    with tempfile.TemporaryDirectory(prefix="operate-") as folder:
        root = Path(folder) / "root"
        print("=== A fresh Debian", flush=True)
        subprocess.run(["debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv,dbus", "bookworm", root,
                        registry[1]], check=True, stdout=subprocess.DEVNULL, timeout=PHASE_S)  # fmt: skip
        (root / "operate").mkdir()
        image.make_base(root, "bookworm", registry[1])
        subprocess.run(
            ["git", "bundle", "create", "--quiet", root / "operate/bundle", "HEAD"], cwd=ROOT, check=True
        )
        yield root


def _sources() -> str:
    names = ("/etc/apt/sources.list.d/debian.sources", "/etc/apt/sources.list")
    return "\n".join(Path(name).read_text() for name in names if Path(name).is_file())


def install(root: Path) -> None:
    """Runs the blocks that need registries, before the system boots."""
    (root / "operate/network.sh").write_text(script("sh network"))
    # Prevents services from starting on this machine's network.
    policy = root / "usr/sbin/policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    settings, links = _pip()
    subprocess.run(
        ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--pipe", "--resolv-conf=copy-host",
         *settings, *links, "--directory", root, "/bin/bash", "/operate/network.sh"],
        check=True, timeout=PHASE_S, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    policy.unlink()


def _pip() -> tuple[list[str], list[str]]:
    """This machine's pip settings, and mounts for the files they name."""
    mine = {name: value for name, value in os.environ.items() if name.startswith("PIP_")}
    bound = []
    for name, value in mine.items():
        if Path(value).is_absolute() and Path(value).exists():
            inside = f"/operate/{name.lower()}"
            mine[name] = inside
            bound.append(f"--bind-ro={value}:{inside}")
    return [f"--setenv={name}={value}" for name, value in mine.items()], bound


@contextmanager
def booted(root: Path) -> Iterator[int]:
    """Boots the system with its own systemd and network; yields its first process id."""
    command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network", "--boot",
               "--console=passive", "--directory", str(root)]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as machine:
        try:
            yield _first_process(machine.pid)
        finally:
            machine.send_signal(signal.SIGTERM)
            try:
                machine.wait(90)
            except subprocess.TimeoutExpired:
                machine.kill()


def _first_process(nspawn: int) -> int:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        children = Path(f"/proc/{nspawn}/task/{nspawn}/children")
        for child in children.read_text().split() if children.exists() else []:
            state = _inside(int(child), "systemctl", "is-system-running", capture=True)
            if state in ("running", "degraded"):
                return int(child)
        time.sleep(1)
    raise TimeoutError("the fresh system did not boot")


def _inside(first: int, *command: str, capture: bool = False) -> str:
    done = subprocess.run(
        ["nsenter", "--target", str(first), "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup", "--root",
         "env", "--chdir=/", "--ignore-environment", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
         "HOME=/root", *command],
        check=not capture, timeout=PHASE_S, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if capture else None, stderr=subprocess.DEVNULL if capture else None, text=True,
    )  # fmt: skip
    return (done.stdout or "").strip()


def operate(root: Path) -> None:
    """Runs the blocks of the booted system; prints the end of the journal on failure."""
    (root / "operate/booted.sh").write_text(script("sh"))
    with booted(root) as first:
        try:
            _inside(first, "ip", "link", "set", "lo", "up", capture=True)
            _inside(first, "bash", "/operate/booted.sh")
        except subprocess.SubprocessError:
            print(_inside(first, "journalctl", "--no-pager", "--lines=80", "--priority=6", capture=True))
            raise


def main() -> int:
    if missing := [program for program in PROGRAMS if not shutil.which(program)]:
        print(
            f"!!! DID NOT RUN: {', '.join(missing)} not installed (Debian: debootstrap, systemd-container, git)"
        )
        return COULD_NOT_RUN
    if os.geteuid():
        print("!!! DID NOT RUN: a fresh root can only be made by root")
        return COULD_NOT_RUN
    begun = time.monotonic()
    with fresh_debian() as root:
        install(root)
        operate(root)
    for page in PAGES:
        for block in blocks(FOLDER / page):
            if block.how == "sh elsewhere":
                print(f"!!! NOT RUN HERE: {block.place} {block.heading}: it needs the open internet")
    print(f"Every other step ran, in {time.monotonic() - begun:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
