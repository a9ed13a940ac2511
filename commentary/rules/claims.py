"""A sentence with what it claims, so that each can be checked against the figures on its own."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """One thing that a sentence says of rows (by key). Operands are numbers or short words, by kind."""

    kind: str
    keys: tuple[str, ...] = ()
    operands: tuple[float | str, ...] = ()


@dataclass(frozen=True)
class Sentence:
    """The same sentence in each language."""

    texts: dict[str, str]
    claims: tuple[Claim, ...]

    @property
    def words(self) -> int:
        """Its length in the language that needs more words."""
        return max(len(text.split()) for text in self.texts.values())


@dataclass(frozen=True)
class Text:
    """A finished read in one language. `title` is empty for a group, whose own title stands over it."""

    title: str
    body: str
    sentences: tuple[str, ...]
    claims: tuple[tuple[Claim, ...], ...]  # of each sentence
    title_claims: tuple[Claim, ...] = ()
