"""An edition as words to be read aloud: its texts with numbers, units and dates spelled out, each with its mark."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from briefing.core import origin
from briefing.core.dates import date_in_text
from commentary import past_editions, published
from commentary.facts.snapshot import EVERYTHING
from commentary.language.spoken import spoken
from commentary.marks import Mark
from commentary.published import PublishedRead
from commentary.scopes import scope_title


@dataclass(frozen=True)
class SpokenEdition:
    """Paragraphs in reading order, and the marks of the texts in them."""

    paragraphs: tuple[str, ...]
    marks: tuple[Mark, ...]

    @property
    def text(self) -> str:
        return "\n\n".join(self.paragraphs) + "\n"


def newest(today: date, language: str, tone: str, *, rules_only: bool = False) -> SpokenEdition | None:
    """Returns the newest texts; None before the first one."""
    reads = published.reads(language, tone, rules_only=rules_only)
    return _edition(today, language, [(scope_title(scope, language), read) for scope, read in reads.items()])


def of_day(
    day: date, today: date, language: str, tone: str, *, rules_only: bool = False
) -> SpokenEdition | None:
    """Returns the texts of a past day's edition; None if there is none."""
    found = past_editions.edition(day, today, language, tone, rules_only=rules_only)
    if found is None:
        return None
    groups = [(group.title, group.read) for group in found.groups if group.read]
    return _edition(day, language, [(scope_title(EVERYTHING, language), found.lead), *groups])


def _edition(day: date, language: str, texts: list[tuple[str, PublishedRead]]) -> SpokenEdition | None:
    if not texts:
        return None
    marks = tuple(dict.fromkeys(read.mark for _subject, read in texts))
    said = {_said(mark) for mark in marks}
    opening = [
        f"Market Briefing, {date_in_text(day, 'l j F Y')}.",
        *filter(None, [origin.notice()]),
        *(said if len(said) == 1 else ()),
    ]
    parts = (
        part for subject, read in texts for part in _text(subject, read, language, says_mark=len(said) > 1)
    )
    lines = [spoken(line, read_in) for line, read_in in [*((line, language) for line in opening), *parts]]
    return SpokenEdition(tuple(lines), marks)


def _said(mark: Mark) -> str:
    """The mark without abbreviation, for the ear."""
    return f"{_('Written by artificial intelligence') if mark.is_ai else mark.label}. {mark.review}"


def _text(subject: str, read: PublishedRead, language: str, *, says_mark: bool) -> Iterator[tuple[str, str]]:
    """Yields each paragraph with its language; the mark comes before the text that it is about."""
    yield f"{subject}.", language
    if says_mark:
        yield _said(read.mark), language
    if read.language != language:
        yield f"{_('in English: the translation is not there yet')}.", language
    if read.title:
        yield f"{read.title}.", read.language
    yield from ((paragraph, read.language) for paragraph in read.paragraphs)
