from datetime import timedelta

import pytest
from django.conf import settings

from briefing.core.models import StaffNotice
from commentary.facts.snapshot import Facts
from commentary.language.draft import SlotDraft, SlotSentence
from commentary.language.slot_table import SlotTable
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from commentary.publishing import reads
from commentary.publishing.cycle import CycleReport
from commentary.scopes import scopes
from indicators.models import IndicatorFigure
from tests.commentary.conftest import NOW, SLOT, store_figure

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def counts(report: CycleReport) -> tuple[int, int, int, int]:
    return report.written, report.unchanged, report.already_written, report.empty


def test_a_cycle_writes_each_group_with_figures_and_all_in_each_tone(two_groups, settings):
    settings.GENERATION_TONES, settings.GENERATION_STYLES = ["NOVICE", "INTERMEDIATE"], ["DRY"]
    report = reads.cycle(NOW)
    empty = 2 * (len(scopes()) - 3)
    assert counts(report) == (6, 0, 0, empty)
    written = IndicatorSummary.objects.order_by("group", "tone").values_list(
        "cycle", "group", "tone", "style"
    )
    assert list(written) == [
        (SLOT, group, tone, "DRY")
        for group in ("all", "bonds", "economy")
        for tone in ("INTERMEDIATE", "NOVICE")
    ]


def test_a_read_keeps_its_text_its_facts_and_its_translation(two_groups):
    reads.cycle(NOW)
    read = IndicatorSummary.objects.get(group="bonds", tone="NOVICE")
    assert (read.written_by, read.state, read.model, read.cost_usd, read.prompt_version, read.language) == (
        "rules", "accepted", "", 0, settings.PROMPT_VERSION, "en",
    )  # fmt: skip
    assert (read.published_at, read.facts_hash) == (NOW, Facts.from_json(read.facts).digest)
    assert read.content.startswith(
        "The gap between Italian and German 10-year yields averaged 0.84\xa0percentage point in October, down from 0.89 in September."
    )
    italian = read.translations.get()
    assert (italian.language, italian.model, italian.cost_usd) == ("it", "", 0)
    assert italian.content.startswith(
        "Lo spread fra Btp e Bund è stato in media di 0,84\xa0punti percentuali a ottobre, contro 0,89 di settembre."
    )


def test_the_same_cycle_again_writes_nothing(two_groups):
    reads.cycle(NOW)
    assert reads.cycle(NOW + timedelta(minutes=20)).written == 0
    assert IndicatorSummary.objects.count() == 6


def test_unchanged_figures_keep_the_read_for_hours(two_groups):
    reads.cycle(NOW)
    later = reads.cycle(NOW + 5 * HOUR)
    assert (later.written, later.unchanged) == (0, 6)
    assert set(IndicatorSummary.objects.values_list("cycle", flat=True)) == {SLOT}


def test_only_groups_that_moved_get_a_new_text(two_groups):
    reads.cycle(NOW)
    store_figure("SPRD", value=0.91, previous_value=0.84, period="2026-11", previous_period="2026-10")
    later = reads.cycle(NOW + HOUR)
    assert (later.written, later.unchanged) == (4, 2)
    assert set(IndicatorSummary.objects.filter(cycle=SLOT + HOUR).values_list("group", flat=True)) == {
        "all",
        "bonds",
    }


def test_a_figure_that_moves_within_the_hour_waits_for_the_next(two_groups):
    reads.cycle(NOW)
    store_figure("SPRD", value=0.91)
    assert counts(reads.cycle(NOW + timedelta(minutes=10)))[:3] == (0, 2, 4)


def test_a_withdrawn_read_does_not_stand_in_the_way(two_groups):
    reads.cycle(NOW)
    IndicatorSummary.objects.filter(group="bonds").update(state="withdrawn")
    assert reads.cycle(NOW + HOUR).written == 2


def test_a_group_that_lost_its_figures_says_so(two_groups):
    reads.cycle(NOW)
    IndicatorFigure.objects.filter(code="SPRD").delete()
    reads.cycle(NOW + HOUR)
    newest = IndicatorSummary.objects.filter(group="bonds", tone="NOVICE").order_by("-cycle")[0]
    assert newest.content == "No figures have been published yet."


def test_nothing_is_written_before_the_first_figure(db):
    report = reads.cycle(NOW)
    assert (report.written, IndicatorSummary.objects.count()) == (0, 0)
    assert report.empty > 0


def test_a_selection_narrows_the_cycle(two_groups):
    report = reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"], styles=["DRY"])
    assert counts(report) == (1, 0, 0, 0)


def test_a_dry_run_stores_nothing(two_groups):
    report = reads.cycle(NOW, groups=["bonds"], dry_run=True)
    assert [draft.tone for draft, _texts in report.drafts] == ["NOVICE", "INTERMEDIATE"]
    assert (IndicatorSummary.objects.count(), IndicatorSummaryTranslation.objects.count()) == (0, 0)


def test_a_refused_text_is_counted_and_reported_and_the_others_are_written(two_groups, monkeypatch):
    by_rules = reads.Read.by_rules

    def faulty(read: reads.Read, slots: SlotTable) -> SlotDraft:
        bad = SlotSentence("fact", ("sprd",), dict.fromkeys(("en", "it"), "{sprd.name} {sprd.nothing}."))
        return SlotDraft(None, (bad,)) if read.facts.group == "bonds" else by_rules(read, slots)

    monkeypatch.setattr(reads.Read, "by_rules", faulty)
    report = reads.cycle(NOW, tones=["NOVICE"], dry_run=True)
    assert (report.refused, len(report.drafts), StaffNotice.objects.count()) == (1, 2, 0)
    report = reads.cycle(NOW, tones=["NOVICE"])
    assert (report.refused, report.written, StaffNotice.objects.count()) == (1, 2, 1)
    assert str(report).endswith("figures, 1 refused")


def test_the_report_says_what_was_done(two_groups):
    assert str(reads.cycle(NOW, groups=["bonds"])) == (
        "cycle 2026-11-21 13:07 UTC: 2 reads written, 0 unchanged, 0 there already, 0 without figures"
    )
