"""The data folder belongs to one user: nobody else on the machine reads its database, its secrets or its logs."""

import contextlib
import os
import stat
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def _restrict(path: Path) -> None:
    """Takes what others may do away. A shared folder (/tmp) and what is not ours stay as they are."""
    with contextlib.suppress(OSError):
        found = path.lstat()
        shared = stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX
        if found.st_mode & OTHERS and found.st_uid == os.geteuid() and not shared:
            path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def restrict_folder(folder: Path, *, make: bool = True) -> None:
    """The folder, made where it is missing, for its owner alone."""
    if make:
        with contextlib.suppress(OSError):  # whoever needs it says why it cannot be
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _restrict(folder)


def restrict_database(name: str) -> None:
    """A SQLite file for its owner alone, made before SQLite would; its -wal and -shm take over the mode."""
    if name in ("", ":memory:"):
        return
    path = Path(name)
    with contextlib.suppress(OSError):
        path.touch(mode=0o600, exist_ok=True)
    for each in (path, *(path.with_name(path.name + more) for more in ("-wal", "-shm", "-journal"))):
        _restrict(each)


def restrict_all(folder: Path) -> None:
    """Mends an earlier installation: everything below the folder, and whatever this process writes from here on."""
    os.umask(0o077)
    restrict_folder(folder)
    for path in folder.rglob("*"):
        _restrict(path)
