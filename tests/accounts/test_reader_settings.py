"""Settings from several forms do not overwrite each other, in either order."""

import pytest

from accounts import reader_settings
from accounts.models import User
from tests.accounts.readers import reader

pytestmark = pytest.mark.django_db


def test_setting_stored_meanwhile_stays():
    reader("ada@example.org")
    one, other = User.objects.get(), User.objects.get()  # as two concurrent requests read the row
    reader_settings.update(one, {"rules_only": True})
    reader_settings.update(other, {"muted": ["Paper"]})
    assert User.objects.get().settings_json == {"rules_only": True, "muted": ["Paper"]}
    assert other.rules_only


def test_none_removes_a_setting():
    ada = reader("ada@example.org")
    reader_settings.update(ada, {"rules_only": True, "muted": []})
    reader_settings.update(ada, {"rules_only": None})
    assert User.objects.get().settings_json == {"muted": []}
