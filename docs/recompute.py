"""Recomputes the numbers of the newest texts from the observations, with a personal token and the API alone.

    python docs/recompute.py https://briefing.example mb_…

Prints a line for each number that the observations do not give, then a summary; the exit status is 1 if there is one.
Numbers whose source does not allow redistribution are null in the API and counted apart.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from math import isfinite
from statistics import median
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

TONES = ("NOVICE", "INTERMEDIATE")
TWO_YEARS = timedelta(days=2 * 365 + 1)
LEAST = 60  # observations of a usual move, where two years have fewer
Fetch = Callable[[str], dict[str, Any]]


class Series:
    """The observations of a figure, oldest first."""

    def __init__(self, answer: Mapping[str, Any]) -> None:
        found = answer["observations"]
        self.periods = [each["period"] for each in found]
        self.days = [date.fromisoformat(each["day"]) for each in found]
        self.values = [float(each["value"]) for each in found]
        self.decimals = int(answer["decimals"])
        self.first = {each["period"]: float(each["first"]) for each in answer["revised"]}

    def value(self, period: str) -> float:
        return self.values[self.periods.index(period)]

    def moves(self, period: str) -> Iterator[float]:
        """Yields the move to a period from displayed values, as difference and per cent; newcomers see two decimals."""
        place = self.periods.index(period)
        for decimals in {self.decimals, min(self.decimals, 2)}:
            new, old = (round(self.values[each], decimals) for each in (place, place - 1))
            yield from _both(new, old)

    def usual_moves(self, period: str) -> Iterator[float]:
        """Yields the median of the absolute moves of two years, as difference and per cent."""
        yield from map(median, self._sizes(period))

    def rarities(self, period: str) -> Iterator[float]:
        """Yields the percentage of two years' moves that were smaller, as difference and per cent."""
        for sizes in self._sizes(period):
            yield sum(each < sizes[-1] - 1e-9 for each in sizes) / len(sizes) * 100

    def share(self, period: str) -> float:
        """Returns the percentage of the history until a period that lies below its value; of equal ones half."""
        known = self.values[: self.periods.index(period) + 1]
        below = sum(each < known[-1] for each in known) + known.count(known[-1]) / 2
        return below / len(known) * 100

    def _sizes(self, period: str) -> Iterator[list[float]]:
        """Yields the absolute moves of two years until a period, oldest first, as differences and per cent."""
        end = self.periods.index(period) + 1
        start = next(n for n in range(end) if self.days[n] >= self.days[end - 1] - TWO_YEARS)
        start = max(0, min(start, end - LEAST - 1))
        moves = (_both(new, old) for old, new in pairwise(self.values[start:end]))
        yield from ([abs(each) for each in kind if isfinite(each)] for kind in zip(*moves, strict=True))


def _both(new: float, old: float) -> tuple[float, float]:
    return new - old, (new / old - 1) * 100 if old > 0 else float("nan")


def is_borne_out(figure: Mapping[str, Any], series: Sequence[Series], before: Series | None = None) -> bool:
    """Whether the observations give the number of a sentence.

    `series` are two for a gap; `before` is the series as known on the day before, for what a revision replaced.
    """
    field, stated, period, own = figure["field"], figure["value"], figure["period"], series[0]
    if field == "gap":
        one, other = (round(each.value(period), each.decimals) for each in series)
        return _is_close(stated, abs(one - other), 1e-6)
    if field == "revised_from":
        known = [own.first.get(period), before.value(period) if before else None]
        return any(each is not None and _is_close(stated, each, 1e-9) for each in known)
    if field == "level":  # a round mark or a target: crossed or reached by the latest move
        place = own.periods.index(period)
        low, high = sorted(round(each, own.decimals) for each in own.values[place - 1 : place + 1])
        return bool(low <= stated <= high)
    if field == "move":
        return any(_is_close(stated, each, 1e-6) for each in own.moves(period))
    if field == "usual":
        return any(_is_close(stated, each, 1e-6) for each in own.usual_moves(period))
    if field in ("share", "below", "rarity"):
        found = own.rarities(period) if field == "rarity" else [own.share(period)]
        return any(abs((100 - each if field == "below" else each) - stated) <= 0.51 for each in found)
    if field in ("lowest", "highest"):
        extreme = min if field == "lowest" else max
        return _is_close(stated, extreme(own.values), 1e-9) and _is_close(stated, own.value(period), 1e-9)
    return _is_close(stated, own.value(period), 1e-9)


def _is_close(stated: float, computed: float, error: float) -> bool:
    return abs(stated - computed) <= error * max(1.0, abs(computed))


def check(fetch: Fetch) -> tuple[list[str], Counter[str]]:
    """Returns the numbers that differ, and how many were recomputed and how many not handed on."""
    texts = [text for tone in TONES for text in fetch(f"/api/reads?tone={tone}")["items"]]
    texts += [text for tone in TONES for text in fetch(f"/api/logs?tone={tone}&limit=1")["items"]]
    series = cache(lambda path: Series(fetch(f"/api/indicators/{path}")))
    wrong, counts = list[str](), Counter[str]()
    for text in texts:
        for sentence in text["sentences"]:
            for figure in sentence["figures"]:
                if figure["value"] is None:
                    counts["dates and numbers not handed on"] += 1
                    continue
                before = None
                if figure["field"] == "revised_from":
                    day = date.fromisoformat(text["written_at"][:10]) - timedelta(days=1)
                    before = series(f"{figure['code']}?as_of={day}")
                counts["recomputed"] += 1
                if not is_borne_out(figure, [series(code) for code in figure["code"].split("-")], before):
                    wrong.append(f"{figure}: {sentence['text']}")
    return wrong, counts


def over_http(address: str, token: str) -> Fetch:
    def fetch(path: str) -> dict[str, Any]:
        url = address.rstrip("/") + path
        request = Request(url, headers={"Authorization": f"Bearer {token}"})  # noqa: S310
        try:
            with urlopen(request, timeout=30) as answer:  # noqa: S310  # nosec B310
                found: dict[str, Any] = json.load(answer)
                return found
        except HTTPError as error:
            if error.code != 429:
                raise
            time.sleep(int(error.headers.get("Retry-After", "60")))
            return fetch(path)

    return fetch


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 2 or not arguments[0].startswith(("http://", "https://")):
        print(__doc__)  # noqa: T201
        return 2
    wrong, counts = check(over_http(*arguments))
    total = f"{len(wrong)} differ; " + ", ".join(f"{n} {what}" for what, n in counts.items())
    print("\n".join([*wrong, total]))  # noqa: T201
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
