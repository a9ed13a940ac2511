"""Which backups the rotation retains."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

from briefing.core.operations.backups import rotation

NEWEST = datetime(2026, 11, 23, 2, 40, tzinfo=UTC)  # a Monday


def test_a_year_of_nights_leaves_days_weeks_and_months():
    nights = [NEWEST - timedelta(days=number) for number in range(500)]
    staying = sorted((at.date().isoformat() for at in rotation.retained(nights)), reverse=True)
    assert staying == [
        "2026-11-23", "2026-11-22", "2026-11-21", "2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17",
        "2026-11-15", "2026-11-08",  # Sundays; the week of the 16th ends with the 22nd
        "2026-10-31", "2026-09-30", "2026-08-31", "2026-07-31", "2026-06-30", "2026-05-31", "2026-04-30",
        "2026-03-31", "2026-02-28", "2026-01-31", "2025-12-31",
    ]  # fmt: skip


def test_what_was_saved_within_a_day_of_the_newest_stays():
    before_the_update = NEWEST - timedelta(hours=1)
    assert rotation.retained([NEWEST, before_the_update]) == {NEWEST, before_the_update}


def test_days_without_a_backup_take_no_other_day_away():
    sparse = [NEWEST - timedelta(days=3 * number) for number in range(7)]
    assert set(sparse) <= rotation.retained(sparse)


def test_other_files_are_left_alone(tmp_path: Path):
    old = [NEWEST - timedelta(days=number) for number in range(30)]
    for at in old:
        (tmp_path / at.strftime(rotation.NAME)).touch()
    others = {"briefing-copy.age", "latest.json", "notes.txt"}
    for name in others:
        (tmp_path / name).touch()
    removed = rotation.remove_old(tmp_path)
    left = {path.name for path in tmp_path.iterdir()}
    assert others <= left
    assert left - others == {at.strftime(rotation.NAME) for at in rotation.retained(old)}
    assert len(removed) == len(old) - len(rotation.retained(old))
