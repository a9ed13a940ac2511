"""Checks slots: offered, listed in "about", and used in their role."""

import re
from collections import Counter
from collections.abc import Iterator

from commentary.language.draft import SLOT
from commentary.language.wordings import NAME_FIELDS, slots_of
from commentary.review.verdict import Finding
from commentary.writing.checks import places
from commentary.writing.checks.findings import finding
from commentary.writing.checks.side import BOTH, Side

MOST_REPEATED = 3  # uses of one slot in a sentence
_BRACE = re.compile(r"[{}⟨⟩]")
_DIGIT = re.compile(r"\d")
_NAMES_WITH_DIGITS = re.compile(
    r"\b(?:\d{1,2}-(?:year|month)s?|g(?:7|8|10|20)|covid-19|s&p 500|m[123])\b", re.IGNORECASE
)
_DATES = {
    **dict.fromkeys(("value", "level", "size", "move"), "on"),
    **dict.fromkeys(("before", "before_size"), "before_on"),
    "year_ago": "year_ago_on",
    "lowest": "lowest_on",
    "highest": "highest_on",
}
# Ids allowed in slots by kind of sentence.
_IDS = {
    "fact": re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)?"),
    "note": re.compile(r"[a-z0-9]+"),
    "count": re.compile("count"),
    "due": re.compile(r"due\d+"),
}
_SIGNS = re.compile(r"[^\w\s.,;:'’“”«»()–—&⟨⟩{}-]|[^\W\da-zA-ZÀ-ÿ_⟨⟩]|&\w+;")
_GLUED = re.compile(r"[^\s(“«’—–]⟨|(?<!’)-⟨|⟩(?!’s\b)[^\s.,;:)”»’–—]|\b(?:minus|meno) (?=⟨)")
_DATE_IN_BRACKETS = re.compile(r"\(⟨[a-z0-9]+\.(?:on|before_on|lowest_on|highest_on|year_ago_on)⟩\)")
# Not offered in prompts.
_OF_RULES = frozenset(
    ("title", "titled_by", "opening", "others", "weekday", "revised_to", "decided_on", "days")
)
_TWO_SENTENCES = re.compile(r"(?:[^\W\d_]{3,}|⟩)[”»)]?[.!?…]\s+\S")
_QUOTES = re.compile(r"[“”«»()\"]")
_BEGINS = ("since", "extreme_since")
_SINCE = {"en": re.compile(r"\bsince\s*$"), "it": re.compile(r"\b(?:da|dal|dall’|dallo)\s*$")}
# What must not precede a slot: a move is no level, a level no size.
_SIZES, _LEVELS = ("move", "usual"), ("value", "before", "year_ago", "lowest", "highest", "level")
_WRONG = {
    "en": {
        **dict.fromkeys(_SIZES, re.compile(r"\b(?:to|at|from|since|above|below)\s*$")),
        **dict.fromkeys(
            _LEVELS, re.compile(r"\bby\s*$|\busual (?:\w+ )?move (?:of|is|was)\s*$|\ba move of\s*$")
        ),
    },
    "it": {
        **dict.fromkeys(_SIZES, re.compile(r"\b(?:a|al|all’|allo|da|dal|dall’|dallo|sopra|sotto)\s*$")),
        **dict.fromkeys(
            _LEVELS,
            re.compile(
                r"\b(?:salit|sces|calat|aumentat|diminuit|cresciut|guadagnat|avanzat|ridott|arretrat)[oaie] "
                r"(?:di|del|dell’|dello)\s*$"
                r"|\bvariazione (?:abituale )?(?:di|del|dell’|dello|è)\s*$"
            ),
        ),
    },
}
_FROM = {"en": re.compile(r"\bfrom\s*$"), "it": re.compile(r"\b(?:da|dal|dall’|dallo)\s*$")}
_TO = {"en": re.compile(r"\bto\s*$"), "it": re.compile(r"\b(?:a|al|all’|allo)\s*$")}
_USUAL_BEFORE = {
    "en": re.compile(r"\busual (?:\w+ )?move (?:of|is|was)\s*$"),
    "it": re.compile(r"\babituale (?:di |del |dell’|dello |è )*$"),
}
_SAME_AS = re.compile(r"\b(?:the same as (?:in|on)|come(?: il)?) $")
_YEAR_AGO = {
    "en": re.compile(r"\ba year (?:earlier|ago|before)\b"),
    "it": re.compile(r"\bun anno (?:prima|fa)\b"),
}


