"""Python in a process that has read no settings, forked from one that has loaded the libraries: half the time each."""

import multiprocessing
import os
import sys
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
LIMIT_S = 300
# What every command loads; none of them reads Django's settings when it is imported.
LIBRARIES = ["pytest", "celery.app.base", "celery.schedules", "django.core.management", "django.db.models",
             "django.db.backends.sqlite3.base", "django.forms", "django.http", "django.template", "django.test.utils",
             "mcp.types", "mcp_types", "pydantic", "rapidfuzz", "requests", "structlog", "urllib3", "whitenoise.base",
             "yaml"]  # fmt: skip
_forking = multiprocessing.get_context("forkserver")
_forking.set_forkserver_preload(LIBRARIES)


def manage(*arguments: str, **variables: str) -> CompletedProcess[str]:
    """Runs manage.py with these arguments and no other variables than these."""
    return python((ROOT / "manage.py").read_text(), *arguments, **variables)


def python(code: str, *arguments: str, **variables: str) -> CompletedProcess[str]:
    """Runs a program in the project's folder with no other variables than these."""
    with TemporaryDirectory() as folder:
        child = _forking.Process(target=_run, args=(code, arguments, variables, folder))
        child.start()
        child.join(LIMIT_S)
        if child.exitcode is None:
            child.kill()
            raise TimeoutError(f"{arguments} did not end within {LIMIT_S} seconds")
        stdout, stderr = ((Path(folder) / name).read_text() for name in ("1", "2"))
    return CompletedProcess(arguments, child.exitcode, stdout, stderr)


def _run(code: str, arguments: tuple[str, ...], variables: dict[str, str], folder: str) -> None:
    sys.dont_write_bytecode = False  # as in a process that starts with these variables
    os.environ.clear()
    os.environ.update(variables)
    for descriptor in (1, 2):
        os.dup2(os.open(f"{folder}/{descriptor}", os.O_WRONLY | os.O_CREAT), descriptor)
    os.chdir(ROOT)
    sys.argv = ["manage.py", *arguments]
    exec(compile(code, "manage.py", "exec"), {"__name__": "__main__"})
