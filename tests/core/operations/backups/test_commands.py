"""`manage.py backup` and `restore` as run by an operator."""

import json
import socket
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.db import connection

import briefing.tasks  # noqa: F401  registers the purge
from accounts.models import User
from briefing.core.models import Backup, StaffNotice
from briefing.core.work.retention import PURGES
from briefing.local import supervisor
from briefing.management.commands.backup import next_time

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def key(settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Creates a key with the command and configures it."""
    settings.DATA_DIR = tmp_path
    settings.DATABASES["default"] = connection.settings_dict
    said = StringIO()
    call_command("backup", new_key=tmp_path / "key", stdout=said)
    settings.BACKUP_RECIPIENTS = [said.getvalue().split()[0].removeprefix("BACKUP_RECIPIENTS=")]
    return tmp_path / "key"


def backed_up(folder: Path) -> Path:
    call_command("backup", stdout=StringIO())
    return folder / "backups" / json.loads((folder / "backups/latest.json").read_text())["file"]


def test_backup_and_restore_bring_a_reader_back(key: Path, tmp_path: Path):
    User.objects.create(email="ada@example.org")
    path = backed_up(tmp_path)
    User.objects.all().delete()
    said = StringIO()
    call_command("restore", str(path), key=key, replace=True, stdout=said)
    assert User.objects.get().email == "ada@example.org"
    assert "Restored and compared: " in said.getvalue()


def test_a_backup_is_recorded_for_other_hosts(key: Path, tmp_path: Path):
    path = backed_up(tmp_path)
    row = Backup.objects.get()
    assert (row.host, row.file, row.size) == (socket.gethostname(), path.name, path.stat().st_size)
    run_purge = PURGES["backup records"]
    assert (run_purge(row.made_at + timedelta(days=89)), run_purge(row.made_at + timedelta(days=91))) == (
        0,
        1,
    )


def test_a_new_key_overwrites_none(key: Path):
    before = key.read_text()
    with pytest.raises(CommandError, match="File exists"):
        call_command("backup", new_key=key)
    assert (key.read_text(), key.stat().st_mode & 0o777) == (before, 0o600)


def test_without_a_key_nothing_is_written(settings, tmp_path: Path):
    settings.BACKUP_RECIPIENTS = []
    with pytest.raises(CommandError, match="--new-key FILE"):
        call_command("backup")


def test_staff_have_a_notice_of_a_failure_until_the_next_success(key: Path, tmp_path: Path):
    (tmp_path / "backups").write_text("a file where the folder should be")
    with pytest.raises(CommandError, match="could not be written"):
        call_command("backup")
    assert StaffNotice.objects.get(kind="backup", resolved_at=None).text.startswith("The backup failed: ")
    (tmp_path / "backups").unlink()
    backed_up(tmp_path)
    assert not StaffNotice.objects.filter(kind="backup", resolved_at=None).exists()


def test_restore_refuses_a_database_with_rows(key: Path, tmp_path: Path):
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(backed_up(tmp_path)), key=key)


def test_restore_refuses_a_folder_in_use(key: Path, tmp_path: Path):
    path = backed_up(tmp_path)
    lock = supervisor.acquire_lock(tmp_path)
    with pytest.raises(CommandError, match="already running"):
        call_command("restore", str(path), key=key, replace=True)
    lock.close()


@time_machine.travel(datetime(2026, 11, 23, 2, 40, tzinfo=UTC), tick=False)
def test_the_next_night_is_tomorrow_when_its_time_is_now():
    now = datetime(2026, 11, 23, 2, 40, tzinfo=UTC)
    assert next_time("02:41", now) == datetime(2026, 11, 23, 2, 41, tzinfo=UTC)
    assert next_time("02:40", now) == datetime(2026, 11, 24, 2, 40, tzinfo=UTC)


def test_a_time_that_is_none_is_said_so(key: Path):
    with pytest.raises(CommandError, match="25:00 is no time of day"):
        call_command("backup", daily="25:00")
