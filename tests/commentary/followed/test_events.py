"""Which events are found, once each, and what they say."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from briefing.core.models import Job
from commentary.followed import choices, events, listing, sentences
from commentary.followed.models import FigureCursor, FigureEvent, Follow, PendingEvent
from commentary.review.review import review
from indicators import computation
from indicators.groups import load
from indicators.models import IndicatorFigure
from tests.accounts.readers import reader
from tests.commentary.figures import figure
from tests.commentary.followed.cases import (
    FRIDAY,
    NOON,
    arrives,
    at,
    follower,
    kinds,
    send,
    yesterday,
)

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _noon():
    with at(NOON):
        yield


def test_the_first_scan_finds_nothing_and_a_new_figure_is_out_once():
    follower()
    yesterday()
    assert kinds() == []
    arrives(value=4.02)
    assert (events.scan(NOON), events.scan(NOON)) == (1, 0)
    assert kinds() == [("US10", "out")]


def test_a_move_of_several_times_the_usual_is_unusual():
    follower()
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    assert kinds() == [("US10", "out"), ("US10", "unusual")]


def test_an_ordinary_move_is_not_unusual():
    follower(kinds=("unusual",))
    yesterday()
    arrives(value=4.05)
    assert (events.scan(NOON), kinds()) == (0, [])


def test_another_value_of_a_shown_observation_is_a_revision_each_time():
    follower(kinds=("revised",))
    yesterday()
    for value in (4.3, 4.2, 4.3):
        arrives(value=value, day=FRIDAY)
        assert events.scan(NOON) == 1
    assert kinds() == [("US10", "revised")] * 3


def test_what_no_reader_follows_is_no_event():
    follower(kinds=("revised",))
    yesterday()
    arrives(value=4.5)
    assert events.scan(NOON) == 0


def test_a_reader_who_follows_after_the_release_gets_no_mail_about_it():
    follower()
    yesterday()
    arrives()
    events.scan(NOON)
    with at(NOON + timedelta(seconds=1)):
        late = follower(email="late@example.org")
    assert PendingEvent.objects.filter(user=late).count() == 0
    assert listing.of_reader(late, "en", "NOVICE") == []


def test_a_withdrawn_observation_and_a_row_switched_off_are_not_listed():
    ada = follower()
    yesterday()
    arrives()
    events.scan(NOON)
    assert len(listing.of_reader(ada, "en", "NOVICE")) == 1
    FigureEvent.objects.update(subject="GONE")
    Follow.objects.update(subject="GONE")
    assert listing.of_reader(ada, "en", "NOVICE") == []
    FigureEvent.objects.update(subject="US10")
    Follow.objects.update(subject="US10")
    IndicatorFigure.objects.update(observed_on=FRIDAY)
    assert listing.of_reader(ada, "en", "NOVICE") == []


def test_a_figure_withdrawn_and_published_again_is_out_once():
    follower(kinds=("out",))
    yesterday()
    arrives()
    events.scan(NOON)
    yesterday()
    arrives()
    assert (events.scan(NOON), kinds()) == (0, [("US10", "out")])


def test_two_lines_of_one_observation_are_one_line_with_its_sentence_in_both_languages():
    ada = follower()
    yesterday()
    arrives(value=4.5)
    events.scan(NOON)
    (english,), (italian,) = (listing.of_reader(ada, lang, "NOVICE") for lang in ("en", "it"))
    assert english.title == "Yield on 10-year US government bonds: out, unusual for it"
    assert "4.50" in english.text
    assert "4,50" in italian.text
    assert (english.facts, italian.facts) == (
        "4.50%, 23 November (+50\xa0bp, usually 10\xa0bp)",
        "4,50%, 23 novembre (+50\xa0pb, di solito 10\xa0pb)",
    )


def test_sentences_pass_the_review_and_name_no_level():
    row = figure("US10", value=4.02, prev=3.95, new=True, move=0.07)
    for language, by_tone in sentences.texts_of(row, "2026-11-21").items():
        for words in by_tone.values():
            assert review(words["text"], lang=language, kind="read").passed
            assert not any(
                word in words["text"] for word in ("above", "crossed", "sopra", "superat", "quota")
            )


def test_a_refused_sentence_is_left_out_and_recorded(monkeypatch):
    from commentary.models import ReviewerVerdict
    from commentary.rules import sentences as forms

    monkeypatch.setattr(
        forms.SentenceBuilder, "fact",
        lambda self, id: forms.SlotSentence("fact", (id,), {"en": "Buy it now.", "it": "Compratelo ora."}),
    )  # fmt: skip
    texts = sentences.texts_of(figure("US10", new=True), "2026-11-21")
    assert {words["text"] for by_tone in texts.values() for words in by_tone.values()} == {""}
    assert texts["en"]["NOVICE"]["value"] == "4.12%"
    assert ReviewerVerdict.objects.filter(verdict="fail").exists()


def decision(now: datetime) -> int:
    with at(now):
        return events.scan(now)


def test_a_decision_is_reported_once_after_its_time():
    ada = reader("ada@example.org")
    with at(datetime(2026, 12, 17, 8, tzinfo=UTC)):
        choices.follow_banks(ada, ["ecb"])
    moment = datetime(2026, 12, 17, 13, 15, tzinfo=UTC)  # 14:15 in Frankfurt
    assert [decision(moment + timedelta(minutes=minutes)) for minutes in (-1, 0, 10)] == [0, 1, 0]
    (line,) = listing.of_reader(ada, "en", "NOVICE")
    assert (line.kinds, line.dated) == (("decision day",), "Thu 17 Dec")


def test_a_bank_followed_after_its_decision_tells_nothing():
    ada = reader("ada@example.org")
    with at(datetime(2026, 12, 17, 14, tzinfo=UTC)):
        choices.follow_banks(ada, ["ecb"])
    assert decision(datetime(2026, 12, 17, 15, tzinfo=UTC)) == 0
    assert listing.of_reader(ada, "en", "NOVICE") == []


def test_only_who_followed_the_bank_before_it_decided_gets_mail():
    early, late = reader("early@example.org"), reader("late@example.org")
    for user, hour in ((early, 12), (late, 14)):
        with at(datetime(2026, 12, 17, hour, tzinfo=UTC)):
            choices.follow_banks(user, ["ecb"])
    assert decision(datetime(2026, 12, 17, 15, tzinfo=UTC)) == 1
    assert list(PendingEvent.objects.values_list("user", flat=True)) == [early.pk]


def test_storing_figures_asks_for_a_scan_in_the_same_transaction():
    yesterday()
    Job.objects.all().delete()
    row = load().row("US10")
    assert computation.compute([row], changed=set(row.symbols), now=NOON) == 1
    assert Job.objects.filter(kind=events.SCAN).count() == 1


def test_a_scan_that_dies_between_two_rows_goes_on_where_it_was(monkeypatch):
    follower("US10", "EA10")
    yesterday("US10")
    yesterday("EA10")
    arrives("US10", value=4.02)
    arrives("EA10", value=4.02)
    done, real = [], events.advance

    def dying(*args):
        if done:
            raise SystemExit
        done.append(1)
        return real(*args)

    monkeypatch.setattr(events, "advance", dying)
    with pytest.raises(SystemExit):
        events.scan(NOON)
    monkeypatch.setattr(events, "advance", real)
    assert (len(kinds()), events.scan(NOON), len(kinds()), PendingEvent.objects.count()) == (1, 1, 2, 2)


def test_a_scan_that_dies_within_a_row_stores_neither_cursor_nor_event(monkeypatch):
    follower(kinds=("out",))
    yesterday()
    arrives()
    version = FigureCursor.objects.get(code="US10").version

    def dying(*args):
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr(events, "_store", dying)
        with pytest.raises(SystemExit):
            events.scan(NOON)
    assert FigureCursor.objects.get(code="US10").version == version
    assert (events.scan(NOON), PendingEvent.objects.count()) == (1, 1)


def test_an_older_scan_does_not_move_a_cursor_that_is_ahead():
    follower(kinds=("out",))
    yesterday()
    cursor = FigureCursor.objects.get(code="US10")
    arrives()
    events.scan(NOON)
    ahead = FigureCursor.objects.get(code="US10")
    again = events.advance(cursor, figure("US10").as_json(), [], NOON)
    assert (again, FigureEvent.objects.count()) == (0, 1)
    assert FigureCursor.objects.get(code="US10").facts == ahead.facts
    assert send() == ["sent"]
    assert Client().get("/followed").status_code == 303
