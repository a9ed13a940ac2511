"""The content of slots: a value and what it belongs to.

Ids are "us10" (a row), "us10-it10" (two rows, the higher first), "s1" (a story), "due1" (a release) and
"count".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from commentary.facts.moves import sign
from commentary.facts.snapshot import RowFacts
from commentary.language import amounts
from commentary.language.amounts import Amount
from commentary.language.draft import LANGUAGES
from commentary.language.names import Name, voice_of
from commentary.language.periods import PeriodText


@dataclass(frozen=True)
class FixedWords:
    """A slot with fixed text in each language."""

    en: str
    it: str

    def text(self, language: str) -> str:
        return self.it if language == "it" else self.en


@dataclass(frozen=True)
class Noun(FixedWords):
    """A name with article by language; `it_after` follows an Italian preposition."""

    it_after: str = ""


Content = FixedWords | Amount | PeriodText


@dataclass(frozen=True)
class Slot:
    """A slot; `code`, `value` and `period` identify the observation for receipts, empty for words."""

    id: str
    field: str
    content: Content
    code: str = ""
    value: float | None = None
    period: str = ""

    def shown(self, language: str) -> str:
        """Returns what it prints, of a period without a preposition."""
        content = self.content
        return content.bare(language) if isinstance(content, PeriodText) else content.text(language)


@dataclass(frozen=True)
class SlotFigure:
    """A row with its names and slots."""

    row: RowFacts
    names: Mapping[str, Name]
    slots: Mapping[str, Slot]
    is_coarse: bool = False  # displayed with too few decimals to show its move

    @property
    def feminine(self) -> bool:
        return self.names["it"].feminine

    @property
    def direction(self) -> int:
        """1 up, -1 down, 0 unchanged or without a previous observation, from displayed values."""
        return sign(amounts.move_of(self.row) or 0.0)

    @property
    def voice(self) -> str:
        return voice_of(self.row.key)


@dataclass(frozen=True)
class SlotStory:
    """A story as available to a text."""

    title: str
    summary: str
    publishers: int
    slots: Mapping[str, Slot]
    titles: str = ""  # the headlines quoted in each language, one per line
    languages: frozenset[str] = frozenset(LANGUAGES)  # with a headline of their own
    # By language: whether the source quoted is official.
    of_sources: Mapping[str, bool] = field(default_factory=dict)
    tags: frozenset[str] = frozenset()

    @property
    def words(self) -> str:
        return f"{self.title}\n{self.summary}\n{self.titles}"