def check(side: Side) -> Iterator[Finding]:
    """Checks slots not offered or not in "about", digits, and roles."""
    yield from _offered(side)
    yield from written(side)
    if side.sentence.kind in ("fact", "") or side.is_title:
        yield from _roles(side)
        if not side.by_rules:
            yield from places.check(side)
            yield from places.gaps(side)
            yield from places.unsigned(side)
        yield from _dates(side)
        yield from _year_ago(side)
        yield from _named(side)


def written(side: Side) -> Iterator[Finding]:
    """Checks digits, braces and signs outside slots, for any kind of sentence."""
    yield from _digits(side)
    yield from _signs(side)


def _offered(side: Side) -> Iterator[Finding]:
    about = set(side.sentence.about) | ({"count"} if side.sentence.kind == "count" else set())
    for id, field in side.sentence.slots(side.language):
        if side.table.slot(id, field) is None or (field in _OF_RULES and not side.by_rules):
            yield finding("slot", f"{{{id}.{field}}}", "Use only the slots that the material lists.")
        elif not _fits_kind(side, id):
            yield finding(
                "kind", f"{{{id}.{field}}}", f"A sentence of kind {side.sentence.kind} has no slot of {id}."
            )
        elif not side.is_title and not set(id.split("-")) <= about:
            yield finding(
                "about", f"{{{id}.{field}}}", "Name in “about” every id whose slots the sentence has."
            )
    counts = Counter(side.sentence.slots(side.language))
    for (id, field), count in counts.items() if not side.by_rules else ():
        if count > MOST_REPEATED:
            yield finding("slot", f"{{{id}.{field}}}", f"It stands {count} times: once is enough.")
    if side.by_rules and side.sentence.kind == "story":
        return  # the languages may quote different stories
    spoken = {part for id, _field in side.sentence.slots(side.language) for part in id.split("-")}
    for id in set(side.sentence.about) - spoken:
        if side.sentence.kind != "fact" or side.only_figure != id:
            yield finding("about", id, "“about” names an id of which the sentence has no slot.")


def _fits_kind(side: Side, id: str) -> bool:
    """Whether the id matches the kind of sentence, e.g. figures in a fact, headlines in a story."""
    if side.by_rules:
        return True
    if side.sentence.kind == "story":
        return id in side.table.stories
    pattern = _IDS.get(side.sentence.kind)
    return pattern is None or (
        bool(pattern.fullmatch(id))
        and (side.sentence.kind not in ("fact", "note") or set(id.split("-")) <= set(side.table.figures))
    )


def _signs(side: Side) -> Iterator[Finding]:
    """Checks signs that would alter a number ("−", "½"), and letters or signs adjoining a slot."""
    if side.by_rules:
        return
    found = _SIGNS.search(SLOT.sub(" ", side.sentence.texts[side.language])) or _GLUED.search(side.text)
    if found:
        yield finding("sign", found[0], "A slot stands alone: no sign, letter or unit touches it.")
    two = _TWO_SENTENCES.search(side.text)
    if two:
        yield finding("form", two[0], "Write one sentence in each object of “sentences”.")
    quotes = _QUOTES.search(side.text) if side.sentence.kind not in ("story", "weights") else None
    if quotes and not _DATE_IN_BRACKETS.search(side.text):
        yield finding("sign", quotes[0], "No quotation marks and no brackets outside stories.")


def _digits(side: Side) -> Iterator[Finding]:
    rest = _NAMES_WITH_DIGITS.sub(" ", SLOT.sub(" ", side.sentence.texts[side.language]))
    for pattern, advice in (
        (_BRACE, "A slot is {id.field}, with nothing else in it."),
        (_DIGIT, "Write no digit: use a slot."),
    ):
        found = pattern.search(rest)
        if found:
            yield finding("digit", rest[max(0, found.start() - 20) : found.end() + 20].strip(), advice)


def _roles(side: Side) -> Iterator[Finding]:
    for place, id, field in slots_of(side.text):
        before = side.text[:place]
        slot = f"{{{id}.{field}}}"
        wrong = _WRONG[side.language].get(field)
        if wrong is not None and wrong.search(before) and not side.is_inside(place):
            yield finding(
                "role", before[-25:] + slot, f"{slot} does not fit there: a size follows “by”, a level “to”."
            )
        elif field == "value" and _FROM[side.language].search(before):
            yield finding(
                "role", before[-25:] + slot, "“from” takes {x.before}: {x.value} is the newest reading."
            )
        elif field == "before" and _TO[side.language].search(before) and not _compares(before, side.language):
            yield finding(
                "role", before[-25:] + slot, "“to” takes {x.value}: {x.before} is the reading before."
            )
        elif field == "move" and _USUAL_BEFORE[side.language].search(before):
            yield finding("role", before[-25:] + slot, "The usual move is {x.usual}.")
        elif (
            field == "usual"
            and re.search(r"\b(?:by|di|del|dell’|dello)\s*$", before)
            and not _usual(before, side.language)
        ):
            yield finding("role", before[-25:] + slot, "The latest move is {x.move}.")
        elif field in _BEGINS and not _SINCE[side.language].search(before) and not side.is_inside(place):
            yield finding("role", before[-25:] + slot, f"{slot} stands after “since” alone.")
        elif field == "on" and _SINCE[side.language].search(before):
            yield finding("role", before[-25:] + slot, "“since” takes {x.since} or {x.extreme_since}.")


