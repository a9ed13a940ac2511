"""Commands and settings of a process with other variables than the tests'."""

import json
import os
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

from tests import fresh_process


def environment(folder: Path, **variables: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(folder)} | variables


def run_check(tmp_path: Path, *arguments: str, **variables: str) -> CompletedProcess[str]:
    return fresh_process.manage(*(arguments or ("check",)), **environment(tmp_path, **variables))


def settings_of(tmp_path: Path, expression: str = "0", **variables: str) -> Any:
    """The value of an expression over `s`, the settings as a process with these variables reads them."""
    source = (
        f"import json; from django.conf import settings as s; s.DATA_DIR; print(json.dumps({expression}))"
    )
    environ = environment(tmp_path, DJANGO_SETTINGS_MODULE="briefing.settings", **variables)
    return json.loads(fresh_process.python(source, **environ).stdout)
