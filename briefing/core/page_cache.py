"""Pages that are rendered once and served as bytes.

What is the same for every reader of a language, tone, choice of texts, home market and role is rendered by the first
who asks, compressed once and cached under the versions of the parts that it depends on
(`briefing.core.cache_versions`). A view decides who asks and what they want, and passes the rendering of the page as a
function of a `CacheableRequest`: a request that knows the address and the role and nothing of the reader, so that no
template can render one reader's page for another.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache as once
from hashlib import sha256
from itertools import product
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.signals import setting_changed
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.safestring import SafeString

from briefing.core import cache_versions, metrics, origin, outage_copies
from briefing.core.build import build
from briefing.core.cache_versions import Versions
from briefing.core.encodings import Packed, preferred
from briefing.core.language import page_language
from briefing.core.single_flight import SingleFlightCache

Render = Callable[["CacheableRequest"], HttpResponse]
# All that a page is cached under.
Key = tuple[str | int | bool, ...]
# What nobody asks for any more goes; what a writer forgot to name is stale no longer than this and a quarter.
MAX_AGE_S = 3600
# What a process holds of its own beside the shared cache, and for how long: pages (some 35 kB each in both codings),
# and fragments, those of twenty dashboards (two languages, two tones, five home markets) with 90 kB in the largest.
PROCESS_CACHE, FRAGMENT_CACHE = (64, 60), (160, MAX_AGE_S // 4)
# Every setting that a cached page shows, or that decides what it shows (`tests/pages/test_settings_shown.py`).
SETTINGS_SHOWN = (
    "BASE_URL", "CBOE_ENABLED", "COOKIE_PREFIX", "DEFAULT_FROM_EMAIL", "FRED_API_KEY", "FRED_KEYLESS",
    "GENERATION_TONES", "LANGUAGES", "OPERATOR", "PAID_DISPLAY_ALLOWED", "PORTFOLIO_AI_ENABLED",
    "PORTFOLIO_SYNC_ENABLED", "REDISTRIBUTION_ALLOWED", "SAMPLE_DATA", "SENTRY_DSN", "SUBSCRIPTIONS_ENABLED",
    "TICKER_UNIVERSE_AGGREGATE_ENABLED", "YAHOO_ENABLED",
)  # fmt: skip
# The pages whose last copy is kept for when the database is away, what one reads first, and whether they are for
# those who signed in. The operator's token sees readers' pages in a visitor's role, which are not stored.
SERVED_IN_OUTAGE = {"landing": False, "dashboard": True, "log": True}
# Of a page; the dashboard is 250 bytes lighter without, compressed.
INDENTED = re.compile(rb"\n\s+")


@dataclass(frozen=True)
class CacheKey:
    """What a page is cached under: all that was requested, and the versions of the parts that it depends on."""

    requested: Key
    versions: Versions

    @property
    def for_page(self) -> Key:
        return *self.requested, *self.versions.values()

    def for_fragment(self, name: str, parts: Sequence[str]) -> Key:
        """KeyError for a part that the page does not depend on."""
        return "fragment", name, *self.requested, *(self.versions[part] for part in parts)


@dataclass(frozen=True)
class Role:
    """All that a cached page knows of who reads it."""

    is_authenticated: bool
    is_staff: bool

    @classmethod
    def of(cls, request: HttpRequest) -> "Role":
        return cls(request.user.is_authenticated, bool(getattr(request.user, "is_staff", False)))


ANONYMOUS = Role(is_authenticated=False, is_staff=False)


class CacheableRequest(HttpRequest):
    """The request that a page is rendered for: its address and the reader's role, no cookie, no session, no header."""

    def __init__(self, path: str, query: str, role: Role, cache_key: CacheKey) -> None:
        super().__init__()
        self.method, self.path, self.path_info = "GET", path, path
        self.GET = QueryDict(query)
        self.user: Any = role
        self.cache_key = cache_key


