"""A model that answers what no database takes: readers get the rules' text all the same."""

import json

import pytest

from commentary.models import IndicatorSummary
from commentary.publishing import reads
from tests.commentary.author import judged
from tests.commentary.conftest import NOW
from tests.fake_model import says

pytestmark = pytest.mark.django_db
ONE = {"groups": ["bonds"], "tones": ["NOVICE"], "styles": ["DRY"]}


def escaped(letter: str) -> str:
    """A draft with a letter that a JSON string may hold as an escape and no database stores."""
    name = f"{{sprd.name}} {letter} fell."
    return json.dumps(
        {"title": None, "sentences": [{"kind": "fact", "about": ["sprd"], "en": name, "it": name}]}
    )


@pytest.mark.parametrize("letter", ["\x00", "\ud800"])
def test_a_draft_with_a_letter_that_no_database_stores_leaves_the_rules_text(letter, two_groups, author):
    author.puts("write", says(escaped(letter)), says(escaped(letter)))
    assert reads.cycle(NOW, **ONE).written == 1
    assert IndicatorSummary.objects.get(group="bonds").written_by == "rules"


@pytest.mark.parametrize("letter", ["\x00", "\ud800"])
def test_a_review_with_a_letter_that_no_database_stores_is_recorded(letter, two_groups, author):
    def objects(handler, seen):
        finding = {"language": "en", "rule": "C01", "excerpt": f"x{letter}y", "instruction": f"a{letter}"}
        says(judged(seen, verdict="fail", findings=[finding]))(handler, seen)

    author.puts("judge", objects, objects)
    assert reads.cycle(NOW, **ONE).written == 1
    assert IndicatorSummary.objects.get(group="bonds").written_by == "rules"
