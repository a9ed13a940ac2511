"""Clusters headlines into stories: candidates by shared words, pairs by score, groups by complete linkage.

Clusters within each language first, then merges the clusters of two languages (`bilingual`).
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from heapq import nlargest
from itertools import product

from rapidfuzz import fuzz

from news.stories import bilingual
from news.stories.facts import HeadlineFacts, facts
from news.stories.scoring import contradiction, probability
from news.stories.words import LANGUAGES

WINDOW = timedelta(hours=40)
# Without a name or a figure a title may recur daily ("Stocks close higher"), so the window is shorter.
VAGUE_WINDOW = timedelta(hours=14)
SAME = 0.6  # minimum score of a pair, and minimum average over all pairs of two groups
SAME_ACROSS = 0.9  # minimum score of the best pair of two groups in different languages
WORTH_ASKING = 0.1  # minimum score of a pair for a model to be asked about it (`proposals`)
MOST_ASKED = 3  # per headline
# A publisher rarely repeats a story: two of its headlines match only if one updates the words of the other.
UPDATE_RATIO = 70
REPRINT_RATIO = 97  # two publishers print the same agency title
POSTINGS = 100
CANDIDATES = 20
OVERLAP = 1.5
REPRESENTATIVES = 6
STEPS = 2
Step = Callable[[], None]


@dataclass(frozen=True)
class StoryItem:
    """A headline as input to clustering; `published_at` is timezone-aware or None, `id` is any hashable."""

    id: Hashable
    lang: str
    title: str
    summary: str
    publisher: str
    published_at: datetime | None


@dataclass(frozen=True)
class Cluster:
    """Items of one story, earliest first; `story` is the existing story they belong to, None for a new one."""

    story: Hashable | None
    items: tuple[StoryItem, ...]


def group(items: Sequence[StoryItem], step: Step = lambda: None) -> dict[Hashable, Hashable]:
    """Returns the story of each item by id: the id of its earliest member. `step` as for `cluster`."""
    return {item.id: found.items[0].id for found in cluster(items, step=step) for item in found.items}


def cluster(
    new: Sequence[StoryItem], recent: Sequence[tuple[StoryItem, Hashable]] = (), step: Step = lambda: None
) -> list[Cluster]:
    """Clusters `new`, joining each cluster to at most one `recent` story; the input order has no effect.

    `step` is called `STEPS` times per item: when it is parsed and when it is compared.
    """
    return _Grouping(new, recent, step).clusters()


def near(
    new: Sequence[StoryItem], recent: Sequence[tuple[StoryItem, Hashable]], least: float
) -> list[tuple[float, Hashable, Hashable]]:
    """Returns pairs with an item of `new` that no contradiction excludes, with a score of at least `least`."""
    found = _Grouping(new, recent, lambda: None)
    return [(score, found.items[i].id, found.items[j].id) for (i, j), score in found.pairs(least, least)]


def choose(
    pairs: Iterable[tuple[float, Hashable, Hashable]], story: Mapping[int, Hashable]
) -> dict[int, list[int]]:
    """Returns, by the later headline of a pair, the earlier ones worth asking a model about, best score first."""
    found: dict[int, list[int]] = {}
    for _, *pair in sorted(pairs, key=lambda pair: -pair[0]):
        earlier, later = sorted(int(str(each)) for each in pair)
        mine = found.setdefault(later, [])
        taken = {story[later], *(story[each] for each in mine)}
        if story[earlier] not in taken and len(mine) < MOST_ASKED:
            mine.append(earlier)
    return found


def exclude_each_other(one: Sequence[StoryItem], other: Sequence[StoryItem]) -> bool:
    """Returns whether a headline of one story contradicts one of the other or is outside its time window."""
    known: list[tuple[StoryItem, Hashable]] = [(item, "one") for item in one]
    return _Grouping([], known + [(item, "other") for item in other], lambda: None).two_exclude_each_other()


class _Grouping:
    """The items of one call by time, with their facts, the pairs scored so far and the groups."""

    def __init__(
        self, new: Sequence[StoryItem], recent: Sequence[tuple[StoryItem, Hashable]], step: Step
    ) -> None:
        entries = [(item, story, True) for item, story in recent] + [(item, None, False) for item in new]
        dates = [_aware(item.published_at) for item, _, _ in entries if item.published_at]
        latest = max(dates, default=datetime(1970, 1, 1, tzinfo=UTC))
        entries.sort(key=lambda entry: _order(entry[0], latest))
        self.items = [item for item, _, _ in entries]
        self.publishers = [item.publisher.strip().casefold() for item in self.items]
        self.old = [old for _, _, old in entries]
        self.facts = [read(item, step) for item in self.items]
        self.step = step
        self.times = [_aware(item.published_at) if item.published_at else None for item in self.items]
        self.scores: dict[tuple[int, int], float] = {}
        self.group = list(range(len(entries)))
        self.members = {i: [i] for i in self.group}
        self.story: dict[int, Hashable | None] = {}
        self._keep_known(entries)

    def _keep_known(self, entries: Sequence[tuple[StoryItem, Hashable | None, bool]]) -> None:
        """Joins recent items of the same story before anything is compared."""
        first: dict[Hashable, int] = {}
        for i, (_, story, old) in enumerate(entries):
            self.story[i] = story if old else None
            if old:
                lead = first.setdefault(story, i)
                if lead != i:
                    self._join(lead, i)

    def clusters(self) -> list[Cluster]:
        within: list[tuple[float, int, int]] = []
        across: list[tuple[float, int, int]] = []
        for (i, j), score in self.pairs(SAME, SAME_ACROSS):
            (within if self._same_language(i, j) else across).append((-score, i, j))
        for edges, may_join in ((within, self._may_join), (across, self._may_join_across)):
            for _, i, j in sorted(edges):
                one, other = self.group[i], self.group[j]
                if one != other and may_join(one, other):
                    self._join(min(one, other), max(one, other))
        found = [
            Cluster(self.story[lead], tuple(self.items[i] for i in sorted(indices) if not self.old[i]))
            for lead, indices in sorted(self.members.items())
        ]
        return [group for group in found if group.items]

    def two_exclude_each_other(self) -> bool:
        one, other = self.members
        return min(self._scores(one, other, alike=True) + self._scores(one, other, alike=False)) == 0

    def pairs(self, same: float, same_across: float) -> Iterable[tuple[tuple[int, int], float]]:
        """Yields the pairs that reach the threshold: `same` within a language, `same_across` between two."""
        own: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=POSTINGS))
        bridges: dict[str, deque[int]] = defaultdict(lambda: deque(maxlen=POSTINGS))
        for j, mine in enumerate(self.facts):
            self.step()
            for language in LANGUAGES:
                alike = language == mine.language
                features, postings = (mine.features, own) if alike else (mine.shared, bridges)
                for i in _nearest(features, postings, language):
                    if (self.old[i] and self.old[j]) or (alike and not self._is_possible_update(i, j)):
                        continue
                    score = self._score(i, j)
                    if score >= (same if alike else same_across):
                        yield (i, j), score
            for features, postings in ((mine.features, own), (mine.shared, bridges)):
                for feature in features:
                    postings[mine.language + feature].append(j)

    def _score(self, i: int, j: int) -> float:
        pair = (i, j) if i < j else (j, i)
        if pair not in self.scores:
            self.scores[pair] = self._compared(*pair)
        return self.scores[pair]

    def _compared(self, i: int, j: int) -> float:
        """Returns the score of a pair, 0 if their content or times exclude each other."""
        mine, theirs = self.facts[i], self.facts[j]
        start, end = self.times[i], self.times[j]
        apart = abs(end - start) if start and end else timedelta()
        if apart > window(mine, theirs) or not (mine.features and theirs.features):
            return 0.0
        if mine.language != theirs.language:
            excluded = bilingual.contradiction(mine, theirs)
            return 0.0 if excluded else bilingual.probability(mine, theirs, apart)
        if contradiction(mine, theirs):
            return 0.0
        if fuzz.ratio(mine.plain, theirs.plain) >= REPRINT_RATIO:
            return 1.0
        return probability(mine, theirs, apart)

    def _is_possible_update(self, i: int, j: int) -> bool:
        if not self.publishers[j] or self.publishers[i] != self.publishers[j]:
            return True
        # A bank's releases have the same title every month: only their dates distinguish them.
        dated = self.times[i] is not None and self.times[j] is not None
        return dated and fuzz.token_sort_ratio(self.facts[i].plain, self.facts[j].plain) >= UPDATE_RATIO

    def _may_join(self, one: int, other: int) -> bool:
        """Returns whether two groups may join: no pair of one language is excluded and the average suffices."""
        if self.story[one] is not None and self.story[other] is not None:
            return False
        scores = self._scores(one, other, alike=True)
        return min(scores) > 0 and sum(scores) / len(scores) >= SAME

    def _may_join_across(self, one: int, other: int) -> bool:
        """Returns whether groups in different languages may join: no pair across them is excluded."""
        if self.story[one] is not None and self.story[other] is not None:
            return False
        # A headline in another language must not join two groups that their own language separates.
        return not self._scores(one, other, alike=True) and min(self._scores(one, other, alike=False)) > 0

    def _scores(self, one: int, other: int, *, alike: bool) -> list[float]:
        """Returns the scores of the pairs across two groups that are in one language, or in two."""
        across = product(self._representatives(one), self._representatives(other))
        return [self._score(i, j) for i, j in across if self._same_language(i, j) == alike]

    def _same_language(self, i: int, j: int) -> bool:
        return self.facts[i].language == self.facts[j].language

    def _representatives(self, lead: int) -> list[int]:
        """Returns the members of a group, or the earliest and latest of a large one."""
        members = self.members[lead]
        half = REPRESENTATIVES // 2
        return members if len(members) <= REPRESENTATIVES else members[:half] + members[-half:]

    def _join(self, lead: int, other: int) -> None:
        moved = self.members.pop(other)
        for i in moved:
            self.group[i] = lead
        self.members[lead] = sorted(self.members[lead] + moved)
        known = self.story.pop(other)
        self.story[lead] = known if self.story[lead] is None else self.story[lead]


def _nearest(
    features: Mapping[str, float], postings: Mapping[str, Iterable[int]], language: str
) -> list[int]:
    """Returns the indices of the headlines that share most weight with these features."""
    overlap: defaultdict[int, float] = defaultdict(float)
    for feature, weight in features.items():
        for i in postings[language + feature]:
            overlap[i] += weight
    near = ((weight, i) for i, weight in overlap.items() if weight >= OVERLAP)
    return [i for _, i in nlargest(CANDIDATES, near)]


def read(item: StoryItem, step: Step = lambda: None) -> HeadlineFacts:
    step()
    return facts(item.title, item.summary, lang=item.lang, publisher=item.publisher)


def window(one: HeadlineFacts, other: HeadlineFacts) -> timedelta:
    """Returns the longest time between two publications of one story."""
    vague = not any(part.names or part.figures or part.bodies for part in (one, other))
    return VAGUE_WINDOW if vague else WINDOW


def _aware(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _order(item: StoryItem, latest: datetime) -> tuple[datetime, str, str]:
    """Returns the sort key: time, then id. A headline without a date sorts as the latest."""
    return (_aware(item.published_at) if item.published_at else latest, str(item.id), item.title)
