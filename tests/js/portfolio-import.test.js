// What an import does before and beside the page: telling files apart, one currency, asking, saving, words.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { fold } from "../../static/js/portfolio/fold.js";
import { stem } from "../../static/js/portfolio/csv.js";
import { headerChoices, refusal } from "../../static/js/portfolio/headers.js";
import { askFormat, question } from "../../static/js/portfolio/importing/asking.js";
import { choices } from "../../static/js/portfolio/importing/columns-form.js";
import { Words, errorKeys } from "../../static/js/portfolio/importing/words.js";
import { readFile, readTable } from "../../static/js/portfolio/reading.js";
import { freeName, namesake, withImport } from "../../static/js/portfolio/saving.js";
import { emptyState, isState } from "../../static/js/portfolio/state.js";

const data = (name) => JSON.parse(readFileSync(new URL(`data/${name}.json`, import.meta.url), "utf8"));
const cases = data("pies");
const encode = (text) => new TextEncoder().encode(text);
const bytesOf = (each) => (each.base64 === undefined ? encode(each.text) : new Uint8Array(Buffer.from(each.base64, "base64")));
const read = (text) => readFile(encode(text), { filename: "x.csv" });
const PIE = "Slice,Name,Owned quantity,Invested value,Value\nAAA,Acme,1,2,3\n";
const TABLE = "Holder:,Jane Sample\nTitle,Pieces,Worth,Ccy\nAcme,10,100,EUR\nBeta,5,50,USD\nGamma,1,10,USD\nNothing,0,0,USD\n";
const TEMPLATE = { columns: { name: 0, quantity: 1, value: 2, currency: 3 }, unit: "whole", row_filter: [], skip_rows: [] };

for (const each of cases) {
  test(`reading: ${each.what}`, () => {
    const found = readFile(bytesOf(each), { filename: each.filename });
    if (each.want.positions) assert.deepEqual(found.ok, each.want);
    else if (each.want.kind && each.want.kind !== "missing_columns") assert.equal(found.error.kind, each.want.kind);
    else assert.ok(["pie", "table", "error"].includes(found.kind));
  });
}

test("reading: stubs and totals are told with their lines", () => {
  const { leftOut, decimal } = read(`${PIE}BBB,Empty,0,0,0\nTotal,Mine,-,2,3\n`);
  assert.deepEqual(leftOut, [{ line: 3, slice: "BBB", name: "Empty", why: "stub" }, { line: 4, slice: "", name: "", why: "total" }]);
  assert.equal(decimal, ".");
});

test("reading: another broker's table keeps its header, and nothing about the holder is among the names", () => {
  const found = read(TABLE);
  assert.deepEqual([found.kind, found.header.line, found.header.names, found.hint, found.deeds],
    ["table", 2, ["Title", "Pieces", "Worth", "Ccy"], null, false]);
  assert.equal(JSON.stringify(question(found.header)), '{"headers":["Title","Pieces","Worth","Ccy"],"delimiter":","}');
});

const inScript = (text, zero) => text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

for (const [script, zero] of [["wide", 0xff10], ["Arabic", 0x660], ["Persian", 0x6f0], ["Devanagari", 0x966], ["bold", 0x1d7ce]]) {
  test(`reading: ${script} digits are digits, in the first row as well`, () => {
    const plain = read(TABLE);
    const found = read(inScript(TABLE, zero));
    assert.deepEqual([found.kind, found.header], ["table", plain.header]);
    assert.deepEqual(readTable(found, TEMPLATE), readTable(plain, TEMPLATE));
    assert.deepEqual(read(inScript(PIE, zero)), read(PIE));
  });
}

test("reading: marks of direction beside numbers, codes and names are not there", () => {
  const plain = read(TABLE);
  const marked = read(TABLE.replace("10,100,EUR", "\u200f10\u200e,\u202a100\u202c,EUR\u200e").replace("Acme", "\u2067\u202eAcme\u061c\u2069"));
  assert.deepEqual(readTable(marked, TEMPLATE, "EUR"), readTable(plain, TEMPLATE, "EUR"));
  assert.deepEqual(read(PIE.replace("1,2,3", "\u200f1,2\u200e,3")), read(PIE));
  assert.equal(read("\u200f\u200e").error.kind, "empty_file");
});

