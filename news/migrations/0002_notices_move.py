from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

KINDS = {"disabled": "feed_disabled", "answers": "feed_answers", "outage": "feeds_outage"}


def move(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Moves unresolved notices to the core's table; resolved ones are dropped."""
    notices = apps.get_model("briefing", "StaffNotice")
    for old in apps.get_model("news", "Notice").objects.filter(resolved=False):
        path = f"/admin/news/feed/{old.feed_id}/change/" if old.feed_id else "/admin/news/feed/"
        notices.objects.get_or_create(
            kind=KINDS[old.kind],
            subject=str(old.feed_id or ""),
            resolved_at=None,
            defaults={"text": old.text, "path": path, "created_at": old.created_at},
        )


def leave(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("briefing", "StaffNotice").objects.filter(kind__in=KINDS.values()).delete()


class Migration(migrations.Migration):
    dependencies = [("news", "0001_initial"), ("briefing", "0004_notice_path")]

    operations = [migrations.RunPython(move, leave), migrations.DeleteModel("Notice")]
