"""In processes of their own, whose allocator no other test has used."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Four threads that hold something at the same time, then what glibc says of its arenas.
PROGRAM = """
import ctypes, sys, threading
from briefing.core import memory
if sys.argv[1] == "yes":
    memory.give_back()
together = threading.Barrier(4)
def hold():
    found = [bytes(1_000 + number) for number in range(100)]
    together.wait(10)
threads = [threading.Thread(target=hold) for _ in range(4)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
ctypes.CDLL(None).malloc_stats()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="asks glibc")
@pytest.mark.parametrize(("given_back", "one"), [("yes", True), ("no", False)])
def test_threads_share_one_arena(given_back, one):
    command = [sys.executable, "-c", PROGRAM, given_back]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert (done.stderr.count("Arena ") == 1) == one