def _compares(before: str, language: str) -> bool:
    return (language == "it" and bool(re.search(r"\brispetto (?:a|al|all’|allo)\s*$", before))) or bool(
        re.search(r"\bcompared to\s*$", before)
    )


def _usual(before: str, language: str) -> bool:
    words = before[-60:]
    return ("usual" in words) if language == "en" else ("abitual" in words or "solit" in words)


def _dates(side: Side) -> Iterator[Finding]:
    """Checks that a date belongs to the nearest level before it, otherwise after it."""
    slots = slots_of(side.text)
    for number, (place, id, field) in enumerate(slots):
        if field not in _DATES.values():
            continue
        if field == "before_on" and side.by_rules and _SAME_AS.search(side.text[:place]):
            continue
        if field == "before_on" and not side.by_rules and not _date_before_level(slots, number):
            yield finding(
                "role",
                f"{{{id}.before_on}}",
                f"{{{id}.before_on}} stands beside {{{id}.before}}: it is the date of that reading.",
            )
            continue
        levels = [each for each in slots[:number] if each[1] == id and each[2] in _DATES][-1:] or [
            each for each in slots[number:] if each[1] == id and each[2] in _DATES
        ][:1]
        if not levels and field != "on" and not side.by_rules and not side.is_inside(place):
            yield finding(
                "role",
                f"{{{id}.{field}}}",
                f"{{{id}.{field}}} is the date of a level that the sentence has not.",
            )
        if levels and _DATES[levels[0][2]] != field and not _is_both(slots, id, field):
            right = _DATES[levels[0][2]]
            yield finding(
                "role", f"{{{id}.{field}}}", f"The date of {{{id}.{levels[0][2]}}} is {{{id}.{right}}}."
            )


def _date_before_level(slots: list[tuple[int, str, str]], number: int) -> bool:
    """Whether {before_on} stands beside {before}, and cannot be read as the day of a move to {value}."""
    id = slots[number][1]
    beside = slots[max(0, number - 1) : number] + slots[number + 1 : number + 2]
    fields = {field for _place, each, field in slots if each == id}
    is_dated = "on" in fields or not fields & {"value", "move"}
    return is_dated and any(each[1:] == (id, "before") for each in beside)


def _is_both(slots: list[tuple[int, str, str]], id: str, field: str) -> bool:
    """Whether the date is of both levels: "to {value} from {before} on {on}", "on {on} from {before} to {value}"."""
    own = [name for _place, each, name in slots if each == id and name not in NAME_FIELDS]
    if own[:3] == [field, "before", "value"] and field == "on":
        return True
    earlier = slots[: next(at for at, each in enumerate(slots) if each[1:] == (id, field))]
    return any(each[1] == id and _DATES.get(each[2]) == field for each in earlier)


def _year_ago(side: Side) -> Iterator[Finding]:
    """Checks that "a year earlier" is used with {x.year_ago}."""
    for found in _YEAR_AGO[side.language].finditer(side.text):
        if any(match.start <= found.start() < match.end for match in side.matches):
            continue
        yield finding(
            "role", side.text[max(0, found.start() - 30) : found.end()], "A year earlier it was {x.year_ago}."
        )


def _named(side: Side) -> Iterator[Finding]:
    """Checks that amounts and dates follow the name of their figure."""
    names = [
        (place, id)
        for place, id, field in slots_of(side.text)
        if field in NAME_FIELDS and not _is_compared(side, place)
    ]
    named = {id for _place, id in names}
    is_both = len(named) > 1 and bool(BOTH[side.language].search(side.text))
    for place, id, field in slots_of(side.text):
        if field in NAME_FIELDS or id not in side.table.figures or (is_both and id in named):
            continue
        last = next((name for at, name in reversed(names) if at < place), "") or (
            names[0][1] if names else ""
        )
        if last and last != id:
            yield finding(
                "role", f"{{{id}.{field}}}", f"That follows the name of {last}: call {id} by its name first."
            )
            return


def _is_compared(side: Side, place: int) -> bool:
    """Whether a name is the object of a comparison: "above {gb10.name}"."""
    return any(
        match.start < place < match.end for match in side.matches if match.claims & {"compare", "pair"}
    )
