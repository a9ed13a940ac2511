"""Adds the public list of withdrawals, and marks the row of verdicts that opens each check."""

from django.db import migrations, models
from django.db.models import Min, Q
from django.db.models.functions import Coalesce


def mark_openers(apps, schema_editor):
    """Marks the first blocking row of each check, otherwise its first row."""
    verdicts = apps.get_model("commentary", "ReviewerVerdict").objects.using(schema_editor.connection.alias)
    of_texts = verdicts.exclude(summary=None, log=None)
    checks = of_texts.order_by().values("summary", "log", "lang", "stage", "attempt")
    blocking = Min("pk", filter=Q(verdict__in=("fail", "error")))
    openers = list(checks.annotate(opener=Coalesce(blocking, Min("pk"))).values_list("opener", flat=True))
    of_texts.update(opens=False)
    for start in range(0, len(openers), 500):
        verdicts.filter(pk__in=openers[start : start + 500]).update(opens=True)


class Migration(migrations.Migration):
    dependencies = [
        ("commentary", "0002_written_and_reviewed"),
    ]

    operations = [
        migrations.CreateModel(
            name="Withdrawal",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("read", "Read of a group"), ("log", "Strategic log")],
                        max_length=8,
                        verbose_name="kind",
                    ),
                ),
                ("group", models.CharField(blank=True, max_length=64, verbose_name="group")),
                ("tone", models.CharField(max_length=16, verbose_name="tone")),
                ("languages", models.CharField(max_length=16, verbose_name="languages")),
                (
                    "written_by",
                    models.CharField(
                        choices=[("rules", "rules"), ("ai", "AI")], max_length=8, verbose_name="written by"
                    ),
                ),
                ("published_at", models.DateTimeField(verbose_name="published")),
                ("withdrawn_at", models.DateTimeField(verbose_name="withdrawn")),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("figure", "A figure behind it was wrong or was revised"),
                            ("claim", "It said more than its figures support"),
                            ("wording", "Its wording could be taken for advice or a forecast"),
                            ("translation", "Its translation said something else"),
                            ("fault", "It was published by a technical fault"),
                            ("precaution", "As a precaution, while it was being checked"),
                        ],
                        max_length=16,
                        verbose_name="reason",
                    ),
                ),
                (
                    "instead",
                    models.CharField(
                        choices=[
                            ("rules", "The rules’ text of the same figures"),
                            ("earlier", "The text before it, until the next one was written"),
                            ("later", "Nothing: a newer text was already on the page"),
                            ("nothing", "Nothing, until the next one was written"),
                        ],
                        max_length=8,
                        verbose_name="instead",
                    ),
                ),
            ],
            options={
                "verbose_name": "withdrawal",
                "verbose_name_plural": "withdrawals",
                "ordering": ["-pk"],
            },
        ),
        migrations.AddIndex(
            model_name="withdrawal",
            index=models.Index(fields=["kind", "-withdrawn_at"], name="withdrawal_newest_of_kind"),
        ),
        migrations.AddField(
            model_name="reviewerverdict",
            name="opens",
            field=models.BooleanField(default=True, verbose_name="opens its check"),
        ),
        migrations.RunPython(mark_openers, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="reviewerverdict",
            index=models.Index(
                condition=Q(("opens", True)),
                fields=["created_at", "kind", "lang", "stage", "verdict"],
                name="reviewer_verdict_checks",
            ),
        ),
    ]
