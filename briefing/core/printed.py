"""Pages that are printed once and handed out as bytes.

What is the same for every reader of a language, tone, home market and role is rendered by the first who asks,
compressed once and kept under the numbers of the parts that it rests on (`briefing.core.editions`). A view decides
who asks and what they want, and hands the drawing of the page over as a function of a `Sheet`: a request that knows
the address and the role and nothing of the reader, so that no template can print one reader's page for another.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from functools import cache as once
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers

from briefing.core import editions
from briefing.core.encodings import Packed, preferred
from briefing.core.language import page_language

Draw = Callable[["Sheet"], HttpResponse]
# What nobody asks for any more goes; what a writer forgot to name is stale no longer than this.
KEPT_S = 3600
# Every setting that a printed page shows, or that decides what it shows.
SHOWN = (
    "BASE_URL", "CBOE_ENABLED", "COOKIE_PREFIX", "DEFAULT_FROM_EMAIL", "FRED_API_KEY", "FRED_KEYLESS",
    "GENERATION_TONES", "LANGUAGES", "OPERATOR", "PORTFOLIO_AI_ENABLED", "PORTFOLIO_SYNC_ENABLED", "SAMPLE_DATA",
    "SENTRY_DSN", "SUBSCRIPTIONS_ENABLED", "TICKER_UNIVERSE_AGGREGATE_ENABLED", "YAHOO_ENABLED",
)  # fmt: skip
SOURCES = ("*.py", "*.toml", "*.html", "*.mo")


@dataclass(frozen=True)
class Role:
    """All that a printed page knows of who reads it."""

    is_authenticated: bool
    is_staff: bool

    @classmethod
    def of(cls, request: HttpRequest) -> "Role":
        return cls(request.user.is_authenticated, bool(getattr(request.user, "is_staff", False)))


NOBODY = Role(is_authenticated=False, is_staff=False)


class Sheet(HttpRequest):
    """The request that a page is printed for: its address and the reader's role, no cookie, no session, no header."""

    def __init__(self, path: str, query: str, role: Role) -> None:
        super().__init__()
        self.method, self.path, self.path_info = "GET", path, path
        self.GET = QueryDict(query)
        self.user: Any = role


@dataclass(frozen=True)
class Print:
    """A page as it is kept."""

    packed: Packed
    content_type: str


def hand_out(
    request: HttpRequest, page: str, draw: Draw, *, query: str = "", wishes: Sequence[str] = ()
) -> HttpResponse:
    """The page as bytes, or 304 where the reader has them.

    `page` is a name of `editions.RESTS_ON`. `query` is what is known of the address's query, in one order; `wishes`
    is all else that `draw` looks at (tone, home market, the state of the exchanges). Cookies and further headers are
    the caller's to add: they belong to this reader's answer and are not printed.
    """
    sheet = Sheet(request.path, query, Role.of(request))
    return _answer(request, _first(_key(page, sheet, wishes), lambda: _print(draw(sheet), sheet)))


def hand_out_to_all(request: HttpRequest, page: str, draw: Draw, *, query: str = "") -> HttpResponse:
    """The same for an answer in which neither role nor language plays a part."""
    answer = _answer(request, ahead(page, request.path, draw, query=query))
    answer["Cache-Control"] = "private, no-cache"  # only those who signed in may have it
    answer.same_for_all = True  # type: ignore[attr-defined]  # read by SameForAll
    return answer


def ahead(page: str, path: str, draw: Draw, *, query: str = "") -> Print:
    """What `hand_out_to_all` hands out, printed before anybody asks."""
    sheet = Sheet(path, query, NOBODY)
    return _first(_key(page, sheet, (), language=""), lambda: _print(draw(sheet), sheet))


def _key(page: str, sheet: Sheet, wishes: Sequence[str], *, language: str | None = None) -> str:
    named = (
        page, sheet.path, sheet.GET.urlencode(), page_language() if language is None else language, sheet.user,
        tuple(wishes), editions.under(page), timezone.now().date(), _build(),
        [getattr(settings, name) for name in SHOWN],
    )  # fmt: skip
    return f"printed.{sha256(repr(named).encode()).hexdigest()}"


@once
def _build() -> str:
    """Changes with the program, its texts and its files: a shared cache outlives a deployment."""
    root = Path(settings.BASE_DIR)
    own = {Path(app.path) for app in apps.get_app_configs() if Path(app.path).parent == root}
    folders = [*own, root / "templates", root / "locale"]
    files = {path for folder in folders for pattern in SOURCES for path in folder.rglob(pattern)}
    state = sha256()
    for path in sorted({*files, *Path(settings.STATIC_ROOT).glob("staticfiles.json")}):
        found = path.stat()
        state.update(f"{path} {found.st_size} {found.st_mtime_ns}\n".encode())
    return state.hexdigest()


_printing: dict[str, Future[Print]] = {}


def _first(key: str, make: Callable[[], Print]) -> Print:
    """The kept print; else the first thread here that asks makes it, and those that ask meanwhile wait for that one.

    Two processes may print the same page at once, which is harmless. The numbers in `key` were read before anything
    that the page shows, so a page that is made while a part changes is never kept under the new number.
    """
    kept: Print | None = cache.get(key)
    if kept is not None:
        return kept
    mine: Future[Print] = Future()
    theirs = _printing.setdefault(key, mine)
    if theirs is not mine:
        return theirs.result()
    try:
        made = make()
        cache.set(key, made, KEPT_S)
        mine.set_result(made)
        return made
    except BaseException as error:
        mine.set_exception(error)
        raise
    finally:
        del _printing[key]


def _print(response: HttpResponse, sheet: Sheet) -> Print:
    """Raises RuntimeError for what must not be printed: a form with its reader's token, a cookie, an error."""
    if "CSRF_COOKIE" in sheet.META or response.cookies or response.status_code != 200:
        raise RuntimeError(f"{sheet.path} holds what belongs to one reader's answer")
    return Print(Packed.of(response.content), response["Content-Type"])


def _answer(request: HttpRequest, found: Print) -> HttpResponse:
    coding = preferred(request.headers.get("Accept-Encoding", ""))
    response = HttpResponse(found.packed.coded(coding), content_type=found.content_type)
    response["ETag"] = found.packed.etag(coding)
    # Said of plain bytes too: the middleware packs what says nothing, under a weak tag.
    response["Content-Encoding"] = coding
    if request.user.is_authenticated:
        response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ("Accept-Encoding",))
    return get_conditional_response(request, etag=response["ETag"], response=response) or response
