"""Atom and JSON feeds of the strategic log, the news and followed figures, behind a private link (decision 4.8)."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.cache import get_conditional_response
from django.utils.html import format_html, format_html_join
from django.utils.http import http_date
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts import access
from briefing.core import api, limits, origin
from briefing.pages.syndication import BRAND, FeedCategory, SyndicationEntry, SyndicationFeed, tag_uri
from commentary import corrections, log_queries, published
from commentary.facts.snapshot import EVERYTHING
from commentary.followed import listing
from commentary.labels import TONE_LABELS, rules_only
from commentary.marks import Mark, about_url, badge
from commentary.published import PublishedRead
from commentary.scopes import scope_title, scopes
from news import queries
from news.filters import ALL, Filter
from news.tagging import vocabulary

HEADLINES = 50
# All devices of a reader together; a feed reader fetches each feed once or twice an hour.
ASKED, WINDOW = 120, timedelta(hours=1)
TYPES = {"atom": "application/atom+xml; charset=utf-8", "json": "application/feed+json; charset=utf-8"}


@require_safe
@access.feed()
def log(request: HttpRequest, tone: str, language: str, form: str) -> HttpResponse:
    """`/feeds/log/<tone>/<language>.<atom|json>`: the latest logs of a tone in full."""
    _count(request)
    if tone.upper() not in settings.GENERATION_TONES:
        raise api.Problem(404, "not_found", "No log is written in this tone.")
    with translation.override(language):
        feed = SyndicationFeed(
            id=tag_uri(f"feeds/log/{tone}/{language}"),
            title=_titled(f"{_('Strategic log')} · {TONE_LABELS[tone.upper()]}"),
            about=_about(),
            language=language,
            page=f"{settings.BASE_URL}{reverse('commentary:log')}",
            address=_address(request),
            since=access.reader_of(request).date_joined,
            entries=[
                _text_entry(f"log/{entry.id}/{language}", entry, _log_url(entry), title=entry.title)
                for entry in log_queries.recent(language, tone.upper(), rules_only=rules_only(request))
            ],
        )
    withdrawn = corrections.last_log_withdrawal()
    return _answer(request, feed, form, changed=max(filter(None, (feed.updated, withdrawn))))


@require_safe
@access.feed()
def reads(request: HttpRequest, group: str, tone: str, language: str, form: str) -> HttpResponse:
    """`/feeds/reads/<group>/<tone>/<language>.<atom|json>`: the latest reads of a group, or of "all", in full."""
    _count(request)
    if tone.upper() not in settings.GENERATION_TONES or group not in scopes():
        raise api.Problem(404, "not_found", "No read of this group is written in this tone.")
    with translation.override(language):
        subject = scope_title(group, language)
        feed = SyndicationFeed(
            id=tag_uri(f"feeds/reads/{group}/{tone}/{language}"),
            title=_titled(f"{subject} · {TONE_LABELS[tone.upper()]}"),
            about=_about(),
            language=language,
            page=_place_of(group),
            address=_address(request),
            since=access.reader_of(request).date_joined,
            entries=[
                _text_entry(
                    f"read/{read.id}/{language}", read, _read_url(group, read), title=read.headline or subject
                )
                for read in published.recent(group, language, tone.upper(), rules_only=rules_only(request))
            ],
        )
    withdrawn = corrections.last_read_withdrawal(group)
    return _answer(request, feed, form, changed=max(filter(None, (feed.updated, withdrawn))))


def _place_of(group: str) -> str:
    return f"{settings.BASE_URL}/" + ("" if group == EVERYTHING else f"#{group}")


def _read_url(group: str, read: PublishedRead) -> str:
    """Returns the front page's URL, with the anchor of the read's first row; for a past day its edition's URL."""
    day, row = read.cycle.date(), "" if group == EVERYTHING else read.first_row
    place = f"#row-{row}" if row else ""
    if day < timezone.now().date():
        return f"{settings.BASE_URL}{reverse('commentary:edition', args=[day.isoformat()])}{place}"
    return f"{settings.BASE_URL}/{place}" if place else _place_of(group)


@require_safe
@access.feed()
def news(request: HttpRequest, language: str, form: str) -> HttpResponse:
    """`/feeds/news/<language>.<atom|json>`: the latest headlines, filtered by the parameters of `/news`.

    They are in the feed's language unless `headlines` names another one or "all".
    """
    _count(request)
    asked = Filter.of(request.GET)
    all_languages = request.GET.get("headlines") == ALL
    chosen = asked if asked.lang or all_languages else replace(asked, lang=language)
    found = queries.page(
        language=chosen.lang,
        include=chosen.include,
        exclude=chosen.exclude,
        q=chosen.q,
        limit=HEADLINES,
        shown_in=language,
    )
    query = asked.feed_query() if all_languages else asked.query()
    with translation.override(language):
        feed = SyndicationFeed(
            id=tag_uri(f"feeds/news/{language}{'?' if query else ''}{query}"),
            title=_titled(" · ".join([_("News"), *_named(chosen, language)])),
            about=_about(),
            language=language,
            page=f"{settings.BASE_URL}{chosen.url()}",
            address=_address(request),
            since=access.reader_of(request).date_joined,
            entries=[_headline(item, language) for item in found.items],
        )
    return _answer(request, feed, form)


