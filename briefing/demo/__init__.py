"""Sample sources: made-up figures and headlines in exactly the shapes of the real services.

A module of this package that names a `ROUTE` answers under `/<ROUTE>/…` of the sample server, by
`answer(path, query, now) -> SampleResponse`. What was posted stands in the query as `POSTED`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Query = Mapping[str, Sequence[str]]
POSTED = "posted document"


@dataclass(frozen=True)
class SampleResponse:
    """What a sample source says to one request; `file` in the place of a text."""

    body: str
    content_type: str
    status: int = 200
    file: bytes = b""


def first(query: Query, name: str, default: str = "") -> str:
    """The first value of a query parameter."""
    return next(iter(query.get(name, ())), default)
