"""Whether publishers can be reached."""

from datetime import datetime

from briefing.core import reachability
from briefing.core.status import Level, Report, StatusLine, StatusMeasure, reports, span


@reports("Network")
def network(now: datetime) -> Report:
    """One line in place of a fault for each publisher."""
    notice = reachability.outage()
    yield StatusMeasure("network_away", "1 while no publisher can be reached.", float(notice is not None))
    if notice is None:
        yield StatusLine("network", Level.OK, "Publishers are reached.")
        return
    text = f"For {span(now - notice.created_at)}: {notice.text}"
    yield StatusLine("network", Level.ERROR, text, "Readers are told so.")
