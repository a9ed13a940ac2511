"""`manage.py import_instruments`: automatic rows follow the file, manual rows never change, a bad file changes nothing."""

import io
import json
from pathlib import Path

import pytest
import time_machine
from django.core.management import CommandError, call_command

from portfolio import importing
from portfolio.models import InstrumentMap
from tests.portfolio.instruments import NOW, instrument, metadata

pytestmark = pytest.mark.django_db
VUSA = metadata("VUSAl_EQ", "VUSA", "Vanguard S&P 500", "GBP", isin="ie00b3xxrp09", type="ETF")
META = metadata("FB_US_EQ", "META", "Meta Platforms", "USD")
ODD = metadata("XYZo_EQ", "XYZ", "Odd place", "EUR")


@pytest.fixture
def file(tmp_path: Path):
    """Returns a function that writes a metadata file; text and bytes are written unchanged."""

    def write(content: object) -> Path:
        path = tmp_path / "instruments.json"
        text = content if isinstance(content, (str, bytes)) else json.dumps(content)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def run(path: Path, *options: str) -> str:
    out = io.StringIO()
    call_command("import_instruments", str(path), *options, stdout=out)
    return out.getvalue()


def mapping() -> dict[str, str | None]:
    return dict(InstrumentMap.objects.values_list("broker_ticker", "provider_ticker"))


def test_rows_are_mapped_with_their_reason(file):
    said = run(file([VUSA, META, ODD]))
    assert said == (
        "3 instruments read, 1 without a symbol; 3 added, 0 changed, 0 unchanged, 0 removed; "
        "0 left to their manual rows.\n"
    )
    assert mapping() == {"VUSAl_EQ": "VUSA.L", "FB_US_EQ": "META", "XYZo_EQ": None}
    row = InstrumentMap.objects.get(broker_ticker="VUSAl_EQ")
    assert (row.short_ticker, row.name, row.isin, row.currency, row.kind) == (
        "VUSA", "Vanguard S&P 500", "IE00B3XXRP09", "GBP", "ETF",
    )  # fmt: skip
    assert (row.reason, row.manual, row.sample) == ("short name", False, False)
    assert InstrumentMap.objects.get(provider_ticker=None).reason == "the exchange code is unknown"


def test_second_import_of_the_same_file_changes_nothing(file):
    path = file([VUSA, META])
    with time_machine.travel(NOW):
        run(path)
    before = list(InstrumentMap.objects.values())
    assert "0 added, 0 changed, 2 unchanged, 0 removed" in run(path)
    assert list(InstrumentMap.objects.values()) == before


def test_automatic_rows_follow_the_file(file):
    run(file([VUSA, META]))
    renamed = META | {"shortName": "MTA"}
    assert "1 added, 1 changed, 0 unchanged, 1 removed" in run(file([renamed, ODD]))
    assert mapping() == {"FB_US_EQ": "MTA", "XYZo_EQ": None}


def test_currency_of_the_quote_stays_until_the_symbol_changes(file):
    run(file([VUSA, META]))
    InstrumentMap.objects.update(quote_currency="GBp")
    run(file([VUSA | {"name": "Vanguard S&P 500 (Dist)"}, META | {"shortName": "MTA"}]))
    kept = dict(InstrumentMap.objects.values_list("broker_ticker", "quote_currency"))
    assert kept == {"VUSAl_EQ": "GBp", "FB_US_EQ": ""}


@pytest.mark.parametrize("symbol", ["VUSA.AS", None])
def test_manual_row_is_never_overwritten(file, symbol):
    instrument("VUSAl_EQ", symbol, manual=True, name="Mine", reason="settled by hand", short_ticker="V")
    instrument("GONE", None, manual=True)
    before = list(InstrumentMap.objects.filter(manual=True).values())
    said = run(file([VUSA, META]))
    assert (
        "2 instruments read, 0 without a symbol; 1 added, 0 changed, 0 unchanged, 0 removed; 1 left" in said
    )
    run(file([META]))
    assert list(InstrumentMap.objects.filter(manual=True).values()) == before
    assert mapping()["VUSAl_EQ"] == symbol


def test_real_file_takes_over_from_the_samples(file):
    run(file([VUSA, META]), "--sample")
    assert InstrumentMap.objects.filter(sample=True).count() == 2
    run(file([VUSA]))
    assert list(InstrumentMap.objects.values_list("broker_ticker", "sample")) == [("VUSAl_EQ", False)]


def test_missing_fields_and_unknown_ones_are_no_mistakes(file):
    run(file([{"ticker": "AAPL_US_EQ", "maxOpenQuantity": 12, "isin": None}]))
    assert mapping() == {"AAPL_US_EQ": "AAPL"}


def test_ticker_too_long_for_a_symbol_is_unmapped(file):
    run(file([{"ticker": "A" * 50 + "_US_EQ"}]))
    assert list(mapping().values()) == [None]


def test_byte_order_mark_is_no_mistake(file):
    run(file(b"\xef\xbb\xbf" + json.dumps([META]).encode()))
    assert list(mapping()) == ["FB_US_EQ"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("", "is not JSON"),
        ('[{"ticker": "AAPL_US_EQ"}', "is not JSON"),
        (b"\xff\xfe[", "is not UTF-8"),
        ("[" * 100_000, "is not JSON"),
        ({"instruments": []}, "must hold a list of instruments, not an object"),
        ("null", "must hold a list of instruments, not None"),
        ([], "holds no instruments"),
        (["AAPL"], "row 1: Input should be"),
        ([META, {"name": "No ticker"}], "row 2, ticker: Field required"),
        ([{"ticker": ""}], "row 1, ticker: String should have at least 1"),
        ([{"ticker": 5}], "row 1, ticker: Input should be a valid string"),
        ([META | {"name": "x" * 201}], "row 1, name: String should have at most 200"),
        ([META | {"name": "a\u0000b"}], "row 1, name: String should match pattern"),
        ('[{"ticker": "A\\ud800"}]', "row 1, ticker: "),
        ([META, VUSA, META], "rows 1 and 3 are both FB_US_EQ"),
    ],
)
def test_bad_file_says_what_is_wrong_and_stores_nothing(file, content, said):
    instrument("OLD_US_EQ", "OLD")
    with pytest.raises(CommandError) as refused:
        run(file(content))
    assert said in str(refused.value)
    assert str(refused.value).endswith("Nothing was stored.")
    assert mapping() == {"OLD_US_EQ": "OLD"}


def test_first_ten_mistakes_are_named(file):
    with pytest.raises(CommandError) as refused:
        run(file([{}] * 25))
    assert "25 mistakes" in str(refused.value)
    assert "row 10, ticker: Field required\n… and 15 more" in str(refused.value)


def test_missing_file_is_a_sentence(tmp_path):
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run(tmp_path / "none.json")


def test_progress_counts_every_row():
    heard: list[int] = []
    rows = [importing.Metadata.model_validate({"ticker": f"X{n}_US_EQ"}) for n in range(1, 1202)]
    importing.store(rows, advance=heard.append)
    assert sum(heard) == InstrumentMap.objects.count() == 1201
    assert len(heard) == 3


def test_large_file_comes_and_goes():
    rows = [importing.Metadata.model_validate({"ticker": f"X{n}_US_EQ"}) for n in range(3000)]
    importing.store(rows)
    report = importing.store(rows[:1])
    assert (report.unchanged, report.removed, InstrumentMap.objects.count()) == (1, 2999, 1)
