"""The log page, its archive and its permalinks over their real addresses."""

import json
import re
from datetime import timedelta

import pytest

from briefing.core import origin
from briefing.core.models import LlmCall, LlmEndpoint, LlmMonth
from commentary.models import (
    IndicatorSummary,
    IndicatorSummaryTranslation,
    ReviewerVerdict,
    StrategicLog,
    StrategicLogTranslation,
)
from commentary.publishing import logs, reads
from tests.commentary.conftest import NOW
from tests.pages import edition

pytestmark = pytest.mark.django_db
TOKEN = "a" * 40
# What the writing of the texts leaves in the database.
STORED = (
    LlmCall, LlmMonth, LlmEndpoint, IndicatorSummary, IndicatorSummaryTranslation, StrategicLog, StrategicLogTranslation,
    ReviewerVerdict,
)  # fmt: skip


@pytest.fixture
def get(client, settings):
    """Asks as the operator, whose token opens the door."""
    settings.SERVICE_TOKEN = TOKEN

    def ask(path: str, **query):
        return client.get(path, query, headers={"authorization": f"Bearer {TOKEN}"})

    return ask


def write() -> None:
    reads.cycle(NOW)
    logs.cycle(NOW)


@pytest.fixture
def written(two_groups, author):
    edition.once(write, STORED)
    return StrategicLog.objects.get(tone="NOVICE")


def plain(number: int, **changes) -> StrategicLog:
    fields = {
        "cycle": NOW - timedelta(days=number), "tone": "NOVICE", "style": "DRY", "header": f"Log {number}", "content": "Text.",
        "facts": {"group": "all", "as_of": "2026-11-20", "rows": []}, "facts_hash": "x", "written_by": "rules",
        "prompt_version": 10, "published_at": NOW,
    }  # fmt: skip
    return StrategicLog.objects.create(**(fields | changes))


def titles(response) -> list[str]:
    return re.findall(r'<a href="/log/\d+"[^>]*>(Log \d+)</a>', response.content.decode())


def test_strangers_are_sent_to_sign_in(client):
    assert [client.get(path).status_code for path in ("/log", "/log/1")] == [303, 303]


def test_the_newest_log_is_shown_with_who_wrote_it_and_on_what(get, written):
    html = get("/log").content.decode()
    assert f'<h1 id="log-{written.pk}">{written.header}</h1>' in html
    assert "Written by AI, reviewed" in html
    assert "What this is based on" in html
    assert "BTP-Bund spread" in html
    assert "penman-1" not in re.sub(r"<[^>]+>", " ", html).split()


def test_the_label_that_machines_read_is_there(get, written):
    html = get(f"/log/{written.pk}").content.decode()
    described = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', html)[1])
    assert described["digitalSourceType"].endswith("/trainedAlgorithmicMedia")
    assert described["headline"] == written.header
    assert f'<meta name="digital-source-type" content="{described["digitalSourceType"]}">' in html


def test_the_label_that_machines_read_says_what_is_made_up(get, written):
    origin.remember(origin.SAMPLES)
    html = get(f"/log/{written.pk}").content.decode()
    described = json.loads(re.search(r'<script type="application/ld\+json">(.*?)</script>', html)[1])
    assert described["description"] == "Sample data: everything here is made up."


def test_the_italian_page_has_the_translation(get, written):
    html = get("/log", lang="it").content.decode()
    assert StrategicLogTranslation.objects.get(log=written, language="it").content.split(",")[0] in re.sub(
        r"<span class=\"tip\".*?</span>|<[^>]+>", "", html
    )


def test_a_missing_translation_shows_the_english_with_a_note(get, written):
    StrategicLogTranslation.objects.all().delete()
    html = get("/log", lang="it").content.decode()
    assert f'<h1 id="log-{written.pk}" lang="en">' in html
    assert written.content.split(",")[0] in re.sub(r"<span class=\"tip\".*?</span>|<[^>]+>", "", html)


def test_the_chosen_tone_is_stored(get, written):
    response = get("/log", tone="INTERMEDIATE")
    other = StrategicLog.objects.get(tone="INTERMEDIATE")
    assert f'id="log-{other.pk}"' in response.content.decode()
    assert response.cookies["svc.tone"].value == "INTERMEDIATE"


def test_a_withdrawn_log_is_gone(get, written):
    StrategicLog.objects.update(state="withdrawn")
    assert get(f"/log/{written.pk}").status_code == 404
    assert written.header not in get("/log").content.decode()


def test_the_archive_is_paged_without_gap_or_repetition(get):
    for number in range(1, 46):
        plain(number)
    first = get("/log")
    seen = titles(first)
    assert len(seen) == 20
    place = re.search(r'href="\?before=(\d+)"', first.content.decode())[1]
    plain(0)  # arrives between two pages
    second = get("/log", before=place)
    seen += titles(second)
    place = re.search(r'href="\?before=(\d+)"', second.content.decode())[1]
    seen += titles(get("/log", before=place))
    assert seen == [f"Log {number}" for number in range(1, 46)]


def test_the_archive_narrows_to_a_month(get):
    plain(1)
    plain(40, header="Log 40")
    assert titles(get("/log", month="2026-10")) == ["Log 40"]


@pytest.mark.parametrize(
    "query", [{"month": "2026-13"}, {"month": "x"}, {"before": "x"}, {"before": "9" * 30}]
)
def test_an_unreadable_place_shows_the_newest(get, query):
    plain(1)
    response = get("/log", **query)
    assert (response.status_code, titles(response)) == (200, ["Log 1"])


def test_the_first_log_is_announced(get):
    assert "The first log is written at 00:07" in get("/log").content.decode()


def test_a_page_asks_few_queries(get, written, django_assert_max_num_queries):
    for number in range(1, 30):
        plain(number)
    with django_assert_max_num_queries(7):
        get("/log", lang="it")
