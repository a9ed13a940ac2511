import os
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.apps import apps
from django.conf import settings

SOURCES = ("*.py", "*.toml", "*.html", "*.mo")


@cache
def build() -> str:
    """Returns a hash over code, templates, catalogues and static files, so that deployments do not share cache keys.

    It is the same in every process of a release, whichever symbolic link its folder was reached by.
    """
    root = Path(settings.BASE_DIR).resolve()
    own = {path for app in apps.get_app_configs() if (path := Path(app.path).resolve()).parent == root}
    folders = [*own, root / "templates", root / "locale"]
    files = {path for folder in folders for pattern in SOURCES for path in folder.rglob(pattern)}
    state = sha256()
    for path in sorted({*files, *Path(settings.STATIC_ROOT).resolve().glob("staticfiles.json")}):
        found = path.stat()
        state.update(f"{os.path.relpath(path, root)} {found.st_size} {found.st_mtime_ns}\n".encode())
    return state.hexdigest()
