"""`manage.py`: what it does before and after Django's commands."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_ctrl_c_ends_a_command_without_a_traceback(tmp_path):
    command = [
        sys.executable,
        "manage.py",
        "shell",
        "--verbosity",
        "0",
        "--command",
        "raise KeyboardInterrupt",
    ]
    environment = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
