"""Gives existing staff the role admin, so their rights stay the same."""

from django.db import migrations


def keep_rights(apps, schema_editor):
    apps.get_model("accounts", "User").objects.filter(is_staff=True).update(staff_role="admin")


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_passkeys_and_roles")]
    operations = [migrations.RunPython(keep_rights, migrations.RunPython.noop)]
