"""The shared universe: its content, equality for all readers, and notes of analyses."""

import gzip
import json
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from briefing.core.web import cache_versions
from indicators.models import Quote
from portfolio.models import InstrumentMap, TickerUniverse
from portfolio.universe import note_tickers
from tests.accounts.readers import signed_in
from tests.portfolio.instruments import NOW, instrument, quote

pytestmark = pytest.mark.django_db
PATH = "/api/universe"


@pytest.fixture(autouse=True)
def _world(settings):
    settings.SAMPLE_DATA = True
    settings.TICKER_UNIVERSE_AGGREGATE_ENABLED = True
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def vusa() -> InstrumentMap:
    return instrument("VUSAl_EQ", "VUSA.L", name="Vanguard S&P 500", currency="GBX", quote_currency="GBP")


def ask(client: Client, **headers: str):
    return client.get(PATH, headers={"accept-encoding": "gzip"} | headers)


def told(client: Client) -> dict:
    return json.loads(gzip.decompress(ask(client).content))


def test_entry_has_name_currency_of_the_quote_and_two_closes(client, vusa):
    quote("VUSA.L", 101.25, 100.5)
    found = told(signed_in(client))
    assert found["as_of"] == "2026-11-21"
    assert found["tickers"]["VUSA.L"] == {
        "name": "Vanguard S&P 500", "currency": "GBP", "price": 101.25, "previous_close": 100.5, "as_of": "2026-11-20",
    }  # fmt: skip


def test_closes_get_old_while_the_provider_does_not_answer(client, vusa):
    """The browser takes a close for today's by the day on which the provider was last asked."""
    row = quote("VUSA.L", 101.25, 100.5)
    Quote.objects.filter(pk=row.pk).update(fetched_at=NOW, error="Away.", error_at=NOW + timedelta(days=9))
    cache_versions.invalidate("universe")
    found = told(signed_in(client))
    assert (found["as_of"], found["tickers"]["VUSA.L"]["as_of"]) == ("2026-11-30", "2026-11-20")


def test_without_a_quote_the_price_is_null_and_the_currency_the_listing_s(client):
    instrument("BAl_EQ", "BA.L", name="BAE Systems", currency="GBX")
    found = told(signed_in(client))
    assert found["as_of"] is None
    assert found["tickers"]["BA.L"] == {
        "name": "BAE Systems", "currency": "GBX", "price": None, "previous_close": None, "as_of": None,
    }  # fmt: skip


def test_instrument_without_a_symbol_is_left_out(client):
    instrument("XYZo_EQ", None, name="Nowhere")
    assert not [each for each in told(signed_in(client))["tickers"].values() if each["name"] == "Nowhere"]


def test_dashboard_tickers_are_in_it(client):
    tickers = told(signed_in(client))["tickers"]
    assert (tickers["^GSPC"]["name"], tickers["GC=F"]["name"], tickers["GC=F"]["currency"]) == (
        "S&P 500",
        "Gold",
        "USD",
    )


def test_prices_are_null_while_the_provider_is_switched_off(client, settings, vusa):
    quote("VUSA.L")
    settings.SAMPLE_DATA, settings.YAHOO_ENABLED = False, False
    found = told(signed_in(client))
    assert (found["as_of"], list(found["tickers"])) == (None, ["VUSA.L"])
    assert found["tickers"]["VUSA.L"]["price"] is None


def test_manual_row_s_name_comes_first_where_it_has_one(client):
    instrument("VUSAl_EQ", "VUSA.L", name="From the file")
    instrument("VUSA", "VUSA.L", name="By hand", manual=True)
    instrument("BAl_EQ", "BA.L", name="From the file")
    instrument("BA", "BA.L", manual=True)
    tickers = told(signed_in(client))["tickers"]
    assert (tickers["VUSA.L"]["name"], tickers["BA.L"]["name"]) == ("By hand", "From the file")


def test_change_shows_at_once(client, vusa):
    signed_in(client)
    before = ask(client)["ETag"]
    quote("VUSA.L")
    priced = ask(client)["ETag"]
    vusa.delete()
    cache_versions.invalidate("universe")
    assert len({before, priced, ask(client)["ETag"]}) == 3


# --- The same for everyone ---


def test_bytes_and_headers_are_the_same_for_every_reader(settings, vusa):
    settings.SUBSCRIPTIONS_ENABLED = True
    settings.SERVICE_TOKEN = "t" * 40
    quote("VUSA.L")
    free = signed_in(Client(), "free@example.org", lang="it")
    paid = signed_in(Client(), "paid@example.org", tier=User.Tier.PAID)
    answers = [
        ask(free),
        ask(paid, **{"accept-language": "it"}),
        Client().get(PATH, headers={"accept-encoding": "gzip", "authorization": f"Bearer {'t' * 40}"}),
    ]
    for name in ("ETag", "Vary", "Cache-Control", "Content-Type", "Content-Length"):
        assert len({answer[name] for answer in answers}) == 1, name
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1


