"""Whatever becomes of an answer on its way, it is read as figures or refused as a SourceError: nothing else."""

import copy
import json
import math

import pytest

from indicators.sources import (
    Observation,
    SourceError,
    buba,
    csvtable,
    eustat,
    fiscal,
    fred,
    mof,
    nyfed,
    ofr,
    sdmx,
    treasury,
    ukstat,
    usbls,
    yahoo,
)  # fmt: skip
from tests.indicators.sources import (
    test_buba,
    test_fiscal,
    test_mof,
    test_nyfed,
    test_ofr,
    test_usbls,
)
from tests.indicators.sources.test_eustat import answer
from tests.indicators.sources.test_fred import document as fred_document
from tests.indicators.sources.test_ukstat import MONTHS, document
from tests.indicators.sources.test_yahoo import chart

JUNK = (None, "", "x", 0, -1, 10**30, 1.5, True, [], {}, ["x"], {"x": 1}, "2026-13", float("nan"), [[]], "٣")

DOCUMENTS = {
    "eustat": (answer([1, 2, 3], status={"1": "p"}), eustat.observations),
    "ukstat": (document(months=MONTHS), lambda body: ukstat.observations(body, "d7g7", "M")),
    "fred": (fred_document(("2026-11-19", "1"), ("2026-11-20", "2")), fred.of_document),
    "yahoo": (
        chart(("2026-11-19T14:30", 1.0), ("2026-11-20T14:30", 2.0)),
        lambda body: yahoo.daily_closes(yahoo.result_of(body, "^GSPC")),
    ),
}
DOCUMENTS |= {
    "nyfed": (
        test_nyfed.document(test_nyfed.rate()),
        lambda body: nyfed.observations(body, "EFFR", "percentRate"),
    ),
    "usbls": (test_usbls.MONTHS, lambda body: usbls.observations(body, test_usbls.JOBS)),
    "fiscal": (
        test_fiscal.document(("2026-11-20", "4e13")),
        lambda body: fiscal.observations(body, test_fiscal.DEBT, "D"),
    ),
}
TABLES = {
    "ofr": (test_ofr.TABLE, lambda text: ofr.observations(text, "OFR FSI")),
    "mof": (test_mof.PAST, lambda text: mof.observations(text, "10Y")),
    "buba": (test_buba.TABLE, lambda text: buba.observations(text, "D")),
    "sdmx": (
        "KEY,TIME_PERIOD,OBS_VALUE\nk,2026-08,1.5\nk,2026-09,2\n",
        lambda text: sdmx.observations("S", text, "M"),
    ),
    "fred": ("observation_date,X\n2026-11-19,1\n2026-11-20,2\n", lambda text: fred.of_table(text, "X")),
    "treasury": (
        'Date,"2 Yr","10 Yr"\n11/20/2026,4.5,4.9\n11/19/2026,4.4,4.8\n',
        lambda text: treasury.observations(text, 2026, {"10 YR"}),
    ),
    "table": ('a,b\n"1, 2",3\n', lambda text: csvtable.rows("S", text, ["a"])),
}


def places(node, path=()):
    """The path of every node in a JSON document."""
    yield path
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in inside:
        yield from places(child, (*path, key))


def replaced(document, path, junk):
    changed = copy.deepcopy(document)
    parent = changed
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = junk
    return changed


def sound(found) -> bool:
    values = found.values() if isinstance(found, dict) else found
    figures = [point.value if isinstance(point, Observation) else point for point in values]
    return all(isinstance(figure, dict | str) or math.isfinite(figure) for figure in figures)


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_any_part_of_a_document_may_be_junk(name):
    body, read = DOCUMENTS[name]
    body = json.loads(json.dumps(body))
    for path in places(body):
        for junk in JUNK if path else ():
            try:
                assert sound(read(replaced(body, path, junk))), (path, junk)
            except SourceError:
                continue


@pytest.mark.parametrize("name", sorted(DOCUMENTS))
def test_any_part_of_a_document_may_be_missing(name):
    body, read = DOCUMENTS[name]
    for path in places(body):
        if path and isinstance(path[-1], str):
            changed = copy.deepcopy(body)
            parent = changed
            for key in path[:-1]:
                parent = parent[key]
            del parent[path[-1]]
            try:
                assert sound(read(changed)), path
            except SourceError:
                continue


@pytest.mark.parametrize("name", sorted(TABLES))
def test_a_table_may_be_cut_off_anywhere(name):
    text, read = TABLES[name]
    whole = read(text)
    for end in range(len(text) - 1):
        try:
            assert len(read(text[:end])) <= len(whole)
        except SourceError:
            continue


@pytest.mark.parametrize("name", sorted(TABLES))
def test_any_character_of_a_table_may_be_wrong(name):
    text, read = TABLES[name]
    for place in range(len(text)):
        for wrong in '",\n\0x9-é':
            try:
                assert sound(read(text[:place] + wrong + text[place + 1 :])) is True
            except SourceError:
                continue
