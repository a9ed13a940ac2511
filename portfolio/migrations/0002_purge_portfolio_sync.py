"""Deletes all rows of portfolio_sync: copies in the earlier encryption format cannot be opened any more.

Not reversible: readers upload again from the browser with the data.
"""

from typing import Any

from django.db import migrations


def purge(apps: Any, schema_editor: Any) -> None:
    apps.get_model("portfolio", "PortfolioSync").objects.using(schema_editor.connection.alias).all().delete()


class Migration(migrations.Migration):
    dependencies = [("portfolio", "0001_initial")]

    operations = [migrations.RunPython(purge, migrations.RunPython.noop, elidable=True)]
