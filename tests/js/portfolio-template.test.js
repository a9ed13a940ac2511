// Which templates are taken for a header.

import assert from "node:assert/strict";
import test from "node:test";

import { isTemplate } from "../../static/js/portfolio/template.js";

const template = (columns, rest = {}) => ({ columns, unit: "whole", row_filter: [], skip_rows: [], ...rest });
const PLAIN = template({ name: 0, quantity: 1, value: 2, invested: 3 });

test("template: one that does not fit is refused", () => {
  assert.ok(isTemplate(PLAIN, 4));
  const wrong = [null, {}, { ...PLAIN, columns: null }, { ...PLAIN, columns: { name: 0, quantity: 1, value: 4 } },
    template({ name: 0, quantity: 1, value: 1 }), template({ name: 0, value: 2 }), template({ name: 0, quantity: 1 }),
    template({ quantity: 1, value: 2 }), template({ name: 0, quantity: 1, value: 2, colour: 3 }), template({ name: 0, quantity: 1.5, value: 2 }),
    { ...PLAIN, unit: "dozen" }, { ...PLAIN, unit: "toString" }, { ...PLAIN, row_filter: [{ column: 9, equals: "x" }] }, { ...PLAIN, row_filter: null },
    { ...PLAIN, skip_rows: [5] }, { ...PLAIN, skip_rows: ["x".repeat(61)] }];
  for (const each of wrong) assert.equal(isTemplate(each, 4), false, JSON.stringify(each));
});
