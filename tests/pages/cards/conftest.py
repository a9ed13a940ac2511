"""A whole edition at noon, for the tests of the cards."""

import pytest

from tests.pages import edition
from tests.pages.conftest import noon  # noqa: F401


@pytest.fixture
def published(noon) -> None:  # noqa: F811
    edition.whole()
