from datetime import timedelta

import pytest

from briefing.core.work.retention import PURGES
from commentary import tasks
from commentary.models import IndicatorSummary, ReviewerVerdict
from commentary.publishing import reads
from tests.commentary.conftest import NOW, store_figure

pytestmark = pytest.mark.django_db
LONG_AFTER = NOW + timedelta(days=401)


def test_reads_go_after_400_days_but_for_the_last_of_each(two_groups):
    reads.cycle(NOW)
    store_figure("SPRD", value=0.91)
    reads.cycle(NOW + timedelta(hours=1))
    assert PURGES["texts"](NOW + timedelta(days=399)) == 0
    PURGES["texts"](LONG_AFTER)
    left = IndicatorSummary.objects.order_by("group", "tone").values_list("group", "tone", "cycle__hour")
    assert list(left) == [
        (group, tone, 14 if group != "economy" else 13)
        for group in ("all", "bonds", "economy")
        for tone in ("INTERMEDIATE", "NOVICE")
    ]


def test_verdicts_go_with_their_text_or_after_400_days(two_groups, author):
    reads.cycle(NOW, groups=["bonds"], tones=["NOVICE"])
    ReviewerVerdict.objects.create(
        kind="portfolio", lang="en", stage="precheck", attempt=1, verdict="pass", created_at=NOW
    )
    tasks.purge(LONG_AFTER)
    assert set(ReviewerVerdict.objects.values_list("kind", flat=True)) == {"read"}
    IndicatorSummary.objects.all().delete()
    assert ReviewerVerdict.objects.count() == 0
