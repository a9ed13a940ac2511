"""Static files under hashed names, ES module imports rewritten with them."""

import fcntl
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStatic(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise ships no types
    """A file that a page names and nobody collected is an error, not a page without its style."""

    support_js_module_import_aggregation = True
    # A name settles once the names of all that a file imports have settled: one pass for each level of imports.
    max_post_process_passes = 20


def prepare() -> None:
    """Makes sure that pages find their files: a web process without them would answer 500 and say that it is well.

    Raises ImproperlyConfigured where they are missing and cannot be made; where the folder is read-only (an image)
    what was collected into it is taken as it is.
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
    """Runs collectstatic when a file changed since the last time; says what it did.

    One start at a time: two that fill one folder at once read each other's half-written files.
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
