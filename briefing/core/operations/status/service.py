"""Status of costs, mail, disk, backups, database and settings."""

import json
import shutil
import socket
from calendar import monthrange
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.db import DatabaseError, connection
from django.db.models import Count
from django.urls import reverse

from briefing.core.dates import read_rfc3339
from briefing.core.models import Backup, EmailSend, Job, LlmEndpoint, StaffNotice
from briefing.core.operations.status import (
    Level,
    Report,
    StatusLine,
    StatusMeasure,
    dangerous,
    names,
    reports,
    span,
)
from briefing.core.outside import llm, reachability
from briefing.core.outside.llm import spending
from briefing.core.outside.mail import REFUSED

DAY = timedelta(days=1)
# Projections from the first two days of a month are meaningless.
ENOUGH_OF_A_MONTH = timedelta(days=2)
NEARLY = 0.8
MANY_REFUSED = 5
BACKUP_LATE, BACKUP_TOO_LATE = timedelta(hours=26), timedelta(days=3)
LARGEST_NOTE = 10_000
MOST_NOTICES = 20
NOTICES = "System notices"


@reports("Model spending")
def model_spending(now: datetime) -> Report:
    """Reports the month's cost, its projection and paused endpoints."""
    found = spending.this_month(now)
    expected = projected(found.committed, now)
    yield StatusMeasure(
        "spend_usd", "Committed this month (UTC): settled, uncertain, reserved.", found.committed
    )
    yield StatusMeasure("spend_cap_usd", "The month's cap.", found.cap)
    yield StatusMeasure("spend_projected_usd", "What the month comes to at this pace.", expected)
    for row in found.purposes:
        yield StatusMeasure("model_calls", "Calls this month.", row["calls"], {"purpose": row["purpose"]})
    if not llm.configured_providers():
        yield StatusLine("spend", Level.OK, "No model is configured: the rules write.")
        return
    text = f"{found.month}: {found.committed:.2f} of {found.cap:.2f} USD, {expected:.2f} at this pace."
    path = reverse("admin:briefing_llmcall_changelist")
    yield StatusLine(
        "spend", _spent(found.committed, expected, found.cap), text, _saving_advice(found, expected), path
    )
    paused = LlmEndpoint.objects.filter(open_until__gt=now).order_by("provider")
    for endpoint in paused[:10]:
        yield StatusLine(
            f"model:{endpoint.provider}", Level.WARNING,
            f"{endpoint} is paused after failures until {endpoint.open_until:%H:%M} UTC: {endpoint.reason}",
            "Look at the reason; Model endpoints has “Retry now and forget rejected parameters”.",
            reverse("admin:briefing_llmendpoint_changelist"),
        )  # fmt: skip


def projected(committed: float, now: datetime) -> float:
    """Projects the cost in USD to the end of the month (UTC); returns the cost so far in its first two days."""
    start = now.astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    gone = now - start
    if gone < ENOUGH_OF_A_MONTH:
        return committed
    return committed * (timedelta(days=monthrange(start.year, start.month)[1]) / gone)


def _spent(committed: float, expected: float, cap: float) -> Level:
    if committed >= cap:
        return Level.ERROR
    return Level.WARNING if committed >= NEARLY * cap or expected > cap else Level.OK


def _saving_advice(found: spending.Spending, expected: float) -> str:
    if found.committed >= found.cap:
        return "The rules write until the month ends; raise LLM_MONTHLY_COST_CAP_USD if that is not wanted."
    if expected > found.cap:
        return "The cap will be reached before the month ends: fewer tones, a cheaper model, or a higher cap."
    return "The cap is near." if found.committed >= NEARLY * found.cap else ""


@reports("Mail")
def mail(now: datetime) -> Report:
    since = now - DAY
    sent = EmailSend.objects.filter(sent_at__gte=since).order_by().values_list("kind").annotate(Count("pk"))
    for kind, count in sent:
        yield StatusMeasure("mail_sent_day", "Messages that left within a day.", count, {"kind": kind})
    failing = Job.objects.filter(outcome__contains=REFUSED)
    waiting = failing.filter(state=Job.State.NEW).count()
    dead = failing.filter(state=Job.State.DEAD, finished_at__gte=since).count()
    yield StatusMeasure("mail_failing", "Messages that were refused and are tried again.", waiting)
    yield StatusMeasure("mail_failed_day", "Messages given up within a day.", dead)
    path = f"{reverse('admin:briefing_job_changelist')}?q={REFUSED.replace(' ', '+')}"
    level = Level.ERROR if waiting + dead >= MANY_REFUSED else Level.WARNING if waiting + dead else Level.OK
    text = (
        f"{waiting} messages are tried again, {dead} were given up within a day."
        if level
        else "Every message left."
    )
    todo = (
        "Look at the mail server and at EMAIL_URL; a single mailbox may refuse permanently." if level else ""
    )
    yield StatusLine("mail:failing", level, text, todo, path)


@reports("Machine", database=False)
def machine(now: datetime) -> Report:
    yield from _disk()
    yield _backup(now)


