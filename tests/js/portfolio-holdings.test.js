// Other brokers' snapshots, read by a template. The files are made up in the shape of published ones.

import assert from "node:assert/strict";
import test from "node:test";

import { findHeaders } from "../../static/js/portfolio/headers.js";
import { readHoldings } from "../../static/js/portfolio/holdings.js";

const template = (columns, rest = {}) => ({ columns, unit: "whole", row_filter: [], skip_rows: [], ...rest });
const read = (text, how) => readHoldings(text, findHeaders(text), how);
const brief = ({ ok }) => ok.positions.map((each) => [each.slice, each.name, each.quantity, each.invested, each.value, each.price]);

test("holdings: an unnamed column for the currency, a cash row left out", () => {
  const text = "Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nCASH & CASH FUND & FTX CASH (EUR),,,,EUR,12.00,\"12,00\"\n" +
    "ACME INC,US0000000001,3,\"10,50\",USD,31.50,\"29,10\"\n";
  const how = template({ name: 0, isin: 1, quantity: 2, value: 6 }, { skip_rows: ["Cash & Cash Fund & FTX Cash (EUR)"] });
  assert.deepEqual(brief(read(text.replaceAll("31.50", '"31,50"'), how)), [["US0000000001", "ACME INC", 3, null, 29.1, 29.1 / 3]]);
});

test("holdings: comma between, commas within, thousands of pieces", () => {
  const text = 'Titolo,ISIN,Simbolo,Quantità,Valore di carico,Valore di mercato\nAcme,IT0000000001,ACM,"10.000","1.234,56","2.000,00"\n';
  assert.deepEqual(brief(read(text, template({ name: 0, isin: 1, slice: 2, quantity: 3, invested: 4, value: 5 }))),
    [["ACM", "Acme", 10000, 1234.56, 2000, 0.2]]);
});

test("holdings: prices in pence, values in pounds", () => {
  const text = "Stock,Units held,Price (pence),Cost (£)\nAcme plc,100,250.5,200.00\nTotals,,,200.00\n";
  const how = template({ name: 0, quantity: 1, price: 2, invested: 3 }, { unit: "pence", skip_rows: ["totals"] });
  assert.deepEqual(brief(read(text, how)), [["Acme plc", "Acme plc", 100, 200, 250.5, 2.505]]);
});

test("holdings: of the records of a section only those of the filter", () => {
  const text = "Open Positions,Header,Kind,Symbol,Quantity,Cost,Value\nOpen Positions,Data,Summary,ACM,10,100,110\n" +
    "Open Positions,Data,Lot,ACM,10,100,110\nOpen Positions,Total,,,,100,110\n";
  const how = template({ slice: 3, quantity: 4, invested: 5, value: 6 }, { row_filter: [{ column: 1, equals: "data" }, { column: 2, equals: "Summary" }] });
  const { ok } = read(text, how);
  assert.deepEqual([ok.value, ok.invested, ok.result, ok.positions.length], [110, 100, 10, 1]);
});

const HEAD = "Name,Units,Value,Cost\n";
const PLAIN = template({ name: 0, quantity: 1, value: 2, invested: 3 });
const HEADER = findHeaders(`${HEAD}Acme,1,2,3\n`);
const FAILURES = [
  ["bad_number", `${HEAD}Acme,x,2,3\n`, 2, 2], ["bad_row", `${HEAD}Acme,1,1,000.00,2\n`, 2, 5], ["bad_row", `${HEAD},1,2,3\n`, 2, null],
  ["bad_row", `${HEAD}Acme,1\n`, 2, 3], ["malformed", `${HEAD}"Other"x,1,2,3\n`, 2, 1], ["unfunded_pie", `${HEAD}Acme,0,0,0\n`, null, null],
];

for (const [kind, text, line, column] of FAILURES) {
  test(`holdings: a file of nothing but ${kind} at line ${line}, column ${column} is an error`, () => {
    const { error } = readHoldings(text, HEADER, PLAIN);
    assert.deepEqual([error.kind, error.line, error.column], [kind, line, column]);
  });
}

// A row that is wrong, why, and what of it is told
const WRONG = [
  ["Other,x,1,2", "number", "Other", "x"], ["Other,1,2abc,3", "number", "Other", "2abc"], ["Other,1,1,000.00,2", "cells", "Other", ""],
  ["Other,1", "short", "Other", ""], [",1,2,3", "nameless", "1", ""], ['"Other"x,1,2,3', "malformed", "", undefined], ['"Other,1,2,3', "malformed", "", undefined],
  ["Other,-1,5,6", "signs", "Other", "-1"], ["As of today, late by an hour, without warranty", "number", "As of today", "late by an hour"],
  ["Prices are delayed", "stub", "Prices are delayed", undefined], ["Other,#REF!,5,6", "stub", "Other", undefined],
];

