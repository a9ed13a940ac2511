// Pence, currencies and totals of other brokers' tables: money that would be wrong without a word.

import assert from "node:assert/strict";
import test from "node:test";

import { findHeaders } from "../../static/js/portfolio/headers.js";
import { readHoldings } from "../../static/js/portfolio/holdings.js";
import { currencyInName, currencyOf } from "../../static/js/portfolio/units.js";

const template = (columns, rest = {}) => ({ columns, unit: "whole", row_filter: [], skip_rows: [], ...rest });
const read = (text, columns, { account = null, ...rest } = {}) => readHoldings(text, findHeaders(text), template(columns, rest), account);
const brief = ({ ok, currency }) => [ok.positions.map((each) => each.value), ok.value, currency];
const HEAD = "Symbol,Shares,Price,Worth,Currency\n";
const ALL = { slice: 0, quantity: 1, value: 3, currency: 4 };
const PRICED = { slice: 0, quantity: 1, price: 2, currency: 4 };

for (const code of ["GBp", "GBX", "GBx", "p", "pence"]) {
  test(`denomination: ${code} is a hundredth of a pound`, () => {
    assert.deepEqual(brief(read(`${HEAD}ALPH,50,90,4500.00,${code}\nBETA,10,12,120.00,${code}\n`, ALL)), [[45, 1.2], 46.2, "GBP"]);
  });
}

test("denomination: pence and pounds are one currency and one sum", () => {
  const found = read(`${HEAD}ALPH,50,90,4500.00,GBX\nBETA,10,120,1200.00,GBP\n`, ALL);
  assert.deepEqual([...brief(found), found.currencies, found.leftOut], [[45, 1200], 1245, "GBP", ["GBP"], []]);
});

test("denomination: other hundredths are no whole units either", () => {
  assert.deepEqual(["ZAc", "ILA", "GBP", "gbp", "€", "US$"].map((text) => currencyOf(text)), [{ code: "ZAR", divisor: 100 },
    { code: "ILS", divisor: 100 }, { code: "GBP", divisor: 1 }, { code: "GBP", divisor: 1 }, { code: "EUR", divisor: 1 }, { code: "USD", divisor: 1 }]);
});

test("denomination: what the name of a column says", () => {
  const named = ["Kurswert in Euro", "Value (£)", "Price (pence)", "Value (p)", "Worth in USD", "Market Value (GBX)", "Europe", "Value", "Country"];
  assert.deepEqual(named.map((name) => currencyInName(name)).map((found) => found && `${found.code}/${found.divisor}`),
    ["EUR/1", "GBP/1", "GBP/100", "GBP/100", "USD/1", "GBP/100", null, null, null]);
});

const PENCE = [
  ["behind the amount", "Name,Units,Value\nAlpha,50,4500p\n", { name: 0, quantity: 1, value: 2 }],
  ["as a code behind the amount", "Name,Units,Value\nAlpha,50,\"4,500.00 GBp\"\n", { name: 0, quantity: 1, value: 2 }],
  ["in the column's name", "Name,Units,Value (p)\nAlpha,50,4500\n", { name: 0, quantity: 1, value: 2 }],
  ["in a column that nobody chose", `${HEAD}ALPH,50,90,4500.00,GBX\n`, { slice: 0, quantity: 1, value: 3 }],
  ["of the price", `${HEAD}ALPH,50,90,4500.00,GBX\n`, PRICED],
  ["of the price, told twice", `${HEAD}ALPH,50,90,4500.00,GBX\n`, PRICED, { unit: "pence" }],
];

for (const [what, text, columns, rest] of PENCE) {
  test(`denomination: pence ${what}`, () => assert.deepEqual(brief(read(text, columns, rest)), [[45], 45, "GBP"]));
}

test("denomination: a code of the price leaves values alone that are pounds by their name, their sign or the prices", () => {
  assert.deepEqual(brief(read("Symbol,Shares,Value (£),Currency\nALPH,50,45.00,GBX\n", { slice: 0, quantity: 1, value: 2, currency: 3 })), [[45], 45, "GBP"]);
  assert.deepEqual(brief(read(`${HEAD}ALPH,50,90,£45.00,GBX\n`, ALL)), [[45], 45, "GBP"]);
  assert.deepEqual(brief(read(`${HEAD}ALPH,50,90,45.00,GBX\nBETA,100,450,450.00,GBX\n`, ALL)), [[45, 450], 495, "GBP"]);
});

test("denomination: the name of the column wins over a currency of the listing", () => {
  const text = "Symbol,Shares,Price,Value in EUR,Currency\nALPH,20,5,80,USD\nBETA,30,6,180,EUR\n";
  assert.deepEqual(brief(read(text, ALL)), [[80, 180], 260, "EUR"]);
});

