"""The data folder, its database and its secrets are readable by their owner alone."""

import os
from pathlib import Path

from briefing.core.file_permissions import restrict_all
from tests.core.configured import run_check, settings_of


def modes(folder: Path) -> dict[str, int]:
    return {
        str(path.relative_to(folder)): path.stat().st_mode & 0o777 for path in [folder, *folder.rglob("*")]
    }


def test_the_data_folder_and_its_database_are_for_their_owner_alone(tmp_path: Path):
    folder = tmp_path / "var"
    done = run_check(tmp_path, "migrate", "contenttypes", "--verbosity", "0", DATA_DIR=str(folder))
    assert done.returncode == 0
    found = modes(folder)
    assert {".", "db.sqlite3", "session-secret"} <= found.keys()
    assert {name: mode for name, mode in found.items() if mode & 0o077} == {}


def test_an_open_installation_is_mended_by_what_reads_the_settings(tmp_path: Path):
    folder = tmp_path / "var"
    folder.mkdir(mode=0o755)
    for name in ("db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"):
        (folder / name).touch(mode=0o644)
    settings_of(folder)
    assert {name: mode for name, mode in modes(folder).items() if mode & 0o077} == {}


def test_a_start_closes_everything_below_the_data_folder(tmp_path: Path):
    (tmp_path / "var/run").mkdir(parents=True, mode=0o755)
    for name in ("run/web.pid", "old.log", "run.sh"):
        (tmp_path / "var" / name).touch(mode=0o755)
    before = os.umask(0o022)
    try:
        restrict_all(tmp_path / "var")
        (tmp_path / "var/new.log").touch()
    finally:
        os.umask(before)
    assert {name: mode for name, mode in modes(tmp_path / "var").items() if mode & 0o077} == {}
    assert modes(tmp_path / "var")["run.sh"] == 0o700


def test_a_folder_that_is_shared_stays_as_it_is(tmp_path: Path):
    tmp_path.chmod(0o1777)
    settings_of(tmp_path)
    assert tmp_path.stat().st_mode & 0o7777 == 0o1777
    assert (tmp_path / "db.sqlite3").stat().st_mode & 0o777 == 0o600


def test_embedded_secrets_are_made_once_and_private(tmp_path: Path):
    files = [tmp_path / "session-secret", tmp_path / "hash-key"]
    settings_of(tmp_path)
    first = [file.read_text() for file in files]
    settings_of(tmp_path)
    assert [file.read_text() for file in files] == first
    assert (first[0] != first[1], len(first[0]) > 60) == (True, True)
    assert [file.stat().st_mode & 0o777 for file in files] == [0o600] * 2
