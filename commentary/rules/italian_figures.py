"""How Italian sentences call a figure, its value and its period, with the prepositions that they take."""

from commentary.facts.names import name_of
from commentary.facts.notation import in_unit, kind_of_period, period_text
from commentary.facts.snapshot import RowFacts
from commentary.rules.italian_grammar import joined, with_article

LANGUAGE = "it"


def subject(row: RowFacts, *, opening: bool = False) -> str:
    name = name_of(row, LANGUAGE).subject
    return name[:1].upper() + name[1:] if opening else name


def form(row: RowFacts) -> str:
    return name_of(row, LANGUAGE).form


def value(row: RowFacts) -> str:
    return in_unit(row.value, row, LANGUAGE)


def to_value(row: RowFacts) -> str:
    """ "al 2,1%", "a 15,2", "a 72,40 dollari"."""
    text = value(row)
    return with_article("a", text) if text.endswith("%") else f"a {text}"


def when(row: RowFacts, as_of: str) -> str:
    return at_period(row.period, row.date, as_of)


def at_period(period: str, day: str, as_of: str) -> str:
    text, kind = period_text(period, day, as_of, LANGUAGE), kind_of_period(period)
    if kind == "day":
        return the_day(text)
    if kind == "week":
        return f"nella settimana fino {joined('a', the_day(text))}"
    if kind == "month":
        return f"ad {text}" if text.startswith("a") else f"a {text}"
    return f"nel {text}"


def the_day(text: str) -> str:
    return f"l’{text}" if text.split(maxsplit=1)[0] in ("8", "11") else f"il {text}"


def than(period: str, day: str, as_of: str) -> str:
    """The other half of a comparison: "rispetto a settembre 2026", "rispetto al 19 novembre"."""
    text, kind = period_text(period, day, as_of, LANGUAGE), kind_of_period(period)
    if kind == "month":
        return f"rispetto ad {text}" if text.startswith("a") else f"rispetto a {text}"
    if kind == "week":
        return f"rispetto alla settimana fino {joined('a', the_day(text))}"
    return f"rispetto {joined('a', the_day(text))}"


def dated(period: str, day: str, as_of: str) -> str:
    text = period_text(period, day, as_of, LANGUAGE)
    if kind_of_period(period) == "month":
        return text
    return the_day(text)
