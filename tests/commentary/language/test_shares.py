"""How texts by rules tell a share index: per cent, points, both languages and tones, no cause."""

from dataclasses import replace

import pytest

from commentary.facts.snapshot import EVERYTHING, Facts
from commentary.language.rendering import render
from commentary.language.slot_table import slot_table
from commentary.rules import read_writer
from indicators import groups
from tests.commentary import rows


@pytest.fixture(autouse=True)
def _samples(settings):
    settings.SAMPLE_DATA = True


def row(code: str, value: float, prev: float, **changes: object):
    fact = rows.row_of(groups.load().row(code))
    move = (value / prev - 1) * 100
    return replace(
        fact, value=value, prev=prev, move=move, usual_move=0.7, newsworthiness=abs(move), year_ago=None, **changes
    )
