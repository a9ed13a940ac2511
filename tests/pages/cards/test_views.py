"""The addresses of the cards: who gets one, when it is refused, and what HTTP says of it."""

from html import unescape

import pytest
from django.test import Client

from briefing.core import origin
from briefing.core.web import cache_versions
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from indicators import groups
from indicators.models import IndicatorFigure
from indicators.redistribution import refusal
from tests.cast import cast
from tests.pages.test_outage import away, browser

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
FIGURE, EDITION = "/cards/indicator/DE10/en.svg", "/cards/edition/2026-11-21/en.svg"
KINDS = {"svg": "image/svg+xml; charset=utf-8", "png": "image/png"}
HOSTILE = [
    "/cards/indicator/XXXX/en.svg", "/cards/indicator/de10/en.svg", "/cards/indicator/DE10/fr.svg",
    "/cards/indicator/DE10/en.gif", "/cards/indicator/DE10/en.svgz", "/cards/indicator/../DE10/en.svg",
    "/cards/indicator/%00/en.svg", "/cards/indicator/DE10%0A/en.svg", "/cards/indicator/' OR 1=1--/en.svg",
    "/cards/indicator/<script>/en.svg", f"/cards/indicator/{'A' * 500}/en.svg", "/cards/indicator//en.svg",
    "/cards/edition/2026-02-30/en.png", "/cards/edition/2026-11-22/en.png", "/cards/edition/0000-00-00/en.png",
    "/cards/edition/9999-12-31/en.png", "/cards/edition/2025-11-20/en.png", "/cards/edition/2026-11-21/en.svg/",
    "/cards/edition/٢٠٢٦-11-21/en.svg", "/cards/", "/cards/edition/today/en.png",
]  # fmt: skip


def get(path: str, **headers: str):
    return Client().get(path, headers={"accept-encoding": "identity", **headers})


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("image", KINDS)
@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("path", ["/cards/indicator/DE10", "/cards/edition/2026-11-21"])
def test_card_is_open_to_everybody_and_the_same_for_all(path, language, image):
    readers = cast()
    everybody = [readers.visitor, readers.reader, readers.subscriber, readers.staff]
    answers = [
        each.get(f"{path}/{language}.{image}", headers={"accept-language": "it"}) for each in everybody
    ]
    assert [answer.status_code for answer in answers] == [200] * 4
    assert len({answer.content for answer in answers}) == 1
    assert {answer["Content-Type"] for answer in answers} == {KINDS[image]}
    assert answers[0]["Cache-Control"] == "public, no-cache"
    assert {answer["Cache-Control"] for answer in answers[1:]} == {"private, no-cache"}


