"""A table of slots with figures of each voice, headlines, a date due and counts, and the check of one sentence."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from commentary.facts.snapshot import Facts, RowFacts
from commentary.language.draft import LANGUAGES, SlotDraft, SlotSentence
from commentary.language.rendering import render_sentence
from commentary.language.slot_table import SlotTable
from commentary.writing.checks import draft as checks
from commentary.writing.checks.draft import Checked
from tests.commentary.figures import AS_OF, figure

MONTHLY = {"frequency": "M", "group": "economy", "decimals": 1}
YEARLY = MONTHLY | {"basis_en": "year on year", "basis_it": "su base annua", "year_ago_period": "2025-10"}
OIL = {"unit": "USD", "measure": "percent", "lowest": 12.0, "highest": 140.0, "percentile": 55.0}
NOTE_EN = "What the US government pays to borrow for ten years."
NOTE_IT = "Quanto paga lo Stato americano per un prestito a dieci anni."
ROWS = {
    row.id: row
    for row in (
        figure("US10", value=4.94, prev=5.0, usual_move=0.03, percentile=93.0, move_rarity=92.0, new=True,
               lowest_on="2020-08-04", highest_on="2007-06-12", note_en=NOTE_EN, note_it=NOTE_IT),
        figure("GB10", value=4.69, prev=4.65, usual_move=0.04, percentile=88.0, new=True),
        figure("DE10", value=2.61, prev=2.61, usual_move=0.03, percentile=55.0, new=True),
        figure("CPIE", value=3.0, prev=2.7, usual_move=0.1, percentile=97.0, new=True, extreme="highest",
               extreme_since="2015-03", year_ago=2.1, **YEARLY),
        figure("CPII", value=1.4, prev=1.3, usual_move=0.1, percentile=30.0, new=True, year_ago=1.8, **YEARLY),
        figure("BRNT", value=73.12, prev=71.69, usual_move=0.7, run=5, new=True, **OIL),
        figure("WTI", value=63.2, prev=64.3, usual_move=1.7, run=-1, run_ended=5, new=True, **OIL),
        figure("ECBD", value=2.0, prev=2.0, new=True, percentile=40.0, decided="2026-11-20"),
        figure("FEDU", value=4.25, prev=4.5, new=True, percentile=80.0, decided="2026-11-20"),
        figure("GDPE", value=-0.1, prev=-0.1, frequency="Q", decimals=1, basis_en="year on year", new=True, group="economy"),
        figure("SPRD", value=1.09, prev=0.99, unit="pp", new=True, usual_move=0.02, **(MONTHLY | {"decimals": 2})),
    )
}  # fmt: skip
STORIES: tuple[dict[str, Any], ...] = (
    {"title": "Government wants a say in Kestrel Bank’s bid for Tessmark", "publisher": "BBC", "publishers": 3,
     "summary": "The cabinet met on Monday. Two ministers asked for talks.",
     "titles": {"en": {"title": "Government wants a say in Kestrel Bank’s bid for Tessmark", "publisher": "BBC"},
                "it": {"title": "Il governo vuole essere sentito su Kestrel e Tessmark", "publisher": "la Repubblica"}}},
    {"title": "Drones hit 3 tankers at the Kalmira strait", "publisher": "Reuters", "publishers": 5,
     "summary": "Owners told their crews to wait at anchor. Oil rose 6% after the news."},
    {"title": "Marlow will not raise fares, says chair", "summary": "", "publisher": "ANSA", "publishers": 2},
)  # fmt: skip
DUE = ({"date": "2026-11-26", "what_en": "US GDP", "what_it": "il Pil Usa", "key": "GDPU"},)
COUNTS = {"headlines": 33, "hours": 6, "new": 8, "not_new": 3}


def document(*rows: RowFacts, stories: Sequence[Mapping[str, Any]] = STORIES) -> dict[str, Any]:
    """The stored facts of an assignment."""
    found = Facts(
        "all", AS_OF, rows or tuple(ROWS.values()), stories=tuple(map(dict, stories)), agenda=DUE
    ).as_json()
    return found | {"constants": found["constants"] | COUNTS}


def table(
    *rows: RowFacts, tone: str = "INTERMEDIATE", stories: Sequence[Mapping[str, Any]] = STORIES
) -> SlotTable:
    return SlotTable.of(document(*rows, stories=stories), tone)


def one(row: RowFacts, tone: str = "INTERMEDIATE", **changes: Any) -> SlotTable:
    """A table of a single row."""
    return table(replace(row, **changes), tone=tone, stories=())


WHOLE = table()


def sentence(kind: str, about: Sequence[str], en: str, it: str) -> SlotSentence:
    return SlotSentence(kind, tuple(about), {"en": en, "it": it})


def checked(
    kind: str,
    about: Sequence[str],
    en: str,
    it: str,
    *,
    before: Sequence[SlotSentence] = (),
    slots: SlotTable = WHOLE,
) -> Checked:
    """The verdict on a sentence that follows others."""
    draft = SlotDraft(None, (*before, sentence(kind, about, en, it)))
    return checks.check(draft, slots, kind="aggregate")[-1]


def findings(found: Checked) -> str:
    """What was refused, for messages."""
    return "; ".join(
        f"{lang}: {each.rule} {each.excerpt}" for lang in LANGUAGES for each in found.findings[lang]
    )


def refused_in_both(found: Checked) -> bool:
    return all(found.findings[language] for language in LANGUAGES)


def text(template: str, language: str, slots: SlotTable = WHOLE) -> str:
    """A template as it prints, with plain blanks."""
    printed = render_sentence(SlotSentence("fact", (), {language: template}), slots, language).text
    return printed.replace("\N{NO-BREAK SPACE}", " ")
