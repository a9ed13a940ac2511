"""PostgreSQL's index for searches and filters; `news.search.prepare_sqlite` creates SQLite's."""

from django.db import migrations

FUNCTION = """
CREATE OR REPLACE FUNCTION headline_index(words text, tags jsonb) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
SELECT array_to_tsvector(array_remove(string_to_array(words, ' ') ||
    CASE WHEN jsonb_typeof(tags) = 'array' AND tags <> '[]'
    THEN ARRAY(SELECT '#' || tag FROM jsonb_array_elements_text(tags) AS tag) ELSE ARRAY['#none'] END, ''))
$$
"""
INDEX = "CREATE INDEX CONCURRENTLY IF NOT EXISTS headlines_search ON headlines USING gin (headline_index(words, tags))"


def _run(*statements):
    def forwards(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            for statement in statements:
                schema_editor.execute(statement)

    return forwards


class Migration(migrations.Migration):
    atomic = False  # CREATE INDEX CONCURRENTLY cannot run in a transaction

    dependencies = [("news", "0003_words")]

    operations = [
        migrations.RunPython(
            _run(FUNCTION, INDEX),
            _run("DROP INDEX IF EXISTS headlines_search", "DROP FUNCTION IF EXISTS headline_index(text, jsonb)"),
        ),
    ]
