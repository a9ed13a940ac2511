"""Short labels of what makes a figure news, for the list under a text."""

import re
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from briefing.core.numbers import MINUS
from commentary.facts.moves import LEAST_RUN
from commentary.facts.snapshot import RowFacts
from commentary.labels import text_language
from commentary.language import amounts
from commentary.language.periods import PeriodText


def flags(row: RowFacts, as_of: str, language: str) -> tuple[str, ...]:
    """Returns the labels in display order; may be empty."""
    language = text_language(language)
    with translation.override(language):
        found = [
            _("new") if row.new else "",
            _revised(row, as_of, language),
            _move(row, language) if row.new else "",
            _extreme(row, as_of, language),
            _run(row),
            *(_crossed(row, crossing, language) for crossing in row.crossed),
        ]
    return tuple(flag for flag in found if flag)


def _revised(row: RowFacts, as_of: str, language: str) -> str:
    if row.revised_from is None:
        return ""
    names = {
        "period": _period(row.revised_period, as_of, language),
        "value": amounts.value(row.revised_from, row, "").text(language),
    }
    return _("%(period)s revised, was %(value)s") % names


def _move(row: RowFacts, language: str) -> str:
    """ "+5 bp, usually 3 bp", from displayed values; "unchanged" if the displayed move is zero."""
    move = amounts.move_of(row)
    if move is None:
        return ""
    if not move:
        return pgettext("change", "unchanged")
    text = (MINUS if move < 0 else "+") + amount(move, row, language)
    if row.usual_move is None:
        return text
    return _("%(move)s, usually %(usual)s") % {"move": text, "usual": amount(row.usual_move, row, language)}


def amount(size: float, row: RowFacts, language: str) -> str:
    """Returns the unsigned size of a move as in texts, with basis points abbreviated."""
    text = amounts.size(size, row, "").text(language)
    short = {"en": "bp", "it": "pb"}[language if language == "it" else "en"]
    return re.sub(r"(?:basis points?|punt[oi] base)$", short, text)


def _extreme(row: RowFacts, as_of: str, language: str) -> str:
    whole = {"since": _since(row.since[:4], as_of, language)}
    if not row.extreme:
        texts = {"highest": _("near its highest %(since)s"), "lowest": _("near its lowest %(since)s"), "": ""}
        return texts[row.near_record] % whole if row.near_record else ""
    if not row.extreme_since:
        texts = {
            "highest": _("highest of its history, %(since)s"),
            "lowest": _("lowest of its history, %(since)s"),
        }
        return texts[row.extreme] % whole
    texts = {"highest": _("highest %(since)s"), "lowest": _("lowest %(since)s")}
    return texts[row.extreme] % {"since": _since(row.extreme_since, as_of, language)}


def _run(row: RowFacts) -> str:
    if abs(row.run) >= LEAST_RUN:
        text = _("%(count)s rises in a row") if row.run > 0 else _("%(count)s falls in a row")
        return text % {"count": abs(row.run)}
    if not row.run_ended:
        return ""
    text = (
        _("first fall after %(count)s rises") if row.run_ended > 0 else _("first rise after %(count)s falls")
    )
    return text % {"count": abs(row.run_ended)}


def _crossed(row: RowFacts, crossing: dict[str, Any], language: str) -> str:
    if crossing["kind"] == "target":
        level = crossing["name_it" if language == "it" else "name_en"]
    else:
        level = (
            _("zero")
            if crossing["kind"] == "zero"
            else amounts.value(crossing["level"], row, "").text(language)
        )
    text = _("rose through %(level)s") if crossing["way"] == 1 else _("fell through %(level)s")
    return text % {"level": level}


def _period(label: str, as_of: str, language: str) -> str:
    return PeriodText(label, int(as_of[:4])).bare(language)


def _since(label: str, as_of: str, language: str) -> str:
    return PeriodText(label, int(as_of[:4])).after("since" if language != "it" else "da", language)
