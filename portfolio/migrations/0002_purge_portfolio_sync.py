"""Empties portfolio_sync: copies from before the wrap had its present form are of no use to anybody.

The table stays, and going back restores nothing: readers upload again from the browser that holds the data.
"""

from typing import Any

from django.db import migrations


def purge(apps: Any, schema_editor: Any) -> None:
    apps.get_model("portfolio", "PortfolioSync").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("portfolio", "0001_initial")]

    operations = [migrations.RunPython(purge, migrations.RunPython.noop, elidable=True)]
