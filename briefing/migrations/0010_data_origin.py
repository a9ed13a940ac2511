from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.utils import timezone

# Tables whose rows are fetched.
FETCHED = (("indicators", "DailyQuote"), ("indicators", "Release"), ("news", "Headline"))


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Records the origin; one sample row suffices, since figures are not marked."""
    samples = any(
        apps.get_model(*name).objects.filter(sample=True).exists()
        for name in (("news", "Feed"), ("portfolio", "InstrumentMap"))
    )
    if samples or any(apps.get_model(*name).objects.exists() for name in FETCHED):
        apps.get_model("briefing", "DataOrigin").objects.create(id=1, origin="samples" if samples else "live")


class Migration(migrations.Migration):
    dependencies = [
        ("briefing", "0009_shares_of_the_cap"),
        ("indicators", "0002_agenda"),
        ("news", "0001_initial"),
        ("portfolio", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="DataOrigin",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ("origin", models.CharField(choices=[("samples", "sample sources"), ("live", "public sources")], max_length=8)),
                ("since", models.DateTimeField(default=timezone.now)),
            ],
            options={
                "constraints": [models.CheckConstraint(condition=models.Q(("id", 1)), name="data_origin_one_row")],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
