"""What a machine can lack when the service starts, in one sentence with what to do, in place of a traceback."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import OperationalError, connection

FULL = (errno.ENOSPC, errno.EDQUOT)
NOT_WRITABLE = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST)
DISK_IS_FULL = ("disk is full", "No space left", "disk I/O error")
FILE_IS_CLOSED = ("unable to open database file", "readonly database")


class Refused(Exception):
    """The start cannot be; the text is the one line to show."""


@contextmanager
def machine_faults() -> Iterator[None]:
    """Raises Refused for a full disk, a folder that cannot be written, and a database that cannot be used."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL + NOT_WRITABLE:
            raise
        raise Refused(_of_files(error)) from error
    except OperationalError as error:
        raise Refused(_of_database(str(error).strip())) from error


def _of_files(error: OSError) -> str:
    if error.errno in FULL:
        return _full()
    return (
        f"{error.filename or 'A file'} cannot be written ({error.strerror}): give it to the user who starts the "
        "service, or set DATA_DIR to a folder that can be written."
    )


def _full() -> str:
    return (
        f"The disk of {settings.DATA_DIR} is full: make room, or set DATA_DIR to a folder on another disk, and start "
        "again. What is stored stays as it is."
    )


def _of_database(said: str) -> str:
    if any(words in said for words in DISK_IS_FULL):
        return _full()
    if connection.vendor == "sqlite" and any(words in said for words in FILE_IS_CLOSED):
        return (
            f"The database in {settings.DATA_DIR} cannot be written ({said}): give the folder and its files to the "
            "user who starts the service, or set DATA_DIR to a folder that can be written."
        )
    first = said.splitlines()[0] if said else "no reason given"
    return f"The database cannot be used ({first}): look at its server and at DATABASE_URL."
