"""Printed pages: nobody gets another's, everybody gets the newest edition, and the bytes are what HTTP says they are."""

import os
import random
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import User
from briefing import settings as settings_module
from briefing.core import cache_versions, page_cache
from briefing.core.page_cache import ANONYMOUS
from commentary.models import IndicatorSummary
from indicators.models import IndicatorFigure, Quote
from indicators.panel import HOME
from news.models import Headline
from tests.cast import Cast, cast
from tests.indicators.agenda.conftest import release
from tests.pages import edition, feed_reader

pytestmark = pytest.mark.django_db
(HELD, HELD_S), (FRAGMENTS, _) = page_cache.PROCESS_CACHE, page_cache.FRAGMENT_CACHE
READERS = ("visitor", "reader", "subscriber", "staff")
FOR_ALL = (
    "/api/news",
    "/api/universe",
    "/api/indicators",
    "/api/indicators/US10",
    "/api/reads",
    "/api/logs",
    "/api/agenda",
)
# Each with the languages and tones that it is asked in.
BOTH, TONES, ONE, NONE = ("en", "it"), ("NOVICE", "INTERMEDIATE"), ("it",), ("NOVICE",)
PATHS = {
    "/": (BOTH, TONES), "/news?all": (BOTH, NONE), "/news?include=EU": (ONE, NONE), "/log": (ONE, TONES),
    "/log/1": (ONE, NONE), "/indicators/US10": (ONE, NONE), "/methods": (ONE, NONE), "/about": (ONE, NONE), "/api/docs": (ONE, NONE),
    **dict.fromkeys((*FOR_ALL, "/cards/indicator/US10/en.svg", "/cards/edition/2026-11-21/it.svg"), (ONE, NONE)),
}  # fmt: skip


@pytest.fixture
def readers() -> Cast:
    """The four, of three home markets, over a whole edition with something that only staff are shown."""
    everybody = cast()
    for email, anchor in (("reader", "EU"), ("subscriber", "ASIA"), ("staff", "EU")):
        User.objects.filter(email=f"{email}@example.org").update(settings_json={"anchor": anchor})
    edition.whole()
    feed_reader.log(1, pk=1)
    Quote.objects.filter(symbol="TREASURY:10Y").update(error="It does not answer.", error_at=timezone.now())
    cache_versions.invalidate("figures")
    for name in READERS[1:]:
        getattr(everybody, name).get("/settings")  # the day's first visit, and the cookie of the place
    return everybody


def nothing_kept() -> None:
    """Neither in the shared cache nor in this process."""
    cache.clear()
    page_cache.clear()


def get(client: Client, path: str, lang: str = "en", tone: str = "NOVICE"):
    client.cookies["svc.lang"], client.cookies["svc.tone"] = lang, tone
    client.cookies.pop("svc.news", None)
    return client.get(path, headers={"accept-encoding": "identity"})


def asks() -> list[tuple[str, str, str, str]]:
    """Every reader, page, language and tone."""
    return [
        (who, path, lang, tone)
        for who in READERS
        for path, (languages, tones) in PATHS.items()
        for lang in languages
        for tone in tones
    ]


@pytest.mark.usefixtures("noon")
def test_nobody_gets_anothers_page_out_of_a_shared_cache(readers):
    def answer(who: str, path: str, lang: str, tone: str) -> tuple[int, bytes]:
        response = get(getattr(readers, who), path, lang, tone)
        return response.status_code, response.content

    alone = {}
    for ask in asks():
        nothing_kept()
        alone[ask] = answer(*ask)
    nothing_kept()
    order = asks() * 2
    random.shuffle(order)
    assert [ask for ask in order if answer(*ask) != alone[ask]] == []

    def page(who: str, path: str = "/", lang: str = "en", tone: str = "NOVICE") -> bytes:
        return alone[who, path, lang, tone][1]

    # What is compared differs indeed: by role, home market, language and tone.
    assert len({page(who) for who in READERS}) == 4
    assert (
        len(
            {
                page("reader", lang=lang, tone=tone)
                for lang in ("en", "it")
                for tone in ("NOVICE", "INTERMEDIATE")
            }
        )
        == 4
    )
    assert [who for who in READERS if b"It does not answer." in page(who, "/indicators/US10", "it")] == [
        "staff"
    ]
    assert [who for who in READERS if alone[who, "/news?all", "en", "NOVICE"][0] == 200] == list(READERS[1:])
    assert page("reader", "/about", "it") != page("visitor", "/about", "it")