def _disk() -> Report:
    usage = shutil.disk_usage(settings.DATA_DIR if settings.DATA_DIR.exists() else "/")
    share = usage.free / usage.total
    yield StatusMeasure("disk_free_bytes", "Free on the disk of DATA_DIR.", usage.free)
    yield StatusMeasure("disk_size_bytes", "Size of the disk of DATA_DIR.", usage.total)
    level = Level.ERROR if share < 0.05 else Level.WARNING if share < 0.1 else Level.OK
    text = f"Disk of DATA_DIR: {_size(usage.free)} free of {_size(usage.total)} ({share:.0%})."
    yield StatusLine("disk", level, text, "Make room before writes fail." if level else "")


def _backup(now: datetime) -> StatusLine:
    """Reads the note of `manage.py backup` in DATA_DIR, {"at": ISO time, "bytes": n, "file": name}, or a later record
    of another host in the database."""
    todo = "See `manage.py backup --help` and its schedule."
    folder = settings.DATA_DIR / "backups"
    elsewhere = _backup_of_another_host()
    try:
        at, size, name = _backup_note(folder / "latest.json")
    except FileNotFoundError:
        if elsewhere:
            return _backup_age(now - elsewhere.made_at, elsewhere.size, f" on {elsewhere.host}")
        level = Level.OK if settings.SAMPLE_DATA and not settings.PRODUCTION else Level.WARNING
        return StatusLine("backup", level, "No backup was made yet.", _first_backup() if level else "")
    except (OSError, ValueError, TypeError, KeyError):
        return StatusLine("backup", Level.WARNING, "The note of the last backup cannot be read.", todo)
    if elsewhere and elsewhere.made_at > at:
        return _backup_age(now - elsewhere.made_at, elsewhere.size, f" on {elsewhere.host}")
    if not (folder / name).is_file():
        return StatusLine(
            "backup", Level.ERROR, f"The last backup, {name}, is no longer here.", "Make one at once."
        )
    return _backup_age(now - at, size)


def _backup_age(age: timedelta, size: int, place: str = "") -> StatusLine:
    level = Level.ERROR if age > BACKUP_TOO_LATE else Level.WARNING if age > BACKUP_LATE else Level.OK
    todo = "See `manage.py backup --help` and its schedule." if level else ""
    return StatusLine("backup", level, f"Last backup {span(age)} ago{place}, {_size(size)}.", todo)


def _backup_of_another_host() -> Backup | None:
    """Returns the latest backup of another host; None also while the database is unavailable."""
    try:
        return Backup.objects.exclude(host=socket.gethostname()[:64]).order_by("-made_at").first()
    except DatabaseError:
        return None


def _first_backup() -> str:
    if settings.BACKUP_RECIPIENTS:
        return "Run `manage.py backup` now and every day (docs/operating/backup.md)."
    return "`manage.py backup --new-key FILE` makes a key for BACKUP_RECIPIENTS (docs/operating/backup.md)."


def _backup_note(path: Path) -> tuple[datetime, int, str]:
    with path.open(encoding="utf-8") as note:
        found = json.loads(note.read(LARGEST_NOTE))
    return read_rfc3339(found["at"]), int(found["bytes"]), Path(found["file"]).name


@reports("Database")
def database(now: datetime) -> Report:
    size = _database_size()
    yield StatusMeasure("database_size_bytes", "Size of the database.", size)
    yield StatusLine("database:size", Level.OK, f"{connection.vendor}, {_size(size)}.")


def _database_size() -> int:
    sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()" if sqlite
            else "SELECT pg_database_size(current_database())"
        )  # fmt: skip
        return int(cursor.fetchone()[0])


def _size(count: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.0f} {unit}"
        count /= 1000
    return f"{count:.1f} GB"


@reports("Settings", database=False)
def configuration(now: datetime) -> Report:
    found = [*_checks(), *dangerous.settings_of_this_process()]
    yield from found
    if not found:
        yield StatusLine("settings", Level.OK, "No setting is dangerous.")


@cache
def _checks() -> tuple[StatusLine, ...]:
    """Returns the system checks' findings, cached because settings do not change while the process runs."""
    found = checks.run_checks(include_deployment_checks=settings.PRODUCTION)
    serious = [item for item in found if item.level >= checks.WARNING and not item.is_silenced()]
    return tuple(
        StatusLine(
            f"check:{item.id}", Level.ERROR if item.level >= checks.ERROR else Level.WARNING,
            str(item.msg), str(item.hint or ""),
        )
        for item in serious
    )  # fmt: skip


@reports(NOTICES)
def notices(now: datetime) -> Report:
    # The network has its own section.
    waiting = StaffNotice.objects.filter(resolved_at=None).exclude(kind=reachability.KIND)
    counts = dict(waiting.order_by().values_list("kind").annotate(Count("pk")))
    for kind, count in counts.items():
        yield StatusMeasure("notices", "System notices that are not settled.", count, {"kind": kind})
    for notice in waiting.order_by("-created_at")[:MOST_NOTICES]:
        yield StatusLine(f"notice:{notice.kind}", Level.WARNING, notice.text, path=notice.path)
    if not counts:
        yield StatusLine("notices", Level.OK, "No notice waits.")
    elif (total := sum(counts.values())) > MOST_NOTICES:
        text = f"{total - MOST_NOTICES} more notices of {names(sorted(counts))}."
        yield StatusLine(
            "notices", Level.WARNING, text, path=reverse("admin:briefing_staffnotice_changelist")
        )
