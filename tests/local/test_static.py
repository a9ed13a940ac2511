"""The pages' files are there before a page is asked for, or the web process says why not."""

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from briefing.local import static


@pytest.fixture
def folder(settings, tmp_path: Path) -> Path:
    source = tmp_path / "source"
    source.mkdir()
    (source / "a.css").write_text("p { color: red }")
    settings.STATICFILES_DIRS, settings.STATIC_ROOT = [source], tmp_path / "collected"
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "briefing.local.static.HashedStatic"}}
    return tmp_path / "collected"


def test_bare_install_collects_what_pages_need(folder):
    static.prepare()
    assert (folder / "staticfiles.json").is_file()


# A file where the folder should be cannot be written for any user, root too.
def test_folder_that_cannot_be_written_is_refused_with_what_to_do(folder):
    folder.write_text("")
    with pytest.raises(ImproperlyConfigured, match=r"run `manage\.py collectstatic --noinput`"):
        static.prepare()


def test_read_only_folder_with_collected_files_is_taken_as_it_is(folder):
    static.prepare()
    (folder / ".lock").unlink()
    os.mkdir(folder / ".lock")  # noqa: PTH102  nobody can open it as a file, root neither
    static.prepare()
