from datetime import timedelta

import pytest

from commentary import published
from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from commentary.publishing import reads
from tests.commentary.conftest import NOW, SLOT, store_figure

pytestmark = pytest.mark.django_db


def test_reads_gives_the_text_its_age_and_what_it_rests_on(two_groups):
    reads.cycle(NOW)
    read = published.reads("en", "NOVICE")["bonds"]
    assert (read.language, read.written_by, read.written_at, read.cycle) == ("en", "rules", NOW, SLOT)
    assert read.paragraphs[0].startswith("The gap between Italian and German 10-year yields averaged 0.84")
    assert " ".join(each["text"] for each in read.sentences) == " ".join(read.paragraphs)
    assert read.basis == [("SPRD", "BTP-Bund spread, monthly", "84\xa0basis points", "October")]


def test_reads_is_in_the_readers_language(two_groups):
    reads.cycle(NOW)
    read = published.reads("it", "NOVICE")["bonds"]
    assert (read.language, read.paragraphs[0].split(",")[0]) == (
        "it",
        "Lo spread fra Btp e Bund è stato in media di 0",
    )
    assert read.basis == [("SPRD", "Spread BTP-Bund, mensile", "84\xa0punti base", "ottobre")]


def test_reads_comes_with_all_first(two_groups):
    reads.cycle(NOW)
    assert list(published.reads("en", "INTERMEDIATE")) == ["all", "economy", "bonds"]
    assert published.reads("en", "INTERMEDIATE")["all"].title != ""


def test_reads_shows_the_newest_accepted_text(two_groups):
    reads.cycle(NOW)
    store_figure("SPRD", value=0.91)
    reads.cycle(NOW + timedelta(hours=1))
    assert published.reads("en", "NOVICE")["bonds"].cycle == SLOT + timedelta(hours=1)
    IndicatorSummary.objects.filter(cycle=SLOT + timedelta(hours=1)).update(state="rejected")
    assert published.reads("en", "NOVICE")["bonds"].cycle == SLOT


@pytest.mark.parametrize("state", ["rejected", "withdrawn"])
def test_reads_never_shows_what_is_not_accepted(two_groups, state):
    reads.cycle(NOW)
    IndicatorSummary.objects.update(state=state)
    assert published.reads("en", "NOVICE") == {}


def test_reads_falls_back_to_english_and_says_so(two_groups):
    reads.cycle(NOW)
    IndicatorSummaryTranslation.objects.all().delete()
    read = published.reads("it", "NOVICE")["bonds"]
    assert (read.language, read.paragraphs[0][:5]) == ("en", "The g")


def test_reads_are_english_in_a_language_that_the_commentary_is_not_written_in(two_groups, settings):
    settings.LANGUAGES = [*settings.LANGUAGES, ("fr", "French")]
    report = reads.cycle(NOW)
    assert (report.written, report.refused) == (6, 0)
    french, english = (published.reads(language, "NOVICE") for language in ("fr", "en"))
    assert {read.language for read in french.values()} == {"en"}
    assert [read.paragraphs for read in french.values()] == [read.paragraphs for read in english.values()]


def test_reads_leaves_out_groups_that_are_no_longer_configured(two_groups):
    reads.cycle(NOW)
    IndicatorSummary.objects.filter(group="bonds").update(group="abolished")
    assert list(published.reads("en", "NOVICE")) == ["all", "economy"]


@pytest.mark.parametrize(("language", "queries"), [("en", 1), ("it", 2)])
def test_reads_takes_two_queries_however_many_cycles_there_are(
    two_groups, django_assert_num_queries, language, queries
):
    for hour in range(4):
        store_figure("CPIE", value=2.0 + hour)
        store_figure("SPRD", value=1.0 + hour)
        reads.cycle(NOW + timedelta(hours=hour))
    with django_assert_num_queries(queries):
        assert len(published.reads(language, "NOVICE")) == 3


@pytest.mark.parametrize(("text", "first"), [
    ("U.S. prices rose 3.0% in a year. Rents too.", "U.S. prices rose 3.0% in a year."),
    ("One sentence alone", "One sentence alone"), ("Salgono i prezzi, es. dell'energia. Poi altro.", "Salgono i prezzi, es. dell'energia."), ("", ""),
])  # fmt: skip
def test_first_sentence_is_whole(text, first):
    assert published.first_sentence(text) == first