@require_safe
@access.feed()
def followed(request: HttpRequest, tone: str, language: str, form: str) -> HttpResponse:
    """`/feeds/followed/<tone>/<language>.<atom|json>`: the latest events of the figures that the reader follows."""
    _count(request)
    if tone.upper() not in settings.GENERATION_TONES:
        raise api.Problem(404, "not_found", "Nothing is written in this tone.")
    reader = access.reader_of(request)
    with translation.override(language):
        feed = SyndicationFeed(
            id=tag_uri(f"feeds/followed/{tone}/{language}"),
            title=_titled(_("Followed figures")),
            about=_about(),
            language=language,
            page=f"{settings.BASE_URL}{reverse('accounts:settings')}#followed",
            address=_address(request),
            since=reader.date_joined,
            entries=[_event(line, language) for line in listing.of_reader(reader, language, tone.upper())],
        )
    return _answer(request, feed, form)


def _event(line: listing.EventLine, language: str) -> SyndicationEntry:
    """Returns an event as a feed entry; its id is that of its first event, which does not change."""
    mark = Mark("rules")
    return SyndicationEntry(
        id=tag_uri(f"event/{min(line.ids)}/{language}"),
        url=f"{settings.BASE_URL}{line.url}",
        title=line.title,
        language=language,
        author=BRAND,
        published=line.at,
        html=format_html_join("\n", "<p>{}</p>", ((text,) for text in (line.facts, line.text) if text)),
        subjects=(_authorship(mark),),
        reviewed_by=mark.reviewed_by,
    )


def _count(request: HttpRequest) -> None:
    wait = limits.count_use("feeds", str(access.reader_of(request).pk), limit=ASKED, window=WINDOW)
    if wait:
        raise api.Problem(429, "rate_limited", "Too many requests for this link.", retry_after=wait)


def _titled(text: str) -> str:
    """Returns the feed's title; it names sample data, since feed readers show no banner."""
    return f"{BRAND}: {text}" + (f" ({_('Sample data')})" if origin.is_sample() else "")


def _about() -> str:
    return _(
        "Market Briefing explains markets. It is educational: nothing here is advice, a recommendation or a forecast."
    )


def _named(chosen: Filter, language: str) -> Iterator[str]:
    """Yields the filter's parts in words, so that a reader's news feeds have different titles."""
    if chosen.include:
        yield ", ".join(vocabulary.label(tag, language) for tag in chosen.include)
    if chosen.exclude:
        tags = ", ".join(vocabulary.label(tag, language) for tag in chosen.exclude)
        yield _("without %(tags)s") % {"tags": tags}
    if chosen.lang != language:
        yield str(dict(settings.LANGUAGES)[chosen.lang]) if chosen.lang else _("All languages")
    if chosen.q:
        yield f"“{chosen.q}”"


def _address(request: HttpRequest) -> str:
    return f"{settings.BASE_URL}{request.get_full_path()}"


def _log_url(entry: log_queries.LogEntry) -> str:
    return f"{settings.BASE_URL}{reverse('commentary:entry', args=[entry.id])}"


def _text_entry(
    name: str, entry: log_queries.LogEntry | PublishedRead, url: str, *, title: str
) -> SyndicationEntry:
    """Returns a text as a feed entry; its mark stands around it and is a category (AI Act, Article 50)."""
    mark = entry.mark
    lines = (("" if place else badge(mark), text) for place, text in enumerate(entry.paragraphs))
    paragraphs = format_html_join("\n", "<p>{}{}</p>", lines)
    return SyndicationEntry(
        id=tag_uri(name),
        url=url,
        title=title,
        language=entry.language,
        author=BRAND,
        published=entry.written_at,
        html=format_html(
            '{}\n<p><small><a href="{}">{}</a>. {}</small></p>',
            paragraphs,
            about_url(),
            mark.label,
            mark.review,
        ),
        subjects=(_authorship(mark),),
        reviewed_by=mark.reviewed_by,
    )


def _authorship(mark: Mark) -> FeedCategory:
    scheme, _slash, term = mark.source_type.rpartition("/")
    return FeedCategory(term, mark.label, f"{scheme}/")


def _headline(item: queries.ListedStory, language: str) -> SyndicationEntry:
    """Returns a headline as a feed entry, with the publisher's title, extract and link."""
    return SyndicationEntry(
        id=tag_uri(f"headline/{item.id}"),
        url=item.url or f"{settings.BASE_URL}{reverse('news:page')}",
        title=item.title,
        language=item.lang,
        author=item.source,
        published=item.published_at,
        summary=item.summary,
        subjects=tuple(FeedCategory(tag, vocabulary.label(tag, language)) for tag in item.tags),
    )


def _answer(
    request: HttpRequest, feed: SyndicationFeed, form: str, *, changed: datetime | None = None
) -> HttpResponse:
    """Returns the feed, or 304 if the client has it.

    `no-store` binds caches in between; a feed reader that stores the ETag may send it. News feeds have no
    Last-Modified: tags are added after a headline is stored, and headlines are deleted after 90 days.
    """
    body = feed.atom() if form == "atom" else feed.json()
    response = HttpResponse(body, content_type=TYPES[form])
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    if changed:
        response["Last-Modified"] = http_date(changed.timestamp())
    last = int(changed.timestamp()) if changed else None
    found = get_conditional_response(request, response["ETag"], last, response)
    assert found is not None
    found["Content-Language"] = feed.language
    return found
