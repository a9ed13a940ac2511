// Amounts in the reader's format; in privacy mode none is ever made into text.

import assert from "node:assert/strict";
import test from "node:test";

import { direction, filled, formats, soon } from "../../static/js/portfolio/format.js";

const words = { hidden: "hidden", unknown: "n/a", points: "pp" };
const make = (more = {}) => formats({ language: "en", currency: "GBP", hidden: false, words, ...more });
const plain = (text) => text.replaceAll("\u00a0", " ");

test("format: amounts as an English and an Italian reader write them", () => {
  assert.equal(make().money(1234.56), "£1,234.56");
  assert.equal(plain(make({ language: "it", currency: "EUR" }).money(1234.56)), "1.234,56 €");
  assert.equal(make({ currency: "USD" }).money(1_234_567.5), "US$1,234,567.50");
  assert.equal(make({ currency: "JPY" }).money(1234.4), "JP¥1,234");
});

test("format: without a currency, or with one that is no code, amounts are bare", () => {
  for (const currency of [null, "", "pounds", "G1P"]) assert.equal(make({ currency }).money(1234.5), "1,234.50");
  assert.equal(make({ currency: null, language: "it" }).money(1234.5), "1.234,50");
});

test("format: gains carry their sign, with a true minus", () => {
  const { gain, change, points } = make();
  assert.deepEqual([gain(10), gain(-10), gain(0)], ["+£10.00", "\u2212£10.00", "£0.00"]);
  assert.deepEqual([change(1.234), change(-1.234), change(0), change(0.001)], ["+1.23%", "\u22121.23%", "0.00%", "0.00%"]);
  assert.equal(plain(points(-0.5)), "\u22120.50 pp");
});

test("format: shares, counts, quantities and days", () => {
  const { percent, number, quantity, roundMoney, day } = make();
  assert.deepEqual([percent(12.345), percent(12.345, 0), number(1197.4), number(8.36, 1)], ["12.3%", "12%", "1,197", "8.4"]);
  assert.deepEqual([quantity(0.1234567), quantity(1200), roundMoney(1234.56)], ["0.123457", "1,200", "£1,235"]);
  assert.equal(day("2026-11-21"), "21 Nov 2026");
  assert.equal(make({ language: "it" }).day("2026-11-21T09:30:00Z"), "21 nov 2026");
});

test("format: what is unknown is said, never shown as nought", () => {
  for (const shown of Object.values(make()).filter((each) => each.name !== "day")) assert.equal(shown(null), "n/a");
});

test("format: hidden amounts are a word; shares and days stay", () => {
  const secret = make({ hidden: true });
  for (const key of ["money", "roundMoney", "gain", "quantity"]) {
    for (const amount of [0, 1234.56, -5]) assert.equal(secret[key](amount), "hidden");
    assert.equal(secret[key](null), "n/a");
  }
  assert.deepEqual([secret.percent(5), secret.change(-5), secret.day("2026-01-02")], ["5.0%", "\u22125.00%", "2 Jan 2026"]);
});

test("format: directions and words with places", () => {
  assert.deepEqual([1, -1, 0, null].map(direction), ["up", "down", "flat", "flat"]);
  assert.equal(filled("{a} of {b} and {c}", { a: 0, b: "two" }), "0 of two and {c}");
});

test("format: a wait in the reader's language", () => {
  assert.deepEqual([soon(3000, "en"), soon(3000, "it"), soon(0, "en")], ["in 50 minutes", "tra 50 minuti", "in 1 second"]);
});