test("reading: an account number in another script's digits may not leave", () => {
  const found = read(`${inScript("Konto 12345678", 0x660)},Name,Stück,Wert,Ccy,Region\nx,Acme,1,2,EUR,EU\n`);
  assert.deepEqual(found.header.names, ["", "Name", "Stück", "Wert", "Ccy", "Region"]);
});

test("reading: a pie that lacks a column is told so, and can still be read by hand", () => {
  const found = read("Slice,Owned quantity,Value\nAAA,1,3\n");
  assert.deepEqual([found.kind, found.hint.kind, found.hint.detail], ["table", "missing_columns", "Invested value"]);
});

test("reading: without a header, or with too many columns, there is nothing to ask about", () => {
  assert.deepEqual([read("hello\n").error.kind, read("hello\n").error.reason], ["missing_columns", "no_header"]);
  const wide = `${Array.from({ length: 41 }, (_, at) => `Name ${at}`).join(",")}\n${"1,".repeat(40)}1\n`;
  assert.equal(read(wide).error.reason, "too_many_columns");
});

test("reading: a list of deeds is told by its names and its rows", () => {
  assert.equal(read("Buchungstag;Bezeichnung;Stück\n02.07.2026;Alpha;3\n").deeds, true);
  assert.equal(read("Art;Bezeichnung;Stück;Wert\nKauf;Alpha;3;4\nVerkauf;Alpha;2;4\n").deeds, true);
});

test("reading: a pie's column of currencies is read, where it says one", () => {
  const pie = (codes) => read(`Slice,Owned quantity,Invested value,Value,Currency\n${codes.map((code) => `AAA,1,2,3,${code}\n`).join("")}`);
  assert.deepEqual([["GBP", "GBP"], ["GBP", "EUR"], ["GBX"], [""], ["hello"]].map((codes) => pie(codes).currency), ["GBP", null, null, null, null]);
});

test("reading: a sentence below a pie is left out, a row cut short is not taken for one", () => {
  const found = read(`${PIE}Exported today, without warranty\n`);
  assert.deepEqual([found.ok.value, found.leftOut], [3, [{ line: 3, slice: "Exported today", name: "", why: "note" }]]);
  assert.equal(read(`${PIE}Exported\n`).error.kind, "bad_row");
  assert.equal(read(`${PIE}Alpha plc,10,5\n`).error.kind, "bad_row");
});

test("reading: the reader may choose the row of the header, and what looks like no header is not sent", () => {
  const text = "Jane,Sample\nWhat,How,Worth\nhello,you\nAcme,10,100\n";
  assert.equal(read(text).error.reason, "no_header");
  assert.deepEqual(headerChoices(text).map((each) => each.line), [1, 2, 3, 4]);
  const chosen = readFile(encode(text), { filename: "x.csv", line: 2 });
  assert.deepEqual([chosen.kind, chosen.header.line, chosen.header.names, chosen.header.sendable], ["table", 2, ["What", "How", "Worth"], true]);
  assert.equal(readFile(encode(text), { line: 1 }).header.sendable, false);
  assert.equal(readTable(chosen, { columns: { name: 0, quantity: 1, value: 2 }, unit: "whole", row_filter: [], skip_rows: [] }).ok.value, 100);
});

const brief = ({ ok, currency, currencies, leftOut }) =>
  [ok.positions.map((each) => each.name), currency, currencies, leftOut.map((each) => `${each.line} ${each.why}`)];

test("table: amounts in several currencies are never added up", () => {
  const found = read(TABLE);
  assert.deepEqual(brief(readTable(found, TEMPLATE, "EUR")), [["Acme"], "EUR", ["USD", "EUR"], ["4 currency", "5 currency", "6 stub"]]);
  assert.deepEqual(brief(readTable(found, TEMPLATE, "GBP")).slice(0, 2), [["Beta", "Gamma"], "USD"]);
  assert.deepEqual(brief(readTable(found, TEMPLATE)).slice(0, 2), [["Beta", "Gamma"], "USD"]);
});

