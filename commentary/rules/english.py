"""The English words for one row, for the slots of `forms_en.toml`."""

from datetime import date

from commentary.facts.names import name_of
from commentary.facts.notation import kind_of_period, period_text
from commentary.facts.snapshot import RowFacts
from commentary.rules import amounts
from commentary.rules.forms import words

LANGUAGE = "en"


def slots(row: RowFacts, *, as_of: str, dated: bool = True, dense: bool = False) -> dict[str, str]:
    """What the forms need; `dated` gives the period, `dense` a percentile instead of a plain share."""
    name, up = name_of(row, LANGUAGE), amounts.way(row) >= 0
    value = amounts.value(row.value, row, LANGUAGE)
    return {
        "s": name.subject,
        "head": name.head,
        "value": value,
        "prev": "" if row.prev is None else amounts.value(row.prev, row, LANGUAGE),
        "size": amounts.size(row, LANGUAGE),
        "when": at(row.period, row.date, as_of) if dated else "",
        "dated": plain(row.period, row.date, as_of),
        "place": place(row, as_of, dense=dense),
        "tier": f"the {_end(row, 'top')} {tier(row)}%",
        "readings": readings(row, as_of),
        "since": since(row, as_of),
        **{word: pair[not up] for word, pair in words(LANGUAGE)["directions"].items()},
        **{word: pair[is_low(row)] for word, pair in words(LANGUAGE)["ends"].items()},
    } | _history(row, as_of)  # fmt: skip


def _history(row: RowFacts, as_of: str) -> dict[str, str]:
    found = {
        "ever": ever(row, as_of),
        "ever_short": ever(row, as_of, short=True),
        "n": "",
        "usual": "",
        "ago": "",
    }
    if row.usual_move is not None:
        found["usual"] = amounts.step(row.usual_move, row, LANGUAGE)
    if row.year_ago is not None:
        found["ago"] = amounts.value(row.year_ago, row, LANGUAGE)
    for end, level, day in (
        ("low", row.lowest, row.lowest_on), ("peak", row.highest, row.highest_on),
    ):  # fmt: skip
        found[end] = "" if level is None else amounts.value(level, row, LANGUAGE)
        found[f"on_{end}"] = f" ({_period(day, as_of)})" if day else ""
    near = "low" if row.near_record == "lowest" else "peak"
    day = row.lowest_on if near == "low" else row.highest_on
    return found | {"record": found[near], "on_record": f" ({_period(day, as_of)})" if day else ""}


def is_low(row: RowFacts) -> bool:
    """Whether what is told of its history is about the lower end."""
    end = row.extreme or row.near_record
    return end == "lowest" if end else (row.percentile or 0.0) < 50


def _end(row: RowFacts, word: str) -> str:
    text: str = words(LANGUAGE)["ends"][word][(row.percentile or 0.0) < 50]
    return text


def tier(row: RowFacts) -> int:
    """The share of its history that a high or low row is in: 5, 10 or 20 per cent."""
    rest = min(row.percentile or 0.0, 100 - (row.percentile or 0.0))
    return 5 if rest <= 5 else 10 if rest <= 10 else 20


def begin(row: RowFacts, as_of: str) -> str:
    """The year its history begins, "" when it is this one: "since 2026" would sound longer than it is."""
    return row.since[:4] if row.since and row.since[:4] < as_of[:4] else ""


def since(row: RowFacts, as_of: str) -> str:
    year = begin(row, as_of)
    return f"since {year}" if year else "kept here"


def readings(row: RowFacts, as_of: str) -> str:
    return f"its readings {since(row, as_of)}"


def ever(row: RowFacts, as_of: str, *, short: bool = False) -> str:
    """ "since March 2023"; `short` names the year alone where the period is no month."""
    if row.extreme_since and row.extreme:
        return f"since {last_time(row.extreme_since, LANGUAGE, short=short)}"
    year = begin(row, as_of)
    return f"since at least {year}" if year else "in the history kept here"


def last_time(period: str, language: str, *, short: bool) -> str:
    """The month of a day, another period as it is, or its year."""
    kind = kind_of_period(period)
    told = period[:7] if kind == "day" else period[:4] if short and kind != "month" else period
    return period_text(told, period, "0001-01-01", language)


def place(row: RowFacts, as_of: str, *, dense: bool = False) -> str:
    """ "above 96% of its readings since 2011", or "at the 96th percentile of …"; "" without a history."""
    if row.percentile is None:
        return ""
    share, tail = f"{row.percentile:.0f}", readings(row, as_of)
    if share in ("0", "100"):
        return f"{'above' if share == '100' else 'below'} nearly all {tail}"
    if dense:
        return f"at the {ordinal(share)} percentile of {tail}"
    return f"above {'only ' if row.percentile <= 20 else ''}{share}% of {tail}"


def ordinal(text: str) -> str:
    if text[-2:] in ("11", "12", "13"):
        return f"{text}th"
    return text + {"1": "st", "2": "nd", "3": "rd"}.get(text[-1], "th")


def plain(period: str, day: str, as_of: str) -> str:
    """A period without its preposition and, in the year of the edition, without its year: "October"."""
    text = period_text(period, day, as_of, LANGUAGE)
    if kind_of_period(period) in ("month", "part") and period[:4] == as_of[:4]:
        return text.removesuffix(f" {period[:4]}").removesuffix(" of")
    return text


def at(period: str, day: str, as_of: str) -> str:
    """The same with a blank and its preposition: " on 20 November"."""
    if not period:
        return ""
    word = {"day": "on", "week": "in the week to"}.get(kind_of_period(period), "in")
    return f" {word} {plain(period, day, as_of)}"


def _period(period: str, as_of: str) -> str:
    return plain(period, period, as_of)


def day(text: str, as_of: str) -> str:
    """ "25 November" of an ISO day."""
    return plain(text[:10], text[:10], as_of)


def listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def among(parts: list[str]) -> str:
    """ "gold, bitcoin and others"."""
    return f"{', '.join(parts)} and others"


def threshold(row: RowFacts, crossing: dict[str, object]) -> tuple[str, str]:
    """What was crossed, in full and as short as a title has it."""
    if crossing["kind"] == "zero":
        return "zero", "zero"
    level = amounts.value(float(str(crossing["level"])), row, LANGUAGE)
    return str(crossing.get("name_en") or level), level


def revision(row: RowFacts, before: float, after: float, *, as_of: str) -> dict[str, str]:
    return {
        "of_when": f" for {plain(row.revised_period, row.revised_period, as_of)}",
        "now": amounts.value(after, row, LANGUAGE),
        "then": amounts.value(before, row, LANGUAGE),
        "way": "up" if after > before else "down",
    }


WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def since_day(moment: str, as_of: str) -> dict[str, str]:
    """The day and hour of an edition: "Friday 20 November, 06:00 UTC"; without the hour where only a day is known."""
    said = f"{WEEKDAYS[date.fromisoformat(moment[:10]).weekday()]} {day(moment[:10], as_of)}"
    return {"day": f"{said}, {moment[11:16]} UTC" if len(moment) > len("2026-11-20") else said}


def due_day(text: str, as_of: str) -> dict[str, str]:
    return {"day": day(text, as_of)}


def subject(row: RowFacts) -> str:
    return name_of(row, LANGUAGE).subject
