"""`manage.py alive`, the health check of a container."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from briefing.core.models import Heartbeat
from briefing.core.work import heartbeat

pytestmark = pytest.mark.django_db


def test_a_process_that_beats_here_is_alive():
    heartbeat.beat("urgent")
    call_command("alive", "urgent")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"beat_at": timezone.now() - timedelta(minutes=2)}, "last seen at"),
        ({"name": "urgent@elsewhere:1"}, "never seen on this host"),
    ],
)
def test_one_that_stopped_or_runs_elsewhere_is_not(change: dict[str, object], said: str):
    heartbeat.beat("urgent")
    Heartbeat.objects.update(**change)
    with pytest.raises(CommandError, match=said):
        call_command("alive", "urgent")


@pytest.mark.parametrize(("hours", "said"), [(None, "never seen"), (25, ""), (27, "last seen at")])
def test_a_backup_is_alive_for_a_day_and_a_little(settings, tmp_path: Path, hours: int | None, said: str):
    settings.DATA_DIR = tmp_path
    if hours is not None:
        (tmp_path / "backups").mkdir()
        at = (timezone.now() - timedelta(hours=hours)).isoformat()
        (tmp_path / "backups/latest.json").write_text(json.dumps({"at": at}))
    if not said:
        call_command("alive", "backup")
        return
    with pytest.raises(CommandError, match=said):
        call_command("alive", "backup")
