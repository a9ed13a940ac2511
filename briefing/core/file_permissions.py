"""Restricts the data folder to its owner: other users cannot read its database, secrets or logs."""

import contextlib
import os
import stat
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def _restrict(path: Path) -> None:
    """Removes group and other permissions, except from symbolic links, sticky folders and other users' files."""
    with contextlib.suppress(OSError):
        found = path.lstat()
        shared = stat.S_ISLNK(found.st_mode) or found.st_mode & stat.S_ISVTX
        if found.st_mode & OTHERS and found.st_uid == os.geteuid() and not shared:
            path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def restrict_folder(folder: Path, *, make: bool = True) -> None:
    """Restricts the folder to its owner, creating it if missing."""
    if make:
        with contextlib.suppress(OSError):  # the code that needs the folder reports the error
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    _restrict(folder)


def restrict_database(name: str) -> None:
    """Creates a SQLite file with mode 0600 before SQLite would; its -wal and -shm files inherit the mode."""
    if name in ("", ":memory:"):
        return
    path = Path(name)
    with contextlib.suppress(OSError):
        path.touch(mode=0o600, exist_ok=True)
    for each in (path, *(path.with_name(path.name + more) for more in ("-wal", "-shm", "-journal"))):
        _restrict(each)


def restrict_all(folder: Path) -> None:
    """Restricts all files below the folder and sets the umask for those that this process creates."""
    os.umask(0o077)
    restrict_folder(folder)
    for path in folder.rglob("*"):
        _restrict(path)
