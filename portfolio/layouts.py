"""Templates that map the columns of a holdings file, and the shipped layouts of brokers."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from portfolio.header_names import LONGEST_NAME, MOST_NAMES, fold

FILE = Path(__file__).with_name("formats.toml")
Index = Annotated[int, Field(strict=True, ge=0, lt=MOST_NAMES)]
Words = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]


class Columns(BaseModel):
    """The index of each column in the header, from 0; null where the file has none."""

    model_config = ConfigDict(extra="forbid")

    slice: Index | None = None
    name: Index | None = None
    isin: Index | None = None
    currency: Index | None = None
    quantity: Index
    invested: Index | None = None
    value: Index | None = None
    result: Index | None = None
    price: Index | None = None

    def used(self) -> list[int]:
        return [index for index in self.model_dump().values() if index is not None]


class RowFilter(BaseModel):
    """Reads only rows with this text in this column."""

    model_config = ConfigDict(extra="forbid")

    column: Index
    equals: Words


class Template(BaseModel):
    """How a holdings file is read; `template.js` validates it again before use.

    `unit` is the unit of the price only. Rows with a text in `skip_rows` (totals) are left out.
    """

    model_config = ConfigDict(extra="forbid")

    columns: Columns
    unit: Literal["whole", "pence"] = "whole"
    row_filter: list[RowFilter] = Field(default_factory=list, max_length=3)
    skip_rows: list[Words] = Field(default_factory=list, max_length=10)

    @model_validator(mode="after")
    def _check_columns(self) -> Self:
        columns, used = self.columns, self.columns.used()
        if len(set(used)) != len(used):
            raise ValueError("one column for two things")
        if columns.value is None and columns.price is None:
            raise ValueError("neither a value nor a price")
        if columns.slice is None and columns.name is None and columns.isin is None:
            raise ValueError("nothing that names a holding")
        return self

    def fits(self, width: int) -> bool:
        """Whether every index is below `width`."""
        return all(
            index < width for index in [*self.columns.used(), *(each.column for each in self.row_filter)]
        )


class Shipped(BaseModel):
    """A layout of `formats.toml`, with columns by name."""

    model_config = ConfigDict(extra="forbid")

    broker: str
    columns: dict[str, str]
    optional: dict[str, str] = Field(default_factory=dict)
    also: list[str] = Field(default_factory=list)
    unit: Literal["whole", "pence"] = "whole"
    row_filter: list[dict[Literal["column", "equals"], str]] = Field(default_factory=list)
    skip_rows: list[str] = Field(default_factory=list)

    def template(self, names: Sequence[str]) -> Template | None:
        """The template for these folded names; None if the layout does not match."""
        needed = [*self.columns.values(), *self.also, *(each["column"] for each in self.row_filter)]
        places = {name: _place(name, names) for name in [*needed, *self.optional.values()]}
        if any(places[name] is None for name in needed):
            return None
        wanted: Mapping[str, str] = self.columns | self.optional
        rows = [{"column": places[each["column"]], "equals": each["equals"]} for each in self.row_filter]
        return Template.model_validate(
            {
                "columns": {key: places[name] for key, name in wanted.items()},
                "unit": self.unit,
                "row_filter": rows,
                "skip_rows": self.skip_rows,
            }
        )


def _place(pattern: str, names: Sequence[str]) -> int | None:
    """The index of the name; None if it is missing or occurs twice."""
    form = re.compile(re.escape(fold(pattern)).replace(re.escape("{currency}"), "[a-z]{3}"))
    found = [index for index, name in enumerate(names) if form.fullmatch(name)]
    return found[0] if len(found) == 1 else None


@cache
def shipped() -> tuple[Shipped, ...]:
    rows = tomllib.loads(FILE.read_text(encoding="utf-8"))["layout"]
    return tuple(Shipped.model_validate(row) for row in rows)


def shipped_template(names: Sequence[str]) -> tuple[str, Template] | None:
    """The broker and the template of the first layout that matches these header names."""
    folded = [fold(name) for name in names]
    for layout in shipped():
        template = layout.template(folded)
        if template is not None:
            return layout.broker, template
    return None
