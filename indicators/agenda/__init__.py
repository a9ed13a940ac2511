"""The agenda: dates of releases and central bank decisions from the publishers' own calendars.

It has no forecasts, no consensus and no importance ratings; `catalogue.toml` marks a few releases as prominent.
"""

from indicators.agenda.decisions import decided_by
from indicators.agenda.upcoming import due

__all__ = ["decided_by", "due"]
