"""Sample sources: made-up figures and headlines in the exact formats of the real services.

A module of this package with a `ROUTE` serves `/<ROUTE>/…` of the sample server by `answer(path, query, now)
-> SampleResponse`. A posted body is in the query as `POSTED`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Query = Mapping[str, Sequence[str]]
POSTED = "posted document"


@dataclass(frozen=True)
class SampleResponse:
    """A sample source's response; `file` replaces the text."""

    body: str
    content_type: str
    status: int = 200
    file: bytes = b""


def first(query: Query, name: str, default: str = "") -> str:
    return next(iter(query.get(name, ())), default)
