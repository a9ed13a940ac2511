"""A cache of rendered pages as compressed bytes.

Content that is the same for every reader of a language, tone, choice of texts, home market and role is
rendered on the first request, compressed once and cached under the versions of the parts it depends on
(`briefing.core.web.cache_versions`). A view resolves the reader and the options and passes a function that
renders from a `CacheableRequest`, which has the address and the role but nothing personal, so that no
template can show one reader's page to another.
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

from briefing.core import origin
from briefing.core.build import build
from briefing.core.language import page_language
from briefing.core.operations import metrics
from briefing.core.web import cache_versions, outage_copies
from briefing.core.web.cache_versions import Versions
from briefing.core.web.encodings import Packed, preferred
from briefing.core.web.single_flight import SingleFlightCache

Render = Callable[["CacheableRequest"], HttpResponse]
# All that a page is cached under.
Key = tuple[str | int | bool, ...]
# Unused pages expire; a part that a writer forgot to invalidate is stale for at most this and a quarter.
MAX_AGE_S = 3600
# Each process also caches in its own memory (entries, seconds): pages (some 35 kB each in both codings),
# and fragments, those of twenty dashboards (two languages, two tones, five home markets) with 90 kB in the largest.
PROCESS_CACHE, FRAGMENT_CACHE = (64, 60), (160, MAX_AGE_S // 4)
# Every setting that a cached page shows, or that decides what it shows (`tests/pages/test_settings_shown.py`).
SETTINGS_SHOWN = (
    "BASE_URL", "CBOE_ENABLED", "COOKIE_PREFIX", "DEFAULT_FROM_EMAIL", "FRED_API_KEY", "FRED_KEYLESS",
    "GENERATION_TONES", "LANGUAGES", "OPERATOR", "PAID_DISPLAY_ALLOWED", "PORTFOLIO_AI_ENABLED",
    "PORTFOLIO_SYNC_ENABLED", "REDISTRIBUTION_ALLOWED", "SAMPLE_DATA", "SENTRY_DSN", "SUBSCRIPTIONS_ENABLED",
    "TICKER_UNIVERSE_AGGREGATE_ENABLED", "YAHOO_ENABLED",
)  # fmt: skip
# The pages whose last copy is served while the database is down, and whether they need a signed-in reader. Pages
# rendered for the operator's token, which has a visitor's role, are not stored.
SERVED_IN_OUTAGE = {"landing": False, "dashboard": True, "log": True}
# Of a page; the dashboard is 250 bytes lighter without, compressed.
INDENTED = re.compile(rb"\n\s+")


@dataclass(frozen=True)
class CacheKey:
    requested: Key
    versions: Versions

    @property
    def for_page(self) -> Key:
        return *self.requested, *self.versions.values()

    def for_fragment(self, name: str, parts: Sequence[str]) -> Key:
        """Returns a fragment's key; raises KeyError for a part that the page does not depend on."""
        return "fragment", name, *self.requested, *(self.versions[part] for part in parts)


@dataclass(frozen=True)
class Role:
    """All that a cached page may depend on about its reader."""

    is_authenticated: bool
    is_staff: bool

    @classmethod
    def of(cls, request: HttpRequest) -> "Role":
        return cls(request.user.is_authenticated, request.user.is_staff)


ANONYMOUS = Role(is_authenticated=False, is_staff=False)


class CacheableRequest(HttpRequest):
    """The request that a page is rendered from: address and role, without cookies, session or headers."""

    def __init__(self, path: str, query: str, role: Role, cache_key: CacheKey) -> None:
        super().__init__()
        self.method, self.path, self.path_info = "GET", path, path
        self.GET = QueryDict(query)
        self.user: Any = role
        self.cache_key = cache_key


@dataclass(frozen=True)
class CachedPage:
    packed: Packed
    content_type: str
    at: datetime
    headers: tuple[tuple[str, str], ...] = ()


