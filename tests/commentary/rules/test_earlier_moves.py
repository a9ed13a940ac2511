"""A market's move that preceded the release before it in the text: "had risen", "era salito"."""

from dataclasses import replace

import pytest

from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft
from commentary.language.rendering import render
from commentary.language.slot_table import SlotTable
from commentary.rules.sentences import SentenceBuilder
from commentary.writing.checks import draft as checks
from tests.commentary.figures import AS_OF, figure

MONTHLY = {"frequency": "M", "decimals": 1, "new": True, "basis_en": "year on year"}
UK = figure("CPIU", value=4.1, prev=4.0, usual_move=0.1, **MONTHLY)
INDP = figure("INDP", value=1.2, prev=1.4, usual_move=0.5, year_ago=1.0, **MONTHLY)
GDP = figure("GDPE", value=-0.1, prev=-0.1, frequency="Q", decimals=1, new=True, basis_en="year on year")
US10 = figure("US10", value=4.9, prev=4.96, usual_move=0.05, new=True)


def after_release(market, release, *, seen="2026-11-20T18:07:00+00:00"):
    """Both sentences on a market's move that follows a release, in a text of 21 November."""
    facts = Facts("all", AS_OF, (release, market), seen_at=seen)
    slots = SlotTable.of(facts.as_json(), "INTERMEDIATE")
    builder = SentenceBuilder(slots)
    draft = SlotDraft(None, tuple(builder.fact(row.id) for row in (release, market)))
    assert all(each.passed for each in checks.check(draft, slots, kind="aggregate", by_rules=True))
    return [
        render(draft, slots, language).sentences[1].text.replace("\N{NO-BREAK SPACE}", " ")
        for language in ("en", "it")
    ]


HELD = figure("FEDU", value=4.5, prev=4.5, decided="2026-11-21", new=True)


@pytest.mark.parametrize("release", [UK, replace(INDP, value=0.0, prev=-0.1), GDP, HELD])
def test_a_move_of_the_day_before_a_release_had_happened(release):
    english, italian = after_release(US10, release)
    assert english == "The US 10-year yield had fallen 6 basis points to 4.90% on 20 November."
    assert (
        italian == "Il rendimento del Treasury decennale era sceso di 6 punti base al 4,90% il 20 novembre."
    )


@pytest.mark.parametrize(
    ("changes", "english", "italian"),
    [
        ({"prev": 4.89}, "had been little changed at", "era rimasto poco mosso al"),
        ({"value": 5.0, "prev": 4.95}, "had reached 5%", "aveva raggiunto il 5%"),
        ({"unit": "pp", "key": "HYS"}, "had narrowed 6", "si era ristretto di 6"),
    ],
)
def test_every_verb_of_an_earlier_move_is_put_before(changes, english, italian):
    texts = after_release(replace(US10, **changes), UK)
    assert english in texts[0] and italian in texts[1]


@pytest.mark.parametrize(
    ("market", "release", "seen"),
    [
        (replace(US10, period="2026-11-21", date="2026-11-21"), UK, "2026-11-20T18:07:00+00:00"),
        (US10, UK, ""),  # everything is new, so the release may be old
        (US10, UK, "2026-11-19T18:07:00+00:00"),  # it may be of the 20th
        (US10, replace(HELD, decided="2026-11-20"), "2026-11-20T18:07:00+00:00"),
    ],
)
def test_a_move_that_may_have_followed_the_release_is_stated_as_usual(market, release, seen):
    assert "fell 6 basis points" in after_release(market, release, seen=seen)[0]