@pytest.mark.usefixtures("noon")
def test_printed_pages_hold_nothing_of_a_reader(readers):
    for who in READERS[1:]:
        user = User.objects.get(email=f"{who}@example.org")
        for path in PATHS:
            text = get(getattr(readers, who), path).content.decode()
            assert not [
                each for each in (user.email, user.browser_key, "csrfmiddlewaretoken") if each in text
            ]


# --- the newest edition ---


def hand_out(draw, page: str = "news", **request: str) -> HttpResponse:
    asked = RequestFactory().get("/somewhere", **request)
    asked.user = ANONYMOUS
    return page_cache.serve_cached(asked, page, draw)


class Counted:
    """Draws "1", "2", … and so tells whether it was asked."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, _sheet: HttpRequest) -> HttpResponse:
        self.drawn += 1
        return HttpResponse(str(self.drawn))


@pytest.mark.parametrize("page", cache_versions.DEPENDS_ON)
def test_page_is_printed_anew_for_what_it_rests_on_and_for_nothing_else(page):
    draw = Counted()
    hand_out(draw, page)
    for part in cache_versions.PARTS:
        before = draw.drawn
        cache_versions.invalidate(part)
        hand_out(draw, page)
        hand_out(draw, page)
        assert draw.drawn - before == (part in cache_versions.DEPENDS_ON[page]), part


@pytest.mark.parametrize(
    ("name", "value"),
    [("SAMPLE_DATA", True), ("SUBSCRIPTIONS_ENABLED", True), ("OPERATOR", "Ada"), ("YAHOO_ENABLED", True)],
)
def test_page_is_printed_anew_for_another_setting(settings, name, value):
    draw = Counted()
    hand_out(draw)
    setattr(settings, name, value)
    hand_out(draw)
    assert draw.drawn == 2


def test_page_is_printed_anew_on_another_day():
    draw = Counted()
    for day in (21, 21, 22):
        with time_machine.travel(f"2026-11-{day}T23:59:59Z", tick=False):
            hand_out(draw)
    assert draw.drawn == 2


def test_page_drawn_while_a_part_changes_is_not_kept_as_the_new_edition():
    words = ["old"]

    def draw(_sheet: HttpRequest) -> HttpResponse:
        seen = words[0]
        if seen == "old":  # published between the look at the database and the keeping
            words[0] = "new"
            cache_versions.invalidate("news")
        return HttpResponse(seen)

    assert [hand_out(draw, HTTP_ACCEPT_ENCODING="").content for _ in range(2)] == [b"old", b"new"]


def test_what_is_rolled_back_was_never_published():
    before = cache_versions.current()
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        cache_versions.invalidate("news", "log")
        raise ZeroDivisionError
    assert cache_versions.current() == before


def test_unknown_part_is_a_mistake():
    with pytest.raises(KeyError, match="headline"):
        cache_versions.invalidate("headline")


CHANGES = {
    "figures": lambda: IndicatorFigure.objects.filter(code="US10").update(value=4.875),
    "reads": lambda: IndicatorSummary.objects.update(title="Another headline", content="Another text."),
    "log": lambda: feed_reader.log(0, header="Another log"),
    "news": lambda: edition.headlines(1, first=500),
    "agenda": lambda: release("gdp_eu", timezone.now().date() + timedelta(days=40)),
}


@pytest.mark.usefixtures("noon")
@pytest.mark.parametrize("part", CHANGES)
@pytest.mark.parametrize("who", ["visitor", "reader", "staff"])
def test_front_page_with_kept_fragments_is_the_page_drawn_whole(readers, who, part):
    """What one part of the edition changes is in no fragment that is kept over the change."""
    # Old, so that its row says what its publisher's calendar has next.
    long_ago = timezone.now().date() - timedelta(days=120)
    assert IndicatorFigure.objects.filter(code="GDPE").update(observed_on=long_ago)
    cache_versions.invalidate("figures")
    client = getattr(readers, who)
    before = get(client, "/").content
    CHANGES[part]()
    cache_versions.invalidate(part)
    assembled = get(client, "/").content
    nothing_kept()
    assert assembled == get(client, "/").content
    assert (b"next due" in assembled) == (part == "agenda")
    assert (assembled != before) == (
        part in cache_versions.DEPENDS_ON["landing" if who == "visitor" else "dashboard"]
    )


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_whoever_asks_after_a_publication_sees_it_while_others_are_being_answered(readers):
    """Each answer shows at least what was published before it was asked for, and the reader's own page."""
    title, published, stop = "Title number {}.", [0], threading.Event()
    story = Headline.objects.earliest("pk")

    def publish() -> None:
        for number in range(1, 16):
            with transaction.atomic():
                Headline.objects.filter(pk=story.pk).update(title=title.format(number))
                cache_versions.invalidate("news")
            published[0] = number
        stop.set()
        connection.close()

    def read(who: str) -> list[str]:
        client, wrong = getattr(readers, who), []
        mark = "/settings" if who != "visitor" else "/login"
        while not stop.is_set():
            least = published[0]
            text = client.get("/").content.decode()
            shown = text.partition("Title number ")[2].partition(".")[0]
            if int(shown or 0) < least or f'href="{mark}"' not in text:
                wrong.append(f"{who} was shown {shown or 'none'} after {least}")
        connection.close()
        return wrong

    Headline.objects.filter(pk=story.pk).update(title=title.format(0), published_at=timezone.now())
    cache_versions.invalidate("news")
    for who in READERS:
        getattr(readers, who).cookies["svc.lang"] = "en"
    with ThreadPoolExecutor(len(READERS) + 1) as pool:
        answers = [pool.submit(read, who) for who in READERS]
        pool.submit(publish).result()
        assert [wrong for answer in answers for wrong in answer.result()] == []


