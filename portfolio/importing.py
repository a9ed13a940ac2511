"""Imports the instrument map from a broker's metadata: updates automatic rows, leaves manual rows alone."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from django.db import transaction
from django.utils import timezone
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.alias_generators import to_camel

from briefing.core import origin
from briefing.core.web import cache_versions
from portfolio.instruments import short_of, symbol_of
from portfolio.models import InstrumentMap
from portfolio.venues import currency_code

BATCH = 500
SHOWN = 10
LONGEST_SYMBOL = 24  # the provider's limit
FOLLOWED = ("short_ticker", "name", "isin", "currency", "kind", "provider_ticker", "reason", "sample")
Advance = Callable[[int], None]


class BadFile(Exception):
    """The file is not a list of instruments; the text says where and why. Nothing was stored."""


# Control characters are refused: a database rejects NUL, and lists show one line.
Text = Annotated[str, Field(pattern=r"^[^\x00-\x1f]*$")]


class Metadata(BaseModel):
    """One row of the broker's metadata; other fields are ignored."""

    model_config = ConfigDict(str_strip_whitespace=True, strict=True, alias_generator=to_camel)

    ticker: Annotated[Text, Field(min_length=1, max_length=64)]
    short_name: Annotated[Text, Field(max_length=32)] | None = None
    name: Annotated[Text, Field(max_length=200)] | None = None
    currency_code: Annotated[Text, Field(max_length=8)] | None = None
    isin: Annotated[Text, Field(max_length=12)] | None = None
    type: Annotated[Text, Field(max_length=24)] | None = None


ROWS = TypeAdapter(list[Metadata])


@dataclass
class ImportReport:
    """What an import did to the automatic rows, and how many tickers it left to manual rows."""

    read: int = 0
    without_symbol: int = 0
    added: int = 0
    changed: int = 0
    removed: int = 0
    manual: int = 0

    @property
    def unchanged(self) -> int:
        return self.read - self.manual - self.added - self.changed

    def __str__(self) -> str:
        return (
            f"{self.read} instruments read, {self.without_symbol} without a symbol; {self.added} added, "
            f"{self.changed} changed, {self.unchanged} unchanged, {self.removed} removed; "
            f"{self.manual} left to their manual rows"
        )


def read(path: Path) -> list[Metadata]:
    """Parses a JSON file; BadFile lists the first ten mistakes."""
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise BadFile(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise BadFile(f"{path} is not UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise BadFile(f"{path} is not JSON: {error}.") from None
    if not isinstance(data, list):
        raise BadFile(f"{path} must hold a list of instruments, not {_kind(data)}.")
    if not data:
        raise BadFile(f"{path} holds no instruments; an empty file would empty the map.")
    rows = _validated(path, data)
    _refuse_repeats(path, rows)
    return rows


def _kind(data: object) -> str:
    return "an object" if isinstance(data, dict) else f"{data!r:.40}"


def _validated(path: Path, data: list[Any]) -> list[Metadata]:
    try:
        return ROWS.validate_python(data)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False)
    sentences = []
    for each in found[:SHOWN]:
        place, *fields = each["loc"]
        what = ".".join(map(str, fields))
        sentences.append(f"row {int(place) + 1}{f', {what}' if what else ''}: {each['msg']}")
    more = f"\n… and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    raise BadFile(f"{path} has {len(found)} mistakes:\n" + "\n".join(sentences) + more)


def _refuse_repeats(path: Path, rows: Sequence[Metadata]) -> None:
    first: dict[str, int] = {}
    for number, row in enumerate(rows, start=1):
        if first.setdefault(row.ticker, number) != number:
            raise BadFile(f"{path}: rows {first[row.ticker]} and {number} are both {row.ticker}.")


def store(rows: Sequence[Metadata], *, sample: bool = False, advance: Advance | None = None) -> ImportReport:
    """Replaces the automatic rows with the file's, all or nothing.

    A ticker with a manual row gets no automatic one. `advance` is called with the number of rows processed.
    """
    report = ImportReport(read=len(rows))
    with transaction.atomic():
        if sample:
            origin.claim(origin.SAMPLES)
        known = {row.broker_ticker: row for row in InstrumentMap.objects.filter(manual=False)}
        by_hand = set(InstrumentMap.objects.filter(manual=True).values_list("broker_ticker", flat=True))
        added, changed = [], []
        for start in range(0, len(rows), BATCH):
            for row in rows[start : start + BATCH]:
                if row.ticker in by_hand:
                    report.manual += 1
                    continue
                made = _automatic(row, sample=sample)
                report.without_symbol += made.provider_ticker is None
                if (old := known.pop(row.ticker, None)) is None:
                    added.append(made)
                elif _follow(old, made):
                    changed.append(old)
            if advance:
                advance(len(rows[start : start + BATCH]))
        InstrumentMap.objects.bulk_create(added, batch_size=BATCH)
        InstrumentMap.objects.bulk_update(
            changed, [*FOLLOWED, "quote_currency", "updated_at"], batch_size=BATCH
        )
        _remove([row.pk for row in known.values()])
        cache_versions.invalidate("universe")
    report.added, report.changed, report.removed = len(added), len(changed), len(known)
    return report


def _automatic(row: Metadata, *, sample: bool) -> InstrumentMap:
    metadata = row.model_dump(by_alias=True)
    symbol, reason = symbol_of(metadata)
    if symbol and len(symbol) > LONGEST_SYMBOL:
        symbol, reason = None, "the ticker is too long for a symbol"
    return InstrumentMap(
        broker_ticker=row.ticker,
        short_ticker=short_of(metadata)[:32],
        name=row.name or "",
        isin=(row.isin or "").upper(),
        currency=currency_code(row.currency_code) or "",
        kind=row.type or "",
        provider_ticker=symbol,
        reason=reason,
        sample=sample,
    )


def _follow(old: InstrumentMap, made: InstrumentMap) -> bool:
    """Updates a stored row from the file's; returns whether anything changed."""
    if all(getattr(old, name) == getattr(made, name) for name in FOLLOWED):
        return False
    if old.provider_ticker != made.provider_ticker:
        old.quote_currency = ""
    for name in FOLLOWED:
        setattr(old, name, getattr(made, name))
    old.updated_at = timezone.now()
    return True


def _remove(keys: Sequence[int]) -> None:
    for start in range(0, len(keys), BATCH):
        InstrumentMap.objects.filter(pk__in=keys[start : start + BATCH]).delete()