@pytest.mark.usefixtures("published")
def test_other_sites_may_show_it_and_it_may_load_nothing(settings):
    settings.BASE_URL = "https://briefing.example"
    answer = get(f"{FIGURE}?v=1234")
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Link"] == f'<https://briefing.example{FIGURE}>; rel="canonical"'
    assert (answer["Vary"], answer.get("Content-Language"), answer.cookies) == ("Accept-Encoding", None, {})
    assert get("/about")["Cross-Origin-Resource-Policy"] == "same-origin"
    assert get("/cards/indicator/XXXX/en.svg")["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.usefixtures("published")
def test_language_in_the_query_sets_a_cookie_and_no_shared_cache_has_it():
    answer = get(f"{FIGURE}?lang=it")
    assert ("svc.lang" in answer.cookies, answer["Cache-Control"]) == (True, "private, no-cache")
    assert answer.content == get(FIGURE).content


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("path", [FIGURE, EDITION, FIGURE.replace("svg", "png")])
def test_http(path):
    first = get(path)
    again = get(path, **{"if-none-match": first["ETag"]})
    head = Client().head(path, headers={"accept-encoding": "identity"})
    assert (again.status_code, again.content, again["Cross-Origin-Resource-Policy"]) == (
        304,
        b"",
        "cross-origin",
    )
    assert (head.status_code, head.content, head["ETag"], head["Content-Length"]) == (
        200, b"", first["ETag"], str(len(first.content)),
    )  # fmt: skip
    posted = Client().post(path)
    assert (posted.status_code, posted["Allow"]) == (405, "GET, HEAD")


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("path", HOSTILE)
def test_other_addresses_have_no_card(path):
    answer = Client().get(path)
    assert answer.status_code in (400, 404)
    assert answer["Content-Type"].startswith("text/html")
    assert b"<script>" not in answer.content


@pytest.mark.usefixtures("published")
def test_terms_decide_for_every_row(settings):
    settings.REDISTRIBUTION_ALLOWED = []
    rows = groups.load().active_rows()
    with_figure = set(IndicatorFigure.objects.values_list("code", flat=True))
    wanted = {
        row.code: 403 if refusal(row, "en") else 200 if row.code in with_figure else 404 for row in rows
    }
    assert {200, 403} <= set(wanted.values())
    assert {code: get(f"/cards/indicator/{code}/en.svg").status_code for code in wanted} == wanted


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("image", KINDS)
@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "It is not clear whether its owner’s terms allow this series to be redistributed"),
        ("it", "Non è chiaro se le condizioni del titolare permettano di ridistribuire questa serie"),
    ],
)
def test_refusal_has_the_reason_and_consent_lifts_it(settings, language, reason, image):
    path = f"/cards/indicator/GB10/{language}.{image}"
    answer = Client().get(path)
    assert (answer.status_code, reason in unescape(answer.content.decode())) == (403, True)
    assert answer["Content-Type"].startswith("text/html")
    settings.REDISTRIBUTION_ALLOWED = ["BOE"]
    assert Client().get(path).status_code == 200


@pytest.mark.usefixtures("published")
def test_figure_whose_paid_display_is_forbidden_has_none(settings):
    settings.REDISTRIBUTION_ALLOWED = [row.code for row in groups.load().active_rows()]
    settings.SAMPLE_DATA, settings.SUBSCRIPTIONS_ENABLED = False, True
    hidden = [
        row.code
        for group in groups.load().configured
        for row in group.rows
        if row.shown and row.active() is None and row.paid is False
    ]
    assert hidden
    assert {get(f"/cards/indicator/{code}/en.svg").status_code for code in hidden} == {404}


@pytest.mark.usefixtures("published")
def test_edition_shows_no_figure_that_may_not_be_redistributed(settings):
    settings.REDISTRIBUTION_ALLOWED = []
    allowed = {row.code for row in groups.load().active_rows() if refusal(row, "en") is None}
    labels = {row.label("en") for row in groups.load().active_rows() if row.code not in allowed}
    body = get(EDITION).content.decode()
    assert body.count("<text") > 8
    assert [label for label in labels if label in unescape(body)] == []


@pytest.mark.usefixtures("published")
def test_edition_names_a_model_as_author():
    IndicatorSummary.objects.update(written_by="ai")
    IndicatorSummaryTranslation.objects.update(written_by="ai")
    cache_versions.invalidate("reads")
    said = {"en": "Written by AI, reviewed", "it": "Scritto dall’IA e verificato"}
    for language, words in said.items():
        assert words in unescape(get(f"/cards/edition/2026-11-21/{language}.svg").content.decode())


def test_no_data_no_card(settings):
    """Live, before the first figures: no empty card and none with samples."""
    settings.SAMPLE_DATA = False
    for path in (FIGURE, EDITION, FIGURE.replace("svg", "png"), EDITION.replace("svg", "png")):
        assert get(path).status_code == 404


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("path", [FIGURE, EDITION])
def test_no_card_while_the_database_is_away(path):
    assert get(path).status_code == 200
    with away():
        answer = browser().get(path)
    assert (answer.status_code, answer["Retry-After"], answer["Cache-Control"]) == (503, "10", "no-store")
    assert get(path).status_code == 200


@pytest.mark.usefixtures("published")
def test_samples_are_marked_in_the_header_too():
    origin.remember(origin.SAMPLES)
    assert get(FIGURE)["Sample-Data"] == "true"
    origin.remember(origin.LIVE)
    assert "Sample-Data" not in get(FIGURE)
