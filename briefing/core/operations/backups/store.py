"""Makes, names and rotates backups; checks and restores them."""

import json
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.migrations.loader import MigrationLoader
from django.utils import timezone
from pyrage.x25519 import Identity

from briefing.core.file_permissions import restrict_folder
from briefing.core.hashing import key_for
from briefing.core.operations.backups import archive, rotation
from briefing.core.operations.backups.archive import Manifest, UnusableBackup
from briefing.core.operations.backups.postgres import Postgres
from briefing.core.operations.backups.sqlite import Sqlite

Database = Sqlite | Postgres
LATEST = "latest.json"
SEALING = "backups"  # the purpose that the seal's key is derived for


def database(configured: dict[str, Any]) -> Database:
    """Returns the backup driver for an entry of Django's DATABASES."""
    if configured["ENGINE"].endswith("sqlite3"):
        return Sqlite(Path(configured["NAME"]))
    names = {"host": "HOST", "port": "PORT", "user": "USER", "dbname": "NAME"}
    words = {word: configured[name] for word, name in names.items() if configured.get(name)}
    # The service's own timeouts would cancel a long dump.
    unhurried = {"options": "-c statement_timeout=0 -c lock_timeout=8000"}
    return Postgres(words | configured.get("OPTIONS", {}) | unhurried, configured.get("PASSWORD") or "")


def back_up(source: Database, folder: Path, recipients: list[str]) -> Path:
    """Writes a backup into `folder` and returns its path; `latest.json` records its time, size and row count.

    Raises UnusableBackup and leaves no partial file.
    """
    restrict_folder(folder)
    now = timezone.now()
    path = folder / now.strftime(rotation.NAME)
    partial = folder / f".{path.name}.{secrets.token_hex(4)}"
    try:
        with source.dump(folder) as saved:
            manifest = Manifest(now.isoformat(), source.engine, sorted(saved.migrations), saved.rows)
            size = archive.write(partial, manifest, saved.pieces, recipients, seal_key=key_for(SEALING))
        partial.rename(path)
    except OSError as error:
        raise UnusableBackup(f"The backup could not be written to {folder}: {error}.") from None
    finally:
        with suppress(OSError):
            partial.unlink()
    _note(folder, {"at": manifest.at, "bytes": size, "rows": sum(saved.rows.values()), "file": path.name})
    return path


def restore(
    path: Path, key: Identity, target: Database, folder: Path, *, replace: bool, unsealed: bool = False
) -> Manifest:
    """Decrypts and checks the file, restores it next to the current data, compares row counts and swaps.

    Raises UnusableBackup and leaves the current data on a wrong key, a damaged or forged file, another
    engine, a newer version, row counts that differ from the manifest, or a non-empty database without
    `replace`.
    """
    restrict_folder(folder)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".restore-") as dump:
        manifest = archive.read(path, key, dump, seal_key=key_for(SEALING), unsealed=unsealed)
        dump.flush()
        _refuse_other(manifest, target)
        if not replace and not target.is_empty():
            raise UnusableBackup(
                "The database is not empty: name an empty one in DATABASE_URL, or give --replace."
            )
        with Path(dump.name).open("rb") as whole:
            target.restore(whole, folder, expected=manifest.rows, replace=replace)
    return manifest


def to_migrate(manifest: Manifest) -> int:
    """Returns how many of this version's migrations the backup lacks."""
    return len(_own_migrations() - set(manifest.migrations))


def _refuse_other(manifest: Manifest, target: Database) -> None:
    if manifest.engine != target.engine:
        raise UnusableBackup(f"The backup is of {manifest.engine}, DATABASE_URL names {target.engine}.")
    own = {name.split(".")[0] for name in _own_migrations()}
    unknown = {name for name in manifest.migrations if name.split(".")[0] in own} - _own_migrations()
    if unknown:
        raise UnusableBackup(
            f"The backup was made by a newer version, which has {min(unknown)}: install that version first."
        )


def _own_migrations() -> set[str]:
    return {f"{app}.{name}" for app, name in MigrationLoader(None).disk_migrations}


def _note(folder: Path, latest: dict[str, Any]) -> None:
    partial = folder / f".{LATEST}"
    partial.write_text(json.dumps(latest) + "\n", encoding="ascii")
    partial.rename(folder / LATEST)
