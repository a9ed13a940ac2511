"""Adds the author of a translation, since rules' Italian may accompany a model's English."""

from django.db import migrations, models
from django.db.models import Case, Value, When

TABLES = ("IndicatorSummaryTranslation", "StrategicLogTranslation")
CHOICES = [("rules", "rules"), ("ai", "AI")]


def name_them(apps, schema_editor):
    """Sets the author: translations without a model were by rules."""
    by = Case(When(model="", then=Value("rules")), default=Value("ai"))
    for name in TABLES:
        apps.get_model("commentary", name).objects.using(schema_editor.connection.alias).update(written_by=by)


class Migration(migrations.Migration):
    dependencies = [("commentary", "0005_one_lease")]

    operations = [
        *[
            migrations.AddField(
                model_name=name.lower(),
                name="written_by",
                field=models.CharField(choices=CHOICES, default="rules", max_length=8, verbose_name="written by"),
                preserve_default=False,
            )
            for name in TABLES
        ],
        migrations.RunPython(name_them, migrations.RunPython.noop),
    ]
