from datetime import date

import pytest

from indicators import sources
from indicators.sources import SourceError

PREFIXES = {"EUSTAT", "UKSTAT", "ECB", "BIS", "BOE", "TREASURY", "FRED", "CBOE", "YAHOO"}


def test_sources_are_found_by_listing_the_package():
    assert set(sources.sources()) >= PREFIXES


def test_sources_offer_limits_and_terms():
    wrong = [
        prefix
        for prefix, source in sources.sources().items()
        if prefix != source.PREFIX
        or source.PARALLEL < 1
        or not 0 <= source.PAUSE_S <= 1
        or not str(source.TERMS)
    ]
    assert wrong == []


def test_sources_refuse_malformed_identifiers_without_a_request(settings, web):
    settings.FRED_API_KEY = "k"
    for prefix, source in sources.sources().items():
        with pytest.raises(SourceError) as caught:
            source.fetch("../ etc?\n", since=date(2026, 1, 1))
        assert (caught.value.permanent, web.log) == (True, []), prefix


def test_source_for_takes_a_symbol():
    assert sources.source_for("ECB:EXR/D.USD.EUR.SP00.A").PREFIX == "ECB"


def test_source_for_names_the_known_prefixes():
    with pytest.raises(SourceError, match="No source has the prefix 'STOOQ'; known are BIS, BOE"):
        sources.source_for("STOOQ:^spx")


def test_split_keeps_colons_of_the_identifier():
    assert sources.split("YAHOO:A:B") == ("YAHOO", "A:B")


@pytest.mark.parametrize("symbol", ["ECB", "ECB:", ""])
def test_split_refuses_half_a_symbol(symbol):
    with pytest.raises(SourceError, match="is not PREFIX:identifier"):
        sources.split(symbol)


def test_enabled_leaves_open_sources_on():
    assert [sources.enabled(prefix) for prefix in ("EUSTAT", "UKSTAT", "ECB", "BIS", "BOE", "TREASURY")] == [
        True
    ] * 6


@pytest.mark.parametrize(
    ("prefix", "setting", "value"),
    [
        ("FRED", "FRED_API_KEY", "k"),
        ("FRED", "FRED_KEYLESS", True),
        ("CBOE", "CBOE_ENABLED", True),
        ("YAHOO", "YAHOO_ENABLED", True),
    ],
)
def test_enabled_follows_the_operators_switch(prefix, setting, value, settings):
    before = sources.enabled(prefix)
    setattr(settings, setting, value)
    assert (before, sources.enabled(prefix)) == (False, True)


@pytest.mark.parametrize("prefix", ["FRED", "CBOE", "YAHOO"])
def test_enabled_is_always_true_with_sample_data(prefix, settings):
    settings.SAMPLE_DATA = True
    assert sources.enabled(prefix) is True


def test_every_address_can_be_set_by_its_own_name():
    assert set(sources.addresses()) >= PREFIXES | {"FREDGRAPH"}


def test_base_url_is_the_source_s_own(settings):
    settings.SOURCE_BASE_URLS = {}
    assert sources.base_url("ECB") == "https://data-api.ecb.europa.eu/service/data"


def test_base_url_is_the_sample_server_s_with_sample_data(settings):
    settings.SOURCE_BASE_URLS, settings.SAMPLE_DATA = {}, True
    settings.SAMPLE_SOURCES_URL = "http://127.0.0.1:1"
    assert sources.base_url("FREDGRAPH") == "http://127.0.0.1:1/fredgraph"


def test_base_url_is_read_at_each_call(settings):
    settings.SOURCE_BASE_URLS = {"ECB": "http://127.0.0.1:1/ecb/"}
    assert sources.base_url("ECB") == "http://127.0.0.1:1/ecb"


def test_pause_is_only_for_other_peoples_servers(settings):
    live = sources.pause_s("UKSTAT")
    settings.SAMPLE_DATA = True
    assert (live, sources.pause_s("UKSTAT")) == (1.0, 0.0)
