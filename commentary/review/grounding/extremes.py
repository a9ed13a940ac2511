"""Claims of highs, lows and records, of a figure against its own past and against its neighbours."""

import re
from collections.abc import Iterator
from datetime import date, timedelta

from commentary.review.dates import Said
from commentary.review.grounding.matching import Fault
from commentary.review.grounding.rows import Row
from commentary.review.grounding.sentence import Sentence

ENDS = ("high", "low")
NEAR_FAR = 60.0  # a figure above less than so much of its past is not near its highest
_PERIOD = re.compile(r"(\d{4})(?:-(?:Q([1-4])|W(\d{2})|(\d{2})(?:-(\d{2}))?))?")


def first_day(period: str) -> date | None:
    """The first day of a period such as "2026-Q2", "2026-04", "2026-04-03"; None for another text."""
    match = _PERIOD.fullmatch(period)
    if match is None:
        return None
    year, quarter, week, month, day = match.groups()
    if week:
        return date.fromisocalendar(int(year), int(week), 1)
    return date(int(year), int(quarter) * 3 - 2 if quarter else int(month or 1), int(day or 1))


def last_day(said: Said, today: date) -> date | None:
    """The last day of what a text says; without a year, of the newest such time before today."""
    month = said.month or said.quarter * 3
    for year in (said.year,) if said.year else (today.year, today.year - 1):
        try:
            start = date(year, month or 12, said.day or 1)
        except ValueError:
            return None
        if said.day:
            end = start
        else:
            end = (start.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
        if said.year or start <= today:
            return end
    return None


class Extremes:
    """The highs and lows that one sentence claims."""

    def __init__(
        self, sentence: Sentence, roles: dict[int, frozenset[str]], as_of: str, *, placed: bool
    ) -> None:
        self.sentence, self.roles, self.placed = sentence, roles, placed
        self.today = first_day(as_of) or date.max.replace(year=9000)

    def faults(self) -> Iterator[Fault]:
        sentence, words = self.sentence, self.sentence.words
        if self.placed or sentence.has("hedged_extreme"):
            return
        for name, sign in (("high", 1), ("low", -1), ("best", 1), ("worst", -1)):
            for match in words.of[name].finditer(sentence.text):
                rows = sentence.rows_of(sentence.subject(match.start())) or sentence.rows_of(
                    sentence.mentions
                )
                rows = rows if sentence.mentions else sentence.rows_of(sentence.topic)
                rows = [row for row in rows if row.value is not None and (name in ENDS or row.better)]
                down = name not in ENDS  # the worst unemployment is the highest
                signs = [-sign if down and row.better == "down" else sign for row in rows]
                if rows and all(
                    self._holds(row, one, match) is False for row, one in zip(rows, signs, strict=True)
                ):
                    yield Fault("extreme", *match.span(), "the facts give no such extreme")
        for name, sign in (("never_higher", 1), ("never_lower", -1)):
            for match in words.of[name].finditer(sentence.text):
                rows = sentence.rows_of(
                    sentence.subject(match.start()) or sentence.mentions or sentence.topic
                )
                since = self._since(match.end()) or self._since(match.start())
                if rows and all(self._since_holds(row, sign, since) is False for row in rows):
                    yield Fault("extreme", *match.span(), "the facts give no such extreme")

    def _holds(self, row: Row, sign: int, match: re.Match[str]) -> bool | None:
        sentence, words = self.sentence, self.sentence.words
        if words.has("ranking", sentence.text[match.end() : match.end() + 40]):
            return self._ranks(row, sign)
        before, after = (
            sentence.text[max(sentence.part(match.start())[0], match.start() - 40) : match.start()],
            sentence.text[match.end() : match.end() + 70],
        )
        if any(roles & {"lowest", "highest", "from_highest", "from_lowest"} for roles in self.roles.values()):
            return None
        if words.has("near", before[-25:]):
            return self._near(row, sign)
        since = self._since(match.end())
        if (
            since
            or words.has("on_record", after)
            or words.has("on_record", match[0])
            or words.has("new_record", before[-24:] + match[0])
        ):
            return self._since_holds(row, sign, since)
        return None

    def _ranks(self, row: Row, sign: int) -> bool | None:
        """Whether no other figure of its kind is higher (or lower)."""
        mine = self.sentence.index.abouts[row.place].concepts
        peers = [
            self.sentence.rows[place]
            for place, other in enumerate(self.sentence.index.abouts)
            if other.concepts & mine and self.sentence.rows[place].kind == row.kind
        ]
        values = [peer.value * sign for peer in peers if peer.value is not None]
        return None if len(values) < 2 or row.value is None else row.value * sign >= max(values)

    def _near(self, row: Row, sign: int) -> bool | None:
        if row.percentile is None:
            return None
        return (row.percentile if sign > 0 else 100 - row.percentile) >= NEAR_FAR

    def _since(self, at: int) -> Said | None:
        """The date after a "since" within reach of a place."""
        text = self.sentence.text
        if self.sentence.words.has(
            "of_year", text[at:]
        ):  # its highest of the year: since the last day of the one before
            return Said(at, at, self.today.year - 1, 12, 31)
        for said in self.sentence.dates:
            if at <= said.start <= at + 60 and self.sentence.words.has(
                "since", text[max(0, said.start - 24) : said.start]
            ):
                return said
        return None

    def _since_holds(self, row: Row, sign: int, since: Said | None) -> bool | None:
        """Whether nothing was as high (or low) after that day; without a day, in the whole history."""
        extreme = row.number("highest" if sign > 0 else "lowest")
        value = row.value
        if value is None or extreme is None:
            return None
        if row.shown(value) * sign >= row.shown(extreme) * sign:
            return True
        day = last_day(since, self.today) if since else None
        if day is None:
            return False
        if row.text("extreme") == ("highest" if sign > 0 else "lowest") and (
            last := first_day(row.text("extreme_since"))
        ):
            return day >= last
        reached = first_day(row.text("highest_on" if sign > 0 else "lowest_on"))
        if reached and reached > day:
            return False
        if (start := first_day(row.text("since"))) and day.year <= start.year:
            return False
        if "extreme" in row.raw and (self.today - day).days > 400:
            return False
        other = row.percentile
        return False if other is not None and (other if sign > 0 else 100 - other) < 20 else None
