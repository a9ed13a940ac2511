// What the parts of the page are given, and the changes that they make to what is kept.

import assert from "node:assert/strict";
import test from "node:test";

import { masked, toCsv } from "../../static/js/portfolio/export.js";
import { counted, emptyState, isState, withChanged, withCopy, withCorrection } from "../../static/js/portfolio/state.js";
import { names, pageKey } from "../../static/js/portfolio/place.js";
import { Store } from "../../static/js/portfolio/store.js";
import { fetchUniverse, isUniverse } from "../../static/js/portfolio/universe.js";
import { coverage, viewOf } from "../../static/js/portfolio/view.js";

const { kept: KEPT_KEY, state: KEY } = names(pageKey());

const position = (slice, name, value, invested) =>
  ({ slice, name, quantity: 2, invested, value, result: value - invested, avg_price: invested / 2, price: value / 2 });
const pieOf = (id, ...positions) => {
  const sum = (key) => positions.reduce((all, each) => all + each[key], 0);
  return { id, name: id, invested: sum("invested"), value: sum("value"), result: sum("result"), positions };
};
const ONE = pieOf("one", position("BA", "Boeing", 300, 200), position("VOD", "Vodafone", 100, 200));
const TWO = pieOf("two", position("BA", "Boeing", 100, 100));
const STATE = { ...emptyState(), currency: "GBP", pies: [ONE, TWO] };
const UNIVERSE = { as_of: "2026-11-21", tickers: { BA: { name: "Boeing", currency: "USD", price: 110, previous_close: 100, as_of: "2026-11-20" } } };
const words = { hidden: "hidden", unknown: "n/a", points: "pp" };
const view = (state, more = {}) =>
  viewOf(state, { universe: UNIVERSE, prices: "ready", language: "en", words, hidden: false, ...more });

test("view: pies are one, with share, result, move and listing in each row", () => {
  const { totals, rows, pricedOn } = view(STATE);
  assert.equal(pricedOn, "2026-11-20");
  assert.deepEqual(totals, { invested: 500, value: 500, result: 0, result_percent: 0 });
  assert.deepEqual(rows.map((row) => [row.slice, row.weight, row.contribution, row.symbol, row.currency]),
    [["BA", 80, 20, "BA", "USD"], ["VOD", 20, -20, null, null]]);
  assert.ok(Math.abs(rows[0].change - 10) < 1e-9 && rows[1].change === null);
});

test("view: a pie that was unticked does not count", () => {
  const state = withChanged(STATE, "one", { left_out: true });
  assert.deepEqual([counted(state).length, view(state).totals.value, view(state).rows.length], [1, 100, 1]);
  assert.equal(view(withChanged(state, "two", { left_out: true })).totals.value, null);
});

test("view: what today's move covers is never rounded up to the whole, nor down to nothing", () => {
  const said = (covered) => coverage({ ...view(STATE), move: { covered }, words: { covered: "{day}: {share}" } });
  assert.deepEqual([12.3, 99.9, 100, 0.3].map(said), ["20 Nov 2026: 12%", "20 Nov 2026: 99%", "20 Nov 2026: 100%", "20 Nov 2026: 0.3%"]);
});

test("view: a pie in another currency is never added to the others", () => {
  const state = { ...STATE, pies: [ONE, { ...TWO, currency: "USD" }] };
  const { apart, pies, totals } = view(state);
  assert.deepEqual([totals.value, pies.map((pie) => pie.id), apart.map((pie) => pie.id)], [400, ["one"], ["two"]]);
  const alone = view(withChanged(state, "one", { left_out: true }));
  assert.deepEqual([alone.totals.value, alone.format.money(100), alone.apart], [100, "US$100.00", []]);
  assert.deepEqual(view({ ...state, currency: "USD" }).apart, []); // without a currency of its own a pie has the account's
});

test("view: without prices the file's own figures stay", () => {
  const { move, rows, totals } = view(STATE, { universe: null, prices: "unavailable" });
  assert.deepEqual([move, totals.value, rows[0].change, rows[0].symbol], [null, 500, null, null]);
});

test("state: a change of a pie that another tab deleted changes nothing", () => {
  assert.deepEqual(withChanged(STATE, "gone", { name: "x" }), STATE);
});

test("state: a correction is kept, replaced and undone", () => {
  const kept = withCorrection(STATE, "k", "BA.L");
  assert.deepEqual(kept.corrections, { k: "BA.L" });
  assert.deepEqual(withCorrection(kept, "k", null).corrections, { k: null });
  assert.deepEqual(withCorrection(kept, "k", undefined).corrections, {});
  assert.ok(isState(kept));
});

test("state: a copy brought back loses nothing of what is here", () => {
  const day = (day, value) => ({ day, value, invested: null });
  const here = { ...STATE, pies: [ONE, TWO], privacy: true, snapshots: [day("2026-10-02", 2)], corrections: { a: "A" } };
  const copy = { ...emptyState(), pies: [{ ...ONE, name: "new name" }, pieOf("three", position("X", "X", 1, 1))],
    snapshots: [day("2026-10-01", 1), day("2026-10-02", 9)], corrections: { b: null } };
  const found = withCopy(here, copy);
  assert.deepEqual(found.pies.map((pie) => pie.name), ["new name", "two", "three"]);
  assert.deepEqual(found.snapshots, [day("2026-10-01", 1), day("2026-10-02", 2)]);
  assert.deepEqual([found.corrections, found.currency, found.privacy], [{ a: "A", b: null }, "GBP", true]);
  assert.ok(isState(found));
});

test("export: a masked pie shows which amounts there are, and none of them", () => {
  const text = toCsv(masked({ ...ONE, invested: null }, "hidden"));
  assert.doesNotMatch(text, /\d/);
  assert.match(text, /"Boeing","hidden","hidden","hidden","hidden"\r\n/);
  assert.match(text, /"Total","one",N\/A,"hidden"/);
});

test("store: what could not be read is let go wherever it lies", () => {
  const texts = new Map([[KEY, "{"]]);
  const store = new Store({ getItem: (key) => texts.get(key) ?? null, setItem: (key, text) => texts.set(key, text), removeItem: (key) => texts.delete(key) });
  assert.equal(store.forgetDamaged(), true);
  assert.deepEqual([store.load().trouble, texts.size], [null, 0]);
  texts.set(KEY, "{");
  store.update((state) => ({ ...state, currency: "EUR" }));
  assert.equal(texts.get(KEPT_KEY), "{");
  store.forgetDamaged();
  assert.deepEqual([texts.has(KEPT_KEY), store.load().state.currency, store.forgetDamaged(), store.load().state.currency], [false, "EUR", true, "EUR"]);
});

test("store: a browser without storage is told when the storage is first used", () => {
  assert.equal(new Store().load().trouble, "refused"); // node has no localStorage that could be read
});

test("universe: only a whole one is believed", () => {
  assert.ok(isUniverse(UNIVERSE) && isUniverse({ as_of: null, tickers: {} }));
  for (const wrong of [null, undefined, 1, [], {}, { as_of: "x", tickers: {} }, { as_of: 5, tickers: {} }, { as_of: null }, { as_of: null, tickers: { A: null } }]) {
    assert.equal(isUniverse(wrong), false);
  }
});

test("universe: every way not to answer is null", async () => {
  const answers = { "data:application/json,{\"as_of\":null,\"tickers\":{}}": { as_of: null, tickers: {} }, "data:text/html,<p>": null,
    "data:application/json,{}": null, "http://127.0.0.1:1/": null };
  for (const [url, expected] of Object.entries(answers)) assert.deepEqual(await fetchUniverse(url), expected);
});
