import json
from dataclasses import replace
from datetime import date, timedelta

import pytest

from commentary.facts.collecting import everything
from commentary.facts.snapshot import Facts
from indicators.models import IndicatorFigure
from tests.commentary.conftest import store_figure
from tests.commentary.figures import facts, figure

TODAY = date(2026, 11, 21)


def test_facts_survive_json():
    kept = facts(figure("US10"), figure("GB10", percentile=None, prev=None, stale=True))
    assert Facts.from_json(json.loads(json.dumps(kept.as_json()))) == kept


def test_json_tells_the_change():
    row = facts(figure("US10", value=4.12, prev=4.0)).as_json()["rows"][0]
    assert round(row["change"], 6) == 0.12


def test_constants_count_fresh_rows_only():
    rows = (
        figure("A", percentile=90.0),
        figure("B", percentile=10.0),
        figure("C", stale=True, percentile=95.0),
    )
    assert facts(*rows).constants == {
        "rows": 3, "current": 2, "stale": 1, "stale_after_days": 90, "ranked": 2, "in_top_fifth": 1, "in_bottom_fifth": 1,
        "median_percentile": 50.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    "change", [{"value": 4.2}, {"prev": 4.0}, {"percentile": 51.0}, {"stale": True}, {"period": "x"}]
)
def test_digest_changes_with_any_figure(change):
    kept = figure("US10")
    assert facts(replace(kept, **change)).digest != facts(kept).digest


def test_digest_does_not_change_with_the_day_of_asking():
    kept = facts(figure("US10"))
    assert replace(kept, as_of="2026-11-22").digest == kept.digest


@pytest.mark.django_db
def test_everything_freezes_the_configured_row():
    store_figure("CPIE")
    row = everything(today=TODAY)["economy"].rows[0]
    assert (row.key, row.group, row.label_en, row.label_it) == (
        "CPIE", "economy", "Inflation, euro area", "Inflazione, area euro",
    )  # fmt: skip
    assert (row.value, row.prev, row.period, row.prev_period, row.date) == (
        2.1, 2.2, "2026-10", "2026-09", "2026-10-31",
    )  # fmt: skip
    assert (row.percentile, row.since, row.stale, row.usual_move) == (84.0, "1997-01-31", False, None)


@pytest.mark.django_db
def test_everything_marks_what_is_older_than_ninety_days():
    store_figure("CPIE", observed_on=TODAY - timedelta(days=91))
    store_figure("CPII", observed_on=TODAY - timedelta(days=90))
    assert [(row.key, row.stale) for row in everything(today=TODAY)["economy"].rows] == [
        ("CPIE", True),
        ("CPII", False),
    ]


@pytest.mark.django_db
def test_everything_leaves_out_what_is_not_configured_or_made_otherwise():
    store_figure("CPIE")
    IndicatorFigure.objects.create(
        code="GONE", made_of="level 1 EUSTAT:gone", value=1.0, observed_on=TODAY, period="2026-11-21", lowest=0.0,
        highest=2.0, since=TODAY, points=9, computed_at="2026-11-21T00:00Z",
    )  # fmt: skip
    store_figure("CPII", made_of="level 1 EUSTAT:something_else")
    assert [row.key for row in everything(today=TODAY)["all"].rows] == ["CPIE"]


@pytest.mark.django_db
def test_everything_has_all_groups(two_groups):
    found = everything(today=TODAY)
    assert [row.key for row in found["all"].rows] == ["CPIE", "UNEE", "SPRD"]
    assert {group: len(kept.rows) for group, kept in found.items() if kept.rows and group != "all"} == {
        "economy": 2, "bonds": 1,
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("today", "decided", "age"),
    [("2026-11-05", "2026-11-05", 0), ("2026-11-08", "2026-11-05", 1), ("2026-11-09", "2026-11-05", 2), ("2026-11-10", "", 3)],
)  # fmt: skip
def test_a_policy_rate_carries_its_decision_for_two_business_days(today, decided, age):
    store_figure("BOER", value=4.0, previous_value=4.0, observed_on=date(2026, 11, 5), period="2026-11-05")
    (row,) = everything(today=date.fromisoformat(today))["all"].rows
    assert (row.decided, row.age, row.newsworthiness > 0) == (decided, age, bool(decided))


@pytest.mark.django_db
def test_a_figure_of_no_central_bank_carries_no_decision():
    store_figure("US10", observed_on=date(2026, 11, 5), period="2026-11-05")
    (row,) = everything(today=date(2026, 11, 5))["all"].rows
    assert row.decided == ""
