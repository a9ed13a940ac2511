// Other brokers' snapshots by template. The files are made up in the shape of published ones.

import assert from "node:assert/strict";
import test from "node:test";

import { findHeaders } from "../../static/js/portfolio/headers.js";
import { isTemplate, readHoldings } from "../../static/js/portfolio/template.js";

const template = (columns, rest = {}) => ({ columns, unit: "whole", row_filter: [], skip_rows: [], ...rest });
const read = (text, how) => readHoldings(text, findHeaders(text), how);
const brief = ({ ok }) => ok.positions.map((each) => [each.slice, each.name, each.quantity, each.invested, each.value, each.price]);

test("template: an unnamed column for the currency, a cash row left out", () => {
  const text = "Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nCASH & CASH FUND & FTX CASH (EUR),,,,EUR,12.00,\"12,00\"\n" +
    "ACME INC,US0000000001,3,\"10,50\",USD,31.50,\"29,10\"\n";
  const how = template({ name: 0, isin: 1, quantity: 2, value: 6 }, { skip_rows: ["Cash & Cash Fund & FTX Cash (EUR)"] });
  assert.deepEqual(brief(read(text.replaceAll("31.50", '"31,50"'), how)), [["US0000000001", "ACME INC", 3, null, 29.1, 29.1 / 3]]);
});

test("template: comma between, commas within, thousands of pieces", () => {
  const text = 'Titolo,ISIN,Simbolo,Quantità,Valore di carico,Valore di mercato\nAcme,IT0000000001,ACM,"10.000","1.234,56","2.000,00"\n';
  assert.deepEqual(brief(read(text, template({ name: 0, isin: 1, slice: 2, quantity: 3, invested: 4, value: 5 }))),
    [["ACM", "Acme", 10000, 1234.56, 2000, 0.2]]);
});

test("template: prices in pence, values in pounds", () => {
  const text = "Stock,Units held,Price (pence),Cost (£)\nAcme plc,100,250.5,200.00\nTotals,,,200.00\n";
  const how = template({ name: 0, quantity: 1, price: 2, invested: 3 }, { unit: "pence", skip_rows: ["totals"] });
  assert.deepEqual(brief(read(text, how)), [["Acme plc", "Acme plc", 100, 200, 250.5, 2.505]]);
});

test("template: of the records of a section only those of the filter", () => {
  const text = "Open Positions,Header,Kind,Symbol,Quantity,Cost,Value\nOpen Positions,Data,Summary,ACM,10,100,110\n" +
    "Open Positions,Data,Lot,ACM,10,100,110\nOpen Positions,Total,,,,100,110\n";
  const how = template({ slice: 3, quantity: 4, invested: 5, value: 6 }, { row_filter: [{ column: 1, equals: "data" }, { column: 2, equals: "Summary" }] });
  const { ok } = read(text, how);
  assert.deepEqual([ok.value, ok.invested, ok.result, ok.positions.length], [110, 100, 10, 1]);
});

const HEAD = "Name,Units,Value,Cost\n";
const PLAIN = template({ name: 0, quantity: 1, value: 2, invested: 3 });
const FAILURES = [
  ["bad_number", `${HEAD}Acme,1,2,3\nOther,x,1,2\n`, 3, 2], ["bad_number", `${HEAD}Acme,1,2,3\nOther,-1,1,2\n`, 3, 2],
  ["bad_row", `${HEAD}Acme,1,2,3\nOther,1,1,000.00,2\n`, 3, 5], ["bad_row", `${HEAD}Acme,1,2,3\n,1,2,3\n`, 3, null],
  ["malformed", `${HEAD}Acme,1,2,3\n"Other"x,1,2,3\n`, 3, 1], ["unfunded_pie", `${HEAD}Acme,0,0,0\n`, null, null],
];

for (const [kind, text, line, column] of FAILURES) {
  test(`template: ${kind} at line ${line}, column ${column}`, () => {
    const { error } = read(text, PLAIN);
    assert.deepEqual([error.kind, error.line, error.column], [kind, line, column]);
  });
}

test("template: when every row is filtered out there is no position", () => {
  assert.equal(read(`${HEAD}Acme,1,2,3\n`, { ...PLAIN, skip_rows: ["acme"] }).error.kind, "no_positions");
});

test("template: one that does not fit is refused", () => {
  assert.ok(isTemplate(PLAIN, 4));
  const wrong = [null, {}, { ...PLAIN, columns: null }, { ...PLAIN, columns: { name: 0, quantity: 1, value: 4 } },
    template({ name: 0, quantity: 1, value: 1 }), template({ name: 0, value: 2 }), template({ name: 0, quantity: 1 }),
    template({ quantity: 1, value: 2 }), template({ name: 0, quantity: 1, value: 2, colour: 3 }), template({ name: 0, quantity: 1.5, value: 2 }),
    { ...PLAIN, unit: "dozen" }, { ...PLAIN, unit: "toString" }, { ...PLAIN, row_filter: [{ column: 9, equals: "x" }] }, { ...PLAIN, row_filter: null },
    { ...PLAIN, skip_rows: [5] }, { ...PLAIN, skip_rows: ["x".repeat(61)] }];
  for (const each of wrong) assert.equal(isTemplate(each, 4), false, JSON.stringify(each));
  assert.equal(read(`${HEAD}Acme,1,2,3\n`, {}).error.kind, "missing_columns");
});
