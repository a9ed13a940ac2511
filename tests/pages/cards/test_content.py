"""Which figures an edition's card may take, and in which order."""

from dataclasses import replace

import pytest

from briefing.pages.cards import content
from commentary import past_editions
from commentary.models import IndicatorSummary
from indicators import groups
from indicators.groups_file import Redistribution
from tests.pages import edition

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]
OPEN, CLOSED = (Redistribution(allowed=allowed, terms="https://example.org") for allowed in (True, False))


@pytest.mark.parametrize(
    ("own", "fallback", "allowed"),
    [
        (OPEN, OPEN, True),
        (OPEN, CLOSED, False),
        (CLOSED, OPEN, False),
        (OPEN, None, True),
        (CLOSED, None, False),
    ],
)
def test_a_row_is_allowed_only_with_its_fallback(settings, own, fallback, allowed):
    settings.REDISTRIBUTION_ALLOWED = []
    row = groups.load().row("DE10")
    spare = replace(row, redistribute=fallback, fallback=None) if fallback else None
    assert content._allowed(replace(row, redistribute=own, fallback=spare)) is allowed


def test_figures_of_the_title_come_first():
    edition.whole()
    lead = past_editions.lead(edition.NOW.date(), edition.NOW.date(), "en", "NOVICE")
    rows = {code: groups.load().row(code) for code in ("ESI", "DE10", "US10", "CPIE")}
    first = replace(lead, first_row="US10", named=())
    assert content._named_first(first, rows)[0].key == "US10"
    assert len(content._named_first(first, rows)) == 3
    assert content._named_first(first, {}) == []


def test_version_changes_with_the_content_alone():
    edition.whole()
    first = content.figure("DE10")
    assert first.version == content.figure("DE10").version
    assert first.version != replace(first, value_text="9.99%").version


@pytest.mark.parametrize("is_second", [False, True])
def test_an_edition_names_the_source_that_each_figure_had(settings, is_second):
    """With the key UNUS has a second source, and the terms of both let its figures be handed on."""
    settings.FRED_API_KEY = "key"
    edition.whole()
    text = IndicatorSummary.objects.get(group="all", tone="NOVICE")
    [fact] = [row for row in text.facts["rows"] if row["key"] == "UNUS"]
    fact["fallback"] = is_second
    text.facts["rows"] = [fact]
    text.save()
    row = groups.load().row("UNUS")
    assert row.fallback and row.fallback.source_name != row.source_name
    card = content.edition(edition.NOW.date())
    assert [each.code for each in card.figures] == ["UNUS"]
    assert card.sources == [row.fallback.source_name if is_second else row.source_name]
