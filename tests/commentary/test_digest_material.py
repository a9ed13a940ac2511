"""What a digest says: the log, the moves by their size, the stories by their publishers."""

from datetime import UTC, date, datetime, timedelta

import pytest

from commentary.digests import contents
from commentary.models import IndicatorSummary, StrategicLog
from indicators.groups import load
from indicators.models import IndicatorFigure
from tests.commentary.conftest import store_figure
from tests.commentary.digests import NOW, PERIOD, WEEK, daily_figure, frozen, known, log, morning, story
from tests.indicators.agenda.conftest import figure, release

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("monday")]
FRIDAY = datetime(2026, 11, 20, 6, 7, tzinfo=UTC)


def gather(language: str = "en", period=PERIOD, **more):
    return contents.collect(period, language=language, tone="NOVICE", now=NOW, **more)


def moves(period=PERIOD, language: str = "en", tone: str = "INTERMEDIATE"):
    return contents.moves(period, language=language, tone=tone, now=NOW)


def titles(language: str = "en", period=PERIOD) -> list[str]:
    return [told.title for told in contents.stories(period, language=language, now=NOW)]


@pytest.mark.parametrize("state", ["rejected", "withdrawn"])
def test_only_an_accepted_log_is_shown(state):
    log(cycle=NOW - timedelta(days=1), header="The one before")
    newest = log()
    assert gather().log.title == "Long rates stood higher"
    StrategicLog.objects.filter(pk=newest.pk).update(state=state)
    assert gather().log.title == "The one before"


def test_a_log_of_another_tone_is_not_shown():
    log(tone="INTERMEDIATE")
    assert gather().log is None


def test_an_old_log_is_left_out():
    log(published_at=NOW - timedelta(days=7, minutes=1))
    assert gather().log is None


def test_nothing_new_is_empty_even_with_headlines():
    log(published_at=PERIOD.since)
    story("Council meets", "ECB")
    edition = gather()
    assert (edition.is_empty, len(edition.stories), edition.log is not None) == (True, 1, True)


def test_a_new_log_alone_is_enough():
    log()
    assert gather().is_empty is False


def test_a_move_has_value_change_and_both_dates():
    frozen(FRIDAY, [known("US10")])
    daily_figure("US10", value=4.2, previous=4.1)
    (move,) = moves()
    assert (move.value, move.change, move.dated) == ("4.20%", "+20\u00a0basis points", "20 November")
    assert (move.before, move.before_dated) == ("4.00%", "19 November")


def test_no_move_across_a_period_that_was_never_published():
    frozen(FRIDAY, [known("US10")])
    daily_figure("US10", value=4.2, previous=4.1, previous_value=None, change=None)
    assert moves() == []


def test_a_move_is_written_in_italian():
    frozen(FRIDAY, [known("US10")])
    daily_figure("US10", value=4.2, previous=4.1)
    (move,) = moves(language="it")
    assert (move.value, move.change, move.dated) == ("4,20%", "+20\u00a0punti base", "20 novembre")
    assert move.label == "Rendimento del Treasury decennale"


def test_newcomers_read_percentage_points_and_the_names_of_their_tone():
    frozen(FRIDAY, [known("US10")])
    daily_figure("US10", value=4.2, previous=4.1)
    (move,) = moves(tone="NOVICE")
    assert move.change == "+0.20\u00a0percentage point"
    assert move.label != moves()[0].label


def test_the_last_digest_is_the_measure_not_the_last_observation():
    frozen(FRIDAY - timedelta(days=6), [known("US10", value=3.5, period="2026-11-12", date="2026-11-12")])
    frozen(FRIDAY + timedelta(hours=12), [known("US10", value=9.9)])  # later than the last digest
    daily_figure("US10", value=4.2, previous=4.1)
    assert [(move.before, move.change) for move in moves()] == [("3.50%", "+70\u00a0basis points")]


def test_what_was_known_already_or_unchanged_or_stale_is_no_move():
    frozen(
        FRIDAY,
        [known("US10", date="2026-11-20", period="2026-11-20"), known("EA10", value=4.2), known("GB10")],
    )
    daily_figure("US10", value=4.2, previous=4.0)
    daily_figure("EA10", value=4.2, previous=4.0)
    daily_figure("GB10", value=4.2, previous=4.0)
    IndicatorFigure.objects.filter(code="GB10").update(observed_on=date(2026, 8, 1))
    assert moves() == []


def test_a_row_that_was_not_configured_then_or_had_another_unit_is_no_move():
    frozen(FRIDAY, [known("EA10", unit="index")])
    daily_figure("US10", value=4.2, previous=4.0)
    daily_figure("EA10", value=4.2, previous=4.0)
    assert moves() == []


def test_the_largest_move_by_the_usual_step_comes_first():
    frozen(FRIDAY, [known("US10"), known("DE10"), known("GB10")])
    daily_figure("US10", value=4.4, previous=4.0, step=0.4)
    daily_figure("DE10", value=4.3, previous=4.0, step=0.05)
    daily_figure("GB10", value=4.2, previous=4.0, step=0.1)
    assert [move.code for move in moves()] == ["DE10", "GB10", "US10"]


