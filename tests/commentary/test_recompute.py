"""`docs/recompute.py`: a reader with a token recomputes the numbers of ten editions from the API."""

import importlib.util
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType

import pytest
import time_machine

from accounts import access_tokens
from accounts.models import User
from commentary.publishing import reads
from tests.accounts.readers import reader
from tests.commentary.test_rebuilding import FIRST, World

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = Path(__file__).parents[2] / "docs" / "recompute.py"
    spec = importlib.util.spec_from_file_location("recompute", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def with_token(client, user: User):
    token = access_tokens.make(user, "recompute")

    def fetch(path: str) -> dict:
        answer = client.get(path, headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 200, (path, answer.content[:200])
        return answer.json()

    return fetch


@pytest.mark.parametrize("editions", [1, pytest.param(10, marks=pytest.mark.corpus)])
def test_the_numbers_of_editions_follow_from_their_observations(script, client, settings, editions):
    settings.SAMPLE_DATA = True
    settings.GENERATION_STYLES, settings.GENERATION_TONES = ["DRY"], ["NOVICE", "INTERMEDIATE"]
    world, counted = World(), Counter()
    fetch = None
    for n in range(editions):
        morning = datetime.combine(FIRST + timedelta(days=n), datetime.min.time(), UTC) + timedelta(hours=9)
        with time_machine.travel(morning, tick=False):
            world.refresh(morning)
            reads.cycle(morning + timedelta(minutes=7), slot=morning)
        with time_machine.travel(morning + timedelta(hours=1), tick=False):
            fetch = fetch or with_token(client, reader())
            wrong, counts = script.check(fetch)
        assert wrong == []
        counted += counts
    assert counted["recomputed"] > 30 * editions


def test_a_wrong_number_is_named(script):
    series = script.Series({
        "decimals": 2, "revised": [], "observations": [
            {"period": f"2026-11-{day}", "day": f"2026-11-{day}", "value": value} for day, value in ((18, 4.1), (19, 4.2), (20, 4.12))
        ],
    })  # fmt: skip
    for field, right, wrong in (
        ("value", 4.12, 4.13), ("move", -0.08, 0.08), ("lowest", 4.1, 4.12), ("share", 50, 70), ("rarity", 0, 60),
    ):  # fmt: skip
        period = "2026-11-18" if field == "lowest" else "2026-11-20"
        found = [
            script.is_borne_out({"field": field, "value": value, "period": period}, [series])
            for value in (right, wrong)
        ]
        assert (field, found) == (field, [True, False])
