"""The reviewed sentence of a row's event in each tone and language, by the forms of the rules."""

from dataclasses import replace

from django.conf import settings

from commentary.facts.snapshot import Facts, RowFacts
from commentary.flags import flags
from commentary.labels import text_language
from commentary.language import amounts
from commentary.language import periods as dates
from commentary.language.draft import LANGUAGES, SlotDraft
from commentary.language.names import label_of
from commentary.language.rendering import render
from commentary.rules.sentences import SentenceBuilder
from commentary.writing import audit
from commentary.writing.audit import AuditTrail
from commentary.writing.checks import draft as checks
from commentary.writing.drafts import Assignment

Texts = dict[str, dict[str, dict[str, str]]]  # by language and tone


def texts_of(row: RowFacts, as_of: str) -> Texts:
    """Returns label, value, size against the usual, and sentence; the sentence is "" if the review refused it.

    Crossed levels are left out: a message is no signal that a level was passed.
    """
    row = replace(row, crossed=())
    found: Texts = {language: {} for language in LANGUAGES}
    for tone in settings.GENERATION_TONES:
        sentences = _sentences(row, as_of, tone)
        for language in LANGUAGES:
            found[language][tone] = _plain(row, tone, language, as_of) | {"text": sentences.get(language, "")}
    return found


def _sentences(row: RowFacts, as_of: str, tone: str) -> dict[str, str]:
    """Returns the sentence by language, {} if the review refuses it, which is recorded as for any text."""
    facts = Facts(row.group, as_of, (row,))
    assignment = Assignment("read", row.group, tone, "DRY", facts.as_json())
    slots = assignment.slots
    draft = SlotDraft(None, (SentenceBuilder(slots, with_levels=False).fact(row.key.lower()),))
    checked = checks.check(draft, slots, kind=assignment.kind, style=assignment.style, by_rules=True)
    if all(each.passed for each in checked):
        return {language: render(draft, slots, language).body for language in LANGUAGES}
    trail = AuditTrail(assignment)
    trail.checked(checked, attempt=0)
    audit.store(trail.rows)
    return {}


def _plain(row: RowFacts, tone: str, language: str, as_of: str) -> dict[str, str]:
    revised = not row.new and row.revised_from is not None
    value, period, day = row.value, row.period, row.date
    if revised and row.revised_period == row.prev_period and row.prev is not None:
        value, period, day = row.prev, row.prev_period, dates.last_day(row.prev_period).isoformat()
    shown = amounts.as_printed(row, tone)
    return {
        "label": label_of(row, language, tone),
        "value": amounts.value(value, shown, tone).text(text_language(language)),
        "why": "; ".join(flags(row, as_of, language)[row.new :]),  # without "new"
        "dated": dates.PeriodText(period, int(as_of[:4]), day).bare(language),
    }
