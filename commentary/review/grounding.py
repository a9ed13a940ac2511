"""Whether every number and date of a text follows from the figures supplied, within rounding.

A value that exists nowhere blocks, and so does one that exists but plainly belongs to another row, day or direction
than its sentence says (`binding.py`).
"""

import math
import re
from collections.abc import Mapping
from typing import Any

from commentary.review.binding import Rows
from commentary.review.claims import Claim, claims
from commentary.review.dates import Said, calendar, dates, is_known
from commentary.review.normalise import Folded, readable
from commentary.review.numbers import Number, numbers
from commentary.review.verdict import Finding

_EDGE = 1e-9
MOST = 200  # numbers in one text; what has more is a table, not a text
_NAMES = re.compile(
    r"s&p ?500|stoxx(?: europe)? ?(?:600|50)|ftse ?(?:100|250)|nasdaq[- ]?100|cac ?40|russell ?[123]000|nikkei ?225|dax ?40|"
    r"\b(?:g7|g10|g20|m1|m2|m3|baa[1-3]|aa[1-3]|a[1-3]|2s10s|sofr|covid-19)\b|\b\d{1,3}[ -]?(?:y|yr)\b|"
    r"\b(?:\d{1,3}|one|two|three|five|ten|thirty|twelve)-(?:year|month|day|week)s?\b|\b(?:a|su) (?:\d{1,3}|due|tre|cinque|dieci|trenta) (?:ann[oi]|mes[ei]|giorn[oi]|settimane)\b|"
    r"https?://\S+|www\.\S+|^[ \t]*\d{1,2}[.)] |\b(?:article|articolo|art\.|section|basel|basilea) ?\d+\w*|\b\d+ ?(?:anni|years?)(?= (?:yield|bond|note|treasury|bund|btp))",
    re.M,
)  # fmt: skip
_WINDOWS = re.compile(
    r"\b(?:12|twelve|dodici|52|fifty-two) ?-?(?:months?|mesi|weeks?|settimane)\b|\b(?:one|un|una|1) ?-?(?:year|month|week|quarter|day|anno|mese|settimana|giorno|trimestre)\b|\b24 (?:hours|ore)\b"
)
_UP = {
    "en": re.compile(r"\b(?:rose|risen|rises?|climbed|gained|increased|up|advanced|jumped|widened|grew|higher|added|rise|increase|gain)\b"),
    "it": re.compile(r"\b(?:salit[oaie]|sale|salgono|aumentat[oaie]|cresciut[oaie]|guadagnat\w|rialzo|aumento|più alt[oaie]|in più|ampliat\w|allargat\w|sopra)\b"),
}  # fmt: skip
_DOWN = {
    "en": re.compile(r"\b(?:fell|fallen|falls?|dropped|lost|declined|decreased|down|slid|narrowed|shrank|lower|eased|slipped|decline|drop|decrease|loss)\b"),
    "it": re.compile(r"\b(?:sces[oaie]|scende|scendono|diminuit[oaie]|calat[oaie]|pers[oaie]|ribasso|calo|discesa|più bass[oaie]|in meno|ristrett[oaie]|ridott[oaie]|sotto)\b"),
}  # fmt: skip
_MOVED_BY = re.compile(
    r"\b(?:(?:rose|fell|climbed|dropped|declined|eased|slipped|widened|narrowed|increased|decreased|shrank) by|gained|lost|"
    r"(?:salit|sces|aumentat|diminuit|calat|allargat|ristrett)[oaie] (?:del|dello|dell'|di)|guadagnat[oaie]|pers[oaie])"
    r"\s*(?:about |around |roughly |nearly |circa |quasi |il |lo |l')*$"
)
_NEGATIVE = re.compile(
    r"\b(?:negative|minus|below zero|negativ[oaie]|meno|sotto (?:lo )?zero|deficit|disavanzo|contract\w+|shrank|contratt\w)\b"
)
_TWICE = re.compile(
    r"\b(?:doubled|twice as|twice the|raddoppiat[oaie]|il doppio|tripled|three times as|triplicat[oaie]|il triplo|halved|dimezzat[oaie])\b"
)
_OWN = re.compile(r"doubled|tripled|halved|raddoppiat|triplicat|dimezzat")  # against its own earlier value
_RATIOS = {"tripled": 3.0, "three": 3.0, "triplic": 3.0, "il trip": 3.0, "halved": 0.5, "dimezza": 0.5}
_SHARES = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|\d{1,2}) (?:\w+ )?(?:in|out of) (?:ten|10|a hundred|100)\b|"
    r"\b(?:uno|due|tre|quattro|cinque|sei|sette|otto|nove|\d{1,2}) (?:\w+ )?su (?:dieci|10|cento|100)\b"
)
_ORDINAL = re.compile(
    r"\b(?:second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)[- ](?:consecutive|straight|highest|lowest|largest|biggest|time|(?:\w+ )?(?:in a row|running))\b|"
    r"\b(?:second|terz|quart|quint|sest|settim|ottav|non|decim)[oa] (?:\w+ )?(?:consecutiv[oa]|di fila|di seguito|volta)\b"
)
_QUARTER_POINT = re.compile(
    r"\b(?:a quarter|half|three[- ]quarters)(?: of)?(?: a)?[- ](?:percentage )?point\b|\b(?:un quarto|mezzo|tre quarti)(?: di)? punto\b"
)
_QUARTERS = {"a qua": 0.25, "half": 0.5, "three": 0.75, "un qu": 0.25, "mezzo": 0.5, "tre q": 0.75}
_SENTENCE = re.compile(r"[.!?](?=\s)|\n")


