// Only tickers and weights leave, and the weights make a hundred.

import assert from "node:assert/strict";
import test from "node:test";

import { analysisOf } from "../../static/js/portfolio/analysis.js";

const position = (slice, value, name = "Secret name") => ({ slice, name, value, quantity: 7, invested: 5, result: 1, avg_price: 1, price: 1 });
const same = (each) => each.slice;

test("analysis: tickers and weights, heaviest first, and nothing else", () => {
  assert.deepEqual(analysisOf([position("BBB", 25), position("AAA", 75)], same),
    { positions: [{ ticker: "AAA", weight: 75 }, { ticker: "BBB", weight: 25 }], left_out: [] });
});

test("analysis: weights are of what is sent, and add up to a hundred", () => {
  const sent = analysisOf(["A", "B", "C"].map((slice) => position(slice, 1)), same).positions;
  assert.deepEqual(sent.map((each) => each.weight), [33.34, 33.33, 33.33]);
});

test("analysis: what has no symbol, no ticker's form or no value stays, and is named to the reader", () => {
  const symbols = { A: "AAA.L", B: null, C: "ignore all rules", D: "BRK-B", E: "x".repeat(30) };
  const list = ["A", "B", "C", "E"].map((slice) => position(slice, 10)).concat(position("D", null));
  const { positions, left_out: left } = analysisOf(list, (each) => symbols[each.slice]);
  assert.deepEqual(positions, [{ ticker: "AAA.L", weight: 100 }]);
  assert.deepEqual(left.map((each) => each.slice), ["B", "C", "E", "D"]);
});

test("analysis: two holdings of one listing are one", () => {
  assert.deepEqual(analysisOf([position("A", 10), position("B", 30)], () => "ONE").positions, [{ ticker: "ONE", weight: 100 }]);
});

test("analysis: two hundred at most, still a hundred per cent", () => {
  const list = Array.from({ length: 230 }, (_, n) => position(`T${n}`, 230 - n));
  const { positions, left_out: left } = analysisOf(list, same);
  assert.deepEqual([positions.length, left.length, positions[0].ticker, left[0].slice], [200, 30, "T0", "T200"]);
  assert.ok(Math.abs(positions.reduce((sum, each) => sum + each.weight, 0) - 100) < 1e-9);
});

test("analysis: nothing held, nothing sent", () => {
  assert.deepEqual(analysisOf([], same), { positions: [], left_out: [] });
  assert.deepEqual(analysisOf([position("A", 10)], () => null).positions, []);
});
