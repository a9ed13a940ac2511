"""What a page weighs: bytes before and after compression, and elements, with every row that sample data fill."""

import re

import pytest
import time_machine

from briefing.core.web.encodings import Packed
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from tests.accounts.readers import signed_in
from tests.pages import edition, feed_reader

pytestmark = pytest.mark.django_db
ROWS = 73


@pytest.mark.parametrize("lang", ["en", "it"])
def test_dashboard_is_light(settings, lang):
    settings.SAMPLE_DATA = True
    with time_machine.travel(edition.NOW, tick=False):
        edition.whole(40)
        for model in (IndicatorSummary, IndicatorSummaryTranslation):
            model.objects.update(written_by="ai")  # their marks weigh more
        for number in range(3):
            feed_reader.log(number)
        client = signed_in()
        client.cookies["svc.lang"] = lang
        body = client.get("/", headers={"accept-encoding": "identity"}).content
    packed = Packed.of(body)
    assert body.count(b'<tr id="row-') >= ROWS
    assert len(body) <= 100_000
    assert len(packed.brotli) <= 16_000
    assert len(packed.gzip) <= 16_000
    assert len(re.findall(rb"<[a-z]", body)) <= 1_500
