"""The project's settings under a test's environment (`tests/environment.py` cleans it first)."""

import tests.environment  # noqa: F401  must come before the settings are read
from briefing.settings import *  # noqa: F403

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, as in the embedded deployment: the in-memory database locks tables differently between threads.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}  # noqa: F405

# Tests collect no files; whitenoise only wants the folder to be there.
STATIC_ROOT = DATA_DIR / "static"  # noqa: F405
STATIC_ROOT.mkdir(exist_ok=True)
STORAGES = STORAGES | {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}  # noqa: F405