@pytest.mark.django_db(transaction=True)
def test_of_many_who_ask_at_once_one_prints():
    together, draw = threading.Barrier(6), Counted()

    def slow(sheet: HttpRequest) -> HttpResponse:
        entered.set()
        go_on.wait(10)
        return draw(sheet)

    entered, go_on = threading.Event(), threading.Event()

    def ask() -> bytes:
        together.wait(10)
        try:
            return hand_out(slow, HTTP_ACCEPT_ENCODING="").content
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(ask) for _ in range(6)]
        entered.wait(10)
        go_on.set()
        assert {answer.result() for answer in answers} == {b"1"}
    assert draw.drawn == 1


@pytest.mark.parametrize(
    ("kind", "body", "printed_as"),
    [
        ("text/html", b"<p>\n\n  a\n</p>", b"<p>\na\n</p>"),
        ("text/html", b"<pre>\n  a</pre>", b"<pre>\n  a</pre>"),
        ("application/json", b"{\n  1", b"{\n  1"),
    ],
)
def test_indentation_is_not_sent_where_it_says_nothing(kind, body, printed_as):
    asked = hand_out(lambda _sheet: HttpResponse(body, content_type=kind), HTTP_ACCEPT_ENCODING="")
    assert asked.content == printed_as


# --- fragments ---


