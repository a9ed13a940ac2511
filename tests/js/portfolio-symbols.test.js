// Which quote a position means: by the reader's word, by name, by ticker; never by a guess.

import assert from "node:assert/strict";
import test from "node:test";

import { correctionKey, listings, shortForm } from "../../static/js/portfolio/symbols.js";

const quote = (name, currency) => ({ name, currency, price: 1, previous_close: 1, as_of: "2026-11-20" });
const UNIVERSE = { as_of: "2026-11-21", tickers: {
  "BA.L": quote("BAE Systems", "GBp"), BA: quote("Boeing", "USD"), "TSCO.L": quote("Tesco", "GBp"),
  "VUSA.L": quote("Vanguard S&P 500 (Dist)", "GBP"), "VUSA.DE": quote("Vanguard S&P 500 (Dist)", "EUR"),
  "BRK-B": quote("Berkshire Hathaway Inc.", "USD"), "BT-A.L": quote("BT Group plc", "GBp"), "BP.L": quote("BP", "GBp"),
  "AIR.PA": quote("Airbus SE", "EUR"), "AIR.DE": quote("Airbus", "EUR"), "XXX.L": quote("", "GBP"),
  "ABC.L": quote("One company", "GBP"), "ABC.PA": quote("Another firm", "EUR"),
} };
const listing = (slice, name, corrections = {}) => listings(UNIVERSE, corrections)({ slice, name });
const symbol = (...line) => listing(...line).symbol;

test("symbols: a name decides between companies of one ticker", () => {
  assert.equal(symbol("BA", "Boeing"), "BA");
  assert.equal(symbol("BA", "BAE Systems plc"), "BA.L");
});

test("symbols: a ticker never overrules a name", () => {
  assert.deepEqual(listing("TSCO", "Tractor Supply"), { symbol: null, how: null, candidates: ["TSCO.L"] });
});

test("symbols: listings of one company are chosen by currency, then by symbol", () => {
  assert.deepEqual(listing("VUSA", "Vanguard S&P 500 (Dist)"), { symbol: "VUSA.L", how: "name", candidates: ["VUSA.L", "VUSA.DE"] });
  assert.equal(symbol("AIR", "Airbus SE"), "AIR.PA");
  assert.equal(symbol("AIR", "AIRBUS S.E."), "AIR.PA");
});

test("symbols: accents, legal forms and class marks do not matter", () => {
  assert.equal(symbol("brk.b", "Berkshire Hathaway"), "BRK-B");
  assert.equal(symbol("BT.A", "BT"), "BT-A.L");
  assert.equal(symbol("BP.", "BP p.l.c."), "BP.L");
  assert.deepEqual(["BRK/A", "RR.", "TECK.B", " vod "].map(shortForm), ["BRK-A", "RR", "TECK-B", "VOD"]);
});

test("symbols: a class behind a blank is a class, an option is none of it", () => {
  assert.equal(symbol("BRK B", ""), "BRK-B");
  assert.equal(symbol("BRK B", "Berkshire Hathaway"), "BRK-B");
  assert.deepEqual([symbol("BA 19DEC26 120 C", ""), symbol("BA 19DEC26 120 C", "Boeing")], [null, null]);
});

test("symbols: an ISIN says nothing about the symbol, the whole name does", () => {
  assert.deepEqual(listing("IE00B3XXRP09", "VANGUARD S&P 500 (DIST)"), { symbol: "VUSA.L", how: "name", candidates: ["VUSA.L", "VUSA.DE"] });
  assert.deepEqual([symbol("IE00B3XXRP09", "Vanguard S&P 500"), symbol("IE00B3XXRP09", "")], [null, null]);
});

test("symbols: a broker's internal ticker counts with the name that goes with it", () => {
  assert.equal(symbol("VUSAl_EQ", "Vanguard S&P 500 (Dist)"), "VUSA.L");
  assert.equal(symbol("BA_US_EQ", "Boeing"), "BA");
  assert.deepEqual([symbol("VUSAl_EQ", ""), symbol("BA_US_EQ", "Some other")], [null, null]);
});

test("symbols: without a name, one company is taken, several are not", () => {
  assert.deepEqual([symbol("TSCO", ""), symbol("BA", ""), symbol("ABC", "")], ["TSCO.L", null, null]);
  assert.deepEqual(listing("XXX", "Anything"), { symbol: "XXX.L", how: "ticker", candidates: ["XXX.L"] });
});

test("symbols: a name that only repeats the ticker is no name", () => {
  assert.deepEqual(listing("TSCO", "TSCO"), { symbol: "TSCO.L", how: "ticker", candidates: ["TSCO.L"] });
  assert.deepEqual([symbol("BT.A", "BT.A"), symbol("BA", "BA"), symbol("ABC", "abc")], ["BT-A.L", null, null]);
  assert.deepEqual(listing("BP", "BP"), { symbol: "BP.L", how: "name", candidates: ["BP.L"] });
});

test("symbols: a whole symbol in the file is itself", () => {
  assert.equal(symbol("VUSA.DE", "whatever"), "VUSA.DE");
});

test("symbols: the reader's word stands above all, also where it is 'no quote'", () => {
  const own = { [correctionKey({ slice: "BA", name: "Boeing" })]: "BA.L", [correctionKey({ slice: "bp", name: null })]: null };
  assert.deepEqual(listing("ba", " boeing", own), { symbol: "BA.L", how: "corrected", candidates: ["BA.L", "BA"] });
  assert.deepEqual(listing("BP", "", own), { symbol: null, how: "corrected", candidates: ["BP.L"] });
});

test("symbols: names of object's own things are no tickers", () => {
  for (const slice of ["__proto__", "constructor", "toString", ""]) assert.equal(symbol(slice, "x"), null);
});

test("symbols: without a universe only corrections are known", () => {
  const own = { [correctionKey({ slice: "BA", name: "Boeing" })]: "BA" };
  assert.equal(listings(null, own)({ slice: "BA", name: "Boeing" }).symbol, "BA");
  assert.deepEqual(listings(null, {})({ slice: "BA", name: "Boeing" }), { symbol: null, how: null, candidates: [] });
});
