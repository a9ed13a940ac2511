"""The contents of a digest: the latest log, the largest moves since the last digest, and the top headlines."""

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from math import sqrt

from django.db.models import Count, Max

from briefing.core import periods
from briefing.core.numbers import MINUS
from commentary import log_queries
from commentary.digests.periods import DigestPeriod
from commentary.facts import collecting
from commentary.facts.moves import move
from commentary.facts.ranking import score
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.facts.stories import is_harmless
from commentary.labels import text_language
from commentary.language import amounts
from commentary.language import periods as dates
from commentary.language.names import label_of
from commentary.log_queries import LogEntry
from commentary.models import IndicatorSummary
from indicators.agenda import lines as agenda
from indicators.agenda.lines import AgendaLine
from news.models import Headline, Headlines

MOST_MOVES = {"daily": 5, "weekly": 8}
# Days ahead that a digest covers, and the maximum number of releases in it.
DAYS_AHEAD = {"daily": 1, "weekly": 7}
MOST_DUE = 10
MOST_STORIES = {"daily": 5, "weekly": 8}
# Candidates per story shown; titles with an address are dropped, since mail programs turn them into links.
LOOKED_AT = 6
# Logs older than this are left out.
LOG_IS_NEWS = timedelta(days=7)
DAYS_OF_A_STEP = {"W": 7.0, "M": 30.44, "Q": 91.31, "S": 182.62, "A": 365.25}


@dataclass(frozen=True)
class NotableMove:
    """A figure with its previous value, as text in the reader's language."""

    code: str
    label: str
    value: str
    change: str
    dated: str
    before: str
    before_dated: str


@dataclass(frozen=True)
class DigestText:
    """A story, represented by its first headline."""

    title: str
    url: str
    source: str
    lang: str
    published_on: date


