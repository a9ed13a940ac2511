"""The filter of the news page, as read from the query string and written into links."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from briefing.core.language import page_language
from briefing.core.web import cookies
from news.tagging import vocabulary

LONGEST_SEARCH = 200
COOKIE = cookies.named("news")
YEAR_S = 365 * 24 * 3600
ALL = "all"
PARTS = ("include", "exclude", "headlines", "q", "cursor", ALL)


@dataclass(frozen=True)
class TagChoice:
    """A tag on the page, its state, and the URLs of its include and exclude buttons."""

    word: str
    label: str
    state: str  # "include", "exclude" or ""
    include_url: str
    exclude_url: str


@dataclass(frozen=True)
class Filter:
    """The headlines to show. Unknown tags and languages in the query are ignored."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    lang: str = ""
    q: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> "Filter":
        # `lang` is the interface language on every page, so the headline language has another parameter.
        lang = query.get("headlines", "")
        include, exclude = _tags(query.getlist("include")), _tags(query.getlist("exclude"))
        return cls(
            include,
            tuple(word for word in exclude if word not in include),
            lang if lang in dict(settings.LANGUAGES) else "",
            " ".join(query.get("q", "").replace("\0", "").split())[:LONGEST_SEARCH],
        )

    @classmethod
    def stored(cls, request: HttpRequest) -> "Filter | None":
        """Returns the filter stored in the cookie, without its search, or None if none was chosen."""
        cookie = request.COOKIES.get(COOKIE, "")
        found = cls.of(QueryDict(cookie))
        return found if found or cookie == ALL else None

    @classmethod
    def at_first(cls) -> "Filter":
        """Returns the default filter: headlines in the page's language."""
        return cls(lang=page_language())

    def store(self, request: HttpRequest, response: HttpResponse) -> None:
        """Stores the filter in the cookie, without the search; deletes the cookie for the default filter."""
        chosen = replace(self, q="")
        lasting = chosen.query() or (ALL if ALL in request.GET else "")
        if lasting and chosen != self.at_first():
            response.set_cookie(
                COOKIE, lasting, max_age=YEAR_S, secure=settings.PRODUCTION, httponly=True, samesite="Lax"
            )
        else:
            response.delete_cookie(COOKIE, samesite="Lax")

    def __bool__(self) -> bool:
        return bool(self.include or self.exclude or self.lang or self.q)

    @property
    def is_common(self) -> bool:
        """Returns whether the filter is everything or a single tag; such pages are cached."""
        return not self.q and len(self.include) + len(self.exclude) <= 1

    def url(self, cursor: str | None = None) -> str:
        """Returns the URL of the page with this filter. `/news` alone means the stored filter, hence `?all`."""
        return f"/news?{self.query(cursor) or ALL}"

    def feed_query(self) -> str:
        """Returns the query for a feed; without a language it asks for all, since a feed defaults to its own."""
        return self.query(languages=self.lang or ALL)

    def query(self, cursor: str | None = None, *, languages: str = "") -> str:
        """Returns the filter as a query string, empty if nothing is filtered."""
        pairs = [
            ("include", ",".join(self.include)),
            ("exclude", ",".join(self.exclude)),
            ("headlines", languages or self.lang),
            ("q", self.q),
            ("cursor", cursor or ""),
        ]
        return urlencode([(name, value) for name, value in pairs if value], safe=",")

    def choices(self, language: str) -> list[TagChoice]:
        return [
            TagChoice(
                word,
                vocabulary.label(word, language),
                "include" if word in self.include else "exclude" if word in self.exclude else "",
                self._toggled("include", word).url(),
                self._toggled("exclude", word).url(),
            )
            for word in vocabulary.TAGS
        ]

    def languages(self) -> list[tuple[str, str, str]]:
        """Returns the language choices as code ("" for all), name and URL."""
        offered = [("", _("All languages")), *settings.LANGUAGES]
        return [(lang, str(name), replace(self, lang=lang).url()) for lang, name in offered]

    def _toggled(self, side: str, word: str) -> "Filter":
        """Returns the filter with the tag removed from this side if it was there, else moved to this side."""
        include, exclude = (
            tuple(tag for tag in tags if tag != word) for tags in (self.include, self.exclude)
        )
        if word not in getattr(self, side):
            include, exclude = (
                ((*include, word), exclude) if side == "include" else (include, (*exclude, word))
            )
        return replace(self, include=include, exclude=exclude)


def _tags(values: list[str]) -> tuple[str, ...]:
    words = ",".join(values).split(",")
    return tuple(dict.fromkeys(word for word in map(str.strip, words) if word in vocabulary.TAGS))