test("table: one currency is told, and none is told as none", () => {
  const found = read("Title,Pieces,Worth,Ccy\nAcme,10,100,eur\n");
  assert.deepEqual([readTable(found, TEMPLATE).currency, readTable(found, TEMPLATE).leftOut], ["EUR", []]);
  assert.equal(readTable(found, { ...TEMPLATE, columns: { name: 0, quantity: 1, value: 2 } }).currency, null);
  assert.equal(readTable(found, { ...TEMPLATE, columns: { name: 0, quantity: 3, value: 2 } }).error.kind, "bad_number");
});

test("table: filtered rows and those left out by their text are told apart", () => {
  const found = read("Title,Kind,Pieces,Worth\nAcme,Share,1,2\nBeta,Cash,1,2\nTotals,Share,,4\n");
  const template = { columns: { name: 0, quantity: 2, value: 3 }, unit: "whole", row_filter: [{ column: 1, equals: "share" }], skip_rows: ["totals"] };
  assert.deepEqual(readTable(found, template).leftOut.map((each) => `${each.line} ${each.slice} ${each.why}`), ["3 Beta filter", "4 Totals skip"]);
});

test("table: cells of a row without a quantity may say anything", () => {
  const found = read("Title,Pieces,Worth\nAcme,1,2\nSubtotals below,,Worth\n");
  assert.equal(readTable(found, { ...TEMPLATE, columns: { name: 0, quantity: 1, value: 2 } }).ok.value, 2);
});

// Answers as fetch gives them, without a network.
const answering = (status, body, headers = {}) => async (url, options) => {
  answering.sent = { url, ...options };
  return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
};
const HEADER = { names: ["Title", "Pieces", "Worth", ""], delimiter: ";" };
const ask = (request) => askFormat(HEADER, { api: "/api/portfolio/format", token: "t", request });

test("asking: names and delimiter are sent, nothing else", async () => {
  const answer = { ...TEMPLATE, broker: "Acme", made_by: "shipped" };
  assert.deepEqual(await ask(answering(200, answer)), { template: TEMPLATE, broker: "Acme", madeBy: "shipped" });
  assert.equal(answering.sent.body, '{"headers":["Title","Pieces","Worth",""],"delimiter":";"}');
  assert.deepEqual([answering.sent.method, answering.sent.headers["X-CSRFToken"]], ["POST", "t"]);
});

const REFUSALS = [[400, "ask_failed"], [401, "ask_signed_out"], [403, "ask_signed_out"], [404, "ask_not_holdings"], [413, "ask_failed"],
  [500, "ask_failed"], [502, "ask_failed"], [503, "ask_failed"]];
for (const [status, key] of REFUSALS) {
  test(`asking: ${status} is ${key}`, async () => assert.equal((await ask(answering(status, { code: "x" }))).refused, key));
}

test("asking: the wait is told in minutes", async () => {
  assert.deepEqual(await ask(answering(429, {}, { "Retry-After": "1801" })), { refused: "ask_rate_limited", minutes: 31 });
});

test("asking: what is no template for this header is not taken", async () => {
  const wrong = ["<p>", "null", "[]", { ...TEMPLATE, columns: { name: 0, quantity: 1, value: 4 } }, { ...TEMPLATE, unit: "dozen" }, { columns: {} }];
  for (const body of wrong) assert.equal((await ask(answering(200, body))).refused, "ask_failed", JSON.stringify(body));
  assert.equal((await ask(async () => { throw new TypeError("offline"); })).refused, "ask_failed");
});

const pie = (id, name, more = {}) => ({ id, name, invested: 1, value: 2, result: 1, positions: [], ...more });
const { id: _, ...fresh } = pie("", null);

test("saving: beside the others, in place of one, or under a free name", () => {
  const state = { ...emptyState(), pies: [pie("a", "Mine", { left_out: true }), pie("b", "Mine (2)")] };
  const saved = (how) => withImport(state, { ...fresh, value: 9 }, { id: "n", currency: "", kept: null, ...how }).pies.map((each) => [each.id, each.name, each.value]);
  assert.deepEqual(saved({ name: "New", replace: false }), [["a", "Mine", 2], ["b", "Mine (2)", 2], ["n", "New", 9]]);
  assert.deepEqual(saved({ name: " mine", replace: true }), [["a", " mine", 9], ["b", "Mine (2)", 2]]);
  assert.deepEqual(saved({ name: "Mine", replace: false }).at(-1), ["n", "Mine (3)", 9]);
  assert.deepEqual(saved({ name: "Other", replace: true }).at(-1), ["n", "Other", 9]);
  assert.equal(withImport(state, fresh, { id: "n", name: "Mine", replace: true, currency: "", kept: null }).pies[0].left_out, true);
  assert.deepEqual([namesake(state.pies, "MINE ").id, namesake(state.pies, "x"), freeName([], "x")], ["a", null, "x"]);
});

