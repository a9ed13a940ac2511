// The figures of the viewer, worked out by hand.

import assert from "node:assert/strict";
import test from "node:test";

import { matching, ordered } from "../../static/js/portfolio/listing.js";
import { currencies, today } from "../../static/js/portfolio/movement.js";
import { allocation, concentration, contributions, extremes, merge, summary } from "../../static/js/portfolio/calculations.js";
import { difference, quotient, total } from "../../static/js/portfolio/sums.js";

function position(slice, invested, value, { quantity = 10, result, name = `${slice} plc` } = {}) {
  return { slice, name, quantity, invested, value, result: result === undefined ? difference(value, invested) : result,
    avg_price: quotient(invested, quantity), price: quotient(value, quantity) };
}

const pie = (positions, rest = {}) => ({ id: "1", name: "Pie", invested: total(positions.map((p) => p.invested)),
  value: total(positions.map((p) => p.value)), result: total(positions.map((p) => p.result)), positions, ...rest });

const A = position("AAA", 100, 150);
const B = position("BBB", 100, 50);
const C = position("CCC", 200, 200);
const U = position("UUU", null, null);
const near = (actual, wanted) => assert.ok(Math.abs(actual - wanted) < 1e-9, `${actual} is not ${wanted}`);
const names = (list) => list.map((each) => each.slice);

test("sums: unknown in, unknown out; never NaN or infinity; pence are not lost", () => {
  assert.deepEqual([total([]), total([1, null]), total([1e308, 1e308])], [0, null, null]);
  assert.equal(total([1e16, 1, -1e16]), 1);
  assert.deepEqual([difference(1, null), difference(null, 1), difference(3, 1)], [null, null, 2]);
  assert.deepEqual([quotient(1, 0), quotient(0, 0), quotient(null, 1), quotient(1e300, 1e-300), quotient(6, 3)], [null, null, null, null, 2]);
});

test("summary: over pies, with the result in per cent of what was put in", () => {
  assert.deepEqual(summary([pie([A, B]), pie([C])]), { invested: 400, value: 400, result: 0, result_percent: 0 });
  assert.deepEqual(summary([pie([A])]), { invested: 100, value: 150, result: 50, result_percent: 50 });
});

test("summary: unknown stays unknown, nothing invested has no per cent, no pie has no figures", () => {
  assert.deepEqual(summary([pie([A, U])]), { invested: null, value: null, result: null, result_percent: null });
  assert.deepEqual(summary([pie([position("GFT", 0, 50)])]), { invested: 0, value: 50, result: 50, result_percent: null });
  assert.deepEqual(summary([]), { invested: null, value: null, result: null, result_percent: null });
});

test("merge: the same ticker and name of several pies become one position", () => {
  const merged = merge([pie([A, B]), pie([position("aaa", 300, 250, { quantity: 30, name: "AAA  PLC" })])]);
  assert.deepEqual(merged, [{ ...A, quantity: 40, invested: 400, value: 400, result: 0, avg_price: 10, price: 10 }, B]);
});

test("merge: the same ticker under another name is another company", () => {
  assert.equal(merge([pie([A]), pie([position("AAA", 1, 1, { name: "Other" })])]).length, 2);
});

test("merge: unknown amounts make the merged ones unknown, and the pies stay as they are", () => {
  const pies = [pie([A]), pie([position("AAA", null, 10)])];
  const before = structuredClone(pies);
  const [one] = merge(pies);
  assert.deepEqual([one.invested, one.value, one.result, one.avg_price, one.price], [null, 160, null, null, 8]);
  assert.deepEqual(pies, before);
});

test("allocation: weights of what is known, heaviest first, ties by ticker", () => {
  const rows = allocation([B, A, C, U, position("NEG", 1, -5), position("DDD", 1, 50)]);
  assert.deepEqual(names(rows), ["CCC", "AAA", "BBB", "DDD", "NEG", "UUU"]);
  assert.deepEqual(rows.map((each) => each.weight && Math.round(each.weight * 100) / 100), [44.44, 33.33, 11.11, 11.11, null, null]);
  assert.deepEqual(allocation([]), []);
  assert.deepEqual(allocation([position("ZER", 1, 0)])[0].weight, null);
});

test("contributions: points add up to the whole's per cent", () => {
  const rows = contributions([A, B, C]);
  assert.deepEqual(rows.map((each) => [each.slice, each.result_percent, each.contribution]),
    [["AAA", 50, 12.5], ["CCC", 0, 0], ["BBB", -50, -12.5]]);
  near(total(rows.map((each) => each.contribution)), summary([pie([A, B, C])]).result_percent);
});

