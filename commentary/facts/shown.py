"""Stored facts as readers may see them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from commentary.facts.snapshot import Facts
from indicators.groups import load


def shown(document: Mapping[str, Any]) -> Facts:
    """The facts without figures whose terms, as of now, forbid display to paying readers."""
    found, withheld = Facts.from_json(document), load().withheld()
    rows = (row for row in found.rows if (row.key, row.fallback) not in withheld)
    return replace(found, rows=tuple(rows)) if withheld else found
