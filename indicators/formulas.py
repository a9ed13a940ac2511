"""Describes in words how a figure is computed."""

from collections.abc import Iterator

from django.utils import formats
from django.utils.translation import gettext as _

from indicators.groups import RowConfig


def formula(row: RowConfig) -> str:
    """The row's transform with its symbols, in the active language."""
    return " ".join(_parts(row))


def _parts(row: RowConfig) -> Iterator[str]:
    first, second = row.symbols[0], row.symbols[-1]
    names = {"first": first, "second": second}
    if row.transform == "level":
        yield _("As published: %(first)s.") % names
    elif row.transform == "yoy":
        yield _("Year on year, in per cent: %(first)s.") % names
    elif row.transform == "spread":
        yield _("Difference: %(first)s minus %(second)s.") % names
    elif row.factor == 1:
        yield _("Ratio: %(first)s divided by %(second)s.") % names
    else:
        factor = formats.number_format(row.factor)
        yield _("Ratio: %(first)s divided by %(second)s, times %(factor)s.") % {**names, "factor": factor}
    if len(row.symbols) == 2 and row.frequencies[0] != row.frequencies[1]:
        yield _(
            "The two are published at different intervals: the latest known figure of the second is used."
        )
