"""Printed pages: nobody gets another's, everybody gets the newest edition, and the bytes are what HTTP says they are."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.models import User
from briefing.core.web import cache_versions, page_cache
from briefing.core.web.page_cache import ANONYMOUS
from commentary.models import IndicatorSummary
from indicators.models import IndicatorFigure, Quote
from news.models import Headline
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
    "/": (BOTH, TONES), "/away?days=7": (ONE, TONES), "/news?all": (BOTH, NONE), "/news?include=EU": (ONE, NONE), "/log": (ONE, TONES),
    "/log/1": (ONE, NONE), "/indicators/US10": (ONE, NONE), "/methods": (ONE, NONE), "/about": (ONE, NONE), "/api/docs": (ONE, NONE),
    **dict.fromkeys((*FOR_ALL, "/cards/indicator/US10/en.svg", "/cards/edition/2026-11-21/it.svg"), (ONE, NONE)),
}  # fmt: skip


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
def test_page_is_rendered_again_only_for_parts_that_it_depends_on(page):
    draw = Counted()
    hand_out(draw, page)
    for part in cache_versions.PARTS:
        before = draw.drawn
        cache_versions.invalidate(part)
        hand_out(draw, page)
        hand_out(draw, page)
        assert draw.drawn - before == (part in cache_versions.DEPENDS_ON[page]), part


def test_settings_that_change_what_readers_see_are_part_of_the_key():
    shown = {"SAMPLE_DATA", "SUBSCRIPTIONS_ENABLED", "OPERATOR", "YAHOO_ENABLED"}
    assert shown <= set(page_cache.SETTINGS_SHOWN)


@pytest.mark.parametrize("name", page_cache.SETTINGS_SHOWN)
def test_page_is_rendered_again_after_a_changed_setting(settings, name):
    draw = Counted()
    hand_out(draw)
    setattr(settings, name, ["another"])
    hand_out(draw)
    assert draw.drawn == 2


def test_page_is_rendered_again_on_the_next_day():
    draw = Counted()
    for day in (21, 21, 22):
        with time_machine.travel(f"2026-11-{day}T23:59:59Z", tick=False):
            hand_out(draw)
    assert draw.drawn == 2


def test_page_rendered_while_a_part_changes_is_not_cached_as_the_new_version():
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


def _new_figures() -> None:
    """A value, and the arrival of what the agenda was waiting for."""
    IndicatorFigure.objects.filter(code="US10").update(value=4.875, percentile=1.5)
    Quote.objects.filter(symbol__startswith="EUSTAT:prc_hicp_m").update(changed_at=timezone.now())


CHANGES = {
    "figures": _new_figures,
    "reads": lambda: IndicatorSummary.objects.update(title="Another headline", content="Another text."),
    "log": lambda: feed_reader.log(0, header="Another log"),
    "news": lambda: edition.headlines(1, first=500),
    "agenda": lambda: release("gdp_eu", timezone.now().date() + timedelta(days=3)),
}


@pytest.mark.usefixtures("noon")
def test_cached_page_of_cached_fragments_equals_the_page_rendered_whole(readers):
    """What one part of the edition changes is in no fragment or answer of the API that is kept over the change."""

    def front() -> dict[str, bytes]:
        return {who: get(getattr(readers, who), "/").content for who in ("visitor", "reader", "staff")}

    def api() -> dict[str, bytes]:
        return {path: get(readers.reader, path).content for path in FOR_ALL}

    # Old, so that its row says what its publisher's calendar has next.
    long_ago = timezone.now().date() - timedelta(days=120)
    assert IndicatorFigure.objects.filter(code="GDPE").update(observed_on=long_ago)
    release("hicp", timezone.now().date() - timedelta(days=1))
    cache_versions.invalidate("figures")
    before = front()
    api()
    # One after another: the page rendered whole is the next one's `before`.
    for part, change in CHANGES.items():
        change()
        cache_versions.invalidate(part)
        assembled, answers = front(), api()
        nothing_kept()
        whole = front()
        assert [path for path, answer in api().items() if answer != answers[path]] == [], part
        for who, page in assembled.items():
            depends = cache_versions.DEPENDS_ON["landing" if who == "visitor" else "dashboard"]
            assert page == whole[who], (part, who)
            assert (b"next due" in page) == (part == "agenda"), (part, who)
            assert (page != before[who]) == (part in depends), (part, who)
        before = whole


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
