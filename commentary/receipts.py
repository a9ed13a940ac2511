"""Receipts of the numbers in a text: name, value, date, source and formula of each figure."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from briefing.core.language import page_language
from briefing.core.numbers import MINUS
from commentary.facts.snapshot import Facts, RowFacts
from commentary.labels import text_language
from commentary.language import amounts
from commentary.language.amounts import Amount, AmountText
from commentary.language.periods import PeriodText
from indicators import groups
from indicators.formulas import formula
from indicators.groups import RowConfig

# Meaning of each slot field; fields not listed are dates.
FIELDS: Mapping[str, str | Promise] = {
    "value": _("the observation"),
    "size": _("the observation, without its sign"),
    "before": _("the observation before"),
    "year_ago": _("a year before"),
    "move": _("the change since the observation before"),
    "usual": _("its usual change, the median of two years"),
    "rarity": _("share of the changes of two years that were smaller"),
    "share": _("share of its own history that is lower"),
    "below": _("share of its own history that is higher"),
    "lowest": _("the lowest of its own history"),
    "highest": _("the highest of its own history"),
    "level": _("a mark that it crossed"),
    "revised_from": _("as first published"),
    "revised_to": _("as revised"),
    "gap": "",  # each of its two rows is listed with its own value
}
SHARES = ("rarity", "share", "below")
MOVES = ("move", "usual")


@dataclass(frozen=True)
class NumberReceipt:
    """A number; `what` describes its field, `dated` its period in words, `arithmetic` gives a change's terms."""

    what: str
    value: str
    dated: str
    arithmetic: str = ""

    @property
    def explanation(self) -> str:
        """Returns what follows the value: ", 20 November: the change since the observation before = 4.12% − 4.05%"."""
        dated = f", {self.dated}" if self.dated else ""
        return f"{dated}: {self.what}" + (f" = {self.arithmetic}" if self.arithmetic else "")


@dataclass(frozen=True)
class FigureReceipt:
    """A figure with its numbers in one sentence; `how` is the formula, `code` is "" for a row no longer configured."""

    code: str
    label: str
    numbers: list[NumberReceipt]
    source_name: str = ""
    source_url: str = ""
    how: str = ""


@dataclass(frozen=True)
class SentenceReceipt:
    """A sentence with its figures; `by_rules` marks a rules' sentence in a model's text."""

    text: str
    figures: list[FigureReceipt] = field(default_factory=list)
    by_rules: bool = False


def receipts(sentences: Sequence[Mapping[str, Any]], facts: Facts, tone: str) -> list[SentenceReceipt]:
    configured = {row.code: row for row in groups.load().first_sources()}
    return [_receipt(sentence, facts, tone, configured) for sentence in sentences]


def by_figure(found: Iterable[SentenceReceipt]) -> list[FigureReceipt]:
    """Merges the receipts of a text's sentences into one for each figure, in the order of the text."""
    merged: dict[str, FigureReceipt] = {}
    for figure in (figure for each in found for figure in each.figures):
        known = merged.setdefault(figure.label, replace(figure, numbers=[]))
        known.numbers.extend(number for number in figure.numbers if number not in known.numbers)
    return list(merged.values())


def _receipt(
    sentence: Mapping[str, Any], facts: Facts, tone: str, configured: Mapping[str, RowConfig]
) -> SentenceReceipt:
    rows = {row.key: row for row in facts.rows}
    found: dict[str, FigureReceipt] = {}
    for figure in sentence["figures"]:
        for code in figure["code"].split("-"):
            if code not in rows or figure["field"] not in FIELDS:
                continue
            made = found.setdefault(code, _figure(rows[code], configured.get(code)))
            number = _number(figure, rows[code], facts.as_of, tone)
            if number not in made.numbers:
                made.numbers.append(number)
    return SentenceReceipt(sentence["text"], list(found.values()), sentence.get("by") == "rules")


def _figure(row: RowFacts, configured: RowConfig | None) -> FigureReceipt:
    label = row.label_it if page_language() == "it" else row.label_en
    if configured is None:
        return FigureReceipt("", label, [])
    used = configured.fallback if row.fallback and configured.fallback else configured
    return FigureReceipt(row.key, label, [], used.source_name, used.source_url, formula(used))