def ground(text: str, *, lang: str, facts: Mapping[str, Any]) -> list[Finding]:
    """Findings for numbers, dates and directions that the facts do not bear out; raises BadFacts."""
    folded = readable(text)
    low = folded.text.lower()
    if len(low) != len(folded.text):
        low = "".join(char.lower()[:1] for char in folded.text)
    known = claims(facts)
    known_days, said_dates = calendar(facts), dates(low, lang)
    dated = [(said.start, said.end) for said in said_dates]
    wrong = [(said.start, said.end) for said in said_dates if not is_known(said, known_days)]
    found = [_finding("grounding.date", folded, span, "a date that the facts do not have") for span in wrong]
    masked = without_names(low, [*dated, *_label_spans(low, facts)])
    said = numbers(masked, lang)
    if len(said) > MOST:
        return [
            *found,
            Finding("grounding.count", "", "Has more numbers than a text can have.", "Write fewer numbers."),
        ]
    rows = Rows(facts, known)
    for number in said:
        found += _check(
            number,
            low,
            folded,
            known,
            lang,
            rows,
            [each for each in said_dates if is_known(each, known_days)],
        )
    found += _phrases(masked, folded, known)
    return found


def without_names(low: str, spans: list[tuple[int, int]]) -> str:
    """The text with dates, names and windows blanked out, which are not claims about a value."""
    chars = list(low)
    names = [m.span() for pattern in (_NAMES, _WINDOWS) for m in pattern.finditer(low)]
    for start, end in [*spans, *names]:
        chars[start:end] = [" " if char != "\n" else char for char in chars[start:end]]
    return "".join(chars)


def _label_spans(low: str, facts: Mapping[str, Any]) -> list[tuple[int, int]]:
    keys = ("label", "label_en", "label_it", "key", "name")
    labels = {str(row[key]).lower() for row in facts["rows"] for key in keys if isinstance(row.get(key), str)}
    numbered = [label for label in labels if any(char.isdigit() for char in label)]
    return [m.span() for label in numbered for m in re.finditer(re.escape(label), low)]


def _check(
    number: Number, low: str, folded: Folded, known: list[Claim], lang: str, rows: Rows, said: list[Said]
) -> list[Finding]:
    span = (number.start, number.end)
    if math.isnan(number.value):
        return [_finding("grounding.notation", folded, span, "a number in the other language's notation")]
    sentence, at = _sentence(low, number.start)
    fitting = [claim for claim in known if _same_kind(number, claim) and _close(number, claim.value)]
    if number.unit == "" and not fitting and _is_count(number, low, known, lang):
        return []
    signed = [claim for claim in fitting if _sign_fits(number, claim, sentence)]
    if not signed:
        what = "its sign is wrong" if fitting else "no figure supplied has this value"
        return [_finding("grounding.sign" if fitting else "grounding.number", folded, span, what)]
    start = number.start - at
    near = [
        date
        for date in said
        if start <= date.start < start + len(sentence)
        and not re.search(r"\d", low[min(number.end, date.end) : max(number.start, date.start)])
    ]
    steps = number.unit in ("pp", "bp") and _MOVED_BY.search(sentence[:at])
    if steps and not any(claim.role == "change" for claim in signed):
        return [_finding("grounding.number", folded, span, "no figure moved by this")]
    if why := rows.misplaced(signed, sentence, at, near):
        return [_finding("grounding.row", folded, span, why)]
    return _direction(signed, sentence[:at], folded, span, lang)


