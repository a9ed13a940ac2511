"""The agenda as an iCalendar file (RFC 5545) for calendar subscriptions."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from briefing.core import origin
from briefing.core.lazy_module import LazyModule
from indicators.agenda.lines import AgendaLine

if TYPE_CHECKING:
    import icalendar
else:
    icalendar = LazyModule("icalendar")

STATUS = {True: "TENTATIVE", False: "CONFIRMED"}
# The refresh interval suggested to calendar programs.
REFRESH = timedelta(hours=12)


def calendar(lines: Iterable[AgendaLine], *, language: str, changed: datetime) -> bytes:
    """The file. `changed` is the timestamp of every event, so equal lines give equal bytes."""
    with translation.override(language):
        found = icalendar.Calendar()
        found.add("prodid", f"-//Market Briefing//{language}//")
        found.add("version", "2.0")
        name = "Market Briefing: " + _("Agenda")
        found.add("x-wr-calname", f"{name} ({_('Sample data')})" if origin.is_sample() else name)
        found.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
        for line in lines:
            found.add_component(_event(line, changed))
    text: bytes = found.to_ical()
    return text


def _event(line: AgendaLine, changed: datetime) -> "icalendar.Event":
    event = icalendar.Event()
    event.add("uid", f"{line.key}@{urlsplit(settings.BASE_URL).hostname}")
    event.add("sequence", line.sequence)
    event.add("dtstamp", changed)
    event.add("dtstart", line.starts_at or line.day)
    event.add("summary", f"{line.title} ({line.period})" if line.period else line.title)
    event.add("status", "CANCELLED" if line.state == "cancelled" else STATUS[line.provisional])
    event.add("transp", "TRANSPARENT")
    if description := _description(line):
        event.add("description", description)
    event.add("url", line.url or settings.BASE_URL + reverse("indicators:agenda"))
    return event


def _description(line: AgendaLine) -> str:
    parts = [*line.notes, *(row.label for row in line.rows)]
    if line.source:
        parts.append(_("Source: %(source)s") % {"source": line.source})
    if notice := origin.notice():  # of an imported event the calendar's name is not shown
        parts.append(notice)
    return "\n".join(parts)
