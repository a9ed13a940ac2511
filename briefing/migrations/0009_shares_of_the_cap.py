from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import Sum

OF_PURPOSE = {"tagging": "tagging", "csv_format": "formats", "portfolio": "analyses"}
SHARES = [
    ("texts", "texts"),
    ("tagging", "tags of headlines"),
    ("analyses", "explanations of weights"),
    ("formats", "layouts of files"),
]


def fill(apps: Apps, schema_editor: BaseDatabaseSchemaEditor | None = None) -> None:
    """Sets the share of earlier calls, and the committed sums of each month."""
    calls, months = (apps.get_model("briefing", name) for name in ("LlmCall", "LlmMonth"))
    for purpose, share in OF_PURPOSE.items():
        calls.objects.filter(purpose=purpose).update(share=share)
        sums = calls.objects.filter(share=share).order_by().values_list("month").annotate(Sum("cost_micro_usd"))
        for month, committed in sums:
            months.objects.filter(month=month).update(**{f"{share}_micro_usd": committed})


class Migration(migrations.Migration):
    dependencies = [("briefing", "0008_status")]

    operations = [
        migrations.AddField("llmcall", "share", models.CharField(
            choices=SHARES, default="texts", db_default="texts", max_length=8,
            help_text="The share of the cap that it counts against.",
        )),
        *(
            migrations.AddField("llmmonth", f"{share}_micro_usd", models.BigIntegerField(default=0, db_default=0))
            for share in ("tagging", "analyses", "formats")
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
