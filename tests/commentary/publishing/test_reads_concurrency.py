"""Two workers at the same cycle, on a real database."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from commentary.models import IndicatorSummary, IndicatorSummaryTranslation
from commentary.publishing import reads
from tests.commentary.conftest import NOW, store_figure

pytestmark = [pytest.mark.concurrency, pytest.mark.django_db(transaction=True)]
WORKERS = 4


def work_at_once() -> int:
    """How many reads the workers wrote together."""
    store_figure("CPIE")
    store_figure("SPRD", value=0.84, previous_value=0.89)
    start = Barrier(WORKERS)

    def work(_number: int) -> int:
        try:
            start.wait()
            return reads.cycle(NOW).written
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WORKERS) as pool:
        return sum(pool.map(work, range(WORKERS)))


def test_workers_at_the_same_cycle_write_each_read_once():
    assert work_at_once() == IndicatorSummary.objects.count() == 6
    assert IndicatorSummaryTranslation.objects.count() == 6


def test_workers_at_the_same_cycle_make_no_second_call(author):
    assert work_at_once() == IndicatorSummary.objects.filter(written_by="ai").count() == 6
    assert author.calls == {"judge": 6, "write": 6}
