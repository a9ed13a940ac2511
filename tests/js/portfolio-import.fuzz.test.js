// No input makes the import throw, hang, or answer what is no amount: seeded, bounded by count.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { refusal } from "../../static/js/portfolio/headers.js";
import { errorKeys } from "../../static/js/portfolio/importing/words.js";
import { readFile, readTable } from "../../static/js/portfolio/reading.js";
import { isTemplate } from "../../static/js/portfolio/template.js";
import { dice } from "./dice.js";

const cases = JSON.parse(readFileSync(new URL("data/pies.json", import.meta.url), "utf8"));
const encode = (text) => new TextEncoder().encode(text);
const pies = cases.filter((each) => each.want.positions).map((each) => (each.base64 === undefined ? encode(each.text) : new Uint8Array(Buffer.from(each.base64, "base64"))));
const tables = [
  "Product,Symbol/ISIN,Amount,Closing,Local value,,Value in EUR\nCASH,,,,EUR,\"12,00\",\"12,00\"\nACME,US0000000001,3,\"10,50\",USD,\"31,50\",\"29,10\"\n",
  "Holder:,Jane\nTitle;Pieces;Worth;Ccy\nAcme;10;1.234,5;EUR\nBeta;5;50;USD\nTotale;;;\n",
  "Open Positions,Header,Kind,Currency,Symbol,Quantity,Value\nOpen Positions,Data,Summary,USD,ACM,10,110\nOpen Positions,Total,,USD,,,110\nTrades,Header,a,b,c,d,e,f\n",
].map(encode);
const PIECES = ['"', '""', ",", ";", "\t", "|", "\n", "\r", "\r\n", "-", "0", "1,000.00", "1.000,00", "N/A", "1e999", "NaN", "Infinity",
  "Total", "Slice", "Value", "Header", "Data", "EUR", "\ufeff", "\u00a0", "\u200b", "=1+1", "€", "__proto__", "99999999999999999999"].map(encode);

function mutated(bytes, roll) {
  const out = [...bytes];
  const from = roll(4) === 0 ? 0 : out.indexOf(10) + 1; // most of them leave the header alone, so that rows are met
  for (let times = 1 + roll(5); times > 0; times -= 1) {
    const at = from + roll(Math.max(1, out.length + 1 - from));
    const kind = roll(4);
    if (kind === 0) out.splice(at, 1 + roll(4));
    else if (kind === 1) out.splice(at, 0, ...PIECES[roll(PIECES.length)]);
    else if (kind === 2) out[Math.min(at, out.length)] = roll(256);
    else out.splice(at, roll(30), ...out.slice(roll(out.length + 1)).slice(0, roll(60)));
  }
  return new Uint8Array(out.map((byte) => byte ?? 0));
}

const randomBytes = (roll) => new Uint8Array(Array.from({ length: roll(400) }, () => roll(256)));

// Most of them fit the file: three columns for sure, and at times one more anywhere.
function randomTemplate(width, roll) {
  const anywhere = () => roll(width + 1);
  const more = ["price", "currency", "invested", "result", "isin", "slice"][roll(6)];
  const first = roll(3);
  return {
    columns: { name: first, quantity: first + 1 + roll(3), value: width - 1, ...(roll(2) ? { [more]: anywhere() } : {}) }, unit: roll(2) ? "whole" : "pence",
    row_filter: roll(4) ? [] : [{ column: anywhere(), equals: "data" }], skip_rows: roll(3) ? [] : ["total"],
  };
}

const isAmount = (value) => value === null || (Number.isFinite(value) && !Object.is(value, -0));
const isPosition = (each) => each.slice !== "" && each.quantity > 0
  && [each.quantity, each.invested, each.value, each.result, each.avg_price, each.price].every(isAmount);
const wellRead = ({ ok, leftOut }) => [ok.invested, ok.value, ok.result].every(isAmount) && ok.positions.length > 0
  && ok.positions.every(isPosition) && leftOut.every((each) => each.line > 0 && typeof each.slice === "string" && each.why);
const wellFailed = (error) => typeof error.detail === "string" && typeof errorKeys(error).key === "string";

function check(bytes, roll, seen) {
  const found = readFile(bytes, { filename: "x.csv" });
  seen[found.kind] += 1;
  if (found.kind === "pie") return wellRead(found);
  if (found.kind === "error") return wellFailed(found.error);
  const { names } = found.header;
  const template = randomTemplate(names.length, roll);
  if (isTemplate(template, names.length)) seen.templates += 1;
  const read = readTable(found, template, "EUR");
  return names.every((name) => refusal(name) === null) && (read.ok ? wellRead(read) : wellFailed(read.error));
}

test("fuzz: random bytes and mutated files are answered, names that must stay never among the headers", () => {
  const roll = dice(20261121);
  const seen = { pie: 0, table: 0, error: 0, templates: 0 };
  for (let round = 0; round < 4000; round += 1) {
    const kind = round % 5;
    const bytes = kind === 0 ? randomBytes(roll) : mutated(kind === 1 ? pies[roll(pies.length)] : tables[roll(tables.length)], roll);
    assert.ok(check(bytes, roll, seen), Buffer.from(bytes).toString("base64"));
  }
  assert.ok(Object.values(seen).every((count) => count > 50), JSON.stringify(seen));
});
