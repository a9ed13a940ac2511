"""How a figure is named and ranked in texts written in news agency style."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, ValidationInfo, field_validator

from indicators.config_types import ConfigEntry

Class = Literal["policy", "release", "data", "A", "B", "C", "D"]
Voice = Literal[
    "price", "currency", "yield", "policy", "rate", "spread", "growth", "yearly", "index", "ratio", "amount"
]
# Terms and share indices with the only digits allowed in a name.
TERMS = re.compile(
    r"\b(?:\d+-year|2-10|3m-10y|10-2 anni|10 anni-3 mesi|S&P 500|F(?:TSE|tse) 100|Nikkei 225)\b"
)
ITALIAN_ARTICLE = re.compile(r"(?:il|lo|un|la|una) |(?:l|un)’")
MASCULINE, FEMININE = ("il ", "lo ", "un "), ("la ", "una ", "un’")
EARLIER_HIGHS_UNTIL = 2016  # the last year that `earlier_high` covers: a history must have begun by then
KINDS = ("novice", "intermediate", "title")


def _name(text: str) -> str:
    if re.search(r"\d", TERMS.sub("", text)):
        raise ValueError("A name has no digits but those of a term such as 10-year")
    if re.search(r"['\"“”«»,.;:]\s*$|^[\"“”«»,.;:]|'", text):
        raise ValueError(
            "A name has typographic apostrophes, no quotation marks and no punctuation at its ends"
        )
    return text


def _title(text: str) -> str:
    if not text[:1].isupper() and not text.startswith("€"):
        raise ValueError("A title begins with a capital")
    if re.match(r"(?:The|Il|Lo|La|Un|Una) |L’", text):
        raise ValueError("A title has no article")
    return _name(text)


def _italian(text: str) -> str:
    if not ITALIAN_ARTICLE.match(text):
        raise ValueError("An Italian name begins with its article in small letters: il, lo, la, l’, un, una")
    return _name(text)


def _unquoted(text: str) -> str:
    if text != text.strip(" ,") or "'" in text:
        raise ValueError("A gloss stands between commas that the texts add, with typographic apostrophes")
    return text


Name = Annotated[str, Field(min_length=1), AfterValidator(_name)]
Title = Annotated[str, Field(min_length=1), AfterValidator(_title)]
Italian = Annotated[str, Field(min_length=1), AfterValidator(_italian)]
Apposition = Annotated[str, Field(min_length=1), AfterValidator(_unquoted)]


class English(ConfigEntry):
    novice: Name
    intermediate: Name
    title: Title
    novice_title: Title | None = None
    short: Name


class ItalianNames(ConfigEntry):
    """Names with their article, singular, all of one gender."""

    novice: Italian
    intermediate: Italian
    title: Title
    novice_title: Title | None = None
    short: Italian
    gender: Literal["m", "f"]

    @field_validator("gender")
    @classmethod
    def _of_one_gender(cls, gender: str, info: ValidationInfo) -> str:
        other = FEMININE if gender == "m" else MASCULINE
        for kind, name in info.data.items():
            if "title" not in kind and name and name.startswith(other):
                raise ValueError(f"{kind} has an article of the other gender")
        return gender


class Gloss(ConfigEntry):
    """An explanation between commas after a name, for beginners."""

    en: Apposition
    it: Apposition


class Wire(ConfigEntry):
    """A figure's names in both languages and tones, and its rank.

    `unit` is set if texts use another than the row's, `per` if they add one, `novice_title` if beginners see another
    title; `floor` is the smallest move worth reporting, in the row's measure (points, or per cent). No value before
    2017 was above `earlier_high`: without it no text calls a value a record, as histories begin later than series.
    """

    rank: Class = Field(alias="class")
    family: str = Field(pattern=r"^[a-z][a-z0-9_]{1,23}$")
    voice: Voice
    unit: Literal["pence", "points", "yen", "francs", "yuan"] | None = None
    per: Literal["barrel", "ounce", "tonne", "mmbtu"] | None = None
    average: bool = False
    floor: float = Field(default=0.0, ge=0)
    earlier_high: float | None = Field(default=None, gt=0)
    en: English
    it: ItalianNames
    gloss: Gloss | None = None

    def names(self, language: str) -> English | ItalianNames:
        return self.it if language[:2] == "it" else self.en

    def is_all_time_high(self, highest: float, since: date) -> bool:
        """Whether the highest value of a history that begins on `since` is above all values before it."""
        return (
            self.earlier_high is not None
            and since.year <= EARLIER_HIGHS_UNTIL
            and highest > self.earlier_high
        )


def shared_names(rows: Iterable[tuple[str, str, Wire]]) -> Iterator[tuple[str, list[str]]]:
    """Each name used by several rows, with their codes; `rows` are code, unit and wire.

    Exchange rates may share one, such as "the euro": they differ by the unit of the value.
    """
    codes: dict[tuple[str, str], set[str]] = defaultdict(set)
    for code, unit, wire in rows:
        distinct_by = (wire.unit or unit) if wire.voice == "currency" else ""
        for names in (wire.en, wire.it):
            for kind in KINDS:
                codes[getattr(names, kind), distinct_by].add(code)
    yield from ((name, sorted(found)) for (name, _), found in codes.items() if len(found) > 1)
