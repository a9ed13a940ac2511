"""Faults of the machine, each reported in one sentence with a remedy."""

import errno
import os
from pathlib import Path

import pytest
from django.db import DatabaseError, OperationalError, ProgrammingError, connection

from briefing.core.environment import Environment
from briefing.core.operations.machine_faults import (
    LEAST_FREE,
    StartRefused,
    is_full_disk,
    machine_faults,
    refuse_full_disk,
)


def said(error: Exception) -> str:
    with pytest.raises(StartRefused) as refused, machine_faults():
        raise error
    return str(refused.value)


def test_full_disk_of_a_file_and_of_the_database(settings):
    for error in (
        OSError(errno.ENOSPC, "No space left on device"),
        OperationalError("database or disk is full"),
    ):
        assert is_full_disk(error)
        assert said(error).startswith(f"The disk of {settings.DATA_DIR} is full: make room")


def test_folder_that_cannot_be_written_names_itself_and_what_to_set(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    (tmp_path / "file").write_text("")
    with pytest.raises(StartRefused) as refused, machine_faults():
        (tmp_path / "file" / "run").mkdir()
    assert f"{tmp_path}/file/run cannot be written (Not a directory)" in str(refused.value)
    assert "set DATA_DIR" in str(refused.value)
    assert "DATA_DIR" not in said(
        PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/elsewhere/.lock")
    )


def test_folder_whose_parent_takes_none_names_itself(settings):
    settings.DATA_DIR = Path("/proc/briefing")
    with (
        pytest.raises(StartRefused, match=r"/proc/briefing cannot be written.*set DATA_DIR"),
        machine_faults(),
    ):
        settings.DATA_DIR.mkdir(parents=True)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="a server keeps its own files")
@pytest.mark.parametrize("words", ["file is not a database", "database disk image is malformed"])
def test_damaged_database_file_says_how_to_restore(words):
    assert f"is damaged or no database ({words}): restore a backup" in said(DatabaseError(words))


def test_database_that_is_away_is_said_by_its_first_line():
    found = said(OperationalError("connection refused\nIs the server running?"))
    assert (
        found == "The database cannot be used (connection refused): look at its server and at DATABASE_URL."
    )


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EPIPE, "Broken pipe"),
        FileNotFoundError(errno.ENOENT, "No such file or directory", "/elsewhere/template"),
        ProgrammingError("no such column"),
        KeyError(),
    ],
)
def test_fault_of_the_program_stays_a_traceback(error):
    with pytest.raises(type(error)), machine_faults():
        raise error


def test_start_is_refused_on_a_disk_with_too_little_room(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr("briefing.core.operations.machine_faults.LEAST_FREE", 2**62)
    with pytest.raises(StartRefused, match="MB are free"):
        refuse_full_disk()
    monkeypatch.setattr("briefing.core.operations.machine_faults.LEAST_FREE", 1)
    refuse_full_disk()
    assert LEAST_FREE >= 2 * 21 * 2**20


def test_secret_that_cannot_be_stored_is_one_problem_of_the_folder(tmp_path: Path):
    (tmp_path / "file").write_text("")
    env = Environment()
    secrets = [env.stored_secret(tmp_path / "file" / name) for name in ("session-secret", "hash-key")]
    assert [name for name, _text in env.problems] == ["DATA_DIR"]
    assert secrets[0] != secrets[1] and min(map(len, secrets)) > 50