test("contributions: with an unknown investment no share of the whole is told", () => {
  assert.deepEqual(contributions([A, U]).map((each) => [each.result_percent, each.contribution]), [[50, null], [null, null]]);
});

test("extremes: winners and losers by their own result, who stands still in neither", () => {
  const D = position("DDD", 100, 90);
  const found = extremes([A, B, C, D, U], 2);
  assert.deepEqual([names(found.winners), names(found.losers)], [["AAA"], ["BBB", "DDD"]]);
  assert.deepEqual(names(extremes([B, D], 1).losers), ["BBB"]);
});

test("concentration: one holding, equal holdings, a mixed lot, none", () => {
  assert.deepEqual(concentration([A]), { top5: 100, hhi: 10_000, effective: 1 });
  const equal = concentration(Array.from({ length: 10 }, (_, n) => position(`T${n}`, 1, 7)));
  near(equal.top5, 50);
  near(equal.hhi, 1000);
  near(equal.effective, 10);
  const mixed = concentration([position("A", 1, 60), position("B", 1, 30), position("C", 1, 10), U]);
  near(mixed.hhi, 3600 + 900 + 100);
  near(mixed.effective, 10_000 / 4600);
  assert.deepEqual(concentration([U]), { top5: null, hhi: null, effective: null });
});

const UNIVERSE = { as_of: "2026-11-20", tickers: {
  "AAA.L": { name: "A", currency: "GBp", price: 150, previous_close: 100, as_of: "2026-11-20" },
  BBB: { name: "B", currency: "USD", price: 50, previous_close: 100, as_of: "2026-11-19" },
  CCC: { name: "C", currency: "USD", price: 10, previous_close: null, as_of: "2026-11-20" },
  OLD: { name: "O", currency: "EUR", price: 10, previous_close: 5, as_of: "2026-11-10" },
  GBP1: { name: "G", currency: "GBP", price: 1, previous_close: 1, as_of: "2026-11-20" },
} };
const SYMBOLS = { AAA: "AAA.L", BBB: "BBB", CCC: "CCC", OLD: "OLD", GGG: "GBP1", PRO: "__proto__", TOS: "toString" };
const symbolOf = (each) => SYMBOLS[each.slice] ?? null;

test("today: the move of what is covered, told with its coverage", () => {
  const move = today([A, B, C], symbolOf, UNIVERSE);
  // 150 was 100 and 50 was 100: together nothing.
  assert.deepEqual([move.change, move.amount, move.covered], [0, 0, 50]);
  assert.deepEqual(move.movers.map((each) => [each.slice, each.change, each.amount, each.contribution]),
    [["AAA", 50, 50, 25], ["BBB", -50, -50, -25]]);
});

test("today: quotes that are old, lack a close or do not exist cover nothing", () => {
  const move = today([C, position("OLD", 1, 10), position("PRO", 1, 1), position("TOS", 1, 1), U], symbolOf, UNIVERSE);
  assert.deepEqual(move, { change: null, amount: null, covered: 0, movers: [] });
});

test("currencies: of the listing, pence as pounds, unknown by itself", () => {
  assert.deepEqual(currencies([A, B, position("GGG", 1, 50), position("XXX", 1, 250)], symbolOf, UNIVERSE),
    [{ currency: null, weight: 50 }, { currency: "GBP", weight: 40 }, { currency: "USD", weight: 10 }]);
});

test("matching: every word, whatever case and accents", () => {
  const list = [position("NESN", 1, 1, { name: "Nestlé S.A." }), position("VUSA", 1, 1, { name: "Vanguard S&P 500" })];
  assert.deepEqual(names(matching(list, "  nestle ")), ["NESN"]);
  assert.deepEqual(names(matching(list, "500 vus")), ["VUSA"]);
  assert.deepEqual(names(matching(list, "vusa nestle")), []);
  assert.deepEqual(names(matching(list, "")), ["NESN", "VUSA"]);
});

test("ordered: by number or text, unknown last both ways, a copy", () => {
  const list = [B, U, A, C];
  assert.deepEqual(names(ordered(list, "value")), ["BBB", "AAA", "CCC", "UUU"]);
  assert.deepEqual(names(ordered(list, "value", { descending: true })), ["CCC", "AAA", "BBB", "UUU"]);
  assert.deepEqual(names(ordered(list, "slice")), ["AAA", "BBB", "CCC", "UUU"]);
  assert.deepEqual(names(list), ["BBB", "UUU", "AAA", "CCC"]);
  assert.deepEqual(names(ordered([position("a10", 1, 1), position("a9", 1, 1)], "slice")), ["a9", "a10"]);
});
