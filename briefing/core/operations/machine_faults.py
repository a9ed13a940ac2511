"""Turns faults of the machine at start into one sentence that says what to do."""

import errno
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DatabaseError, OperationalError, connection

FULL = (errno.ENOSPC, errno.EDQUOT)
NOT_WRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST)
# A first fill takes 21 MB, and SQLite as much again while it works.
LEAST_FREE = 64 * 2**20
DISK_IS_FULL = ("disk is full", "No space left", "disk I/O error")
FILE_IS_DAMAGED = ("file is not a database", "malformed")
FILE_IS_CLOSED = ("unable to open database file", "readonly database")


class StartRefused(Exception):
    """Raised when the service cannot start; the text is the one line to show."""


@contextmanager
def machine_faults() -> Iterator[None]:
    """Raises StartRefused for a full disk, an unwritable folder or an unusable database."""
    try:
        yield
    except OSError as error:
        # In a place like /proc not even the data folder's parent is found.
        no_folder = error.errno == errno.ENOENT and _is_in_data_dir(error)
        if error.errno not in FULL + NOT_WRITABLE and not no_folder:
            raise
        raise StartRefused(_of_files(error)) from error
    except DatabaseError as error:
        message = str(error).strip()
        if not isinstance(error, OperationalError) and not _is_damaged(message):
            raise
        raise StartRefused(_of_database(message)) from error


def _is_damaged(message: str) -> bool:
    return connection.vendor == "sqlite" and any(words in message for words in FILE_IS_DAMAGED)


def _is_in_data_dir(error: OSError) -> bool:
    return str(error.filename or "").startswith(str(settings.DATA_DIR))


def is_full_disk(error: BaseException) -> bool:
    if isinstance(error, OSError):
        return error.errno in FULL
    return isinstance(error, OperationalError) and any(words in str(error) for words in DISK_IS_FULL)


def refuse_full_disk() -> None:
    """Raises StartRefused if the disk has too little room for a first fill."""
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < LEAST_FREE:
        raise StartRefused(
            f"{full_disk()} {free / 2**20:.0f} MB are free; {LEAST_FREE / 2**20:.0f} are wanted."
        )


def _of_files(error: OSError) -> str:
    if error.errno in FULL:
        return full_disk()
    found = str(error.filename or "A file")
    elsewhere = ", or set DATA_DIR to a folder that can be written" if _is_in_data_dir(error) else ""
    return f"{found} cannot be written ({error.strerror}): give it to the user who starts the service{elsewhere}."


def full_disk() -> str:
    return (
        f"The disk of {settings.DATA_DIR} is full: make room, or set DATA_DIR to a folder on another disk, and start "
        "again. What is stored stays as it is."
    )


def _of_database(message: str) -> str:
    if any(words in message for words in DISK_IS_FULL):
        return full_disk()
    if _is_damaged(message):
        return (
            f"The database in {settings.DATA_DIR} is damaged or no database ({message}): restore a backup with "
            "`manage.py restore --replace`, or set DATA_DIR to another folder. The file stays as it is."
        )
    if connection.vendor == "sqlite" and any(words in message for words in FILE_IS_CLOSED):
        return (
            f"The database in {settings.DATA_DIR} cannot be written ({message}): give the folder and its files to the "
            "user who starts the service, or set DATA_DIR to a folder that can be written."
        )
    first = message.splitlines()[0] if message else "no reason given"
    return f"The database cannot be used ({first}): look at its server and at DATABASE_URL."
