"""Status of where the data come from: samples or public sources, and whether the network reaches these."""

from datetime import datetime

from django.conf import settings

from briefing.core import origin
from briefing.core.operations.status import Level, Report, StatusLine, StatusMeasure, reports, span
from briefing.core.outside import reachability

TEXTS = {
    origin.SAMPLES: "Figures and headlines are samples: made up.",
    origin.LIVE: "Figures and headlines come from the public sources.",
    None: "No figure and no headline has been stored yet.",
}


@reports("Data")
def data(now: datetime) -> Report:
    """Reports an error if production shows samples, or if the data contradict the setting."""
    found, contradiction = origin.stored(), origin.contradiction()
    yield StatusMeasure("sample_data", "1 while the stored data are samples.", float(found == origin.SAMPLES))
    if contradiction:
        yield StatusLine("data", Level.ERROR, contradiction, "Until then nothing new is stored or sent.")
    else:
        wrong = found == origin.SAMPLES and settings.PRODUCTION
        todo = "Stop the service, run `manage.py purge_samples` and set SAMPLE_DATA=false." if wrong else ""
        yield StatusLine("data", Level.ERROR if wrong else Level.OK, TEXTS[found], todo)


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
