"""Whether every claim of a text follows from the figures supplied, within rounding."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from commentary.review.dates import Said, calendar, dates, is_known
from commentary.review.grounding.causes import Causes, publishers
from commentary.review.grounding.counts import Counts
from commentary.review.grounding.extremes import Extremes
from commentary.review.grounding.matching import Fault
from commentary.review.grounding.norms import averages
from commentary.review.grounding.quantities import Numbers
from commentary.review.grounding.rows import Quantity, Row, number_of, rows_of
from commentary.review.grounding.sentence import Sentence
from commentary.review.grounding.shares import Places
from commentary.review.grounding.statements import Statements
from commentary.review.grounding.subjects import Index, Mention
from commentary.review.grounding.words import words
from commentary.review.normalise import Folded, readable
from commentary.review.numbers import Number, numbers
from commentary.review.sentences import segments
from commentary.review.verdict import Finding

MOST = 200  # numbers in one text; what has more is a table, not a text
REMEMBERED = 3  # mentions of the sentences before that a sentence may speak of
_NAMES = re.compile(
    r"s&p ?500|stoxx(?: europe)? ?(?:600|50)|ftse ?(?:100|250)|nasdaq[- ]?100|cac ?40|russell ?[123]000|nikkei ?225|dax ?40|"
    r"\b(?:g7|g10|g20|m1|m2|m3|baa[1-3]|aa[1-3]|a[1-3]|2s10s|sofr|covid-19)\b|\b\d{1,3}[ -]?(?:y|yr)\b|"
    r"\b(?:\d{1,3}|one|two|three|five|ten|thirty|twelve)(?:-to-(?:\d{1,3}|ten|two))?-(?:year|month|day|week)s?\b|\b(?:a|su|tra|fra) (?:\d{1,3}|due|tre|cinque|dieci|trenta)(?: e (?:\d{1,3}|due|tre|cinque|dieci|trenta))? (?:ann[oi]|mes[ei]|giorn[oi]|settimane)\b|"
    r"https?://\S+|www\.\S+|^[ \t]*\d{1,2}[.)] |\b(?:article|articolo|art\.|section|basel|basilea) ?\d+\w*|\b\d+ ?(?:anni|years?)(?= (?:yield|bond|note|treasury|bund|btp))|"
    r"\b(?:10|ten|dieci) (?:years?|anni) (?:minus|meno) (?:2|two|due|3|three|tre) (?:years?|anni|months?|mesi)\b|\b(?:between|for|over|at) (?:two|three|2|3|ten|10)(?: months| years)?(?: and (?:ten|10))? (?:years?|months)\b|\bfrom (?:two|three) (?:years|months)\b",
    re.M,
)  # fmt: skip
_SEPARATOR = re.compile(
    r"(?<=\d)[.,](?=\d)"
)  # of digits: what ends a clause or a sentence is not inside a number
_WINDOWS = re.compile(
    r"\b(?:\w+) times (?:a|each|every|per) (?:year|month|week|day|quarter)\b|\b\w+ volte (?:(?:al|alla|per|ogni) |l'|all')(?:anno|mese|settimana|giorno|trimestre)\b|"
    r"\b(?:12|twelve|dodici|52|fifty-two) ?-?(?:months?|mesi|weeks?|settimane)\b|\b(?:one|un|una|1) ?-?(?:year|month|week|quarter|day|anno|mese|settimana|giorno|trimestre)\b|\b24 (?:hours|ore)\b|\b[0-2]?\d:[0-5]\d(?: utc)?\b"
)


def ground(text: str, *, lang: str, facts: Mapping[str, Any]) -> list[Finding]:
    """Findings for claims that the facts do not bear out; raises BadFacts."""
    folded = readable(text)
    low = folded.text.lower()
    if len(low) != len(folded.text):
        low = "".join(char.lower()[:1] for char in folded.text)
    rows = rows_of(facts)
    said = dates(low, lang)
    masked = without_names(low, [*((each.start, each.end) for each in said), *_label_spans(low, rows)])
    found = numbers(masked, lang)
    if len(found) > MOST:
        return [
            Finding("grounding.count", "", "Has more numbers than a text can have.", "Write fewer numbers.")
        ]
    known = calendar(facts if said else {})
    faults = [
        Fault("date", each.start, each.end, "a date that the facts do not have")
        for each in said
        if not is_known(each, known)
    ]
    said = [each for each in said if is_known(each, known)]
    faults += _Reader(facts, rows, lang).faults(low, masked, said)
    return [_finding(fault, folded) for fault in sorted(faults, key=lambda each: each.start)]


class _Reader:
    """Reads a text sentence by sentence, remembering what it spoke of."""

    def __init__(self, facts: Mapping[str, Any], rows: Sequence[Row], lang: str) -> None:
        self.facts, self.rows, self.lang = facts, rows, lang
        self.words, self.index = words(lang), Index(rows)
        self.constants = list(_constants(facts))
        self.before: list[Number] = []  # the numbers of the sentence before
        self.as_of = str(facts.get("as_of") or "")

    def faults(self, low: str, masked: str, said: Sequence[Said]) -> Iterator[Fault]:
        topic: list[Mention] = []
        for segment in segments(_SEPARATOR.sub("_", low)):
            start, end = segment.start, segment.start + len(segment.text)
            sentence = Sentence(
                text=segment.text, masked=masked[start:end], start=start, words=self.words, rows=self.rows, index=self.index,
                numbers=numbers(masked[start:end], self.lang), dates=[_moved(each, -start) for each in said if start <= each.start < end],
                topic=topic,
            )  # fmt: skip
            for fault in self._of(sentence):
                yield Fault(fault.rule, fault.start + start, fault.end + start, fault.why)
            topic = (sentence.mentions or topic)[-REMEMBERED:]

    def _of(self, sentence: Sentence) -> Iterator[Fault]:
        counts = Counts(sentence, self.facts)
        yield from counts.faults()
        places = Places(sentence, counted=counts.counted)
        yield from places.faults()
        yield from places.middle()
        told = frozenset(places.told | counts.told)
        checked = Numbers(sentence, self.constants, told=told, before=self.before, as_of=self.as_of)
        yield from checked.faults()
        sentence.mentions[:] = sorted([*sentence.mentions, *checked.identified], key=lambda each: each.start)
        self.before = [each for each in sentence.numbers if each.start not in told] or self.before
        yield from Extremes(
            sentence, checked.matched, self.as_of, placed=bool(places.told) or counts.counted
        ).faults()
        if (
            sentence.mentions or not counts.counted
        ):  # else it is about all figures, not the one spoken of before
            yield from Statements(sentence).faults()
            yield from averages(sentence)
        yield from publishers(sentence, self.facts.get("stories") or ())
        if sentence.mentions or sentence.topic or sentence.numbers:
            yield from Causes(sentence, attributed=bool(self.facts.get("stories"))).faults()


def _moved(said: Said, by: int) -> Said:
    return Said(said.start + by, said.end + by, said.year, said.month, said.day, said.quarter)


def _constants(facts: Mapping[str, Any]) -> Iterator[Quantity]:
    """Numbers of the facts that are of no row: those of headlines and of the edition before."""
    for role, told in (("story", facts.get("stories") or ()), ("previous", [facts.get("previous") or {}])):
        for each in (each for each in told if isinstance(each, Mapping)):
            text = " ".join(str(each.get(key) or "") for key in ("title", "summary", "text"))
            for number in numbers(readable(text).text.lower(), "en"):
                yield Quantity(number.value, number.unit or "n", role)
    for name, value in (facts.get("constants") or {}).items():
        if isinstance(value, Mapping) and (known := number_of(value.get("value"))) is not None:
            yield Quantity(known, "%", f"constant {name}")
        elif (known := number_of(value)) is not None:
            for kind in ("n", "duration") if known == int(known) else ("%", "n"):
                yield Quantity(known, kind, "constant")


def without_names(low: str, spans: Sequence[tuple[int, int]]) -> str:
    """The text with dates, names and windows blanked out, which are not claims about a value."""
    chars = list(low)
    names = [m.span() for pattern in (_NAMES, _WINDOWS) for m in pattern.finditer(low)]
    for start, end in [*spans, *names]:
        chars[start:end] = [" " if char != "\n" else char for char in chars[start:end]]
    return "".join(chars)


def _label_spans(low: str, rows: Sequence[Row]) -> list[tuple[int, int]]:
    labels = {label for row in rows for label in row.label.split(" ; ")}
    numbered = [label for label in labels if any(char.isdigit() for char in label)]
    return [m.span() for label in numbered for m in re.finditer(re.escape(label), low)]


def _finding(fault: Fault, folded: Folded) -> Finding:
    excerpt = folded.excerpt(fault.start, fault.end)
    why = fault.why
    return Finding(
        f"grounding.{fault.rule}",
        excerpt,
        why[0].upper() + why[1:] + ".",
        f"Do not write “{excerpt}”: {why}.",
    )
