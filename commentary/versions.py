"""A stored text in the reader's language, written by rules where the reader prefers that."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from commentary.marks import Mark, mark_of
from commentary.models import (
    IndicatorSummaryTranslation,
    StrategicLog,
    StrategicLogTranslation,
    Text,
    WrittenText,
)
from commentary.writing.drafts import SOURCE_LANGUAGE

Translation = IndicatorSummaryTranslation | StrategicLogTranslation
Sentences = tuple[Mapping[str, Any], ...]
RULES = str(WrittenText.WrittenBy.RULES)


@dataclass(frozen=True)
class Version:
    """A text for display; `language` is English if the translation is missing, `sentences` may be empty."""

    title: str
    content: str
    language: str
    written_by: str
    sentences: Sentences

    @property
    def paragraphs(self) -> list[str]:
        return [part for part in self.content.split("\n\n") if part.strip()]


class Authored:
    """Base of displayed texts with an author."""

    written_by: str
    sentences: Sentences
    cycle: datetime

    @property
    def mark(self) -> Mark:
        by_rules = sum(each.get("by") == "rules" for each in self.sentences)
        return mark_of(self.written_by, by_rules=by_rules, cycle=self.cycle)


def version(text: Text, language: str, *, rules_only: bool = False, heading: bool = False) -> Version:
    """Returns the version for a reader; translations must be prefetched.

    With `rules_only` the text must be one of `readable`. A `heading` has no content.
    """
    translations: Iterable[Translation] = () if language == SOURCE_LANGUAGE else text.translations.all()
    translated = next(iter(translations), None)
    if rules_only and (found := _of_rules(text, language)):
        return found
    if rules_only and translated is not None and translated.written_by != RULES:
        translated = None
    source = translated or text
    content = "" if heading else source.content
    return Version(_title(source), content, source.language, source.written_by, tuple(source.sentences))


def _of_rules(text: Text, language: str) -> Version | None:
    """Returns the rules' text stored with a model's; None if rules wrote the text itself."""
    stored = text.by_rules or {}
    code = language if language in stored else SOURCE_LANGUAGE
    if code not in stored:
        return None
    found = stored[code]
    return Version(found["title"], found["content"], code, RULES, tuple(found["sentences"]))


def _title(source: Text | Translation) -> str:
    return source.header if isinstance(source, StrategicLog | StrategicLogTranslation) else source.title
