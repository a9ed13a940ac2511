// What is written out is harmless in a spreadsheet and can be read again; the treemap keeps its areas.

import assert from "node:assert/strict";
import test from "node:test";

import { parsePie } from "../../static/js/portfolio/csv.js";
import { fileName, fromJson, numberCell, textCell, toCsv, toJson } from "../../static/js/portfolio/export.js";
import { emptyState } from "../../static/js/portfolio/state.js";
import { treemap } from "../../static/js/portfolio/treemap.js";

test("export: formulas get an apostrophe, quotes are doubled", () => {
  const cases = { "=1+1": "\"'=1+1\"", "+1": "\"'+1\"", "-1": "\"'-1\"", "@SUM(A1)": "\"'@SUM(A1)\"", "\t=1": "\"'\t=1\"",
    " =1": "\"' =1\"", "＝1": "\"'＝1\"", 'A "B"': '"A ""B"""', "A=1": '"A=1"', "": '""' };
  for (const [text, cell] of Object.entries(cases)) assert.equal(textCell(text), cell);
});

test("export: numbers have no exponent, unknown is N/A", () => {
  assert.deepEqual([null, 0, -12.5, 1e21, 1e-7, 123456.789].map(numberCell),
    ["N/A", "0", "-12.5", "1000000000000000000000", "0.0000001", "123456.789"]);
});

test("export: a pie written out is read again as it was", () => {
  const position = (slice, name, quantity, invested, value) => ({ slice, name, quantity, invested, value,
    result: value === null ? null : value - invested, avg_price: invested / quantity, price: value === null ? null : value / quantity });
  const pie = { name: 'My "first", pie', invested: 301, value: 400, result: 99,
    positions: [position("AAA", "Alpha, Inc.", 2, 100, 150), position("BBB", "Übung\nzwei", 0.0000001, 200, null)] };
  assert.deepEqual(parsePie(new TextEncoder().encode(toCsv(pie))), { ok: pie });
});

test("export: a state survives JSON, other JSON does not pass for one", () => {
  const state = { ...emptyState(), currency: "GBP" };
  assert.deepEqual(fromJson(toJson(state)), state);
  assert.deepEqual([fromJson("{}"), fromJson("no"), fromJson("null")], [null, null, null]);
});

test("export: file names hold letters, digits and dashes", () => {
  assert.equal(fileName("Età & <b>/..\\x", "2026-11-21", "csv"), "Eta-b-x-2026-11-21.csv");
  assert.equal(fileName(null, "2026-11-21", "json"), "portfolio-2026-11-21.json");
});

const near = (a, b) => Math.abs(a - b) < 1e-6;

test("treemap: the example of the paper", () => {
  const boxes = treemap([6, 6, 4, 3, 2, 2, 1], 6, 4);
  const rounded = boxes.map(({ x, y, width, height }) => [x, y, width, height].map((n) => Math.round(n * 100) / 100));
  assert.deepEqual(rounded.slice(0, 4), [[0, 0, 3, 2], [0, 2, 3, 2], [3, 0, 1.71, 2.33], [4.71, 0, 1.29, 2.33]]);
});

test("treemap: areas in proportion, inside the frame, never overlapping", () => {
  let state = 11;
  const roll = () => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 60; round += 1) {
    const weights = Array.from({ length: 1 + Math.floor(roll() * 60) }, () => roll() ** 3 * 100).sort((a, b) => b - a);
    const [width, height] = [50 + roll() * 900, 50 + roll() * 500];
    const whole = weights.reduce((a, b) => a + b, 0);
    const boxes = treemap(weights, width, height);
    boxes.forEach((box, at) => {
      assert.ok(Math.abs(box.width * box.height - (weights[at] / whole) * width * height) < 1e-6 * width * height);
      assert.ok(box.x > -1e-6 && box.y > -1e-6 && box.x + box.width < width + 1e-6 && box.y + box.height < height + 1e-6);
      for (const other of boxes.slice(0, at)) {
        const apart = box.x + 1e-6 > other.x + other.width || other.x + 1e-6 > box.x + box.width
          || box.y + 1e-6 > other.y + other.height || other.y + 1e-6 > box.y + box.height;
        assert.ok(apart);
      }
    });
  }
});

test("treemap: none, one, and weights that have no area", () => {
  assert.deepEqual(treemap([], 10, 10), []);
  assert.deepEqual(treemap([5], 10, 4), [{ x: 0, y: 0, width: 10, height: 4 }]);
  assert.deepEqual(treemap([5, 0, null], 10, 4).map((box) => box.width), [10, 0, 0]);
});

test("treemap: ten equal ones stay nearly square, five thousand take no time", () => {
  for (const { width, height } of treemap(Array(9).fill(1), 300, 300)) assert.ok(near(width, 100) && near(height, 100));
  const start = performance.now();
  assert.equal(treemap(Array(5000).fill(1), 900, 500).length, 5000);
  assert.ok(performance.now() - start < 1000);
});

test("treemap: dwarfs beside a giant get finite boxes", () => {
  for (const weights of [[1e18, 1e-18, 1e-18], [1e300, 1, 1e-300], [1e-300, 1e-320]]) {
    const numbers = treemap(weights, 900, 500).flatMap((box) => [box.x, box.y, box.width, box.height]);
    assert.ok(numbers.every((number) => Number.isFinite(number) && number >= 0 && number <= 900.0001), JSON.stringify(numbers));
  }
});
