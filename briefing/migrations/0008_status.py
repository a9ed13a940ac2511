from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

TASK = "briefing.tasks.open_slot"
KIND = "briefing.watch"
TIMES = {"minute": "*/10", "hour": "*", "day_of_week": "*", "day_of_month": "*", "month_of_year": "*"}


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    crontabs, rows = (apps.get_model("django_celery_beat", name) for name in ("CrontabSchedule", "PeriodicTask"))
    if not rows.objects.filter(name=KIND).exists():
        crontab, _made = crontabs.objects.get_or_create(timezone="UTC", **TIMES)
        rows.objects.create(name=KIND, task=TASK, args=f'["{KIND}"]', crontab=crontab, expire_seconds=600)


def empty(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("django_celery_beat", "PeriodicTask").objects.filter(name=KIND).delete()


class Migration(migrations.Migration):
    dependencies = [("briefing", "0007_agenda")]

    operations = [
        migrations.AddField("heartbeat", "host", models.CharField(blank=True, default="", max_length=64), preserve_default=False),
        migrations.AddField("heartbeat", "version", models.CharField(blank=True, default="", max_length=32), preserve_default=False),
        migrations.CreateModel(
            name="ServiceFault",
            fields=[
                ("key", models.CharField(max_length=120, primary_key=True, serialize=False)),
                ("text", models.CharField(max_length=1000)),
                ("began_at", models.DateTimeField()),
                ("told_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.RunPython(fill, empty),
    ]
