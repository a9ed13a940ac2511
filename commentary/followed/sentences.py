"""The reviewed sentence of a row's event in each tone and language, by the forms of the rules."""

from collections.abc import Sequence
from dataclasses import replace

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from briefing.core.periods import parse
from commentary.facts.snapshot import Facts, RowFacts
from commentary.flags import flags
from commentary.followed.revised import RevisedValue
from commentary.labels import text_language
from commentary.language import amounts
from commentary.language import periods as dates
from commentary.language.draft import LANGUAGES, SlotDraft
from commentary.language.names import label_of
from commentary.language.rendering import render
from commentary.review.review import review
from commentary.rules.sentences import SentenceBuilder
from commentary.writing import audit
from commentary.writing.audit import AuditTrail
from commentary.writing.checks import draft as checks
from commentary.writing.drafts import Assignment

MOST_NAMED = 3  # revised observations; of more the number is given
Texts = dict[str, dict[str, dict[str, str]]]  # by language and tone


def texts_of(row: RowFacts, as_of: str, revised: Sequence[RevisedValue] = ()) -> Texts:
    """Returns label, value, size against the usual, and sentence; the sentence is "" if the review refused it.

    Crossed levels are left out: a message is no signal that a level was passed. Of several `revised` observations
    `row` is at the last one, and the sentence names all of them, or their number.
    """
    row = replace(row, crossed=())
    found: Texts = {language: {} for language in LANGUAGES}
    for tone in settings.GENERATION_TONES:
        sentences = _sentences(row, as_of, tone)
        for language in LANGUAGES:
            found[language][tone] = _plain(row, tone, language, as_of) | {"text": sentences.get(language, "")}
            if len(revised) > 1 and (text := _of_several(row, revised, tone, language, as_of)):
                found[language][tone] |= {"text": text, "why": ""}
    return found


def _of_several(row: RowFacts, revised: Sequence[RevisedValue], tone: str, language: str, as_of: str) -> str:
    """Returns the sentence on several revised observations; "" if the review refuses it."""
    year = int(as_of[:4])

    def value(amount: float) -> str:
        return amounts.value(amount, row, tone).text(language)

    def period(each: RevisedValue) -> str:
        return dates.PeriodText(each.period, year, each.day.isoformat()).bare(language)

    with translation.override(language):
        if len(revised) <= MOST_NAMED:
            each_text = _("%(period)s, %(value)s (was %(before)s)")
            named = [
                each_text % {"period": period(each), "value": value(each.value), "before": value(each.before)}
                for each in reversed(revised)
            ]
            text = _("Revised: %(observations)s.") % {"observations": "; ".join(named)}
        else:
            words = {"count": len(revised), "first": period(revised[0]), "last": period(revised[-1])}
            moves = [amounts.move_between(each.value, each.before, row) for each in revised]
            if sizes := [abs(move) for move in moves if move is not None]:
                largest = amounts.size(max(sizes), row, tone).text(language)
                text = _(
                    "%(count)s observations from %(first)s to %(last)s were revised, by %(size)s at most."
                ) % (words | {"size": largest})
            else:
                text = _("%(count)s observations from %(first)s to %(last)s were revised.") % words
    return text if review(text, lang=language, kind="read").passed else ""


def _sentences(row: RowFacts, as_of: str, tone: str) -> dict[str, str]:
    """Returns the sentence by language, {} if the review refuses it, which is recorded as for any text."""
    facts = Facts(row.group, as_of, (row,))
    assignment = Assignment("read", row.group, tone, "DRY", facts.as_json())
    slots = assignment.slots
    draft = SlotDraft(None, (SentenceBuilder(slots, with_levels=False).fact(row.id),))
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
        value, period, day = row.prev, row.prev_period, parse(row.prev_period).end.isoformat()
    shown = amounts.as_printed(row, tone)
    return {
        "label": label_of(row, language, tone),
        "value": amounts.value(value, shown, tone).text(text_language(language)),
        "why": "; ".join(flags(row, as_of, language)[row.new :]),  # without "new"
        "dated": dates.PeriodText(period, int(as_of[:4]), day).bare(language),
    }
