"""Finds the meaning of a broker file's columns from its header names: shipped layouts, stored templates, a model.

A model is called once for each list of names; it replies with indexes only, and an invalid template is neither stored
nor returned.
"""

import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from briefing.core.outside.llm import Answer, ModelError, Request, complete
from commentary.writing.drafts import read_object
from portfolio.header_names import header_key, plain
from portfolio.layouts import Template, shipped_template
from portfolio.models import CsvFormatTemplate

PROMPT = Path(__file__).parent / "prompts/format.txt"
MAX_TOKENS = 400
DEADLINE_S = 20.0
NONE = -1
KEYS = ("slice", "name", "isin", "currency", "quantity", "invested", "value", "result", "price")
TOTALS = ["Total", "Totals", "Grand total", "Totale", "Totali", "Totaal", "Summe", "Gesamt"]
# The model replied without a usable result; every other code means that it could not be reached.
NO_USE = {"unusable", "blank", "refusal", "filtered", "length", "cut_early", "bad_reply", "unfinished"}


class FormatUnavailable(Exception):
    """No model could be called."""


class NoUse(Exception):
    """The model's reply is not a valid template."""


class NotHoldings(Exception):
    """The names do not belong to a table of current holdings."""


@dataclass(frozen=True)
class Format:
    """A template and its origin."""

    template: Template
    made_by: str
    broker: str = ""


class FormatReply(BaseModel):
    """The model's reply: an index for each key, -1 for none."""

    model_config = ConfigDict(extra="forbid", strict=True)

    holdings: bool
    slice: int = Field(ge=NONE)
    name: int = Field(ge=NONE)
    isin: int = Field(ge=NONE)
    currency: int = Field(ge=NONE)
    quantity: int = Field(ge=NONE)
    invested: int = Field(ge=NONE)
    value: int = Field(ge=NONE)
    result: int = Field(ge=NONE)
    price: int = Field(ge=NONE)
    unit: str

    def template(self, width: int) -> Template | None:
        """The template for `width` columns; None if it is invalid."""
        columns = {key: index for key in KEYS if (index := getattr(self, key)) != NONE}
        try:
            found = Template.model_validate({"columns": columns, "unit": self.unit, "skip_rows": TOTALS})
        except ValidationError:
            return None
        return found if found.fits(width) else None


def known(names: Sequence[str], delimiter: str) -> Format | None:
    """The format for these header names from shipped layouts or the table; None if a model is needed."""
    shipped = shipped_template(names)
    if shipped:
        return Format(shipped[1], CsvFormatTemplate.MadeBy.SHIPPED, shipped[0])
    row = CsvFormatTemplate.objects.filter(header_key=header_key(names, delimiter)).first()
    return _as_format(row) if row else None


def by_model(names: Sequence[str], delimiter: str) -> Format:
    """Returns a model's format and stores it; raises FormatUnavailable, NoUse or NotHoldings.

    Call it outside transactions: the model ledger writes its rows in separate ones.
    """
    template, answer = _ask(names)
    row, _made = CsvFormatTemplate.objects.get_or_create(
        header_key=header_key(names, delimiter),
        defaults={
            "delimiter": delimiter,
            "headers": list(names),
            "template": template.model_dump(),
            "made_by": CsvFormatTemplate.MadeBy.AI,
            "model": answer.model[:128],
            "prompt_tokens": answer.usage.prompt_tokens,
            "completion_tokens": answer.usage.completion_tokens,
            "cost_usd": round(answer.cost_usd, 6),
        },
    )
    return _as_format(row)


def _as_format(row: CsvFormatTemplate) -> Format:
    return Format(Template.model_validate(row.template), row.made_by, row.broker)


def _ask(names: Sequence[str]) -> tuple[Template, Answer]:
    try:
        answer = complete(request(names))
    except ModelError as error:
        raise (NoUse if error.code in NO_USE else FormatUnavailable) from None
    reply = read(answer.text, len(names))
    if reply and not reply.holdings:
        raise NotHoldings
    template = reply.template(len(names)) if reply else None
    if template is None:
        raise NoUse
    return template, answer


def request(names: Sequence[str]) -> Request:
    """The model request: only indexes and names, between random marks.

    The names are normalised like the key under which the answer is stored and shared, so that one reader's invisible
    characters cannot mislead the model for every other reader with that key.
    """
    mark = secrets.token_hex(8)
    lines = [
        json.dumps({"index": at, "name": plain(name)}, ensure_ascii=False) for at, name in enumerate(names)
    ]
    return Request(
        purpose="csv_format",
        system=_system(),
        user="\n".join([f"BEGIN {mark}", *lines, f"END {mark}"]),
        max_tokens=MAX_TOKENS,
        schema=schema(len(names)),
        temperature=0.0,
        thinking=False,
        usable=lambda text: read(text, len(names)) is not None,
        deadline_s=min(DEADLINE_S, settings.LLM_TIMEOUT_S),
    )


@cache
def _system() -> str:
    return PROMPT.read_text(encoding="utf-8")


def schema(width: int) -> dict[str, Any]:
    """A strict JSON schema: indexes of this header or -1, without free text."""
    index = {"type": "integer", "enum": [NONE, *range(width)]}
    properties: dict[str, Any] = {"holdings": {"type": "boolean"}, **dict.fromkeys(KEYS, index)}
    properties["unit"] = {"type": "string", "enum": ["whole", "pence"]}
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def read(text: str, width: int) -> FormatReply | None:
    """Parses a reply; None if it is malformed or no template for `width` columns."""
    try:
        reply = FormatReply.model_validate(read_object(text))
    except ValidationError:
        return None
    return reply if not reply.holdings or reply.template(width) else None
