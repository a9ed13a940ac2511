"""Settings from several forms do not overwrite each other, in either order."""

import pytest

from accounts import wishes
from accounts.models import User
from tests.accounts.readers import reader

pytestmark = pytest.mark.django_db


def test_wish_that_another_tab_stored_meanwhile_stays():
    reader("ada@example.org")
    one, other = User.objects.get(), User.objects.get()  # as two concurrent requests read the row
    wishes.keep(one, {"rules_only": True})
    wishes.keep(other, {"muted": ["Paper"]})
    assert User.objects.get().settings_json == {"rules_only": True, "muted": ["Paper"]}
    assert other.rules_only


def test_wish_of_none_goes():
    ada = reader("ada@example.org")
    wishes.keep(ada, {"rules_only": True, "muted": []})
    wishes.keep(ada, {"rules_only": None})
    assert User.objects.get().settings_json == {"muted": []}
