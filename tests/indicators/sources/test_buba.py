from datetime import date

import pytest

from indicators.sources import Observation, SourceError, buba
from tests.indicators.sources.conftest import SINCE

KEY = "D.I.ZST.ZI.EUR.S1311.B.A604.R10XX.R.A.A._Z._Z.A"
HEAD = f'\ufeff"",BBSIS.{KEY},BBSIS.{KEY}_FLAGS\n"",Term structure,\nunit,%,\nlast update,2026-11-20,\n'
TABLE = f"{HEAD}2026-11-18,.,No value available\n2026-11-19,3.17,\n2026-11-20,3.2\n"


def test_fetch_reads_what_follows_the_description(answers):
    web = answers(TABLE)
    assert buba.fetch(f"BBSIS/{KEY}", since=date(2026, 1, 1), frequency="D") == [
        Observation("2026-11-19", date(2026, 11, 19), 3.17),
        Observation("2026-11-20", date(2026, 11, 20), 3.2),
    ]
    assert web.log[0][0].path == f"/buba/BBSIS/{KEY}"
    assert web.log[0][0].args.to_dict() == {"format": "csv", "lang": "en", "lastNObservations": "581"}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("<html></html>", "web page"),
        (TABLE.replace("R10XX", "R05XX"), "another series"),
        (TABLE.replace("3.17", "3,17"), "cells under|where a figure"),
        (TABLE.replace("3.17", "n/k"), "where a figure should be"),
        (TABLE.replace("2026-11-19", "2026-11-20"), "twice"),
        (TABLE.replace("2026-11-19", "2026-11"), "configured with frequency"),
        (HEAD, "gone or empty"),
    ],
)
def test_fetch_refuses_another_shape(answers, body, reason):
    answers(body)
    with pytest.raises(SourceError, match=reason):
        buba.fetch(f"BBSIS/{KEY}", since=SINCE, frequency="D")


def test_a_key_that_is_gone_needs_another_configuration(answers):
    answers("{}", status=404)
    with pytest.raises(SourceError, match="does not know") as caught:
        buba.fetch(f"BBSIS/{KEY}", since=SINCE)
    assert caught.value.permanent
