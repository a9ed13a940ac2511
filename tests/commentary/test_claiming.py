"""Claims: one writer at a time, for ever neither taken nor lost; and four workers with a model."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from commentary import reads
from commentary.claiming import claimed
from commentary.models import IndicatorSummary, WritingClaim
from tests.commentary.conftest import NOW, store_figure

WORKERS = 4


@pytest.mark.django_db
def test_a_claim_is_had_once_and_given_back():
    with claimed("read x") as first, claimed("read x") as second:
        assert (first, second) == (True, False)
    assert WritingClaim.objects.count() == 0


@pytest.mark.django_db
def test_a_claim_is_given_back_when_the_writing_breaks():
    with pytest.raises(RuntimeError), claimed("read x"):
        raise RuntimeError
    assert WritingClaim.objects.count() == 0


@pytest.mark.django_db
def test_the_claim_of_a_dead_worker_passes_on_after_its_lease():
    row = WritingClaim.objects.create(key="read x", lease_until=timezone.now() + timedelta(minutes=1))
    with claimed("read x") as got:
        assert got is False
    WritingClaim.objects.filter(pk=row.pk).update(lease_until=timezone.now() - timedelta(seconds=1))
    with claimed("read x") as got:
        assert got is True


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_workers_at_the_same_cycle_make_no_second_call(author):
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
        written = list(pool.map(work, range(WORKERS)))
    assert sum(written) == IndicatorSummary.objects.filter(written_by="ai").count() == 6
    assert author.calls == {"judge": 6, "translate": 6, "write": 6}
