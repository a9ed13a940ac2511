// Which row of another broker's file names the columns, and what never leaves. The files are made up.

import assert from "node:assert/strict";
import test from "node:test";

import { readPie } from "../../static/js/portfolio/csv.js";
import { findHeaders, headerChoices, refusal, templateKey } from "../../static/js/portfolio/headers.js";

const FILES = [
  ["a header first", "Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nCASH & CASH FUND,,,,EUR,10.00,\"10,00\"\nAcme,IE0000000001,3,\"1,5\",EUR,\"4,50\",\"4,50\"\n",
    1, ["Product", "Symbol/ISIN", "Amount", "Closing", "Local value", "", "Value in EUR"]],
  ["name and number above", "Client Name:,Jane Sample\nClient Number:,1234567\n\nStock,Units held,Price (pence),Value (£),Cost (£)\nAcme plc,100,250.5,250.50,200\n",
    4, ["Stock", "Units held", "Price (pence)", "Value (£)", "Cost (£)"]],
  ["a spreadsheet's padding", "Stocks and shares account,Jane Sample,Portfolio,,\nReport of,21/11/2026,,,\n,,,,\nStock,Units held,Price,Value,Cost\nAcme plc,100,2.5,250.50,200\nOther plc,1,2.5,2.50,2\n",
    4, ["Stock", "Units held", "Price", "Value", "Cost"]],
  ["holder without a label", "Jane Sample;Conto titoli;Roma\nTitolo;ISIN;Simbolo;Quantità;Valore di mercato\nAcme;IT0000000001;ACM;10.000;1.234,56\n",
    2, ["Titolo", "ISIN", "Simbolo", "Quantità", "Valore di mercato"]],
  ["dossier and holder", "Dossier n. 001 234567;Mario Esempio;Roma\n\nTitolo;ISIN;Quantità;Valore\nAcme;IT0000000001;10;1,5\n",
    3, ["Titolo", "ISIN", "Quantità", "Valore"]],
  ["sections", "Statement,Header,Field Name,Field Value\nStatement,Data,Title,Activity\nAccount Information,Header,Field Name,Field Value\nAccount Information,Data,Name,Jane Sample\nAccount Information,Data,Account,U1234567\n" +
    "Net Asset Value,Header,Asset Class,Prior Total,Current Long,Current Short,Current Total,Change,More,And more\nNet Asset Value,Data,Cash,1,2,3,4,5,6,7\n" +
    "Open Positions,Header,DataDiscriminator,Asset Category,Currency,Symbol,Quantity,Cost Basis,Value\nOpen Positions,Data,Summary,Stocks,USD,ACM,10,100,110\nOpen Positions,Data,Lot,Stocks,USD,ACM,10,100,110\nOpen Positions,Total,,Stocks,USD,,,100,110\n",
    8, ["Open Positions", "Header", "DataDiscriminator", "Asset Category", "Currency", "Symbol", "Quantity", "Cost Basis", "Value"]],
  ["tabs", "Name\tUnits\tValue\nAcme, Inc.\t1\t2\n", 1, ["Name", "Units", "Value"]],
  ["the holder in three cells above a date", "Jane,Sample,Rome\nPrinted,21/11/2026,x\nName,Units,Value\nAcme,1,2\n", 3, ["Name", "Units", "Value"]],
  ["a name with a date among many", "Name,ISIN,Units,Price,Currency,Value 31/12/2025\nAcme,IE0000000001,1,2,EUR,2\n", 1, ["Name", "ISIN", "Units", "Price", "Currency", "Value"]],
  ["a name with a date among few", "Titel;Stück;Kurswert (31.12.2025)\nAlpha;10;1.000,50\n", 1, ["Titel", "Stück", "Kurswert"]],
  ["a name with a year", "Titel;Stück;Wert 2025\nAlpha;10;1.000,50\n", 1, ["Titel", "Stück", "Wert"]],
  ["sections in German", "Statement,Header,Feldname,Feldwert\nÜberblick,Header,Kategorie,Symbol,Vorher,Aktuell,Kurs,Gesamt,Code,Mehr\nÜberblick,Data,Aktien,ACM,0,1,2,3,,\nÜberblick,Data,Aktien,BET,0,1,2,3,,\n" +
    "Offene Positionen,Header,DataDiscriminator,Währung,Symbol,Menge,Wert\nOffene Positionen,Data,Summary,USD,ACM,10,110\n",
    5, ["Offene Positionen", "Header", "DataDiscriminator", "Währung", "Symbol", "Menge", "Wert"]],
  ["sections in a language that nobody listed", "A,Header,B,C,D,E,F,G\nA,Data,x,1,2,3,4,5\nA,Data,x,1,2,3,4,5\nH,Header,I,J,K,L\nH,Data,Summary,ACM,10,110\n", 4, ["H", "Header", "I", "J", "K", "L"]],
  ["a stray quote above", "\"Jane\"x\nName,Units,Value\nAcme,1,2\n", 2, ["Name", "Units", "Value"]],
  ["a group's title below the header", "Name,Units,Value\nShares,,\nAcme,1,2\n", 1, ["Name", "Units", "Value"]],
  ["a first row with a cell too many", "Name,Units,Value\nAcme, Inc,1,2\nBeta,3,4\n", 1, ["Name", "Units", "Value"]],
  ["per cent alone", "Name,Group,Share\nAcme,Shares,12.5 %\n", 1, ["Name", "Group", "Share"]],
  ["delimiters at the end of the rows alone", "Name,Units,Value\nAcme,1,2,\n", 1, ["Name", "Units", "Value"]],
];

