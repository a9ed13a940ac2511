"""Restore drill: a backup taken while rows are written is restored into an empty database and compared.

Then tries forged backups, which must all be refused without changing the database: without a seal, with another key's
seal, with a manifest of wrong counts, null or extra keys, and with another dump.

Runs on SQLite, and on PostgreSQL if DRILL_POSTGRES (default postgres://postgres@127.0.0.1:5432) is reachable. Uses a
temporary folder and two temporary databases, removed at the end.
"""

import hmac
import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import psycopg
import pyrage

ROOT = Path(__file__).resolve().parents[1]
POSTGRES = os.environ.get("DRILL_POSTGRES", "postgres://postgres@127.0.0.1:5432")
ROWS_BEFORE, WRITERS = 1_000, 2
HASH_KEY = secrets.token_hex(40)
SEAL_BYTES = 32
WRITE = """
import sys
import django
django.setup()
from django.utils import timezone
from briefing.core.models import LimitWindow
who, most = sys.argv[-2], int(sys.argv[-1])
number = 0
while not most or number < most:
    LimitWindow.objects.create(scope=who, key=str(number), last_at=timezone.now())
    number += 1
"""


class Installation:
    """Runs manage.py on one database."""

    def __init__(self, folder: Path, address: str) -> None:
        folder.mkdir(parents=True)
        self.env = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(folder),
                    "SERVICE_HASH_KEY": HASH_KEY,
                    "DATABASE_URL": address or f"sqlite:///{folder}/db.sqlite3"}  # fmt: skip
        self.folder = folder

    def tried(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(ROOT / "manage.py"), *arguments]
        return subprocess.run(command, env=self.env, capture_output=True, text=True, timeout=600, check=False)

    def manage(self, *arguments: str) -> str:
        done = self.tried(*arguments)
        if done.returncode:
            raise SystemExit(f"{' '.join(arguments)}: {done.stderr}")
        return done.stdout.strip()

    def writer(self, who: str, most: int = 0) -> subprocess.Popen[bytes]:
        env = self.env | {"DJANGO_SETTINGS_MODULE": "briefing.settings"}
        return subprocess.Popen([sys.executable, "-c", WRITE, who, str(most)], env=env, cwd=ROOT)

    def rows(self) -> int:
        source = "from briefing.core.models import LimitWindow; print(LimitWindow.objects.count())"
        return int(self.manage("shell", "-v0", "-c", source))


def drill(name: str, folder: Path, source: str, target: str) -> None:
    """Exits if an earlier row is missing or the counts differ."""
    live, empty = Installation(folder / "live", source), Installation(folder / "empty", target)
    live.manage("migrate", "--verbosity", "0")
    live.env["BACKUP_RECIPIENTS"] = (
        live.manage("backup", "--new-key", str(folder / "key")).split()[0].partition("=")[2]
    )
    live.writer("before", ROWS_BEFORE).wait()
    writers = [live.writer(f"writer{number}") for number in range(WRITERS)]
    try:
        while live.rows() < ROWS_BEFORE + 100:
            time.sleep(0.2)
        least, begun = live.rows(), time.monotonic()
        said = live.manage("backup")
        took, most = time.monotonic() - begun, live.rows()
    finally:
        for writer in writers:
            writer.terminate()
            writer.wait()
    (file,) = (live.folder / "backups").glob("*.age")
    begun = time.monotonic()
    restored = empty.manage("restore", str(file), "--key", str(folder / "key"))
    found = empty.rows()
    print(
        f"{name}: {said} ({took:.1f} s under {WRITERS} writers)\n  {restored} ({time.monotonic() - begun:.1f} s)"
    )
    print(f"  rows before the backup {least}, in it {found}, behind it {most}")
    if not least <= found <= most:
        raise SystemExit(f"{name}: rows are missing")
    try_forged(file, folder / "key", empty)


def sealed(content: bytes, key: str = HASH_KEY) -> bytes:
    own = hmac.digest(key.encode(), b"backups", sha256)
    return content + hmac.digest(own, content, sha256)


def with_manifest(content: bytes, change: Callable[[dict[str, object]], object]) -> bytes:
    line, _, dump = content.partition(b"\n")
    manifest = json.loads(line)
    change(manifest)
    return json.dumps(manifest).encode() + b"\n" + dump


def try_forged(file: Path, key: Path, target: Installation) -> None:
    """Exits if a forged backup is accepted or changes the database."""
    identity = pyrage.x25519.Identity.from_str(key.read_text().split()[-1])
    content = pyrage.decrypt(file.read_bytes(), [identity])[:-SEAL_BYTES]
    forged = {
        "without a seal": with_manifest(content, lambda made: made.update(format=1)),
        "under another's seal": sealed(content, secrets.token_hex(40)),
        "with another dump": content[:-1000] + sealed(content)[-1000:],
        "with a wrong count": sealed(
            with_manifest(content, lambda made: made["rows"].update(accounts_user=7))
        ),
        "with null for the rows": sealed(with_manifest(content, lambda made: made.update(rows=None))),
        "with an extra key": sealed(with_manifest(content, lambda made: made.update(more=1))),
        "with half of the dump": sealed(content[: len(content) // 2]),
    }
    before = target.rows()
    for how, plain in forged.items():
        (target.folder / "forged.age").write_bytes(pyrage.encrypt(plain, [identity.to_public()]))
        done = target.tried("restore", str(target.folder / "forged.age"), "--key", str(key), "--replace")
        after = target.rows()
        if not done.returncode or after != before:
            raise SystemExit(
                f"forged {how}: taken, or {after} rows instead of {before}: {done.stdout}{done.stderr}"
            )
    print(f"  forged {', '.join(forged)}: all refused, {before} rows stay")


def main() -> None:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that temporary databases are removed too
    with tempfile.TemporaryDirectory(prefix="drill-") as folder:
        drill("SQLite", Path(folder) / "sqlite", "", "")
        try:
            server = psycopg.connect(f"{POSTGRES}/postgres", autocommit=True, connect_timeout=3)
        except psycopg.OperationalError:
            print("!!! POSTGRESQL DID NOT RUN: it does not answer; set DRILL_POSTGRES")
            return
        names = [f"drill_{secrets.token_hex(4)}" for _ in range(2)]
        for name in names:
            server.execute(f"CREATE DATABASE {name}")
        try:
            drill("PostgreSQL", Path(folder) / "postgres", *(f"{POSTGRES}/{name}" for name in names))
        finally:
            for name in names:
                server.execute(f"DROP DATABASE {name} WITH (FORCE)")


main()
