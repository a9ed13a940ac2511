"""The examples in the prompts: each true for its invented figures, of the length asked for, past the whole review."""

import pytest

from commentary.models import IndicatorSummary
from commentary.writing import form, prompts
from commentary.writing.drafts import Assignment
from commentary.writing.inspection import faithful, inspect
from tests.commentary.conftest import NOW
from tests.commentary.figures import facts, figure

TONES = IndicatorSummary.Tone.values
KINDS = ("read", "aggregate", "log")
WORDS = {"read": (35, 80), "aggregate": (60, 110), "log": (80, 150)}
DAY = {"period": "2026-03-12", "prev_period": "2026-03-11", "date": "2026-03-12", "since": "2011-01-03"}
MONTH = {
    "frequency": "M",
    "period": "2026-02",
    "prev_period": "2026-01",
    "date": "2026-02-28",
    "since": "2011-01-31",
}
ROWS = (
    figure("US10", label_en="US 10-year yield", label_it="Rendimento USA a 10 anni", value=4.31, prev=4.22, percentile=88.0,
           usual_move=0.04, move_rarity=91.0, **DAY),
    figure("USCV", label_en="US curve, 10 minus 2 years", label_it="Curva USA, 10 meno 2 anni", unit="pp", value=0.62,
           prev=0.58, lowest=-1.08, highest=2.91, **DAY),
    figure("IT10", label_en="Italian 10-year yield, monthly", label_it="Rendimento BTP a 10 anni, mensile", value=3.52,
           prev=3.5, lowest=0.56, highest=7.06, basis_en="monthly average", basis_it="media mensile", **MONTH),
    figure("GOLD", group="fx_commodities", label_en="Gold", label_it="Oro", unit="USD", value=2874.5, prev=2915.31,
           measure="percent", usual_move=0.7, percentile=97.0, lowest=1050.0, highest=2960.0, **DAY),
    figure("BRNT", group="fx_commodities", label_en="Brent oil", label_it="Petrolio Brent", unit="USD", value=71.2,
           prev=71.4, measure="percent", usual_move=1.2, percentile=41.0, lowest=19.3, highest=128.0,
           **(DAY | {"period": "2026-03-11", "prev_period": "2026-03-10", "date": "2026-03-11"})),
    figure("CPIE", group="economy", label_en="Inflation, euro area", label_it="Inflazione, area euro", decimals=1, value=2.3,
           prev=2.3, lowest=-0.6, highest=10.6, basis_en="year on year", basis_it="sull’anno", **MONTH),
)  # fmt: skip
STORIES = [
    {"title": "Berlin coalition settles budget row with multi-year spending boost", "summary": "", "publisher": "Morning Ledger",
     "url": "", "publishers": 3, "tags": ["EU"], "at": ""},
    {"title": "Dockers walk out at two North Sea harbours", "summary": "", "publisher": "City Courier", "url": "",
     "publishers": 2, "tags": ["Jobs"], "at": ""},
]  # fmt: skip
MEETING = {"date": "2026-03-19", "what_en": "Meeting of the European Central Bank",
           "what_it": "Riunione della Banca centrale europea", "key": "ECBD"}  # fmt: skip


def assignment(kind: str, tone: str) -> Assignment:
    """What the example was written from: a read of a group, or everything with its surroundings."""
    found = facts(*ROWS, group="bonds" if kind == "read" else "all").as_json() | {"as_of": "2026-03-13"}
    whole = {
        "stories": STORIES,
        "agenda": [MEETING],
        "constants": found["constants"] | {"headlines": 12, "hours": 6},
    }
    return Assignment(kind, found["group"], tone, "DRY", found if kind == "read" else found | whole)


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("tone", TONES)
@pytest.mark.parametrize("kind", KINDS)
def test_an_example_passes_the_review(kind, tone, lang):
    draft, task = prompts.example(kind, tone, lang), assignment(kind, tone)
    findings = [*inspect(draft, task, lang=lang).findings, *form.check(draft, task, lang=lang).findings]
    assert [(each.rule, each.excerpt) for each in findings if each.blocks] == []


@pytest.mark.parametrize("tone", TONES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_italian_says_the_same(kind, tone):
    english, italian = (prompts.example(kind, tone, lang) for lang in ("en", "it"))
    assert [each.excerpt for each in faithful(english, italian).findings if each.blocks] == []
    assert bool(english.title) == bool(italian.title) == (kind != "read")


@pytest.mark.parametrize("tone", ["NOVICE", "INTERMEDIATE"])
@pytest.mark.parametrize("kind", KINDS)
def test_an_example_has_the_length_asked_for(kind, tone):
    least, most = WORDS[kind]
    draft = prompts.example(kind, tone, "en")
    assert least <= len(draft.body.split()) <= most
    assert len(draft.title.split()) <= 8


def test_the_writer_sees_the_example_of_its_kind_and_tone_alone():
    user = prompts.to_write(assignment("read", "NOVICE"), now=NOW)
    shown = [
        (kind, tone)
        for kind in KINDS
        for tone in TONES
        if prompts.example(kind, tone, "en").body[:80] in user
    ]
    assert shown == [("read", "NOVICE")]


def test_the_translator_sees_it_in_both_languages():
    english = prompts.example("log", "PRO", "en")
    user = prompts.to_translate(english, assignment("log", "INTERMEDIATE"), now=NOW)
    assert all(prompts.example("log", "INTERMEDIATE", lang).title in user for lang in ("en", "it"))