class PageOfOneFragment:
    """A page with a fragment, and how often that was drawn."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, sheet: HttpRequest) -> HttpResponse:
        return HttpResponse(self.fragment(sheet))

    def fragment(self, sheet: HttpRequest, parts: tuple[str, ...] = ("figures",)) -> str:
        def draw() -> str:
            self.drawn += 1
            return str(self.drawn)

        return page_cache.fragment(sheet, "rows", parts, draw)


@pytest.mark.parametrize(("part", "drawn"), [("figures", 2), ("news", 1)])
def test_fragment_is_drawn_anew_for_its_own_parts_alone(part, drawn):
    page = PageOfOneFragment()
    hand_out(page, "dashboard")
    cache_versions.invalidate(part)
    hand_out(page, "dashboard")
    assert page.drawn == drawn


def test_fragment_of_what_was_asked_otherwise_is_another():
    page = PageOfOneFragment()
    for wishes in (["NOVICE"], ["INTERMEDIATE"], ["NOVICE"]):
        asked = RequestFactory().get("/somewhere")
        asked.user = ANONYMOUS
        page_cache.serve_cached(asked, "dashboard", page, varies_on=wishes)
        cache_versions.invalidate("news")
    assert page.drawn == 2


def test_fragment_that_rests_on_what_its_page_does_not_is_a_mistake():
    with pytest.raises(KeyError, match="universe"):
        hand_out(lambda sheet: HttpResponse(PageOfOneFragment().fragment(sheet, ("universe",))), "dashboard")


def test_fragment_of_a_page_that_is_not_printed_is_drawn_each_time():
    page = PageOfOneFragment()
    assert [page.fragment(RequestFactory().get("/")) for _ in range(2)] == ["1", "2"]


def test_process_holds_the_fragments_that_were_asked_for_last():
    page = PageOfOneFragment()
    for number in range(FRAGMENTS + 1):
        ask_for(page, number, page="dashboard")
    cache_versions.invalidate("news")
    ask_for(page, FRAGMENTS, page="dashboard")
    assert page.drawn == FRAGMENTS + 1
    ask_for(page, 0, page="dashboard")
    assert page.drawn == FRAGMENTS + 2


def test_process_holds_the_fragments_of_every_dashboard(settings):
    of_one = (settings.BASE_DIR / "templates/dashboard.html").read_text().count("{% fragment ")
    assert of_one * len(settings.LANGUAGES) * len(settings.GENERATION_TONES) * (len(HOME) + 1) <= FRAGMENTS


# --- what a process holds of its own ---


def ask_for(draw, number: int, page: str = "news") -> bytes:
    asked = RequestFactory().get("/somewhere", headers={"accept-encoding": "identity"})
    asked.user = ANONYMOUS
    return page_cache.serve_cached(asked, page, draw, query=f"n={number}").content


@pytest.mark.usefixtures("no_cache")
def test_process_holds_the_pages_that_were_asked_for_last():
    draw = Counted()
    for number in range(HELD):
        ask_for(draw, number)
    assert ask_for(draw, 0) == b"1"  # asked for again, and so not the first to go
    ask_for(draw, HELD)
    assert (ask_for(draw, 0), ask_for(draw, 1)) == (b"1", str(HELD + 2).encode())


@pytest.mark.usefixtures("no_cache")
@pytest.mark.parametrize(("seconds", "drawn"), [(HELD_S, 1), (HELD_S + 1, 2), (-1, 2)])
def test_process_looks_again_after_a_while_and_when_the_clock_is_put_back(seconds, drawn):
    draw = Counted()
    with time_machine.travel("2026-11-21T12:00:00Z", tick=False) as clock:
        ask_for(draw, 0)
        clock.shift(seconds)
        ask_for(draw, 0)
    assert draw.drawn == drawn


@pytest.fixture
def no_cache(settings):
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}


# --- what is never kept ---


def test_form_with_a_readers_token_is_refused():
    with pytest.raises(RuntimeError, match="one reader"):
        hand_out(lambda sheet: HttpResponse(get_token(sheet)))


def test_cookie_is_refused():
    def draw(_sheet: HttpRequest) -> HttpResponse:
        response = HttpResponse()
        response.set_cookie("name", "value")
        return response

    with pytest.raises(RuntimeError, match="one reader"):
        hand_out(draw)


def test_page_that_is_not_there_is_looked_for_again():
    draw = Counted()

    def missing(_sheet: HttpRequest) -> HttpResponse:
        raise Http404

    with pytest.raises(Http404):
        hand_out(missing)
    assert hand_out(draw, HTTP_ACCEPT_ENCODING="").content == b"1"


# --- HTTP ---


@pytest.mark.parametrize("coding", ["identity", "gzip", "br"])
@pytest.mark.parametrize("path", ["/", "/news?all", "/indicators/US10", "/api/news"])
def test_known_tag_is_answered_304_in_its_coding_only(readers, path, coding):
    accepted = {"accept-encoding": coding}
    first = readers.reader.get(path, headers=accepted)
    again = readers.reader.get(path, headers=accepted | {"if-none-match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert (first["Content-Encoding"], first["Cache-Control"]) == (coding, "private, no-cache")
    assert "Accept-Encoding" in first["Vary"]
    for name in ("ETag", "Vary", "Cache-Control", "Content-Security-Policy"):
        assert again[name] == first[name]
    other = readers.reader.get(
        path, headers={"accept-encoding": "gzip" if coding == "br" else "br", "if-none-match": first["ETag"]}
    )
    assert other.status_code == 200


def test_tag_of_another_kind_of_reader_is_not_enough(readers):
    tags = {who: get(getattr(readers, who), "/")["ETag"] for who in READERS}
    assert len(set(tags.values())) == 4
    for who in READERS:
        client = getattr(readers, who)
        for other, tag in tags.items():
            asked = client.get("/", headers={"accept-encoding": "identity", "if-none-match": tag})
            assert asked.status_code == (304 if other == who else 200)


@pytest.mark.parametrize("path", ["/", "/about", "/news?all"])
def test_head_is_answered_as_get_without_the_body(readers, path):
    headers = {"accept-encoding": "gzip"}
    whole, head = readers.reader.get(path, headers=headers), readers.reader.head(path, headers=headers)
    for name in ("ETag", "Content-Length", "Content-Encoding", "Content-Type", "Vary"):
        assert head[name] == whole[name], name
    assert head.content == b""
    assert readers.reader.head(path, headers=headers | {"if-none-match": whole["ETag"]}).status_code == 304


def test_what_belongs_to_the_answer_is_added_to_every_one(readers):
    for _ in range(2):
        response = readers.reader.get("/?tone=INTERMEDIATE&lang=it")
        assert (response["Offline"], response["Content-Language"]) == ("keep", "it")
        readers.reader.cookies["svc.tone"] = "NOVICE"
        assert readers.reader.get("/?tone=INTERMEDIATE").cookies["svc.tone"].value == "INTERMEDIATE"
        assert readers.reader.get("/news?include=EU").cookies["svc.news"].value == "include=EU"


def test_build_is_the_same_whatever_the_shell_calls_the_folder(tmp_path):
    """Gunicorn looks for the code in `$PWD`, where `current` may be a link; other commands beside manage.py."""
    link = tmp_path / "current"
    link.symlink_to(settings_module.BASE_DIR)
    assert build_in(settings_module.BASE_DIR, tmp_path) == build_in(link, tmp_path)


def build_in(folder: Path, data: Path) -> str:
    script = (
        "import sys; from gunicorn.util import getcwd; sys.path.insert(0, getcwd()); import django; django.setup();"
        "from briefing.core.build import build; print(build())"
    )
    environment = {
        "PATH": os.environ["PATH"], "ENV_FILE": os.devnull, "DATA_DIR": str(data), "PWD": str(folder),
        "DJANGO_SETTINGS_MODULE": "briefing.settings",
    }  # fmt: skip
    command = [sys.executable, "-c", script]
    return subprocess.run(
        command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout


def test_strange_parameters_make_no_further_print(readers):
    plain = get(readers.reader, "/news?all")
    assert get(readers.reader, "/news?all&utm_source=x&lang=en")["ETag"] == plain["ETag"]
