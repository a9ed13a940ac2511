"""Gives each account a random key for its portfolio in the browser's storage."""

import secrets

from django.db import migrations, models

import accounts.models

BATCH = 500


def fill(apps, schema_editor) -> None:
    users = apps.get_model("accounts", "User").objects.using(schema_editor.connection.alias)
    while batch := list(users.filter(browser_key="").only("pk")[:BATCH]):
        for user in batch:
            user.browser_key = secrets.token_urlsafe(16)
        users.bulk_update(batch, ["browser_key"])


class Migration(migrations.Migration):
    dependencies = [("accounts", "0004_normalised_email")]

    operations = [
        migrations.AddField("user", "browser_key", models.CharField(max_length=22, default="", editable=False)),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=False),
        migrations.AlterField(
            "user",
            "browser_key",
            models.CharField(max_length=22, default=accounts.models.new_browser_key, editable=False),
        ),
    ]
