"""Status of the network."""

from datetime import datetime

from briefing.core import reachability
from briefing.core.status import Level, Report, StatusLine, StatusMeasure, reports, span


@reports("Network")
def network(now: datetime) -> Report:
    """Reports a network outage once, instead of one fault per publisher."""
    notice = reachability.outage()
    yield StatusMeasure("network_away", "1 while no publisher can be reached.", float(notice is not None))
    if notice is None:
        yield StatusLine("network", Level.OK, "Publishers are reached.")
        return
    text = f"For {span(now - notice.created_at)}: {notice.text}"
    yield StatusLine("network", Level.ERROR, text, "Readers are told so.")
