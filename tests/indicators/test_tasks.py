import re

import pytest

from briefing.core.models import Job
from briefing.core.outside import reachability
from briefing.core.work.jobs import KINDS
from indicators.models import Quote
from indicators.tasks import AllSourcesFailed, refresh_indicators

pytestmark = pytest.mark.django_db


@pytest.fixture
def job(web, settings) -> Job:
    """A job in a world where only the ECB is enabled and has two series that answer."""
    web.expect_request(re.compile("/ecb/EXR/.*")).respond_with_data(
        "TIME_PERIOD,OBS_VALUE\n2026-10-01,1.5\n2026-10-02,1.25\n"
    )
    web.expect_request(re.compile(".*")).respond_with_data("", status=404)
    return Job(kind="indicators.refresh", key="2026-11-21T12:02Z")


def test_refresh_is_registered():
    assert KINDS["indicators.refresh"].handler is refresh_indicators


def test_refresh_says_what_it_did(job):
    line = refresh_indicators(job)
    assert line.startswith(
        "74 symbols asked, 5 answered, 69 failed; 10 points written, 0 withdrawn; 3 figures"
    )


def test_refresh_again_asks_only_for_what_failed(job):
    refresh_indicators(job)
    # Twelve fallback sources beside them: their rows' first sources have never answered.
    with pytest.raises(AllSourcesFailed, match="81 symbols asked, 0 answered, 81 failed"):
        refresh_indicators(job)
    assert Quote.objects.filter(error="").count() == 5


def test_a_network_that_is_away_is_named_in_the_place_of_an_example(job, settings):
    settings.SOURCE_BASE_URLS = dict.fromkeys(settings.SOURCE_BASE_URLS, "http://127.0.0.1:1")
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1:1"]
    with pytest.raises(AllSourcesFailed, match=r"failed; .*; the network is away$"):
        refresh_indicators(job)
    assert reachability.outage().text.startswith("The network is away")