@dataclass(frozen=True)
class DigestContents:
    """The contents of a digest; only language and tone depend on the reader."""

    period: DigestPeriod
    language: str
    tone: str
    log: LogEntry | None
    moves: list[NotableMove]
    stories: list[DigestText]
    due: list[AgendaLine] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether there is neither a new log nor a move; headlines alone are not sent."""
        fresh = self.log is not None and self.log.written_at > self.period.since
        return not fresh and not self.moves


def collect(
    period: DigestPeriod, *, language: str, tone: str, now: datetime, rules_only: bool = False
) -> DigestContents:
    """Collects the contents at `now`; nothing is cached, so withdrawn texts disappear at once."""
    log = log_queries.newest(language, tone, rules_only=rules_only)
    if log is not None and log.written_at < now - LOG_IS_NEWS:
        log = None
    return DigestContents(
        period,
        language,
        tone,
        log,
        moves(period, language=language, tone=tone, now=now),
        stories(period, language=language, now=now),
        agenda.ahead(now, language, days=DAYS_AHEAD[period.kind])[:MOST_DUE],
    )


def moves(period: DigestPeriod, *, language: str, tone: str, now: datetime) -> list[NotableMove]:
    """Returns the rows with an observation since the last digest, most newsworthy first.

    Rows without a usual move, stale rows and moves with a score of 0 are left out.
    """
    today = now.astimezone(UTC).date()
    known = _figures_before(period.since)
    found = []
    for row in collecting.everything(today=today)[EVERYTHING].rows:
        earlier = _earlier(row, known, period)
        if earlier is not None and not row.stale and row.usual_move:
            found.append((_news(row, *earlier), row, earlier))
    found = sorted((each for each in found if each[0] > 0), key=lambda each: -each[0])
    texts = [_move_text(row, earlier, language, tone, year=today.year) for _news, row, earlier in found]
    return [move for move in texts if move][: MOST_MOVES[period.kind]]


def _figures_before(moment: datetime) -> dict[str, RowFacts] | None:
    """Returns the figures by code of the last cycle before `moment`, also of rejected texts; None if there is none."""
    frozen = IndicatorSummary.objects.filter(group=EVERYTHING, cycle__lte=moment).newest_first()
    document = frozen.values_list("facts", flat=True).first()
    return None if document is None else {row.key: row for row in Facts.from_json(document).rows}


Earlier = tuple[float, str, date]  # value, period label, day


def _earlier(row: RowFacts, known: dict[str, RowFacts] | None, period: DigestPeriod) -> Earlier | None:
    """Returns the observation that the last digest could show, or None if there is no newer one."""
    day = date.fromisoformat(row.date)
    if known is None:
        # No edition before the last digest: compare with the previous observation, if it is of this period.
        if row.prev is None or not row.prev_period or day < period.since.date():
            return None
        return row.prev, row.prev_period, periods.parse(row.prev_period).end
    before = known.get(row.key)
    if row.prev is None and row.prev_period:
        return None  # the previous period was never published
    if before is None or before.unit != row.unit or before.date >= row.date:
        return None
    return before.value, before.period, date.fromisoformat(before.date)


def _news(row: RowFacts, value: float, period: str, day: date) -> float:
    """Returns the row's score for its move since the last digest, comparable across frequencies.

    The usual move is scaled by the square root of the number of steps, as for a random walk.
    """
    usual = (row.usual_move or 0.0) * sqrt(_steps(row.frequency, day, date.fromisoformat(row.date)))
    since = move(row.value, value, row.measure)
    return score(replace(row, new=True, prev=value, prev_period=period, move=since, usual_move=usual))


def _steps(frequency: str, start: date, end: date) -> int:
    """Returns the number of observations between two days; daily series have them on weekdays."""
    if frequency in DAYS_OF_A_STEP:
        return max(1, round((end - start).days / DAYS_OF_A_STEP[frequency]))
    return max(1, periods.business_days(start, end))


def _move_text(row: RowFacts, earlier: Earlier, language: str, tone: str, *, year: int) -> NotableMove | None:
    """Returns None if the displayed value did not change or a ratio to the earlier value is undefined."""
    value, period, day = earlier
    language = text_language(language)
    row = amounts.as_printed(row, tone)
    since = amounts.move_between(row.value, value, row)
    new, old = (amounts.value(each, row, tone).text(language) for each in (row.value, value))
    if not since or new == old:
        return None
    size = amounts.size(since, row, tone).text(language)
    return NotableMove(
        code=row.key,
        label=label_of(row, language, tone),
        value=new,
        change=f"{'+' if since > 0 else MINUS}{size}",
        dated=dates.PeriodText(row.period, year, row.date).bare(language),
        before=old,
        before_dated=dates.PeriodText(period, year, day.isoformat()).bare(language),
    )


def stories(period: DigestPeriod, *, language: str, now: datetime) -> list[DigestText]:
    """Returns the stories that most publishers report, in `language`, or in any if it has none."""
    most = MOST_STORIES[period.kind]
    window = Headline.objects.filter(
        published_at__gt=period.since, published_at__lte=now, story__isnull=False
    ).exclude(url="")
    return _top(window.in_language(language), most) or _top(window, most)


def _top(rows: Headlines, most: int) -> list[DigestText]:
    ranked = (
        rows.order_by()
        .values("story")
        .annotate(publishers=Count("feed__publisher", distinct=True), newest=Max("published_at"))
        .order_by("-publishers", "-newest", "-story")
        .values_list("story", flat=True)[: most * LOOKED_AT]
    )
    wanted = list(ranked)
    first: dict[int, Headline] = {}
    for row in rows.filter(story__in=wanted).select_related("feed").defer("words").order_by("pk"):
        if row.story_id not in first and is_harmless(row):
            first[row.story_id or 0] = row
    return [_story(first[pk]) for pk in wanted if pk in first][:most]


def _story(row: Headline) -> DigestText:
    return DigestText(row.title, row.url, row.feed.source, row.lang, row.published_at.astimezone(UTC).date())
