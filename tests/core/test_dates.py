"""Dates in words, and times as RFC 3339."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from django.template import Context, Template
from django.utils import translation

from briefing.core.dates import date_in_text, read_rfc3339, rfc3339

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def test_italian_writes_days_and_months_in_lower_case():
    day = date(2026, 11, 21)
    assert date_in_text(day, "l j F Y") == "Saturday 21 November 2026"
    with translation.override("it"):
        assert date_in_text(day, "l j F Y") == "sabato 21 novembre 2026"


def test_filter_formats_a_date_for_running_text():
    template = Template('{% load dates %}{{ day|in_words }}; {{ day|in_words:"j M" }}')
    with translation.override("it"):
        assert template.render(Context({"day": date(2026, 11, 21)})) == "21 novembre 2026; 21 nov"


def test_a_time_is_written_in_utc_without_fractions():
    rome = timezone(timedelta(hours=1))
    assert rfc3339(datetime(2026, 11, 21, 13, 0, 0, 999, rome)) == "2026-11-21T12:00:00Z"


@pytest.mark.parametrize(
    "text", ["2026-11-21T12:00:00Z", "2026-11-21T13:00+01:00", "2026-11-21T12:00:00", "2026-11-21 12:00"]
)
def test_a_time_is_read_in_utc(text: str):
    assert read_rfc3339(text) == NOON


@pytest.mark.parametrize("text", ["", "noon", "2026-13-01T00:00Z", "0001-01-01T00:00:00+05:00"])
def test_what_is_no_time_is_refused(text: str):
    with pytest.raises(ValueError):
        read_rfc3339(text)
