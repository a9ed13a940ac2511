"""While no publisher can be reached, readers are told so, and are promised nothing."""

import pytest

from briefing.core.outside import reachability
from indicators.models import IndicatorFigure
from news.models import Headline
from tests.accounts.readers import signed_in
from tests.pages.edition import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
SAID = {
    "en": "The sources cannot be reached at the moment (since 21 Nov, 12:30 UTC).",
    "it": "Al momento le fonti non sono raggiungibili (dal 21 nov, 12:30 UTC).",
}


def text(client, path: str, lang: str = "en") -> str:
    client.cookies["svc.lang"] = lang
    return " ".join(client.get(path).content.decode().split())


def away() -> None:
    reachability.note("figures", reached=(), unreached={"ECB", "BOE", "BIS"}, now=NOW)


@pytest.mark.parametrize("path", ["/", "/news", "/indicators/US10"])
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_page_says_it_at_once_and_no_longer_when_it_is_over(path, lang):
    client = signed_in(lang=lang)
    assert SAID[lang] not in text(client, path, lang)
    away()
    assert SAID[lang] in text(client, path, lang)
    reachability.note("figures", reached={"ECB"}, unreached=(), now=NOW)
    assert SAID[lang] not in text(client, path, lang)


def test_the_landing_page_says_it(client):
    away()
    assert SAID["en"] in text(client, "/")


def test_nothing_is_promised_within_minutes():
    Headline.objects.all().delete()
    IndicatorFigure.objects.all().delete()
    client = signed_in()
    away()
    assert "within minutes" not in text(client, "/news")
    assert "no publisher could be reached so far" in text(client, "/news")
    assert "at minutes 2 and 32" not in text(client, "/")
    assert "no source could be reached so far" in text(client, "/")
