"""What each slot of a text prints: a value with what it is said of.

Ids are "us10" (a row), "us10-it10" (two rows, the higher first), "s1" (a story), "due1" (a release) and "count".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from commentary.facts.moves import sign
from commentary.facts.snapshot import RowFacts
from commentary.language import amounts
from commentary.language.amounts import Amount
from commentary.language.names import Name, wire_of
from commentary.language.periods import PeriodText
from commentary.language.publishers import Publisher
from commentary.language.story_numbers import Quantity


@dataclass(frozen=True)
class FixedWords:
    """A slot that prints the same words wherever it stands, by language."""

    en: str
    it: str

    def text(self, language: str) -> str:
        return self.it if language == "it" else self.en


@dataclass(frozen=True)
class Noun:
    """A name with its article, by language; `it_after` is what an Italian preposition is joined to."""

    en: str
    it: str
    it_after: str = ""

    def text(self, language: str) -> str:
        return self.it if language == "it" else self.en


Content = FixedWords | Noun | Amount | PeriodText | Quantity


@dataclass(frozen=True)
class Slot:
    """`code`, `value` and `period` say which observation a printed figure is, for receipts; empty for words."""

    id: str
    field: str
    content: Content
    code: str = ""
    value: float | None = None
    period: str = ""


@dataclass(frozen=True)
class SlotFigure:
    """One row with its names and what its slots print."""

    row: RowFacts
    names: Mapping[str, Name]
    slots: Mapping[str, Slot]

    @property
    def feminine(self) -> bool:
        return self.names["it"].feminine

    @property
    def direction(self) -> int:
        """1 up, -1 down, 0 unchanged, of the values as printed; 0 without an observation before."""
        return sign(amounts.move_of(self.row) or 0.0)

    @property
    def voice(self) -> str:
        wire = wire_of(self.row.key)
        return wire.voice if wire else "index"


@dataclass(frozen=True)
class SlotStory:
    """A headline as a text may tell it."""

    title: str
    summary: str
    publisher: Publisher
    publishers: int
    slots: Mapping[str, Slot]
    source: str  # the publisher's name as the feed has it
    titles: str = ""  # the headlines that the languages quote, one a line
    has_english: bool = True
    of_sources: Mapping[str, bool] = field(
        default_factory=dict
    )  # by language: whether an official source is quoted

    @property
    def words(self) -> str:
        return f"{self.title}\n{self.summary}\n{self.titles}"
