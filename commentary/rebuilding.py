"""Published reads computed again from the series as they were known then: figures, and the rules' text of them."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from datetime import date, datetime

from commentary.facts import collecting, previous
from commentary.facts.past import past_of
from commentary.facts.ranking import marked
from commentary.facts.snapshot import Facts, RowFacts
from commentary.models import IndicatorSummary, WrittenText
from commentary.publishing.reads import Read
from commentary.writing import composition
from commentary.writing.drafts import SOURCE_LANGUAGE
from indicators import groups, history, vintages
from indicators.computation import figure_from
from indicators.config_types import NotConfigured
from indicators.figures import Point
from indicators.groups import RowConfig


def facts_of(text: IndicatorSummary) -> Facts:
    """The facts of a read, from the series as known when its figures were computed.

    Stories, releases, decisions and the text before are taken from the stored facts: they are no series. Raises
    NotKnown if the record of a series begins later or a row is no longer configured.
    """
    published = Facts.from_json(text.facts)
    moment = (
        datetime.fromisoformat(published.known_at) if published.known_at else text.published_at or text.cycle
    )
    rows = {row.key: _configured(row) for row in published.rows}
    symbols = {symbol for row in rows.values() for symbol in row.symbols}
    since = vintages.known_since(symbols)
    if symbols and (since is None or since > moment):
        raise vintages.NotKnown("The record of a series begins after this text.", since)
    known = vintages.known_at(symbols, moment)
    seen = previous.seen_before_day(text.published_at or text.cycle)
    rebuilt = []
    for row in published.rows:
        facts, recent = _row_facts(rows[row.key], known, date.fromisoformat(published.as_of), moment)
        rebuilt.append(marked(replace(facts, decided=row.decided, fallback=row.fallback), seen, recent))
    return replace(published, rows=tuple(rebuilt))


def _configured(row: RowFacts) -> RowConfig:
    try:
        found = groups.load().row(row.key)
    except NotConfigured:
        raise vintages.NotKnown(f"{row.key} is not configured.") from None
    return found.fallback if row.fallback and found.fallback else found


def _row_facts(
    row: RowConfig, known: Mapping[str, list[Point]], today: date, moment: datetime
) -> tuple[RowFacts, Mapping[str, float]]:
    """The facts of a row and its latest observations by period. Raises NotKnown without observations."""
    figure = figure_from(row, known, moment)
    if figure is None:
        raise vintages.NotKnown(f"{row.code} had no observations.")
    past = past_of(row, history.transformed(row, known))
    return collecting.row_facts(row, figure, past, today), dict(past.recent)


def rules_texts(text: IndicatorSummary, facts: Facts) -> dict[str, tuple[str, str]]:
    """Title and text by language that the rules write from these facts. Raises TextRefused."""
    read = Read(facts, text.tone, text.style)
    written = composition.by_rules_alone(read.assignment, read.by_rules)
    return {language: (each.title, each.body) for language, each in written.texts.items()}


def published_rules_texts(text: IndicatorSummary) -> dict[str, tuple[str, str]]:
    """The rules' text as published, or as stored with a model's text; only the languages that rules wrote."""
    if text.by_rules:
        return {language: (each["title"], each["content"]) for language, each in text.by_rules.items()}
    rules = WrittenText.WrittenBy.RULES
    own = {SOURCE_LANGUAGE: (text.title, text.content)} if text.written_by == rules else {}
    translated = {
        each.language: (each.title, each.content)
        for each in text.translations.all()
        if each.written_by == rules
    }
    return own | translated


def differences(text: IndicatorSummary) -> Iterator[str]:
    """Yields what differs between a published read and the rebuilt one, one line each. Raises as the above."""
    published, rebuilt = Facts.from_json(text.facts), facts_of(text)
    for old, new in zip(published.rows, rebuilt.rows, strict=True):
        for name in (field.name for field in fields(RowFacts)):
            if getattr(old, name) != getattr(new, name):
                yield f"{text}: {old.key}.{name} was {getattr(old, name)!r}, rebuilt {getattr(new, name)!r}"
    written = rules_texts(text, rebuilt)
    for language, shown in published_rules_texts(text).items():
        if written.get(language) != shown:
            yield f"{text}: the rules' text in {language} differs"