def _number(figure: Mapping[str, Any], row: RowFacts, as_of: str, tone: str) -> NumberReceipt:
    """Formats a number; for a difference of two rows, the row's own value."""
    language = text_language(page_language())
    if figure["field"] == "gap":
        figure = {"code": row.key, "field": "value", "value": row.value, "period": row.period}
    amount = amount_of(figure, row, tone)
    day = row.date if figure["period"] == row.period else ""
    dated = PeriodText(figure["period"], int(as_of[:4]), day).bare(language) if figure["period"] else ""
    return NumberReceipt(
        str(FIELDS[figure["field"]]),
        amount.text(language) if amount else "",
        dated,
        arithmetic(figure, [row], tone),
    )


def arithmetic(figure: Mapping[str, Any], rows: Sequence[RowFacts], tone: str) -> str:
    """Returns the terms of a change, or of a difference of two rows, from the displayed values; "" for other fields.

    "4.12% − 4.05%", "($71.20 ÷ $73.55 − 1) × 100".
    """
    language = text_language(page_language())
    if figure["field"] == "gap" and len(rows) == 2:
        terms = sorted(((row.value, row) for row in rows), key=lambda each: -each[0])
    elif figure["field"] == "move" and rows and rows[0].prev is not None:
        terms = [(rows[0].value, rows[0]), (rows[0].prev, rows[0])]
    else:
        return ""
    new, old = (amounts.value(value, row, tone).text(language) for value, row in terms)
    is_percent = figure["field"] == "move" and rows[0].measure == "percent"
    return f"({new} ÷ {old} {MINUS} 1) × 100" if is_percent else f"{new} {MINUS} {old}"


def amount_of(figure: Mapping[str, Any], row: RowFacts, tone: str) -> Amount | None:
    """Formats a stored figure as in its text, without its sign; None for a date."""
    name, value = figure["field"], figure["value"]
    if value is None or name not in FIELDS or name == "gap":
        return None
    if name in SHARES:
        return amounts.per_cent(value)
    if name in MOVES:
        return amounts.size(value, row, tone, rough=amounts.ROUGH if name == "usual" else amounts.ALL)
    return amounts.value(abs(value) if name == "size" else value, row, tone)


@dataclass(frozen=True)
class NumberSpan:
    """The position of a figure's number in a paragraph."""

    start: int
    end: int
    code: str


def number_spans(
    paragraphs: Sequence[str], sentences: Iterable[Mapping[str, Any]], facts: Facts, tone: str, language: str
) -> list[list[NumberSpan]]:
    """Returns by paragraph the first number of each figure, preferring its value."""
    rows = {row.key: row for row in facts.rows}
    found = list(_numbers(paragraphs, sentences, rows, tone, language))
    chosen: dict[str, tuple[int, NumberSpan]] = {}
    for wanted in (True, False):
        for place, span, is_value in found:
            if is_value is wanted:
                chosen.setdefault(span.code, (place, span))
    spans: list[list[NumberSpan]] = [[] for _paragraph in paragraphs]
    for place, span in chosen.values():
        spans[place].append(span)
    return [sorted(part, key=lambda span: span.start) for part in spans]


def _numbers(
    paragraphs: Sequence[str],
    sentences: Iterable[Mapping[str, Any]],
    rows: Mapping[str, RowFacts],
    tone: str,
    language: str,
) -> Iterable[tuple[int, NumberSpan, bool]]:
    """Yields (paragraph, span, is latest value) of each number found in its sentence."""
    place = begin = 0
    for sentence in sentences:
        while place < len(paragraphs) and (at := paragraphs[place].find(sentence["text"], begin)) < 0:
            place, begin = place + 1, 0
        if place == len(paragraphs):
            return
        begin = at + len(sentence["text"])
        end = at
        for figure in sentence["figures"]:
            row = rows.get(figure["code"])
            amount = amount_of(figure, row, tone) if row else None
            if row is None or amount is None:
                continue
            start, stop = _found(paragraphs[place], amount.written[language], end, begin)
            if start >= 0:
                end = stop
                yield place, NumberSpan(start, stop, row.key), figure["field"] in ("value", "size")


def _found(text: str, written: AmountText, begin: int, end: int) -> tuple[int, int]:
    """Returns the span of the first occurrence, with or without unit; (-1, -1) if none."""
    for form in (written.whole, written.number):
        alone = re.compile(rf"(?<![\d.,]){re.escape(form)}(?!\d)")
        if found := alone.search(text, begin, end):
            return found.span()
    return -1, -1
