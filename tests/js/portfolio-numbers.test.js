// Cells as spreadsheets and brokers write numbers. `node --test tests/js/`.

import assert from "node:assert/strict";
import test from "node:test";

import { amount, decimalMark, evidence, strip } from "../../static/js/portfolio/numbers.js";

// cell, with "." as decimal mark, with ","; undefined is no number in that style
const CELLS = [
  ["1.5E-4", 0.00015, undefined], ["1,5E-4", undefined, 0.00015], ["1.2e3", 1200, 1200], ["1E+05", 100000, 100000],
  ["-2.5e2", -250, -250], ["+3e0", 3, 3], ["1.23456E2", 123.456, undefined], ["1.E3", 1000, 1000], ["0e5", 0, 0],
  ["\u22121.5E\u22124", -0.00015, undefined], ["5e-324", 5e-324, undefined], ["0.000E+00", 0, undefined],
  ["12.", 12, undefined], ["1,200.", 1200, undefined], ["-7.", -7, undefined], ["$12.", 12, undefined],
  ["1e999", undefined, undefined], ["1e99999", undefined, undefined], ["e5", undefined, undefined], ["1e", undefined, undefined],
  ["1e1.5", undefined, undefined], ["1.2.", undefined, undefined], [".", undefined, undefined], ["1,000e2", undefined, 100],
  ["1\uff0c234\uff0e5", 1234.5, undefined], ["1\u066c234\u066b5", 1234.5, undefined], ["7\u066b125", 7.125, undefined], ["1\u066c234", 1234, 1234],
  ["10\n5", undefined, undefined], ["1 \r\n 234.50", undefined, undefined], ["\n12.50\n", 12.5, undefined], ["1 234.50", 1234.5, undefined],
  ["1,23,456.50", 123456.5, undefined], ["12,34,567", 1234567, undefined], ["1,23,45", undefined, undefined], ["1,234,56,789", undefined, undefined],
];

for (const [cell, dot, comma] of CELLS) {
  test(`numbers: ${cell}`, () => assert.deepEqual([amount(cell, "."), amount(cell, ",")], [dot, comma]));
}

test("numbers: what has an exponent or ends in a point proves the file's decimal mark, never a grouping", () => {
  const marks = ["1.5E-4", "1,5E-4", "1.23456E2", "12.", "1.2e3", "7\u066b125"].map((cell) => evidence(strip(cell).body));
  assert.deepEqual(marks, [".", ",", ".", ".", null, "."]);
  assert.equal(decimalMark(["1.234", "1.23456E2"], ";"), ".");
});

test("numbers: a long row of digits stays quick", () => {
  assert.equal(amount("9".repeat(100_000) + "e9", "."), undefined);
  assert.equal(amount(`1.${"0".repeat(300)}e-50`, "."), 1e-50);
});

test("numbers: what spreadsheets and brokers write for unknown, in every language", () => {
  const unknown = ["#N/D", "#NV", "#N/A", "#¡VALOR!", "#DIV/0!", "#WERT!", "k. A.", "k.A.", "Not available", "nicht verfügbar", "n.v.t.", "Non disponibile", "-.-", "€ -", "--"];
  for (const cell of unknown) assert.equal(amount(cell, "."), null, cell);
  for (const cell of ["#", "#12", "hello", ".", "EUR", "12 k.A."]) assert.equal(amount(cell, "."), undefined, cell);
});

test("numbers: a long cell of line breaks stays quick", () => {
  assert.equal(amount(`1${"\n".repeat(1_000_000)}x`, "."), undefined);
});

test("numbers: pence are not pounds", () => {
  assert.deepEqual(["450 GBp", "GBp450", "450 GBx", "450 GBP", "450 gbp"].map((cell) => amount(cell, ".")), [undefined, undefined, undefined, 450, 450]);
});