for (const [what, text, line, names] of FILES) {
  test(`headers: ${what}`, () => {
    const found = findHeaders(text);
    assert.deepEqual({ line: found.line, names: found.names }, { line, names });
  });
}

const SECRETS = /jane|sample|esempio|u1234567|234567/i;

test("headers: no name of the holder and no number is ever among the names", () => {
  for (const [, text] of FILES) assert.equal(SECRETS.test(JSON.stringify(findHeaders(text).names)), false);
});

const NONE = [
  ["nothing", ""], ["quotes around nothing", '""'], ["only text", "Dear reader\nhello\n"], ["two names", "Name,Value\nAcme,1\n"],
  ["no rows below", "Name,Units,Value\n"], ["only names below", "Jane,Sample,Rome\nName,Units,Value\n"],
  ["rows of another width", "Name,Units,Value\n1,2,3,4,5\n"], ["numbers for names", "1,2,3\n4,5,6\n"],
  ["a name with a number", "Jane Sample,Account 12345678,Units\nAcme,1,2\n"],
  ["a name with a colon", "Holder:,Jane,Sample\nAcme,1,2\n"], ["an address", "jane@example.org,Jane,Sample\nAcme,1,2\n"],
  ["the same word over and over", "Total,Total,Total\n1,2,3\n"],
];

for (const [what, text] of NONE) {
  test(`headers: none in ${what}`, () => assert.deepEqual(findHeaders(text), { kind: "no_header" }));
}

test("headers: no mutation of a file makes it throw or name what must stay", () => {
  let state = 7;
  const roll = (below) => (state = (state * 48271) % 2147483647) % below;
  for (let round = 0; round < 3000; round += 1) {
    const chars = [...FILES[roll(FILES.length)][1]];
    for (let times = roll(8); times > 0; times -= 1) chars.splice(roll(chars.length), roll(4), ...['"', ",", ";", "\n", "1"].slice(roll(5)));
    const found = findHeaders(chars.join(""));
    assert.ok(found.kind || (found.names.length <= 40 && found.names.every((name) => refusal(name) === null)));
  }
});

test("headers: more than forty columns are not sent", () => {
  const names = (count) => `${Array.from({ length: count }, (_, n) => `Name ${n}`).join(",")}\n${"1,".repeat(count - 1)}1\n`;
  assert.equal(findHeaders(names(40)).names.length, 40);
  assert.deepEqual(findHeaders(names(41)), { kind: "too_many_columns" });
});

test("headers: what may not leave, and why", () => {
  const cases = { "Value (£)": null, "Price 52 weeks": null, "Quantità": null, "1234": "digits", "Account 12 34-56": "digits",
    "１２３４": "digits", "Client Name:": "colon", "Client Name：": "colon", "a@b.c": "address" };
  for (const [cell, why] of Object.entries(cases)) assert.equal(refusal(cell), why, cell);
  assert.equal(refusal("x".repeat(60)), null);
  assert.equal(refusal("x".repeat(61)), "long");
});

test("headers: a template's key ignores spelling, not order or delimiter", () => {
  assert.equal(templateKey(["Name ", "VALUE"], ","), templateKey(["name", "Value"], ","));
  assert.notEqual(templateKey(["Name", "Value"], ","), templateKey(["Value", "Name"], ","));
  assert.notEqual(templateKey(["Name", "Value"], ","), templateKey(["Name", "Value"], ";"));
});

test("headers: the rows shown beside the names are five at most", () => {
  assert.deepEqual(findHeaders(`Name,Units,Value\n${"Acme,1,2\n".repeat(9)}`).samples, Array(5).fill(["Acme", "1", "2"]));
});

// Before: a minute each, in which the page answered nobody.
const COSTLY = {
  "five megabytes of words in one line": "ab ".repeat(1_700_000),
  "five megabytes of cells in one line": "a,".repeat(2_600_000),
  "a hundred thousand columns": `${"Name,".repeat(100_000)}\n${"1,".repeat(100_000)}\n`.repeat(7).slice(0, 5_000_000),
  "wide rows of names": `${Array.from({ length: 2400 }, (_, at) => `n${"abcdefghij"[at % 10]}${"abcdefghij"[Math.floor(at / 10) % 10]}`).join(",")}\n`.repeat(430),
};
for (const [what, text] of Object.entries(COSTLY)) {
  test(`headers: ${what}: no header, and the page is not held up`, () => {
    const began = performance.now();
    assert.equal(findHeaders(text).kind, "no_header");
    headerChoices(text);
    assert.equal(readPie(new TextEncoder().encode(text), {}).error.kind, "missing_columns");
    assert.ok(performance.now() - began < 5000);
  });
}
