"""A whole edition at noon, for the tests of the cards."""

import pytest

from tests.pages import edition


@pytest.fixture
def published(noon: None) -> None:
    edition.whole()