def test_answer_varies_by_nothing_but_the_coding(client, vusa):
    answer = ask(signed_in(client))
    assert answer["Vary"] == "Accept-Encoding"
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Content-Language" not in answer
    assert answer["Content-Encoding"] == "gzip"
    assert answer.content[4:8] == b"\0\0\0\0"  # gzip's timestamp


def test_client_without_gzip_gets_the_same_text_under_another_tag(client, vusa):
    packed = ask(signed_in(client))
    for header in ("identity", "gzip;q=0"):
        plain = ask(client, **{"accept-encoding": header})
        assert plain["Content-Encoding"] == "identity"
        assert plain.content == gzip.decompress(packed.content)
        assert plain["ETag"] != packed["ETag"]
        assert not plain["ETag"].startswith("W/")


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
def test_known_tag_is_answered_304(client, vusa, encoding):
    first = ask(signed_in(client), **{"accept-encoding": encoding})
    again = ask(client, **{"accept-encoding": encoding, "if-none-match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert (again["Vary"], again["Cache-Control"]) == ("Accept-Encoding", "private, no-cache")
    assert again["API-Version"] == first["API-Version"]


def test_old_tag_gets_the_whole(client, vusa):
    assert ask(signed_in(client), **{"if-none-match": '"old"'}).status_code == 200


def test_nobody_gets_401_that_no_cache_keeps(client):
    answer = client.get(PATH)
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_required")
    assert answer["Cache-Control"] == "no-store"


def test_other_methods_are_refused(client):
    assert signed_in(client).post(PATH).status_code == 405


def test_free_reader_gets_it_with_subscriptions_on(client, settings):
    settings.SUBSCRIPTIONS_ENABLED = True
    assert ask(signed_in(client)).status_code == 200


@pytest.mark.parametrize("rows", [1, 300])
def test_queries_do_not_grow_with_the_rows(client, rows, django_assert_max_num_queries):
    InstrumentMap.objects.bulk_create(
        InstrumentMap(broker_ticker=f"X{n}_US_EQ", provider_ticker=f"X{n}", name=f"X {n}")
        for n in range(rows)
    )
    Quote.objects.bulk_create(Quote(symbol=f"YAHOO:X{n}", value=1.0, fetched_at=NOW) for n in range(rows))
    signed_in(client)
    ask(client)
    with django_assert_max_num_queries(3):  # the reader, the acknowledgement, the cache versions
        assert ask(client).status_code == 200


# --- Notes of analyses ---


def test_nothing_is_written_while_the_flag_is_off(settings, vusa):
    settings.TICKER_UNIVERSE_AGGREGATE_ENABLED = False
    assert note_tickers(["VUSA.L"]) == 0
    assert not TickerUniverse.objects.exists()


def test_note_keeps_ticker_name_currency_and_day_alone(vusa):
    assert note_tickers(["VUSA.L"]) == 1
    assert list(TickerUniverse.objects.values()) == [
        {"ticker": "VUSA.L", "name": "Vanguard S&P 500", "currency": "GBP", "added_on": NOW.date()}
    ]


def test_note_does_not_move_the_day_of_an_earlier_one(vusa):
    note_tickers(["VUSA.L"])
    with time_machine.travel("2026-11-25T09:00:00Z"):
        note_tickers(["VUSA.L"])
    assert TickerUniverse.objects.get().added_on == NOW.date()


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("VUSAl_EQ", ["VUSA.L"]),
        ("VUSA", ["VUSA.L"]),
        ("vusa", ["VUSA.L"]),
        (" VUSA.L ", ["VUSA.L"]),
        ("UNKNOWN", []),
        ("VUSA.L; DROP TABLE", []),
        ("John Smith 12345678", []),
        ("", []),
        (".", []),
    ],
)
def test_only_what_the_map_knows_is_noted(vusa, asked, kept):
    note_tickers([asked])
    assert list(TickerUniverse.objects.values_list("ticker", flat=True)) == kept


def test_short_ticker_of_several_companies_is_not_noted():
    instrument("BAl_EQ", "BA.L", name="BAE Systems", currency="GBX")
    instrument("BA_US_EQ", "BA-US", name="Boeing", currency="USD", short_ticker="BA")
    assert note_tickers(["BA"]) == 0


def test_manual_row_without_a_quote_is_not_noted(vusa):
    instrument("VUSA", None, manual=True, short_ticker="")
    assert note_tickers(["VUSA", "vusa"]) == 0


def test_noted_ticker_stays_when_the_map_forgets_it(client, vusa):
    note_tickers(["VUSA.L"])
    InstrumentMap.objects.all().delete()
    assert told(signed_in(client))["tickers"]["VUSA.L"]["currency"] == "GBP"
