"""`/texts/read/<id>`: each sentence of a read with its figures, for readers, while the text may be shown."""

import pytest
import time_machine
from django.test import Client

from briefing.core.web import cache_versions
from commentary.models import IndicatorSummary
from commentary.publishing import reads
from tests.accounts.readers import signed_in
from tests.commentary.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(two_groups, settings):
    settings.SAMPLE_DATA = True
    with time_machine.travel(NOW, tick=False):
        reads.cycle(NOW)
        yield IndicatorSummary.objects.get(group="bonds", tone="NOVICE")


def test_each_sentence_opens_to_its_figures(written):
    html = signed_in().get(f"/texts/read/{written.pk}").content.decode()
    assert html.count('<details class="receipt">') == len(written.sentences)
    assert '<a href="/indicators/SPRD">' in html
    assert 'rel="noopener external"' in html
    assert "Written by rules" in html


def test_the_dashboard_leads_to_it(written):
    html = signed_in().get("/").content.decode()
    assert f' href="/texts/read/{written.pk}">Sentence by sentence</a>' in html


def test_strangers_are_sent_to_sign_in(written):
    assert Client().get(f"/texts/read/{written.pk}").status_code == 303


@pytest.mark.parametrize("state", ["rejected", "withdrawn"])
def test_a_text_that_is_not_shown_has_no_page(written, state):
    client = signed_in()
    path = f"/texts/read/{written.pk}"
    assert client.get(path).status_code == 200
    IndicatorSummary.objects.filter(pk=written.pk).update(state=state)
    cache_versions.invalidate("reads")
    assert client.get(path).status_code == 404


def test_a_text_without_sentences_says_so(written):
    IndicatorSummary.objects.filter(pk=written.pk).update(sentences=[])
    cache_versions.invalidate("reads")
    html = signed_in().get(f"/texts/read/{written.pk}").content.decode()
    assert "stored without the figures of its sentences" in html
    assert "receipt" not in html
