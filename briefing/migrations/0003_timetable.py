from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TASK = "briefing.tasks.open_slot"
# The timetable of a new installation, in UTC; afterwards staff edit the rows.
FIRST = {
    "indicators.refresh": {"minute": "2,32"},
    "portfolio.quotes": {"minute": "4,34"},
    "news.ingest": {"minute": "10,30,50"},
    "commentary.generate": {"minute": "7"},
    "commentary.log": {"minute": "7", "hour": "0,6,12,18"},
    "commentary.digest_daily": {"minute": "30", "hour": "6", "day_of_week": "1-5"},
    "commentary.digest_weekly": {"minute": "0", "hour": "17", "day_of_week": "0"},
    "briefing.purge": {"minute": "40", "hour": "3"},
    "billing.reconcile": {"minute": "10", "hour": "4"},
}


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    """Creates the missing rows; those that beat created earlier stay unchanged."""
    crontabs, rows = (apps.get_model("django_celery_beat", name) for name in ("CrontabSchedule", "PeriodicTask"))
    every = {"minute": "*", "hour": "*", "day_of_week": "*", "day_of_month": "*", "month_of_year": "*"}
    for kind, slots in FIRST.items():
        if not rows.objects.filter(name=kind).exists():
            crontab, _made = crontabs.objects.get_or_create(timezone="UTC", **(every | slots))
            rows.objects.create(name=kind, task=TASK, args=f'["{kind}"]', crontab=crontab, expire_seconds=600)


def empty(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(task=TASK).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("briefing", "0002_model_endpoints"),
        ("django_celery_beat", "0019_alter_periodictasks_options"),
    ]

    operations = [migrations.RunPython(fill, empty)]
