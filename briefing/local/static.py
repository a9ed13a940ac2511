"""Static files under hashed names, including rewritten ES module imports."""

import fcntl
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise ships no types
    """Storage that raises an error for a file that was not collected, instead of serving pages without style."""

    support_js_module_import_aggregation = True
    # A file's hash is final once those of its imports are: each level of imports takes one pass.
    max_post_process_passes = 20


def prepare() -> None:
    """Collects the static files, without which every page would fail while health checks pass.

    Raises ImproperlyConfigured if they are missing and cannot be written; in a read-only folder (an image)
    existing files are used.
    """
    try:
        collect_if_changed()
    except OSError as error:
        if not (Path(settings.STATIC_ROOT) / HashedStatic.manifest_name).is_file():
            raise ImproperlyConfigured(
                f"The files of the pages were not collected, and {settings.STATIC_ROOT} cannot be written "
                f"({error.strerror}): run `manage.py collectstatic --noinput` as a user who may."
            ) from error


def collect_if_changed() -> str:
    """Runs collectstatic if a file changed since the last run; returns what it did.

    A lock admits one start at a time: two would read each other's half-written files.
    """
    folder = Path(settings.STATIC_ROOT)
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return _collect(folder / ".collected")


def _collect(stamp: Path) -> str:
    state = sha256()
    files = 0
    for finder in get_finders():
        for name, storage in finder.list([]):
            files += 1
            state.update(f"{name}:{storage.get_modified_time(name).timestamp()}\n".encode())
    if stamp.is_file() and stamp.read_text() == state.hexdigest():
        return "Pages' files are current."
    call_command("collectstatic", verbosity=0, interactive=False, clear=False)
    stamp.write_text(state.hexdigest())
    return f"{files} files for the pages prepared."
