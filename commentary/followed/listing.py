"""A reader's events as lines in the reader's language, for messages, the feed and the settings."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.db.models import Exists, OuterRef
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from commentary.facts.snapshot import RowFacts
from commentary.followed.events import row_of
from commentary.followed.models import FigureCursor, FigureEvent, Follow, Kind
from commentary.labels import text_language
from commentary.language import amounts
from indicators.agenda import catalogue
from indicators.agenda.lines import day_text
from indicators.groups import load
from indicators.models import IndicatorFigure

MOST = 50


@dataclass(frozen=True)
class EventLine:
    """One or several events of one observation. `code` is "" for a decision; `ids` are those of the events."""

    ids: tuple[int, ...]
    code: str
    label: str
    kinds: tuple[str, ...]
    value: str
    why: str
    dated: str
    text: str
    url: str
    at: datetime
    now: str = ""  # the observation's present value, if it was revised after the event

    @property
    def facts(self) -> str:
        """Value, date, and the size of the move against the usual one, on one line; "" for a decision.

        Behind them the present value of an observation that was revised since.
        """
        shown = f"{self.value}, {self.dated}" if self.value else ""
        shown = f"{shown} ({self.why})" if self.why else shown
        present = _("now given as %(value)s") % {"value": self.now}
        return f"{shown}; {present}" if self.now else shown

    @property
    def title(self) -> str:
        return f"{self.label}: {', '.join(self.kinds)}"


def of_reader(user: User, language: str, tone: str) -> list[EventLine]:
    """Returns the latest events that the reader asked for before they were found, newest first."""
    asked = Follow.objects.filter(
        user=user, subject=OuterRef("subject"), kind=OuterRef("kind"), created_at__lte=OuterRef("at")
    )
    found = FigureEvent.objects.filter(Exists(asked)).order_by("-at", "subject", "pk")[:MOST]
    return lines(found, language, tone)


def lines(events: Iterable[FigureEvent], language: str, tone: str) -> list[EventLine]:
    """Returns a line for each observation, without rows that are switched off and observations withdrawn since."""
    events = list(events)
    shown = {row.code for row in load().active_rows()}
    days = dict(
        IndicatorFigure.objects.filter(code__in={each.subject for each in events}).values_list(
            "code", "observed_on"
        )
    )
    cursors = FigureCursor.objects.filter(code__in=days)
    rows = {cursor.code: row_of(cursor) for cursor in cursors}
    found: dict[tuple[str, str], EventLine] = {}
    with translation.override(language):
        for event in events:
            if event.kind == Kind.DECISION:
                made = _decision(event, language)
            elif event.subject in shown and event.day <= days.get(event.subject, date.min):
                made = _figure(event, rows.get(event.subject), language, tone)
            else:
                continue
            if made is not None:
                _merge(found, (event.subject, event.key), made)
    return list(found.values())


def _merge(found: dict[tuple[str, str], EventLine], key: tuple[str, str], line: EventLine) -> None:
    known = found.get(key)
    found[key] = (
        replace(known, ids=(*known.ids, *line.ids), kinds=(*known.kinds, *line.kinds)) if known else line
    )


def kind_text(kind: str) -> str:
    """Returns what has happened, in the language in force."""
    return {
        Kind.OUT.value: pgettext("event", "out"),
        Kind.UNUSUAL.value: pgettext("event", "unusual for it"),
        Kind.REVISED.value: pgettext("event", "revised"),
        Kind.DECISION.value: pgettext("event", "decision day"),
    }[kind]


def _figure(event: FigureEvent, row: RowFacts | None, language: str, tone: str) -> EventLine | None:
    by_tone = event.texts.get(text_language(language), {})
    words = by_tone.get(tone) or next(iter(by_tone.values()), None)
    if words is None:
        return None
    return EventLine(
        ids=(event.pk,),
        code=event.subject,
        label=words["label"],
        kinds=(kind_text(event.kind),),
        value=words["value"],
        why=words["why"],
        dated=words["dated"],
        text=words["text"],
        url=f"/indicators/{event.subject}",
        at=event.at,
        now=_now(event, words["value"], row, language, tone),
    )


def _now(event: FigureEvent, told: str, row: RowFacts | None, language: str, tone: str) -> str:
    """Returns the present value of the observation of an event, if it is another one than was told; else "".

    A message can wait for a morning. Revisions, whose key is no period, and policy rates have their own events.
    """
    if row is None:
        return ""
    known = {row.prev_period: row.prev, row.period: row.value}
    value = known.get(event.key)
    if value is None:
        return ""
    found = amounts.value(value, row, tone).text(text_language(language))
    return found if found != told else ""


def _decision(event: FigureEvent, language: str) -> EventLine | None:
    entry = catalogue.entries().get(event.subject)
    if entry is None:
        return None
    day = day_text(event.day)
    return EventLine(
        ids=(event.pk,),
        code="",
        label=entry.name(language),
        kinds=(kind_text(event.kind),),
        value="",
        why="",
        dated=day,
        text=_(
            "The time announced for the decision (%(day)s) has passed; the bank publishes it on its own page."
        )
        % {"day": day},
        url="/agenda",
        at=event.at,
    )
