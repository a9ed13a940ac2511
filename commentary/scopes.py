"""What gets a read; apart from those that write it, which web processes need not load."""

from commentary.facts.snapshot import EVERYTHING
from indicators.groups import load


def scopes() -> list[str]:
    """Everything together first, then each group with active rows."""
    return [EVERYTHING, *(group.id for group in load().groups)]
