"""The filter of the news page: read from the address, and written into the links that change it."""

from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from briefing.core import cookies
from briefing.core.language import page_language
from news.tagging import vocabulary

LONGEST_SEARCH = 200
COOKIE = cookies.named("news")
YEAR_S = 365 * 24 * 3600
ALL = "all"
PARTS = ("include", "exclude", "headlines", "q", "cursor", ALL)


@dataclass(frozen=True)
class TagChoice:
    """One tag on the page: its state, and the addresses that the two presses lead to."""

    word: str
    label: str
    state: str  # "include", "exclude" or ""
    include_url: str
    exclude_url: str


@dataclass(frozen=True)
class Filter:
    """Which headlines the reader wants. What the address holds beyond what is known is left out."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    lang: str = ""
    q: str = ""

    @classmethod
    def of(cls, query: QueryDict) -> "Filter":
        # Not `lang`: that is the language of the page, on this page as on every other.
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
        """The filter of the last visit, without its search; None where nothing was chosen."""
        cookie = request.COOKIES.get(COOKIE, "")
        found = cls.of(QueryDict(cookie))
        return found if found or cookie == ALL else None

    @classmethod
    def at_first(cls) -> "Filter":
        """Before anything was chosen: headlines in the language of the page."""
        return cls(lang=page_language())

    def store(self, request: HttpRequest, response: HttpResponse) -> None:
        """Remembers the filter for the next visit; what was searched for is of the moment."""
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
        """Whether many readers ask for it: everything, or one tag. What these ask for is printed."""
        return not self.q and len(self.include) + len(self.exclude) <= 1

    def url(self, cursor: str | None = None) -> str:
        """The page with this filter, from a cursor on if there is one. The bare address means "as last time"."""
        return f"/news?{self.query(cursor) or ALL}"

    def feed_query(self) -> str:
        """As `query`, for a feed, which is in its own language where none is named."""
        return self.query(languages=self.lang or ALL)

    def query(self, cursor: str | None = None, *, languages: str = "") -> str:
        """The filter as parameters of an address; empty where it lets everything through."""
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
        """The language choices by code ("" for all), each with its name and its address."""
        offered = [("", _("All languages")), *settings.LANGUAGES]
        return [(lang, str(name), replace(self, lang=lang).url()) for lang, name in offered]

    def _toggled(self, side: str, word: str) -> "Filter":
        """A press on a chosen tag lets it go; on another, moves it to this side."""
        chosen = word in getattr(self, side)
        without = replace(
            self,
            include=tuple(tag for tag in self.include if tag != word),
            exclude=tuple(tag for tag in self.exclude if tag != word),
        )
        if chosen:
            return without
        if side == "include":
            return replace(without, include=(*without.include, word))
        return replace(without, exclude=(*without.exclude, word))


def _tags(values: list[str]) -> tuple[str, ...]:
    words = ",".join(values).split(",")
    return tuple(dict.fromkeys(word for word in map(str.strip, words) if word in vocabulary.TAGS))
