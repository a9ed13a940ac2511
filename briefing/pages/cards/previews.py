"""What a link to a page shows elsewhere (Open Graph): the page's title with its card.

Programs that fetch a link have no session: most pages send them to the sign-in page, which has the preview of the page
that was requested.
"""

from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from django.conf import settings
from django.db import DatabaseError
from django.http import QueryDict
from django.urls import Resolver404, ResolverMatch, resolve, reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from briefing.core.language import page_language
from briefing.pages.cards import content
from briefing.pages.cards.content import Content, NoCardError, WithheldError
from commentary import log_queries


@dataclass(frozen=True)
class LinkPreview:
    """`path` is the page's, `image` the absolute address of its card, with a version."""

    title: str
    path: str
    language: str
    image: str
    alt: str


def of_figure(code: str) -> LinkPreview | None:
    """The preview of a figure's page; None if the figure has no card."""
    try:
        found = content.figure(code)
    except (NoCardError, WithheldError):
        return None
    image = _image("cards:indicator", code, found)
    return LinkPreview(
        found.title, reverse("indicators:detail", args=[code]), page_language(), image, found.alt
    )


def of_edition(day: date, path: str, *, title: str = "") -> LinkPreview | None:
    """The preview of a page with a day's edition; `title` replaces the lead's. None if there is no edition."""
    try:
        found = content.edition(day)
    except NoCardError:
        return None
    image = _image("cards:edition", day.isoformat(), found)
    return LinkPreview(title or found.title, path, page_language(), image, found.alt)


def _image(name: str, key: str, found: Content) -> str:
    return f"{settings.BASE_URL}{reverse(name, args=[key, page_language(), 'png'])}?v={found.version}"


def of_address(address: str) -> LinkPreview | None:
    """The preview of a page that needs a session, in the language of its query.

    None if the page has no card, or the database is away: signing in must go on.
    """
    path, _mark, query = address.partition("?")
    wanted = QueryDict(query).get("lang", "")
    language = wanted if wanted in dict(settings.LANGUAGES) else page_language()
    with suppress(DatabaseError, Resolver404), translation.override(language):
        return _of_route(resolve(path), path)
    return None


def _of_route(route: ResolverMatch, path: str) -> LinkPreview | None:
    match route.view_name:
        case "indicators:detail":
            return of_figure(route.kwargs["code"])
        case "commentary:edition":
            return _of_day(route.kwargs["day"], path)
        case "commentary:log":
            return of_edition(timezone.now().date(), path, title=_("Strategic log"))
        case "commentary:entry":
            entry = log_queries.entry(route.kwargs["pk"], page_language())
            return of_edition(entry.cycle.date(), path, title=_("Strategic log")) if entry else None
    return None


def _of_day(day: str, path: str) -> LinkPreview | None:
    with suppress(ValueError):
        return of_edition(date.fromisoformat(day), path)
    return None