def serve_cached(
    request: HttpRequest,
    page: str,
    render: Render,
    *,
    query: str = "",
    varies_on: Sequence[str] = (),
    texts: str = "",
) -> HttpResponse:
    """Returns the cached page, rendered if needed, or 304 if the reader has it.

    `page` is a key of `cache_versions.DEPENDS_ON`. `query` is the normalised query string; `varies_on` is
    everything else that `render` depends on (tone, home market, state of the exchanges); `texts` is the
    reader's choice of texts, "" for all. The caller adds cookies and headers, which belong to this reader's
    response and are not cached.
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
    """Returns the last copy of a page in `SERVED_IN_OUTAGE` without a query; `tone` is its first `varies_on`.

    The copy is of the current data, samples or live, as far as this process can tell; None if it is older
    than the last withdrawal of a text.
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
    """Serves a cached page that depends neither on the role nor on the reader's language."""
    found = render_ahead(
        page, request.path, render, query=query, varies_on=varies_on, versions=_versions(request)
    )
    answer = _response(request, found)
    answer["Cache-Control"] = "private, no-cache"  # only signed-in readers may have it
    answer.same_for_all = True  # type: ignore[attr-defined]  # read by SharedResponseMiddleware
    return answer


def _versions(request: HttpRequest) -> Versions | None:
    """Returns the versions that were loaded with the reader at the start of this request."""
    return getattr(request.user, "cache_versions", None)


def render_ahead(
    page: str, path: str, render: Render, *, query: str = "", varies_on: Sequence[str] = (),
    versions: Versions | None = None,
) -> CachedPage:  # fmt: skip
    """Renders the page of `serve_cached_to_all` before it is requested."""
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
    """Returns the page from this process or the shared cache; otherwise the first thread renders it.

    Two processes may render the same page at once, which is harmless. The versions in `key` are read before
    the page's content, so a page rendered during a change is never cached under the new version.
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
    """Returns a cached fragment, rendered again only when one of its parts changes.

    Most of a dashboard is figures, while news is published more often. `name` must be unique in its page.
    Raises KeyError for a part that the page does not depend on. Outside of a cached page the fragment is
    rendered directly.
    """
    if not isinstance(request, CacheableRequest):
        return render()
    return _fragments.get(request.cache_key.for_fragment(name, parts), render)


def clear() -> None:
    _pages.clear()
    _fragments.clear()
    outage_copies.clear()


def forget_samples() -> None:
    tones = ("", *settings.GENERATION_TONES)
    choices = product((True,), ("/", "/log"), dict(settings.LANGUAGES), tones, ("", "rules"), (True, False))
    outage_copies.remove([_key_of(*each) for each in choices])


def _render(render: Render, cacheable: CacheableRequest) -> CachedPage:
    """Renders and compresses the page; raises RuntimeError for a CSRF token, a cookie or an error status."""
    response = render(cacheable)
    if "CSRF_COOKIE" in cacheable.META or response.cookies or response.status_code != 200:
        raise RuntimeError(f"{cacheable.path} holds what belongs to one reader's answer")
    body, kind = response.content, response["Content-Type"]
    if kind.startswith("text/html") and b"<pre" not in body:
        body = INDENTED.sub(b"\n", body)
    headers = tuple((name, value) for name, value in response.items() if name != "Content-Type")
    return CachedPage(Packed.of(body), kind, timezone.now(), headers)


def _response(request: HttpRequest, found: CachedPage) -> HttpResponse:
    """Returns the bytes, or 304 by weak comparison (RFC 9110, 13.1.2) without decompressing them."""
    coding = preferred(request.META.get("HTTP_ACCEPT_ENCODING", ""))
    tag = found.packed.etag(coding)
    known = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    response: HttpResponse
    if known == ["*"] or tag in (each.removeprefix("W/") for each in known):
        response = HttpResponseNotModified()
    else:
        response = HttpResponse(found.packed.coded(coding), content_type=found.content_type)
        # Set for identity too: otherwise the middleware would compress the body under a weak ETag.
        response["Content-Encoding"] = coding
    response["ETag"], response["Vary"] = tag, "Accept-Encoding"
    for name, value in found.headers:
        response[name] = value
    return response
