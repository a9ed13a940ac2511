"""Header names that may be sent, and the shipped layouts."""

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from portfolio.header_names import fold, header_key, refusal
from portfolio.layouts import Template, shipped, shipped_template

NAMES = json.loads(
    (Path(__file__).parents[1] / "js/data/header_names.json").read_text(encoding="utf-8")
)  # the browser's tests read the same file
PLAIN = {"columns": {"name": 0, "quantity": 1, "value": 2}}
IBKR = (
    "Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Mult,Cost Price,Cost Basis,"
    "Close Price,Value,Unrealized P/L,Code"
)
IBKR_GERMAN = (
    "Offene Positionen,Header,DataDiscriminator,Vermögenswertkategorie,Währung,Symbol,Menge,Multipl.,Einstands Kurs,"
    "Kostenbasis,Schlusskurs,Wert,Unrealisierter G/V,Code"
)
FINECO = (
    "Titolo,ISIN,Simbolo,Mercato,Strumento,Valuta,Quantità,P.zo medio di carico,Cambio di carico,Valore di carico,"
    "P.zo di mercato,Cambio di mercato,Valore di mercato €,Var%,Var €,Var in valuta,Rateo"
)
HL = "Stock,Units held,Price (pence),Value (£),Cost (£),Gain/loss (£),Gain/loss (%)"


@pytest.mark.parametrize("case", NAMES, ids=lambda case: case["name"][:20])
def test_names_that_may_leave(case):
    assert refusal(case["name"]) == case["refusal"]


def test_names_are_compared_without_their_spelling():
    assert fold(" VALUE\u00a0\u200b (£) ") == "value (£)"
    assert header_key(["Name ", "VALUE"], ",") == header_key(["name", "Value"], ",")
    assert header_key(["Name", "Value"], ",") != header_key(["Value", "Name"], ",")
    assert header_key(["Name", "Value"], ",") != header_key(["Name", "Value"], ";")


@pytest.mark.parametrize(
    ("header", "broker", "columns"),
    [
        ("Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR", "DEGIRO", {"name": 0, "isin": 1, "quantity": 2, "value": 6}),
        ("Product,Symbol/ISIN,Amount,Closing,Local value,Value in CHF", "DEGIRO", {"name": 0, "isin": 1, "quantity": 2, "value": 5}),
        ("Product,Symbool/ISIN,Aantal,Slotkoers,Lokale waarde,,Waarde in EUR", "DEGIRO", {"name": 0, "isin": 1, "quantity": 2, "value": 6}),
        ("Produkt,Symbol/ISIN,Anzahl,Schlußkurs,Wert,,Wert in EUR", "DEGIRO", {"name": 0, "isin": 1, "quantity": 2, "value": 6}),
        ("Prodotto,Symbol/ISIN,Quantità,Ultimo,Valore,,Valore in EUR", "DEGIRO", {"name": 0, "isin": 1, "quantity": 2, "value": 6}),
        (FINECO, "Fineco", {"name": 0, "isin": 1, "slice": 2, "quantity": 6, "invested": 9, "value": 12, "result": 14}),
        (HL, "Hargreaves Lansdown", {"name": 0, "quantity": 1, "price": 2, "value": 3, "invested": 4, "result": 5}),
        (f"Code,{HL}", "Hargreaves Lansdown", {"slice": 0, "name": 1, "quantity": 2, "price": 3, "value": 4, "invested": 5, "result": 6}),
        (IBKR, "Interactive Brokers", {"currency": 4, "slice": 5, "quantity": 6, "invested": 9, "value": 11, "result": 12}),
        (IBKR_GERMAN, "Interactive Brokers", {"currency": 4, "slice": 5, "quantity": 6, "invested": 9, "value": 11, "result": 12}),
        (IBKR.replace("Symbol,", "Symbol,Open,").replace(",Code", ",Unrealized P/L %,Code"), "Interactive Brokers",
         {"currency": 4, "slice": 5, "quantity": 7, "invested": 10, "value": 12, "result": 13}),
    ],
)  # fmt: skip
def test_shipped_layout_fits(header, broker, columns):
    found = shipped_template(header.split(","))
    assert found is not None
    assert (found[0], found[1].columns.model_dump(exclude_none=True)) == (broker, columns)


def test_shipped_layouts_know_units_filters_and_totals():
    hl, ibkr, fineco = (shipped_template(header.split(","))[1] for header in (HL, IBKR, FINECO))
    assert (hl.unit, hl.skip_rows, fineco.skip_rows) == ("pence", ["Totals"], ["Totale"])
    assert [(each.column, each.equals) for each in ibkr.row_filter] == [
        (0, "Open Positions"), (1, "Data"), (2, "Summary"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "header",
    [
        "Date,Time,Product,ISIN,Reference exchange,Quantity,Price,,Local value,,Value EUR",
        "Product,Symbol/ISIN,Amount,Closing,Local value,,Value in euro",
        "Product,Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR",
        "Operazione,Data valuta,Descrizione,Titolo,ISIN,Segno,Quantità,Divisa,Prezzo,Cambio,Controvalore",
        "Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Proceeds",
        "Name,Units,Value",
    ],
)
def test_shipped_layouts_leave_other_files_alone(header):
    assert shipped_template(header.split(",")) is None


def test_every_broker_named_in_the_documentation_ships():
    assert {each.broker for each in shipped()} == {
        "DEGIRO", "Fineco", "Hargreaves Lansdown", "Interactive Brokers",
    }  # fmt: skip


@pytest.mark.parametrize(
    "wrong",
    [
        {"columns": {"name": 0, "quantity": 1, "value": 1}},
        {"columns": {"name": 0, "value": 2}},
        {"columns": {"name": 0, "quantity": 1}},
        {"columns": {"quantity": 1, "value": 2}},
        {"columns": {"name": 0, "quantity": 1, "value": 2, "colour": 3}},
        {"columns": {"name": 0, "quantity": True, "value": 2}},
        {"columns": {"name": 0, "quantity": 1.0, "value": 2}},
        {"columns": {"name": -1, "quantity": 1, "value": 2}},
        {"columns": {"name": 0, "quantity": 1, "value": 40}},
        PLAIN | {"unit": "dozen"},
        PLAIN | {"skip_rows": ["x" * 61]},
        PLAIN | {"row_filter": [{"column": 3, "equals": ""}]},
        PLAIN | {"row_filter": [{"column": 3, "equals": "x"}] * 4},
        PLAIN | {"more": 1},
    ],
)
def test_wrong_templates_are_refused(wrong):
    with pytest.raises(ValidationError):
        Template.model_validate(wrong)


def test_template_fits_only_so_many_columns():
    template = Template.model_validate(PLAIN | {"row_filter": [{"column": 3, "equals": "x"}]})
    assert (template.fits(4), template.fits(3), Template.model_validate(PLAIN).fits(2)) == (
        True,
        False,
        False,
    )
