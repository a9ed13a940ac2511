from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TASK = "briefing.tasks.open_slot"
KIND = "commentary.followed"
# On the full tens, when central banks announce; figures ask for a scan of their own when they arrive.
TIMES = {"minute": "*/10", "hour": "*", "day_of_week": "*", "day_of_month": "*", "month_of_year": "*"}


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    crontabs, rows = (
        apps.get_model("django_celery_beat", name) for name in ("CrontabSchedule", "PeriodicTask")
    )
    if not rows.objects.filter(name=KIND).exists():
        crontab, _made = crontabs.objects.get_or_create(timezone="UTC", **TIMES)
        rows.objects.create(name=KIND, task=TASK, args=f'["{KIND}"]', crontab=crontab, expire_seconds=600)


def empty(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=KIND).delete()


class Migration(migrations.Migration):
    dependencies = [("briefing", "0011_hosts")]

    operations = [migrations.RunPython(fill, empty)]
