"""What makes a figure news, in a few words each, for the list under a text."""

from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from commentary.facts.moves import LEAST_RUN
from commentary.facts.notation import MINUS, NBSP, in_unit, kind_of_period, number, period_text, points
from commentary.facts.snapshot import RowFacts
from commentary.rules.italian_grammar import with_article


def flags(row: RowFacts, as_of: str, language: str) -> tuple[str, ...]:
    """In the order of telling; empty for a figure that nothing is to be said of."""
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
        "value": in_unit(row.revised_from, row, language),
    }
    return _("%(period)s revised, was %(value)s") % names


def _move(row: RowFacts, language: str) -> str:
    """ "+5 bp, usually 3 bp"; a move that rounds to nothing is told as such."""
    if row.move is None:
        return ""
    size = amount(row.move, row, language)
    if not any(digit in "123456789" for digit in size):
        return pgettext("change", "unchanged")
    told = (MINUS if row.move < 0 else "+") + size
    if row.usual_move is None:
        return told
    return _("%(move)s, usually %(usual)s") % {"move": told, "usual": amount(row.usual_move, row, language)}


def amount(size: float, row: RowFacts, language: str) -> str:
    """The size of a move in the row's measure, without sign: per cent, basis points, or points of its unit."""
    if row.measure == "percent":
        return f"{number(abs(size), 1, language)}%"
    if row.unit in ("%", "pp"):
        if row.decimals == 2:
            return f"{number(abs(size) * 100, 0, language)}{NBSP}{'pb' if language == 'it' else 'bp'}"
        text = number(abs(size), row.decimals, language)
        return f"{text}{NBSP}{points(text, language)}"
    return in_unit(abs(size), row, language)


def _extreme(row: RowFacts, as_of: str, language: str) -> str:
    """An extreme of at least a year, or a value near the record."""
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
    """Which level, and which way."""
    if crossing["kind"] == "target":
        level = crossing["name_it" if language == "it" else "name_en"]
    else:
        level = _("zero") if crossing["kind"] == "zero" else in_unit(crossing["level"], row, language)
    text = _("crossed upwards: %(level)s") if crossing["way"] == 1 else _("crossed downwards: %(level)s")
    return text % {"level": level}


def _period(label: str, as_of: str, language: str) -> str:
    return period_text(label, label, as_of, language)


def _since(label: str, as_of: str, language: str) -> str:
    """ "since March 2023", "da marzo 2023", "dall’8 marzo 2023"."""
    text = _period(label, as_of, language)
    if language != "it":
        return f"since {text}"
    return f"da {text}" if kind_of_period(label) == "month" else _from_the(text)


def _from_the(text: str) -> str:
    return with_article("da", text) if text[:1].isdigit() and not text[:4].isdigit() else f"dal {text}"
