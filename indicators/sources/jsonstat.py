"""Parses JSON-stat datasets, 2.0 and the older bundles; no network.

Format: https://json-stat.org/full/ (sections dataset, dimension, category, value, status).
"""

from dataclasses import dataclass
from math import prod
from typing import Any

from indicators.sources import SourceError

Json = dict[str, Any]
MOST_CELLS = 1_000_000


@dataclass(frozen=True)
class Cube:
    """A dataset: `codes[i]` are the category codes of dimension `ids[i]`, in order of position.

    `values` and `flags` hold only the positions in the document; `time` is the index in `ids` of the time dimension,
    None if the document has none.
    """

    ids: list[str]
    codes: list[list[str]]
    values: dict[int, object]
    flags: dict[int, str]
    time: int | None

    @property
    def sizes(self) -> list[int]:
        return [len(codes) for codes in self.codes]

    def series(self) -> list[tuple[str, object, str]]:
        """(time code, value, flag) for each time code that has a value, in order.

        Raises SourceError unless every other dimension has exactly one category, since several series would be mixed.
        """
        if self.time is None:
            raise SourceError("The document names no time dimension.", permanent=True)
        if empty := [name for name, size in zip(self.ids, self.sizes, strict=True) if size == 0]:
            raise SourceError(
                f"Nothing matches the filter: {', '.join(empty)} is empty (a code is dead or misspelt).",
                permanent=True,
            )
        several = [
            f"{name} ({size})"
            for place, (name, size) in enumerate(zip(self.ids, self.sizes, strict=True))
            if place != self.time and size != 1
        ]
        if several:
            raise SourceError(
                f"The filter leaves several series: pin {', '.join(several)} to one code.", permanent=True
            )
        return [
            (code, self.values[place], self.flags.get(place, ""))
            for place, code in enumerate(self.codes[self.time])
            if self.values.get(place) is not None
        ]


def read(document: Json) -> Cube:
    """The document's dataset; raises SourceError with the reason if it is not JSON-stat."""
    dataset = _dataset(document)
    dimension = _object(dataset.get("dimension"), "dimension")
    # Before 2.0 names, sizes and roles were inside `dimension`.
    ids = _strings(dataset.get("id", dimension.get("id")), "id")
    sizes = dataset.get("size", dimension.get("size"))
    if not isinstance(sizes, list) or len(sizes) != len(ids):
        raise SourceError(f"The document has {len(ids)} dimensions but not as many sizes.")
    codes = [_codes(name, dimension.get(name)) for name in ids]
    for name, size, found in zip(ids, sizes, codes, strict=True):
        # Some publishers write sizes as strings.
        if (int(size) if isinstance(size, str) and size.isascii() and size.isdigit() else size) != len(found):
            raise SourceError(f"Dimension {name} says size {size} but lists {len(found)} codes.")
    cells = prod(len(found) for found in codes)
    if cells > MOST_CELLS:  # one flag for all cells would exhaust memory
        raise SourceError(f"The document has more than {MOST_CELLS:,} cells.", permanent=True)
    return Cube(
        ids=ids,
        codes=codes,
        values=_positions(dataset.get("value"), cells, "value"),
        flags=_flags(dataset.get("status"), cells),
        time=_time(ids, dataset.get("role", dimension.get("role"))),
    )


def _dataset(document: Json) -> Json:
    if "dimension" in document:
        return document
    inner = [part for part in document.values() if isinstance(part, dict) and "dimension" in part]
    if len(inner) != 1:
        raise SourceError("The document is no JSON-stat dataset.")
    return inner[0]


def _object(part: object, name: str) -> Json:
    if not isinstance(part, dict):
        raise SourceError(f"The document's {name!r} is not an object.")
    return part


def _strings(part: object, name: str) -> list[str]:
    if not isinstance(part, list) or not all(isinstance(entry, str) for entry in part):
        raise SourceError(f"The document's {name!r} is not a list of names.")
    return part


def _codes(name: str, dimension: object) -> list[str]:
    """The codes in order of position; the index is an object, a list, or absent if there is one code."""
    category = _object(_object(dimension, name).get("category"), f"{name}.category")
    index = category.get("index")
    if index is None:
        codes = list(_object(category.get("label"), f"{name}.category.label"))
        if len(codes) != 1:
            raise SourceError(f"Dimension {name} has {len(codes)} codes in no order.")
        return codes
    if isinstance(index, list):
        return _strings(index, f"{name}.category.index")
    places = _object(index, f"{name}.category.index")
    try:
        codes = sorted(places, key=lambda code: places[code])
        orderly = [places[code] for code in codes] == list(range(len(codes)))
    except TypeError:
        orderly = False
    if not orderly:
        raise SourceError(f"The codes of dimension {name} do not have the positions 0, 1, 2 ….")
    return codes


def _positions(part: object, cells: int, name: str) -> dict[int, object]:
    """Converts a full list (nulls for gaps) or a sparse object to values by position."""
    if isinstance(part, list):
        if len(part) != cells:
            raise SourceError(f"The document has {len(part)} entries in {name!r} for {cells} cells.")
        return dict(enumerate(part))
    positions: dict[int, object] = {}
    for key, entry in _object(part, name).items():
        if not (key.isascii() and key.isdigit() and int(key) < cells):
            raise SourceError(f"The document has {name!r} at position {key!r}, outside its {cells} cells.")
        positions[int(key)] = entry
    return positions


def _flags(part: object, cells: int) -> dict[int, str]:
    if isinstance(part, str):
        return dict.fromkeys(range(cells), part)
    if isinstance(part, dict) and isinstance(part.get("value"), list):  # web service V1_1 of 2015
        part = part["value"]
    if isinstance(part, list) and len(part) == 1 != cells:  # one flag for all cells
        part = part * cells
    if part is None:
        return {}
    return {place: flag for place, flag in _positions(part, cells, "status").items() if isinstance(flag, str)}


def _time(ids: list[str], role: object) -> int | None:
    names = role.get("time") if isinstance(role, dict) else None
    for name in [*(names if isinstance(names, list) else []), "time"]:
        if name in ids:
            return ids.index(name)
    return None
