"""Status of the data's origin: samples or public sources."""

from datetime import datetime

from django.conf import settings

from briefing.core import origin
from briefing.core.status import Level, Report, StatusLine, StatusMeasure, reports

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