for (const [row, why, slice, detail] of WRONG) {
  test(`holdings: ${row} costs no other row, and is named`, () => {
    const { ok, leftOut } = readHoldings(`${HEAD}Acme,1,2,3\n${row}\nLast,4,5,6\n`, HEADER, PLAIN);
    assert.deepEqual([ok.positions.map((each) => each.name), ok.value], [["Acme", "Last"], 7]);
    assert.deepEqual(leftOut.map((each) => [each.line, each.why, each.slice, each.detail]), [[3, why, slice, detail]]);
  });
}

test("holdings: a file of broken quotes ends soon", () => {
  for (const text of [`${HEAD}${'"a\n'.repeat(50_000)}`, `${HEAD}Acme,1,2,3\n${'"a\n'.repeat(50)}Last,4,5,6\n`]) {
    assert.equal(readHoldings(text, HEADER, PLAIN).error.kind, "malformed");
  }
  readHoldings(HEAD + '"""\n'.repeat(100_000), HEADER, PLAIN);
});

test("holdings: when every row is filtered out there is no position", () => {
  assert.equal(read(`${HEAD}Acme,1,2,3\n`, { ...PLAIN, skip_rows: ["acme"] }).error.kind, "no_positions");
});

test("holdings: nothing is read by what is no template", () => {
  assert.equal(read(`${HEAD}Acme,1,2,3\n`, {}).error.kind, "missing_columns");
});

test("holdings: a short position is shown as what it is", () => {
  const { ok } = read(`${HEAD}Acme,10,1100,1000\nOption,-1,-150,-200\n`, PLAIN);
  assert.deepEqual(ok.positions.map((each) => [each.quantity, each.value, each.result, each.price]), [[10, 1100, 100, 110], [-1, -150, 50, 150]]);
  assert.deepEqual([ok.value, ok.result], [950, 150]);
});

const UNITS = [
  ["a unit below a column without a name", "Titel;ISIN;Stück;;Wert;\nAlpha;IE0000000001;7,5;Stk.;240,68;EUR\n", { isin: 1, quantity: 2, value: 4 }, [7.5, 240.68]],
  ["a unit beyond the header", "Titel;ISIN;Stück;Wert\nAlpha;IE0000000001;7,5;240,68;EUR\n", { isin: 1, quantity: 2, value: 3 }, [7.5, 240.68]],
  ["pieces behind the quantity", "Titel;WKN;Nominal;Wert\nAlpha;A00001;4.600,00 ST;18.975,00\n", { slice: 1, quantity: 2, value: 3 }, [4600, 18975]],
  ["a nominal in a currency, a price in per cent", "Titel;WKN;Nominal;Kurs\nBond;A00001;20.000,00 EUR;50,00 %\n", { slice: 1, quantity: 2, price: 3 }, [20000, 10000]],
  ["a price that nobody needs", "Name,Units,Price,Value\nAlpha,2,on request,10\n", { name: 0, quantity: 1, price: 2, value: 3 }, [2, 10]],
];

for (const [what, text, columns, want] of UNITS) {
  test(`holdings: ${what}`, () => {
    const { ok, leftOut } = read(text, template(columns));
    assert.deepEqual([...ok.positions.map((each) => [each.quantity, each.value])], [want]);
    assert.deepEqual(leftOut, []);
  });
}

test("holdings: an amount below no name, or cut in two, is no amount of another column", () => {
  const shifted = `Name,Units,Value,Cost,\nAcme,1,1,234.00,5\nLast,4,5,6,\n`;
  const cut = `Name,Units,Value,Cost,Note\nAcme,1,1,050.00,5\nLast,4,5,6,\n`;
  for (const text of [shifted, cut]) {
    const { ok, leftOut } = read(text, PLAIN);
    assert.deepEqual([ok.value, leftOut.map(({ line, why }) => `${line} ${why}`)], [5, ["2 cells"]]);
  }
});

test("holdings: a ticker or an amount written as a formula of text is read", () => {
  const { ok } = read('Symbol,Units,Value\n="0700",="10","=""100.50"""\n', template({ slice: 0, quantity: 1, value: 2 }));
  assert.deepEqual(ok.positions.map(({ slice, quantity, value }) => [slice, quantity, value]), [["0700", 10, 100.5]]);
});

const TITLES = "Titel,ISIN,Datum,Stück,Kurs,Kurswert\n";
const BY_ISIN = template({ name: 0, isin: 1, quantity: 3, value: 5 });

test("holdings: columns that nobody chose prove the decimal mark, dates do not", () => {
  const { ok, guessed } = read(`${TITLES}Alpha,DE0000000001,1.2,"1.433","0,50",716\nBeta,DE0000000002,1.2,20,"41,90",838\n`, BY_ISIN);
  assert.deepEqual([ok.positions.map((each) => each.quantity), guessed], [[1433, 20], false]);
});

test("holdings: a mark that nothing proves is told as a guess", () => {
  const guess = (quantity) => read(`${TITLES}Alpha,DE0000000001,1.2,${quantity},5,716\n`, BY_ISIN);
  assert.deepEqual([guess("1.433").guessed, guess("1433").guessed, guess("1.4333").guessed], [true, false, false]);
  assert.equal(guess("1.433").ok.positions[0].quantity, 1.433);
});