@dataclass(frozen=True)
class CachedPage:
    """A page as it is kept."""

    packed: Packed
    content_type: str
    at: datetime


def serve_cached(
    request: HttpRequest,
    page: str,
    render: Render,
    *,
    query: str = "",
    varies_on: Sequence[str] = (),
    texts: str = "",
) -> HttpResponse:
    """The page as bytes, or 304 where the reader has them.

    `page` is a name of `cache_versions.DEPENDS_ON`. `query` is what is known of the address's query, in one order;
    `varies_on` is all else that `render` looks at (tone, home market, the state of the exchanges), `texts` whose texts
    the reader wants, "" for all as visitors do. Cookies and further headers are the caller's to add: they belong to
    this reader's answer and are not cached.
    """
    path, role = request.path, Role.of(request)
    wanted = (*varies_on, texts) if texts else varies_on
    cache_key = _cache_key(page, path, query, role, page_language(), wanted, _versions(request))

    found = _get_or_render(
        page, cache_key.for_page, lambda: _render(render, CacheableRequest(path, query, role, cache_key))
    )
    if SERVED_IN_OUTAGE.get(page) is role.is_authenticated and not role.is_staff:
        tone = varies_on[0] if varies_on else ""
        key = _copy_key(path, tone, texts, signed_in=role.is_authenticated)
        outage_copies.store(key, found, found.at)
    answer = _response(request, found)
    if role.is_authenticated:
        answer["Cache-Control"] = "private, no-cache"
    return answer


def last_copy(path: str, tone: str, texts: str = "", *, signed_in: bool) -> CachedPage | None:
    """What a page in `SERVED_IN_OUTAGE` last looked like, without asking the database; `tone` is first in `varies_on`.

    Of the data that there are now, samples or live, as far as this process knows; None for one that is older than the
    last withdrawal of a text.
    """
    found: CachedPage | None = outage_copies.get(_copy_key(path, tone, texts, signed_in=signed_in))
    return None if found is None or outage_copies.is_invalidated(found.at) else found


def _copy_key(path: str, tone: str, texts: str, *, signed_in: bool) -> str:
    return _key_of(origin.is_sample(), path, page_language(), tone, texts, signed_in)


def _key_of(*parts: object) -> str:
    return ".".join(map(str, (_settings_shown(), *parts)))


def serve_cached_to_all(
    request: HttpRequest, page: str, render: Render, *, query: str = "", varies_on: Sequence[str] = ()
) -> HttpResponse:
    """The same for an answer in which neither role nor the reader's language plays a part."""
    found = render_ahead(
        page, request.path, render, query=query, varies_on=varies_on, versions=_versions(request)
    )
    answer = _response(request, found)
    answer["Cache-Control"] = "private, no-cache"  # only those who signed in may have it
    answer.same_for_all = True  # type: ignore[attr-defined]  # read by SameForAll
    return answer


def _versions(request: HttpRequest) -> Versions | None:
    """Those that came with the reader, at the beginning of this request."""
    return getattr(request.user, "cache_versions", None)


def render_ahead(
    page: str, path: str, render: Render, *, query: str = "", varies_on: Sequence[str] = (),
    versions: Versions | None = None,
) -> CachedPage:  # fmt: skip
    """What `serve_cached_to_all` serves, rendered before anybody asks."""
    cache_key = _cache_key(page, path, query, ANONYMOUS, "", varies_on, versions)
    return _get_or_render(
        page, cache_key.for_page, lambda: _render(render, CacheableRequest(path, query, ANONYMOUS, cache_key))
    )


def _cache_key(
    page: str, path: str, query: str, role: Role, language: str, varies_on: Sequence[str], versions: Versions | None
) -> CacheKey:  # fmt: skip
    requested: Key = (
        page, path, query, language, role.is_authenticated, role.is_staff, *varies_on,
        timezone.now().date().toordinal(), origin.is_sample(), _same_for_the_process(),
    )  # fmt: skip
    return CacheKey(requested, cache_versions.versions_for(page, versions))


