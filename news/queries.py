"""Queries of the news pages: newest headlines first, one per story, with keyset pagination."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from briefing.core.web.cursors import make_cursor, read_cursor
from news import search
from news.feeds import clean
from news.models import Headline, Headlines
from news.tagging import vocabulary

MAX_LIMIT = 100
# Rows scanned before the search index is used: a match rarer than 1 in 80 has few rows of a million.
LOOKED_AT = 4000


@dataclass(frozen=True)
class Also:
    """Another publisher's headline of the same story."""

    source: str
    url: str
    title: str
    lang: str


@dataclass(frozen=True)
class ListedStory:
    """A story, by its first headline, with the other publishers that report it.

    Shown in another language, it has title, link, source and time of its first headline in that one.
    """

    id: int
    title: str
    url: str
    source: str
    published_at: datetime
    lang: str
    tags: list[str]
    summary: str
    also: list[Also]


@dataclass(frozen=True)
class StoryHeadline:
    source: str
    url: str
    title: str
    summary: str
    lang: str
    published_at: datetime


@dataclass(frozen=True)
class StoryDetail:
    """A story in the reader's language if it has one; `other` is its first headline in another language.

    `headlines` are all its headlines, earliest first; `publishers` is the number of distinct publishers.
    """

    title: str
    lang: str
    other: StoryHeadline | None
    tags: list[str]
    headlines: list[StoryHeadline]
    publishers: int


@dataclass(frozen=True)
class Page:
    """Stories and the cursor of the next page, None on the last page."""

    items: list[ListedStory]
    next_cursor: str | None


def page(
    *,
    language: str | None = None,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    q: str = "",
    limit: int = 50,
    cursor: str | None = None,
    shown_in: str = "",
) -> Page:
    """Returns up to `limit` stories with any tag of `include`, none of `exclude` and all words of `q`.

    The title is the story's first headline in the language `shown_in`, if it has one. Raises BadCursor.

    The matching headline that was stored first determines a story's place. New headlines do not change it, so
    paging neither repeats nor misses a story.
    """
    question = search.Question(tuple(include), tuple(exclude), clean.search_terms(q), language or "")
    place = read_cursor(cursor) if cursor else None
    rows = _newest(question, place, limit + 1)
    if len(rows) <= limit and question:
        rows = _indexed(question, place, limit + 1)
    shown = rows[:limit]
    others = _other_publishers(shown)
    items = [_item(row, others.get(row.pk, []), shown_in) for row in shown]
    return Page(items, make_cursor(shown[-1].published_at, shown[-1].pk) if len(rows) > limit else None)


def _newest(question: search.Question, place: tuple[datetime, int] | None, limit: int) -> list[Headline]:
    """Returns matches among the newest rows; frequent words and tags fill a page without the search index."""
    rows = Headline.objects.in_language(question.language).newest_first()
    rows = rows.before(*place) if place else rows
    if question:
        rows = matches(Headline.objects.filter(pk__in=rows.values("pk")[:LOOKED_AT]), question).newest_first()
    earlier = matches(Headline.objects.filter(story=OuterRef("story"), pk__lt=OuterRef("pk")), question)
    return list(_whole(rows.exclude(Exists(earlier)))[:limit])


def _indexed(question: search.Question, place: tuple[datetime, int] | None, limit: int) -> list[Headline]:
    ids = search.first_of_stories(question, limit=limit, before=place)
    return list(_whole(Headline.objects.filter(pk__in=ids).newest_first()))


def _whole(rows: Headlines) -> Headlines:
    return rows.select_related("feed").defer("words")


def matches(rows: Headlines, question: search.Question) -> Headlines:
    return (
        rows.in_language(question.language)
        .tagged_with_any(question.include)
        .tagged_with_none(question.exclude)
        .saying(question.terms)
    )


def _item(row: Headline, members: list[Headline], shown_in: str) -> ListedStory:
    shown = row
    if shown_in and row.lang != shown_in:
        shown = next((member for member in members if member.lang == shown_in), row)
        members = (
            [row, *(member for member in members if member is not shown)] if shown is not row else members
        )
    return ListedStory(
        id=row.pk,
        title=shown.title,
        url=shown.url,
        source=shown.feed.source,
        published_at=shown.published_at,
        lang=shown.lang,
        tags=row.tags or [],
        summary=shown.summary,
        also=_by_publisher(shown, members),
    )


def _other_publishers(shown: list[Headline]) -> dict[int, list[Headline]]:
    """Returns the other headlines of the stories shown, by the id of the shown headline, in order of arrival."""
    by_story = {row.story_id: row for row in shown if row.story_id}
    if not by_story:
        return {}
    members = (
        Headline.objects.filter(story__in=list(by_story))
        .select_related("feed")
        .only(
            "title",
            "summary",
            "url",
            "lang",
            "published_at",
            "story_id",
            "feed__publisher",
            "feed__title",
            "feed__url",
        )
        .order_by("pk")
    )
    found: dict[int, list[Headline]] = {row.pk: [] for row in by_story.values()}
    for member in members:
        row = by_story[member.story_id or 0]
        if member.pk != row.pk:
            found[row.pk].append(member)
    return found


def _by_publisher(row: Headline, members: list[Headline]) -> list[Also]:
    """Returns the first headline of each other publisher."""
    found: dict[str, Also] = {}
    for member in members:
        if member.feed.source != row.feed.source:
            also = Also(member.feed.source, member.url, member.title, member.lang)
            found.setdefault(also.source, also)
    return list(found.values())


def story(pk: int, language: str) -> StoryDetail | None:
    """Returns the story that a headline belongs to, or None if the headline does not exist."""
    story_id = Headline.objects.filter(pk=pk).values_list("story_id", flat=True).first()
    rows = Headline.objects.filter(story=story_id) if story_id else Headline.objects.filter(pk=pk)
    headlines = list(_whole(rows).order_by("published_at", "pk"))
    if not headlines:
        return None
    first = next((row for row in headlines if row.lang == language), headlines[0])
    tags = {tag for row in headlines for tag in row.tags or []}
    return StoryDetail(
        title=first.title,
        lang=first.lang,
        other=next((_story_headline(row) for row in headlines if row.lang != first.lang), None),
        tags=[tag for tag in vocabulary.TAGS if tag in tags],
        headlines=[_story_headline(row) for row in headlines],
        publishers=len({row.feed.source for row in headlines}),
    )


def _story_headline(row: Headline) -> StoryHeadline:
    return StoryHeadline(row.feed.source, row.url, row.title, row.summary, row.lang, row.published_at)
