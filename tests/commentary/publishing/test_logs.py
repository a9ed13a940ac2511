"""The log: its slots, what it rests on, when it stays, who writes it."""

import json
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings

from briefing.core.models import Job, StaffNotice
from briefing.core.work import jobs, schedule
from commentary import tasks
from commentary.facts import log_material
from commentary.language.draft import SlotDraft, SlotSentence
from commentary.models import ReviewerVerdict, StrategicLog
from commentary.publishing import logs, reads
from news.models import Feed, Headline, Story
from tests.commentary.author import answer, fact
from tests.commentary.conftest import NOW
from tests.fake_model import says, status

pytestmark = pytest.mark.django_db
SIX = timedelta(hours=6)
LOG_SLOT = datetime(2026, 11, 21, 12, 7, tzinfo=UTC)
NOVICE = {"tones": ["NOVICE"]}
FALLS = fact("cpie", "{cpie.name} fell to {cpie.value} in {cpie.on} from {cpie.before}.",
             "{cpie.name} è scesa a {cpie.value} il {cpie.on} da {cpie.before}.")  # fmt: skip
CONTENT = (
    "Euro-area inflation declined to 2.1% in October from 2.2%. For euro-area inflation that is as such a move of "
    "0.1\xa0percentage point. Euro-area unemployment declined to 6.3% in October from 6.4%. For euro-area unemployment that is "
    "as such a move of 0.1\xa0percentage point. The gap between Italian and German 10-year yields declined to "
    "0.84\xa0percentage point in October from 0.89. For the gap between Italian and German 10-year yields that is as such a "
    "move of 0.05\xa0percentage point."
)


@pytest.fixture
def edition(two_groups) -> None:
    """Reads by rules, and three stories in the window; one is told twice, one headline is untagged."""
    reads.cycle(NOW)
    paper, wire = (
        Feed.objects.create(url=f"https://{name}.example/rss", publisher=name) for name in ("Paper", "Wire")
    )
    story = Story.objects.create()
    add(paper, "Prices rose in October", ["Inflation", "EU"])
    add(paper, "Bank keeps its rate", ["Central Banks"], story=story)
    add(wire, "Rate kept", ["Central Banks"], story=story)
    add(wire, "Ships wait", [])
    add(wire, "Not yet tagged", None)
    add(wire, "Yesterday's", ["USA"], at=LOG_SLOT - SIX)


def add(feed, title, tags, *, story=None, at=LOG_SLOT - timedelta(minutes=5)) -> Headline:
    return Headline.objects.create(
        feed=feed, guid=title, url=f"https://{feed.publisher}.example/{len(title)}", title=title, tags=tags,
        story=story, published_at=at, fetched_at=at,
    )  # fmt: skip


@pytest.mark.django_db
def test_the_timetable_has_the_four_slots():
    slots = schedule.timetable()["commentary.log"]
    assert (slots.hour, slots.minute) == ({0, 6, 12, 18}, {7})


def test_the_window_counts_stories_and_their_tags(edition):
    found = log_material.collect(LOG_SLOT, tone="NOVICE", style="DRY")
    assert (found.stories, dict(found.tags)) == (4, {"Central Banks": 1, "Inflation": 1, "EU": 1})
    assert [line.title for line in found.headlines] == [
        "Bank keeps its rate",
        "Not yet tagged",
        "Ships wait",
        "Prices rose in October",
    ]
    assert sorted(row.key for row in found.figures.rows) == ["CPIE", "SPRD", "UNEE"]


def test_the_rules_write_a_log_in_both_languages(edition):
    report = logs.cycle(NOW, **NOVICE)
    assert (report.written, report.by_ai) == (1, 0)
    log = StrategicLog.objects.get()
    assert (log.cycle, log.tone, log.style, log.language, log.written_by, log.prompt_version) == (
        LOG_SLOT, "NOVICE", "DRY", "en", "rules", settings.PROMPT_VERSION,
    )  # fmt: skip
    assert log.content == (
        "Euro-area inflation fell to 2.1% in October from 2.2%. Inflation is how much prices have risen in a year. "
        "Euro-area unemployment fell to 6.3% from 6.4%. "
        "The gap between Italian and German 10-year yields averaged 0.84\xa0percentage point, down from 0.89 in September.\n\n"
        "Paper: “Bank keeps its rate”; one other reported the same story."
    )
    assert log.translations.get().content.endswith(
        "«Bank keeps its rate», titola Paper; la notizia è riportata da due testate."
    )
    assert log.header == "Euro-area inflation falls to 2.1%"


