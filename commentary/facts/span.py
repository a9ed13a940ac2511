"""The facts of a span of days, against the edition that readers had before it: moves, decisions, revisions, stories."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from math import sqrt

from briefing.core.periods import parse
from commentary.facts import collecting, stories
from commentary.facts.moves import move
from commentary.facts.ranking import PreviousFigures, marked, printed_direction, score
from commentary.facts.snapshot import EVERYTHING, Facts, RowFacts
from commentary.models import IndicatorSummary
from indicators import agenda, revision_listing
from indicators.api_models import ChangedObservation
from indicators.groups import RowConfig, load
from indicators.models import Revision

LEAST_DAYS, MOST_DAYS = 2, 30


@dataclass(frozen=True)
class Span:
    """What happened since `start`, each part as facts of its own; `since` is when the edition before was published.

    `moves` has each figure's move over the whole span, `decisions` each policy rate's latest decision, `revisions` each
    figure's latest revised period, `stories` the stories of at least two days.
    """

    start: datetime
    since: datetime
    moves: Facts
    decisions: Facts
    revisions: Facts
    stories: Facts


def span(days: int, now: datetime) -> Span | None:
    """Returns the facts since the beginning (UTC) of the day `days` days ago, or None before the first edition."""
    today = now.astimezone(UTC).date()
    start = datetime.combine(today - timedelta(days=days), time(), UTC)
    seen = edition_before(start)
    if seen.figures is None or seen.at is None:
        return None
    current = collecting.recent(seen.figures.keys(), today)
    parts = changes(seen, current, Recorded.since(seen.at), start=start.date(), today=today)
    return Span(start, seen.at, *parts, _stories(start, now))


@dataclass(frozen=True)
class Recorded:
    """What the record of revisions has: each row's latest revised observation, and the symbols with a new base year."""

    revised: Mapping[str, ChangedObservation] = field(default_factory=dict)
    rebased: frozenset[str] = frozenset()

    @classmethod
    def since(cls, moment: datetime) -> "Recorded":
        items = revision_listing.revisions(moment, "en").items
        rebased = Revision.objects.filter(at__gt=moment, rebased=True).values_list("symbol", flat=True)
        # They come newest first: reversed, the latest period of a row stays.
        return cls(
            {item.code: item for item in reversed(items) if item.value is not None}, frozenset(rebased)
        )


NOTHING_RECORDED = Recorded()


def changes(
    seen: PreviousFigures,
    current: Mapping[str, tuple[RowFacts, Mapping[str, float]]],
    recorded: Recorded = NOTHING_RECORDED,
    *,
    start: date,
    today: date,
) -> tuple[Facts, Facts, Facts]:
    """Returns moves, decisions and revisions; `current` is of `collecting.recent`."""
    moves, decisions, revisions = list[RowFacts](), list[RowFacts](), list[RowFacts]()
    shown = seen.figures or {}
    for config in (row for group in load().groups for row in group.rows):
        if config.code not in current or config.code not in shown:
            continue
        row, recent = current[config.code]
        if config.wire.rank == "policy":
            decisions += list(_decisions(config, row, recent, start))[-1:]
        elif moved := _moved(row, shown[row.key], recent):
            moves.append(moved)
        if not recorded.rebased & set(config.symbols):
            revisions += _revised(row, seen, recent, recorded.revised.get(row.key))
    return _facts(moves, today), _facts(decisions, today), _facts(revisions, today)


def _facts(rows: Sequence[RowFacts], today: date) -> Facts:
    return Facts(EVERYTHING, today.isoformat(), tuple(rows))


def _stories(start: datetime, now: datetime) -> Facts:
    return replace(_facts((), now.astimezone(UTC).date()), stories=stories.longest(start, now))


def edition_before(start: datetime) -> PreviousFigures:
    """Returns the figures of the last edition before a moment, else of the first; withdrawn texts do not count."""
    texts = IndicatorSummary.objects.accepted().filter(group=EVERYTHING, published_at__isnull=False)
    columns = texts.values_list("facts", "published_at")
    last = columns.filter(published_at__lt=start).order_by("-published_at", "-pk").first()
    found = last or columns.order_by("published_at", "pk").first()
    return PreviousFigures.of(*found) if found else PreviousFigures()


def _moved(row: RowFacts, earlier: RowFacts, recent: Mapping[str, float]) -> RowFacts | None:
    """Returns the row with its move since the period shown then; None if it has no newer period or another unit.

    Both values are the current ones: what was revised since is told apart. The usual move grows with the square root of
    the number of observations, as that of a random walk.
    """
    if row.stale or row.date <= earlier.date or row.unit != earlier.unit:
        return None
    before = recent.get(earlier.period, earlier.value)
    steps = max(1, sum(earlier.date < parse(period).end.isoformat() <= row.date for period in recent))
    found = replace(
        row,
        prev=before,
        prev_period=earlier.period,
        move=move(row.value, before, row.measure),
        usual_move=row.usual_move and row.usual_move * sqrt(steps),
        move_rarity=None,
        run=0,
        run_ended=0,
        crossed=(),
        age=0,
        decided="",
        new=True,
    )
    return replace(found, newsworthiness=round(score(found), 4))


def _decisions(
    config: RowConfig, row: RowFacts, recent: Mapping[str, float], since: date
) -> Iterator[RowFacts]:
    """Yields decisions since a day, oldest first, and changes of the rate on days without one (`decided` is "").

    A decision counts once an observation shows its rate.
    """
    for (before, then), (period, value) in pairwise(recent.items()):
        day, other_day = parse(period).end, parse(before).end
        decided = agenda.decided_by(config, day)
        found = replace(
            row,
            value=value,
            prev=then,
            period=period,
            prev_period=before,
            date=day.isoformat(),
            move=move(value, then, row.measure),
            decided="",
            new=True,
        )
        if decided and decided >= since and decided != agenda.decided_by(config, other_day):
            yield replace(found, decided=decided.isoformat())
        elif day >= since and printed_direction(found):
            yield found


def _revised(
    row: RowFacts, seen: PreviousFigures, recent: Mapping[str, float], recorded: ChangedObservation | None
) -> Iterator[RowFacts]:
    """Yields the row at its latest revised period, ranked by the size of the revision.

    Where nothing is recorded (a source whose terms forbid a list of revisions, a record that begins later) the values
    that the edition showed tell.
    """
    found = marked(row, seen, recent)
    before, period = found.revised_from, found.revised_period
    value = recent.get(period)
    if recorded is not None and recorded.unit == row.unit and recorded.value is not None:
        before, period, value = recorded.before, recorded.period, recorded.value
    if before is None or value is None:
        return
    changed = abs(move(value, before, row.measure) or 0.0)
    yield replace(
        row,
        value=value,
        prev=None,
        period=period,
        prev_period="",
        date=parse(period).end.isoformat(),
        move=None,
        new=False,
        stale=False,
        decided="",
        revised_from=before,
        revised_period=period,
        newsworthiness=round(changed / (row.usual_move or changed or 1.0), 4),
    )