test("denomination: currencies beside the numbers are kept apart as well", () => {
  const text = 'Name,Units,Value\nAlpha,10,"1,000.50 USD"\nBeta,5,100.50 EUR\n';
  const found = read(text, { name: 0, quantity: 1, value: 2 }, { account: "EUR" });
  assert.deepEqual([...brief(found), found.leftOut.map(({ why, detail }) => `${why} ${detail}`)], [[100.5], 100.5, "EUR", ["currency USD"]]);
});

test("denomination: a dollar sign is the dollar that the column says, and none without one", () => {
  assert.deepEqual(brief(read(`${HEAD}ALPH,10,5,$50.00,CAD\n`, ALL)), [[50], 50, "CAD"]);
  assert.equal(read("Name,Units,Value\nAlpha,10,$50.00\n", { name: 0, quantity: 1, value: 2 }).currency, null);
});

test("denomination: an unknown currency is a currency of its own", () => {
  const found = read(`${HEAD}ALPH,10,5,50.00,XYZ\nBETA,10,5,50.00,EUR\nGAM,10,5,50.00,EUR\n`, ALL);
  assert.deepEqual([...brief(found), found.leftOut.map(({ slice, detail }) => `${slice} ${detail}`)], [[50, 50], 100, "EUR", ["ALPH XYZ"]]);
});

test("denomination: costs in another currency than the values give no result", () => {
  const text = "Name,Units,Cost (USD),Value (EUR)\nAlpha,10,50,60\n";
  const { ok } = read(text, { name: 0, quantity: 1, invested: 2, value: 3 });
  assert.deepEqual([ok.invested, ok.value, ok.result], [null, 60, null]);
});

const UNCHOSEN = { slice: 0, quantity: 1, value: 3 };

test("denomination: a column of currencies that nobody chose is believed when the prices bear it out, else told", () => {
  const own = read(`${HEAD}ALPH,20,5,100,USD\nBETA,30,6,180,EUR\n`.replace("Worth,", "Worth,Note,").replaceAll(/(\d),(USD|EUR)/g, "$1,n,$2"), UNCHOSEN);
  assert.deepEqual([own.currencies, own.unsure, own.ok.value], [["USD", "EUR"], [], 100]);
  const changed = read(`${HEAD}ALPH,20,5,80,USD\nBETA,30,6,180,EUR\n`.replace("Worth,", "Worth,Note,").replaceAll(/(\d),(USD|EUR)/g, "$1,n,$2"), UNCHOSEN);
  assert.deepEqual([changed.currencies, changed.unsure, changed.ok.value], [[], ["USD", "EUR"], 260]);
});

const TITLES = "Titel;ISIN;Stück;Kurswert\nAlpha;DE0000000001;10;1.000,50\nBeta;DE0000000002;5;100,50\n";
for (const word of ["Summe", "Totale", "Totaal", "Total", "TOTAL:", "Gesamtportfoliowert", "Total général", "Totale portafoglio", "Wie auch immer"]) {
  test(`totals: “${word}” with a quantity is no holding`, () => {
    const { ok, leftOut } = read(`${TITLES}${word};;15;1.101,00\n`, { name: 0, isin: 1, quantity: 2, value: 3 });
    assert.deepEqual([ok.value, leftOut], [1101, [{ line: 4, slice: word, name: word, why: "total" }]]);
  });
}

test("totals: a row without a quantity is told as a total too, one of a group as well", () => {
  const { ok, leftOut } = read(`${TITLES}Zwischensumme;;;1.101,00\nGamma;DE0000000003;1;9,00\nSumme;;16;1.110,00\n`, { name: 0, isin: 1, quantity: 2, value: 3 });
  assert.deepEqual([ok.value, leftOut.map(({ line, why }) => `${line} ${why}`)], [1110, ["4 total", "6 total"]]);
});

test("totals: a company is no total, whatever it is called or worth", () => {
  const rows = "Name,Units,Value\nAcme,10,100\nBeta,3,50\n";
  const columns = { name: 0, quantity: 1, value: 2 };
  assert.equal(read(`${rows}TotalEnergies,2,150\n`, columns).ok.value, 300);
  assert.equal(read(`${rows}Gamma,2,150\n`, columns).ok.value, 300);
  assert.equal(read(`${rows}All of it,13,150\n`, columns).ok.value, 150);
  const named = "Symbol,Name,Units,Value\nAAA,Acme,10,100\nTTE,Total,3,50\n";
  assert.equal(read(named, { slice: 0, name: 1, quantity: 2, value: 3 }).ok.value, 150);
});