def _sentence(low: str, at: int) -> tuple[str, int]:
    start = max((m.end() for m in _SENTENCE.finditer(low, max(0, at - 400), at)), default=max(0, at - 400))
    end = _SENTENCE.search(low, at)
    return low[start : end.start() if end else min(len(low), at + 400)], at - start


def _same_kind(number: Number, claim: Claim) -> bool:
    unit, kind = number.unit, claim.kind
    if unit == "":
        return kind in ("n", "points") or (
            kind in ("USD", "EUR", "GBP", "JPY") or (kind in ("%", "pp") and not number.scaled)
        )
    if unit == "points":
        return kind in ("n", "pp", "points")
    if unit in ("%", "pp", "bp", "x"):
        return kind == unit
    if unit == "duration":
        return kind == "duration"
    return kind in (unit, "n")


def _close(number: Number, value: float) -> bool:
    size, target = abs(value), number.value
    slack = _EDGE * max(1.0, size)
    if number.bound == "more":
        return target - number.step / 2 - slack <= size <= target * 1.25 + number.step
    if number.bound == "less":
        return target * 0.75 - number.step <= size <= target + number.step / 2 + slack
    half = number.step / 2
    if number.bound == "about":
        half = max(half, _last_digit(number) / 2)
    return abs(size - target) <= half + slack


def _last_digit(number: Number) -> float:
    """One unit of the last digit that is not zero: 10 for 4,120, 0.1 for 2.5."""
    step = number.step
    for _ in range(15):
        if number.value == 0 or round(number.value / step) % 10:
            break
        step *= 10
    return step


def _sign_fits(number: Number, claim: Claim, sentence: str) -> bool:
    if number.sign:
        return claim.value * number.sign >= 0
    if claim.value >= 0 or claim.role in ("change", "gap", "ratio"):
        return True
    return bool(_NEGATIVE.search(sentence))


def _is_count(number: Number, low: str, known: list[Claim], lang: str) -> bool:
    """A bare small integer before a noun, equal to a count of rows."""
    if number.decimals or number.ordinal:
        return False
    return any(claim.kind == "count" and claim.value == number.value for claim in known)


def _direction(
    signed: list[Claim], before: str, folded: Folded, span: tuple[int, int], lang: str
) -> list[Finding]:
    changes = [claim for claim in signed if claim.role == "change"]
    if (
        len(changes) != len(signed) or not changes or _NEGATIVE.search(before)
    ):  # a deficit narrows as it rises
        return []
    clause = re.split(r"[,;:]", before)[-1][-70:]
    up, down = bool(_UP[lang].search(clause)), bool(_DOWN[lang].search(clause))
    if up == down:
        return []
    fell, rose = all(claim.value < 0 for claim in changes), all(claim.value > 0 for claim in changes)
    if (up and fell) or (down and rose):
        return [_finding("grounding.direction", folded, span, "the figure moved the other way")]
    return []


def _phrases(low: str, folded: Folded, known: list[Claim]) -> list[Finding]:
    found = []
    ratios = [claim.value for claim in known if claim.kind == "x"]
    own = [claim.value for claim in known if claim.kind == "x" and claim.row >= 0]
    for match in _TWICE.finditer(low):
        wanted = next((value for word, value in _RATIOS.items() if match[0].startswith(word)), 2.0)
        among = own if _OWN.match(match[0]) else ratios
        if not any(abs(ratio - wanted) <= 0.1 * wanted for ratio in among):
            found.append(_finding("grounding.ratio", folded, match.span(), "no two figures have this ratio"))
    places = [claim.value for claim in known if claim.role == "percentile"]
    for match in _SHARES.finditer(low):
        if not places:
            found.append(_finding("grounding.share", folded, match.span(), "the facts give no such share"))
    for match in _ORDINAL.finditer(low):
        found.append(_finding("grounding.ordinal", folded, match.span(), "the facts give no such order"))
    steps = [abs(claim.value) for claim in known if claim.kind == "pp"]
    for match in _QUARTER_POINT.finditer(low):
        wanted = next(value for word, value in _QUARTERS.items() if match[0].startswith(word))
        if not any(abs(step - wanted) < 0.01 for step in steps):
            found.append(_finding("grounding.fraction", folded, match.span(), "no figure moved by this"))
    return found


def _finding(rule: str, folded: Folded, span: tuple[int, int], why: str) -> Finding:
    excerpt = folded.excerpt(*span)
    return Finding(rule, excerpt, why[0].upper() + why[1:] + ".", f"Do not write “{excerpt}”: {why}.")