def _shared(key: Key) -> str:
    """The key's name in the shared cache."""
    return f"printed.{sha256(repr(key).encode()).hexdigest()}"


@once
def _same_for_the_process() -> str:
    return sha256(f"{build()} {_settings_shown()}".encode()).hexdigest()


@once
def _settings_shown() -> str:
    return sha256(repr([getattr(settings, name) for name in SETTINGS_SHOWN]).encode()).hexdigest()


@receiver(setting_changed)
def _settings_changed(**_what: object) -> None:
    _same_for_the_process.cache_clear()
    _settings_shown.cache_clear()


_pages: SingleFlightCache[CachedPage] = SingleFlightCache(*PROCESS_CACHE)
_fragments: SingleFlightCache[SafeString] = SingleFlightCache(*FRAGMENT_CACHE)


def _get_or_render(page: str, key: Key, make: Callable[[], CachedPage]) -> CachedPage:
    """The cached page, of this process or of the cache; else the first thread here that asks renders it.

    Two processes may render the same page at once, which is harmless. The versions in `key` were read before anything
    that the page shows, so a page that is made while a part changes is never cached under the new version.
    """
    from_cache = True

    def look() -> CachedPage:
        nonlocal from_cache
        shared = _shared(key)
        made: CachedPage | None = cache.get(shared)
        from_cache = made is not None
        if made is None:
            made = make()
            cache.set(shared, made, MAX_AGE_S)
        return made

    found = _pages.get(key, look)
    metrics.page_served(page, from_cache=from_cache)
    return found


def fragment(
    request: HttpRequest | None, name: str, parts: Sequence[str], render: Callable[[], SafeString]
) -> SafeString:
    """A fragment of a page that depends on some of the page's parts, rendered again only when one of these changes.

    A dashboard is mostly figures, and news are published more often than those. `name` is unique in its page. Raises
    KeyError for a part that the page does not depend on. What is not cached is rendered as it is.
    """
    if not isinstance(request, CacheableRequest):
        return render()
    return _fragments.get(request.cache_key.for_fragment(name, parts), render)


def clear() -> None:
    """Lets go of all that this process holds."""
    _pages.clear()
    _fragments.clear()
    outage_copies.clear()


def forget_samples() -> None:
    """Removes the sample pages that are kept for when the database is away."""
    tones = ("", *settings.GENERATION_TONES)
    choices = product((True,), ("/", "/log"), dict(settings.LANGUAGES), tones, ("", "rules"), (True, False))
    outage_copies.remove([_key_of(*each) for each in choices])


def _render(render: Render, sheet: CacheableRequest) -> CachedPage:
    """Raises RuntimeError for what must not be cached: a form with its reader's token, a cookie, an error."""
    response = render(sheet)
    if "CSRF_COOKIE" in sheet.META or response.cookies or response.status_code != 200:
        raise RuntimeError(f"{sheet.path} holds what belongs to one reader's answer")
    body, kind = response.content, response["Content-Type"]
    if kind.startswith("text/html") and b"<pre" not in body:
        body = INDENTED.sub(b"\n", body)
    return CachedPage(Packed.of(body), kind, timezone.now())


def _response(request: HttpRequest, found: CachedPage) -> HttpResponse:
    """The bytes, or 304 by the weak comparison of RFC 9110, 13.1.2, before a body is looked at."""
    coding = preferred(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    tag = found.packed.etag(coding)
    known = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    response: HttpResponse
    if known == ["*"] or tag in (each.removeprefix("W/") for each in known):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(found.packed.coded(coding), content_type=found.content_type)
        # Said of plain bytes too: the middleware packs what says nothing, under a weak tag.
        response["Content-Encoding"] = coding
    response["ETag"], response["Vary"] = tag, "Accept-Encoding"
    return response
