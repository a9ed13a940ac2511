"""Two refreshes at the same time, on real connections."""

import re
import threading
from datetime import date, timedelta

import pytest
import time_machine
from django.db import connections
from werkzeug import Request, Response

from indicators.models import DailyQuote, IndicatorFigure, Quote
from indicators.refresh import RefreshReport, refresh
from tests.indicators.conftest import NOW

DAYS = 700


@pytest.mark.concurrency
@pytest.mark.django_db(transaction=True)
def test_refresh_run_twice_at_once_doubles_nothing(web):
    together = threading.Barrier(2, timeout=60)
    first = date(2026, 11, 20) - timedelta(days=DAYS - 1)
    body = "TIME_PERIOD,OBS_VALUE\n" + "".join(
        f"{first + timedelta(days=n)},{1 + n / 1000}\n" for n in range(DAYS)
    )

    def answer(request: Request) -> Response:
        together.wait()  # both refreshes hold the answer before either may write
        return Response(body)

    web.expect_request(re.compile("/ecb/EXR/D.USD.*")).respond_with_handler(answer)
    reports: list[RefreshReport] = []

    def run() -> None:
        try:
            reports.append(refresh(symbol="EURU", now=NOW))
        finally:
            connections.close_all()

    with time_machine.travel(NOW, tick=True):
        threads = [threading.Thread(target=run) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [report.failed for report in reports] == [{}, {}]
    assert (DailyQuote.objects.count(), Quote.objects.count(), IndicatorFigure.objects.count()) == (
        DAYS,
        1,
        1,
    )
    assert Quote.objects.get().value == IndicatorFigure.objects.get().value == 1 + (DAYS - 1) / 1000
