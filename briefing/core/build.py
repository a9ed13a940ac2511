import os
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.apps import apps
from django.conf import settings

SOURCES = ("*.py", "*.toml", "*.json", "*.html", "*.mo")


@cache
def build() -> str:
    """Returns a hash over code, templates, catalogues and static files, so that deployments do not share cache keys.

    It is the same in every process of a release: on every machine, whichever symbolic link its folder was reached
    by, and before and after `collectstatic`, which each web process may run.
    """
    root = Path(settings.BASE_DIR).resolve()
    own = {path for app in apps.get_app_configs() if (path := Path(app.path).resolve()).parent == root}
    folders = [*own, root / "templates", root / "locale"]
    files = {path for folder in folders for pattern in SOURCES for path in folder.rglob(pattern)}
    static = (path for folder in settings.STATICFILES_DIRS for path in Path(folder).resolve().rglob("*"))
    state = sha256()
    for path in sorted({*files, *filter(Path.is_file, static)}):
        content = path.read_bytes()
        state.update(f"{os.path.relpath(path, root)} {len(content)}\n".encode() + content)
    return state.hexdigest()
