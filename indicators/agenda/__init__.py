"""The agenda: which figures and decisions come when, from the publishers' own calendars.

No forecasts, no consensus and no ratings of importance are in it; a few releases stand out by our choice.
"""

from indicators.agenda.decisions import decided_by
from indicators.agenda.upcoming import due

__all__ = ["decided_by", "due"]