def test_a_longer_way_counts_by_the_root_of_its_steps():
    """0.4 in sixteen weekdays is less than 0.2 in one, for a step of 0.1: 4 / 4 against 2 / 1."""
    far = {"period": "2026-10-29", "date": "2026-10-29"}
    frozen(FRIDAY, [known("US10", **far), known("DE10")])
    daily_figure("US10", value=4.4, previous=4.0)
    daily_figure("DE10", value=4.2, previous=4.0)
    assert [move.code for move in moves()] == ["DE10", "US10"]


def test_a_move_that_is_no_news_is_left_out():
    """Half of the usual one; under three basis points; an index of stress, which is told in its own group."""
    frozen(FRIDAY, [known("US10"), known("DE10"), known("OFRS", unit="index")])
    daily_figure("US10", value=4.1, previous=4.0, step=0.2)
    daily_figure("DE10", value=4.02, previous=4.0, step=0.01)
    daily_figure("OFRS", value=4.9, previous=4.0, step=0.1)
    assert moves() == []


def test_there_are_at_most_five_moves_and_eight_in_a_week():
    codes = [row.code for row in load().active_rows() if row.transform == "level"][:12]
    for code in codes:
        daily_figure(code, value=4.2, previous=4.0)
    assert (len(moves()), len(moves(WEEK))) == (5, 8)


def test_before_any_cycle_an_observation_of_the_period_counts_from_the_one_before_it():
    daily_figure("US10", value=4.2, previous=4.1)
    store_figure("CPIE")  # October's, published before
    assert [(move.code, move.change, move.before_dated) for move in moves()] == [
        ("US10", "+10\u00a0basis points", "19 November")
    ]


def test_a_row_without_enough_history_is_no_move():
    frozen(FRIDAY, [known("US10")])
    store_figure("US10", value=4.2, observed_on=date(2026, 11, 20), period="2026-11-20")
    assert moves() == []


def test_a_cycle_counts_whatever_became_of_its_text():
    frozen(FRIDAY, [known("US10")])
    IndicatorSummary.objects.update(state="withdrawn")
    daily_figure("US10", value=4.2, previous=4.1)
    assert [move.before for move in moves()] == ["4.00%"]


def test_the_stories_that_most_publishers_tell_come_first():
    story("Told by one, newer", "ECB", at=NOW + timedelta(hours=1))
    story("Told by three", "ECB", "BBC", "FED")
    story("Told by one twice", "BBC", "BBC2")
    assert titles() == ["Told by three", "Told by one twice", "Told by one, newer"]


def test_a_story_has_one_link_and_one_publisher():
    story("Told by two", "ECB", "BBC")
    (told,) = contents.stories(PERIOD, language="en", now=NOW)
    assert (told.source, told.url.startswith("https://ecb.example/")) == ("ECB", True)


def test_stories_are_in_the_readers_language_alone():
    story("English", "ECB")
    story("Italiano", "ANSA", lang="it")
    assert (titles("en"), titles("it")) == (["English"], ["Italiano"])


def test_without_any_in_the_readers_language_the_others_are_named():
    story("English", "ECB")
    assert titles("it") == ["English"]


def test_only_stories_of_the_period_count():
    story("Of last week", "ECB", at=PERIOD.since)
    story("Of tomorrow", "ECB", at=NOW + timedelta(hours=3))
    assert titles() == []


def test_the_week_looks_back_a_week():
    story("Of Tuesday", "ECB", at=NOW - timedelta(days=6))
    assert (titles(), titles(period=WEEK)) == ([], ["Of Tuesday"])


def test_it_takes_as_many_queries_for_many_rows(django_assert_max_num_queries):
    morning()
    gather()  # the usual moves are kept from here on
    for number in range(40):
        story(f"More {number}", "ECB", "BBC")
    with django_assert_max_num_queries(15):
        gather("it")


def test_it_names_what_is_due_in_the_readers_language():
    """A daily digest looks to the next day, a weekly one a week ahead."""
    figure("CPIE", period="2026-10", ends=date(2026, 10, 31), symbol=load().row("CPIE").symbols[0])
    figure("CPIU", period="2026-10", ends=date(2026, 10, 31), symbol=load().row("CPIU").symbols[0])
    release("hicp", date(2026, 11, 24), starts_at=NOW + timedelta(days=1), period="2026-11")
    release("cpi_uk", date(2026, 11, 28), calendar="ons")
    release("retail_eu", date(2026, 11, 24))  # brings no shown row
    assert [(line.title, line.period, line.day_text) for line in gather("it").due] == [
        ("Inflazione, area euro e singoli Paesi", "novembre 2026", "mar 24 nov")
    ]
    assert [line.title for line in gather(period=WEEK).due] == [
        "Inflation, euro area and members",
        "Inflation, UK",
    ]
