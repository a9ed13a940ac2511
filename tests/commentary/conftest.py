"""Stored figures for configured rows, as `indicators` would have computed them."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine

from indicators import groups
from indicators.models import IndicatorFigure
from tests.commentary.author import Author, configure

NOW = datetime(2026, 11, 21, 13, 7, 5, tzinfo=UTC)
SLOT = datetime(2026, 11, 21, 13, 7, tzinfo=UTC)
Store = Callable[..., IndicatorFigure]


def store_figure(code: str, **changes: object) -> IndicatorFigure:
    """The figure of a configured row: a value of 2.1 after 2.2, above most of its history."""
    fields: dict[str, object] = {
        "made_of": groups.load().row(code).inputs, "value": 2.1, "previous_value": 2.2, "change": -0.1,
        "observed_on": date(2026, 10, 31), "period": "2026-10", "previous_period": "2026-09", "percentile": 84.0,
        "lowest": -0.6, "highest": 10.6, "since": date(1997, 1, 31), "points": 358, "computed_at": NOW,
    }  # fmt: skip
    figure, _created = IndicatorFigure.objects.update_or_create(code=code, defaults=fields | changes)
    return figure


@pytest.fixture
def two_groups(db) -> None:
    """Figures of two rows in one group and of one in another; the other groups are empty."""
    store_figure("CPIE")
    store_figure("UNEE", value=6.3, previous_value=6.4, percentile=6.0)
    store_figure(
        "SPRD", value=0.84, previous_value=0.89, percentile=40.0, period="2026-10", previous_period="2026-09"
    )


@pytest.fixture
def author(settings: Any) -> Iterator[Author]:
    """A configured model that does everything well unless a test puts something before it."""
    with Author() as model:
        configure(settings, model)
        yield model


@pytest.fixture
def monday() -> Iterator[None]:
    """The moment of the digests' tests, standing still."""
    from tests.commentary import digests

    with time_machine.travel(digests.NOW, tick=False):
        yield
