"""Memory limits, in separate processes whose allocator no other test has used."""

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# Four threads allocate memory at the same time, then glibc reports its arenas.
PROGRAM = """
import ctypes, threading
together = threading.Barrier(4)
def hold():
    found = [bytes(1_000 + number) for number in range(100)]
    together.wait(10)
threads = [threading.Thread(target=hold) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_stats"), reason="asks glibc")
@pytest.mark.parametrize(("started", "one"), [("import django; django.setup()", True), ("", False)])
def test_threads_of_a_process_of_ours_share_one_arena(started, one, tmp_path):
    env = {"PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(tmp_path)}
    command = [sys.executable, "-c", started + PROGRAM]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=True,
        env=env | {"DJANGO_SETTINGS_MODULE": "briefing.settings"},
    )  # fmt: skip
    assert (done.stderr.count("Arena ") == 1) == one
