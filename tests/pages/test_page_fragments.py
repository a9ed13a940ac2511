"""Fragments of cached pages, what a process holds, and conditional requests."""

import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import time_machine
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.test import RequestFactory

from briefing import settings as settings_module
from briefing.core.web import cache_versions, page_cache
from briefing.core.web.page_cache import ANONYMOUS
from indicators.panel import HOME
from tests.pages.test_page_cache import FRAGMENTS, HELD, HELD_S, READERS, Counted, get, hand_out

pytestmark = pytest.mark.django_db


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
def test_fragment_is_rendered_again_only_for_its_own_parts(part, drawn):
    page = PageOfOneFragment()
    hand_out(page, "dashboard")
    cache_versions.invalidate(part)
    hand_out(page, "dashboard")
    assert page.drawn == drawn


def test_fragment_of_another_request_is_another():
    page = PageOfOneFragment()
    for tones in (["NOVICE"], ["INTERMEDIATE"], ["NOVICE"]):
        asked = RequestFactory().get("/somewhere")
        asked.user = ANONYMOUS
        page_cache.serve_cached(asked, "dashboard", page, varies_on=tones)
        cache_versions.invalidate("news")
    assert page.drawn == 2


def test_fragment_that_rests_on_what_its_page_does_not_is_a_mistake():
    with pytest.raises(KeyError, match="universe"):
        hand_out(lambda sheet: HttpResponse(PageOfOneFragment().fragment(sheet, ("universe",))), "dashboard")


def test_fragment_of_a_page_that_is_not_printed_is_drawn_each_time():
    page = PageOfOneFragment()
    assert [page.fragment(RequestFactory().get("/")) for _ in range(2)] == ["1", "2"]


def test_process_holds_the_latest_requested_fragments():
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


def ask_for(draw, number: int, page: str = "news") -> bytes:
    asked = RequestFactory().get("/somewhere", headers={"accept-encoding": "identity"})
    asked.user = ANONYMOUS
    return page_cache.serve_cached(asked, page, draw, query=f"n={number}").content


@pytest.mark.usefixtures("no_cache")
def test_process_holds_the_latest_requested_pages():
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


@pytest.fixture(scope="module")
def build_here(tmp_path_factory) -> str:
    return build_in(settings_module.BASE_DIR, tmp_path_factory.mktemp("build"))


def test_build_is_the_same_whatever_the_shell_calls_the_folder(tmp_path, build_here):
    """Gunicorn looks for the code in `$PWD`, where `current` may be a link; other commands beside manage.py."""
    link = tmp_path / "current"
    link.symlink_to(settings_module.BASE_DIR)
    assert build_in(link, tmp_path) == build_here


def test_build_depends_on_what_the_files_hold_and_on_nothing_else(tmp_path, build_here):
    """Another machine checks the release out at another time, and its web process collects the static files."""
    copy = tmp_path / "copy"
    left_out = shutil.ignore_patterns(
        ".*", "staticfiles", "tests", "docs", "evaluation", "var", "__pycache__"
    )
    shutil.copytree(settings_module.BASE_DIR, copy, copy_function=shutil.copyfile, ignore=left_out)
    assert build_in(copy, tmp_path) == build_here
    (copy / "staticfiles").mkdir()
    (copy / "staticfiles" / "staticfiles.json").write_text("{}")
    assert build_in(copy, tmp_path) == build_here
    style = next((copy / "static").rglob("*.css"))
    style.write_text(style.read_text() + "\n")
    assert build_in(copy, tmp_path) != build_here


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
