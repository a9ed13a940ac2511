from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command

from briefing.core import origin
from commentary.models import IndicatorSummary
from tests.commentary.conftest import NOW

pytestmark = pytest.mark.django_db


def generate(*arguments: str) -> str:
    out = StringIO()
    with time_machine.travel(NOW, tick=False):
        call_command("generate", *arguments, stdout=out, no_color=True)
    return out.getvalue()


def test_generate_ends_with_what_it_did(two_groups):
    assert generate("--group", "bonds", "--tone", "NOVICE", "--style", "DRY") == (
        "cycle 2026-11-21 13:07 UTC: 1 reads written, 0 unchanged, 0 there already, 0 without figures.\n"
    )


def test_generate_dry_run_prints_both_languages_and_stores_nothing(two_groups):
    lines = generate("--group", "bonds", "--tone", "NOVICE", "--dry-run").splitlines()
    assert lines[0] == "bonds NOVICE DRY"
    assert [line[:10] for line in lines[1:3]] == ["[en] The g", "[it] Lo sp"]
    assert lines[-1].startswith("1 drafts, nothing stored; ")
    assert IndicatorSummary.objects.count() == 0


def test_generate_dry_run_says_what_is_made_up(two_groups):
    origin.remember(origin.SAMPLES)
    lines = generate("--group", "bonds", "--tone", "NOVICE", "--dry-run").splitlines()
    assert lines[:2] == ["Sample data: everything here is made up.", "bonds NOVICE DRY"]


def test_generate_refuses_an_unknown_group(two_groups):
    with pytest.raises(CommandError, match=r"^No group bond\. There are: all, valuation"):
        generate("--group", "bond")


def test_generate_refuses_an_unknown_tone(two_groups):
    with pytest.raises(CommandError, match="invalid choice: 'EXPERT'"):
        generate("--tone", "EXPERT")
