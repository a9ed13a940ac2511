"""The Makefile before there is a program: what stands in the way of an environment is one line with what to do."""

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = f"nowhere==1.0 --hash=sha256:{'0' * 64}\n"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the Makefile, and a package that nobody has."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "requirements.txt").write_text(PACKAGE)
    return tmp_path


def make(clone: Path, target: str, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "HOME": str(clone), "PIP_CONFIG_FILE": os.devnull, "PIP_RETRIES": "0",
           "PIP_INDEX_URL": "http://127.0.0.1:9/simple"}  # fmt: skip
    command = ["make", "--no-print-directory", target, f"PYTHON={python}"]
    return subprocess.run(
        command, cwd=clone, env=env, capture_output=True, text=True, timeout=300, check=False
    )


def python_without(clone: Path, words: str) -> str:
    """A Python that fails at a command with these words, and does the others."""
    shim = clone / "python"
    shim.write_text(f'#!/bin/sh\ncase "$*" in *"{words}"*) exit 1;; esac\nexec {sys.executable} "$@"\n')
    shim.chmod(0o755)
    return str(shim)


@pytest.mark.parametrize(("words", "remedy"), [
    ("version_info", "Market Briefing needs Python 3.11 or later; set PYTHON=/path/to/python3.11."),
    ("ensurepip", "Python's venv module is missing (on Debian: apt install python3-venv)."),
])  # fmt: skip
def test_unfit_python_is_named_with_the_remedy(clone: Path, words: str, remedy: str):
    done = make(clone, "run", python_without(clone, words))
    assert done.stderr.splitlines()[0] == remedy
    assert not (clone / ".venv").exists()


def test_python_that_is_none_is_named(clone: Path):
    assert "/nowhere/python was not found. Set PYTHON=" in make(clone, "run", "/nowhere/python").stderr


def test_environment_that_cannot_be_made_leaves_nothing_half_made(clone: Path):
    done = make(clone, "run", python_without(clone, "-m venv"))
    assert "The environment .venv could not be made; the lines above say why." in done.stderr
    assert not (clone / ".venv").exists()


def test_half_made_environment_is_made_again_and_an_absent_registry_named(clone: Path):
    (clone / ".venv/bin").mkdir(parents=True)
    (clone / ".venv/bin/python").symlink_to(sys.executable)
    (clone / ".venv/.run").touch()
    done = make(clone, "run")
    assert "The environment .venv is not whole: it is made again." in done.stderr
    assert "If no package registry is reached, set PIP_INDEX_URL to one that is" in done.stderr
    assert "Traceback" not in done.stderr
    again = make(clone, "run")
    assert "is not whole" not in again.stderr and "Making the environment" not in again.stdout


@pytest.mark.skipif(shutil.which("flock") is None, reason="flock is not installed")
def test_second_make_waits_for_the_one_that_makes_the_environment(clone: Path):
    """It would take the half-made environment for a broken one, and remove it under the other's hands."""
    (clone / "requirements.txt").write_text("")
    (clone / "manage.py").write_text("print('started')")
    slow = clone / "python"
    slow.write_text(
        f"""#!/bin/sh
case "$*" in *"-m venv"*) mkdir -p .venv/bin; ln -s {sys.executable} .venv/bin/python; touch begun; sleep 3; rm -r .venv;; esac
exec {sys.executable} "$@"
"""
    )
    slow.chmod(0o755)
    with ThreadPoolExecutor() as pool:
        first = pool.submit(make, clone, "run", str(slow))
        while not (clone / "begun").exists() and not first.done():
            time.sleep(0.05)
        second = make(clone, "run", str(slow))
        both = [first.result(), second]
    assert [(done.returncode, done.stdout.splitlines()[-1]) for done in both] == [(0, "started")] * 2, both
    assert "Another make is making the environment .venv: waiting for it ..." in second.stdout
    assert "Making the environment" not in second.stdout