def test_a_model_writes_a_log_with_its_audit_rows(edition, author):
    logs.cycle(NOW, **NOVICE)
    log = StrategicLog.objects.get()
    assert (log.written_by, log.header, log.content, log.model) == (
        "ai",
        "Euro-area inflation declines",
        CONTENT,
        "penman-1",
    )
    assert log.translations.get().header == "L’inflazione nell’area euro cala"
    assert set(ReviewerVerdict.objects.filter(kind="log").values_list("log", "kind", "verdict")) == {
        (log.pk, "log", "pass")
    }
    assert "{s1.publisher} = Paper; {s1.publishers} = two" in author.asked["write"][0].prompt


def test_a_time_of_day_in_the_header_is_refused(edition, author):
    title = {"en": "{cpie.name} falls in the morning", "it": "{cpie.name} scende in mattinata"}
    draft = json.loads(answer(*[FALLS] * 5, title=title))
    author.puts("write", says(json.dumps(draft)))
    logs.cycle(NOW, **NOVICE)
    refused = ReviewerVerdict.objects.filter(verdict="fail", stage="precheck", excerpt="morning")
    assert set(refused.values_list("attempt", flat=True)) == {1}
    assert StrategicLog.objects.get().header == "Euro-area inflation declines"


def test_a_provider_that_fails_leaves_the_log_to_the_rules(edition, author):
    author.puts("write", *[status(500)] * 2)
    logs.cycle(NOW, **NOVICE)
    assert (StrategicLog.objects.get().written_by, ReviewerVerdict.objects.get(stage="writer").log) == (
        "rules", StrategicLog.objects.get(),
    )  # fmt: skip


def test_without_new_figures_or_headlines_the_log_stays(edition, author):
    logs.cycle(NOW)
    calls = len(author.seen)
    later = logs.cycle(NOW + SIX)
    assert (later.unchanged, later.written, len(author.seen)) == (2, 0, calls)


def test_a_new_headline_is_a_reason_for_a_log(edition):
    logs.cycle(NOW, **NOVICE)
    add(Feed.objects.first(), "Something new", ["USA"], at=LOG_SLOT + timedelta(hours=3))
    assert logs.cycle(NOW + SIX, **NOVICE).written == 1


def test_the_same_slot_again_writes_nothing(edition, author):
    logs.cycle(NOW, **NOVICE)
    add(Feed.objects.first(), "Late", ["USA"])
    assert (logs.cycle(NOW, **NOVICE).already_written, StrategicLog.objects.count()) == (1, 1)
    assert author.calls == {"judge": 1, "write": 1}


def test_nothing_is_written_from_nothing(db):
    assert (logs.cycle(NOW).empty, StrategicLog.objects.count()) == (2, 0)


def test_a_refused_log_is_counted_and_reported(edition, monkeypatch):
    wrong = SlotSentence("fact", ("cpie",), dict.fromkeys(("en", "it"), "{cpie.name} {cpie.nothing}."))
    monkeypatch.setattr(logs.log_writer, "write", lambda facts, slots: SlotDraft(None, (wrong,)))
    assert (logs.cycle(NOW, dry_run=True).refused, StaffNotice.objects.count()) == (2, 0)
    report = logs.cycle(NOW)
    assert (report.refused, report.written, StrategicLog.objects.count()) == (2, 0, 0)
    assert StaffNotice.objects.filter(kind="rules_text_refused", resolved_at=None).count() == 2


def test_the_job_writes_its_own_slot(edition):
    assert jobs.KINDS["commentary.log"].handler is tasks.write_log
    with time_machine.travel(NOW.replace(hour=15), tick=False):
        jobs.enqueue("commentary.log", "2026-11-21T12:07Z")
        jobs.run(Job.objects.get().pk)
    assert set(StrategicLog.objects.values_list("cycle", flat=True)) == {LOG_SLOT}
    assert Job.objects.get().outcome == (
        "log 2026-11-21 12:07 UTC: 2 logs written, 0 unchanged, 0 there already, 0 without material"
    )
