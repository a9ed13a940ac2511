// Places of bars, tiles' texts and lines, from numbers alone.

import assert from "node:assert/strict";
import test from "node:test";

import { bars, fits, heaviest, lines, tileLines } from "../../static/js/portfolio/plotting.js";

test("bars: gains to the right of zero, losses to its left, on one scale", () => {
  assert.deepEqual(bars([3, -1, 0, null], 10, 80), {
    zero: 30, bars: [{ x: 30, width: 60 }, { x: 10, width: 20 }, { x: 30, width: 0 }, { x: 30, width: 0 }],
  });
});

test("bars: the scale always shows zero", () => {
  assert.deepEqual(bars([50, 100], 0, 100), { zero: 0, bars: [{ x: 0, width: 50 }, { x: 0, width: 100 }] });
  assert.deepEqual(bars([-50, -100], 0, 100), { zero: 100, bars: [{ x: 50, width: 50 }, { x: 0, width: 100 }] });
});

test("bars: nothing to draw is no division by nought", () => {
  for (const numbers of [[], [0], [null, null]]) {
    const { zero, bars: places } = bars(numbers, 5, 100);
    assert.ok([zero, ...places.flatMap(({ x, width }) => [x, width])].every(Number.isFinite));
  }
});

test("tiles: as many lines as fit, none in a small one", () => {
  const lines = [["VUSA", 14], ["26.2%", 13], ["Vanguard S&P 500", 12]];
  const count = (width, height) => tileLines({ x: 0, y: 0, width, height }, lines).length;
  assert.deepEqual([count(200, 100), count(90, 100), count(200, 56), count(30, 100), count(200, 20), count(0, 0)], [3, 2, 2, 0, 0, 0]);
  for (const { x, y, text, size } of tileLines({ x: 10, y: 20, width: 200, height: 100 }, lines)) {
    assert.ok(x === 18 && y > 20 && y < 120 && fits(text, size, 184));
  }
});

test("heaviest: the rest is one, and nothing is lost", () => {
  const rows = [40, 30, 15, 10, 5, null].map((weight, at) => ({ slice: `S${at}`, weight }));
  assert.deepEqual(heaviest(rows, 5), { shown: rows.slice(0, 5), rest: null });
  assert.deepEqual(heaviest(rows, 3), { shown: rows.slice(0, 2), rest: { count: 3, weight: 30 } });
  assert.deepEqual(heaviest([], 3), { shown: [], rest: null });
});

const FRAME = { left: 0, top: 10, width: 100, height: 50 };

test("lines: days are apart as in the calendar, the top is the most", () => {
  const found = lines([
    { day: "2026-10-01", value: 100, invested: 100 }, { day: "2026-10-02", value: 150, invested: 100 },
    { day: "2026-10-11", value: 200, invested: 100 },
  ], FRAME);
  assert.deepEqual(found, {
    value: ["0,60 10,35 100,10"], invested: ["0,60 10,60 100,60"], last: { x: 100, y: 10 }, least: 100, most: 200,
  });
});

test("lines: an unknown amount leaves a gap", () => {
  const snapshots = [[100, 90], [110, null], [120, 95], [130, 95]].map(([value, invested], at) => ({ day: `2026-10-0${at + 1}`, value, invested }));
  assert.equal(lines(snapshots, FRAME).invested.length, 2);
  assert.equal(lines(snapshots.map((each) => ({ ...each, invested: null })), FRAME).invested.length, 0);
});

test("lines: a level line runs through the middle, a single day is at the end", () => {
  assert.deepEqual(lines([{ day: "2026-10-01", value: 5, invested: 5 }], FRAME).last, { x: 100, y: 35 });
});
