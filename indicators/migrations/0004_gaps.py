from datetime import UTC, datetime

from django.db import migrations, models


def compute_again(apps, schema_editor):
    """Backdates all stored figures, so that the next refresh computes them with their gaps."""
    apps.get_model("indicators", "IndicatorFigure").objects.update(computed_at=datetime(1970, 1, 1, tzinfo=UTC))


class Migration(migrations.Migration):

    dependencies = [
        ("indicators", "0003_held"),
    ]

    operations = [
        migrations.AddField(
            model_name="indicatorfigure",
            name="gaps",
            field=models.JSONField(default=dict, help_text="What cannot be said, as `indicators.gaps` has it.", verbose_name="gaps"),
        ),
        migrations.RunPython(compute_again, migrations.RunPython.noop),
    ]