test("saving: currency and confirmed columns are remembered, and the state stays whole", () => {
  const before = { ...emptyState(), currency: "EUR" };
  const how = { id: "n", name: "New", replace: false };
  const after = withImport(before, fresh, { ...how, currency: "GBP", kept: { key: "k", template: TEMPLATE } });
  assert.deepEqual([after.currency, after.templates, isState(after)], ["GBP", { k: TEMPLATE }, true]);
  assert.equal(withImport(before, fresh, { ...how, currency: "", kept: null }).currency, "EUR");
});

test("saving: a currency of the pie's own stays with it, and goes with a file in the account's", () => {
  const how = { id: "n", name: "New", replace: true, currency: "GBP", kept: null };
  const foreign = withImport(emptyState(), fresh, { ...how, own: "USD" });
  assert.deepEqual([foreign.currency, foreign.pies[0].currency, isState(foreign)], ["GBP", "USD", true]);
  assert.equal("currency" in withImport(foreign, fresh, how).pies[0], false);
});

const page = readFileSync(new URL("../../templates/portfolio/importing/words.html", import.meta.url), "utf8");
const keys = new Set([...page.matchAll(/data-word="(\w+)"/g)].map((found) => found[1]));

test("words: every error has its own", () => {
  const errors = [...cases.map((each) => readFile(bytesOf(each), {})).map((found) => found.error ?? found.hint).filter(Boolean),
    { kind: "too_large", line: 9, column: null, detail: "" }, { kind: "unreadable", line: null, column: null, detail: "" },
    read("a,b,c\n1,2,3,4,5,6\n").error, read('Slice,"Owned quantity"x,Value\n').error];
  const used = new Set(errors.map((error) => errorKeys(error).key));
  assert.deepEqual([...used].filter((key) => !keys.has(key)), []);
  const kinds = ["empty_file", "not_csv", "missing_columns", "malformed", "bad_number", "no_positions", "unfunded_pie", "wrong_export", "too_large"];
  assert.deepEqual(kinds.filter((kind) => !used.has(kind)), []);
  assert.ok([...used].some((key) => key.startsWith("bad_row_")));
});

test("words: the place of an error comes first, and values are never read as words", () => {
  const words = new Words([["at_cell", "Line {line}, column {column}:"], ["at_line", "Line {line}:"], ["bad_number", "“{detail}” is none."], ["empty_file", "Empty."],
    ["mend_row", "Correct it."], ["mend_file", "Export again."]]
    .map(([word, textContent]) => ({ dataset: { word }, textContent })), "en");
  assert.equal(words.error({ kind: "bad_number", line: 3, column: 2, detail: "{line}$&" }), "Line 3, column 2: “{line}$&” is none. Correct it.");
  assert.equal(words.error({ kind: "empty_file", line: null, column: null, detail: "" }), "Empty. Export again.");
  assert.equal(words.error({ kind: "bad_number", line: 3, column: null, detail: "x" }), "Line 3: “x” is none. Correct it.");
  assert.deepEqual(choices(["Title", ""], { say: (_key, { number }) => `Column ${number}` }).map((each) => each.label), ["1 · Title", "Column 2"]);
});

test("names that may leave are the same on both sides", () => {
  for (const each of data("header_names")) assert.equal(refusal(each.name), each.refusal, each.name);
  assert.equal(fold(" VALUE\u00a0\u200b (£) "), "value (£)");
});

test("a file's name without its folder and ending", () => {
  assert.deepEqual(["C:\\x\\My pie.CSV", "/a/b.txt", ".csv", undefined].map(stem), ["My pie", "b", null, null]);
});
