// A row of another broker's table: a position, or why it is none.

import { fold } from "./fold.js";
import { isCut, isSplit } from "./split.js";
import { difference, finite, quotient } from "./sums.js";
import { NUMBERS, UNITS } from "./template.js";
import { isUnit, moneyIn, priceIn, quantityIn, stripUnit } from "./units.js";

/** The trimmed cell at an index, "" where there is none. */
export const textOf = ({ cells }, index) => (Number.isInteger(index) ? cells[index]?.trim() ?? "" : "");
/** The first cell that says anything. */
export const firstText = ({ cells }) => cells.find((cell) => cell.trim() !== "")?.trim() ?? "";

// Cells below no name at all: units are harmless, an amount is what an unquoted 1,000.00 has pushed there.
function hasTooMany({ cells }, { names, width }, usual) {
  const beyond = cells.slice(names.length).filter((cell) => fold(cell) !== "");
  return !beyond.every((cell, at) => isUnit(cell) || (names.length + at < width && !stripUnit(cell)))
    || (cells.length > width && isSplit(cells, Math.max(width, usual))) || isCut(cells);
}

const isUnread = (number) => number === undefined;

// `{amounts}`, or `{why, column, detail}` of the cell that cannot be read.
function amountsOf(row, { columns, unit }, decimal, money) {
  const amounts = {};
  const hasValue = Number.isInteger(columns.value);
  for (const key of NUMBERS) {
    const index = columns[key] ?? null;
    const cell = row.cells[index] ?? "";
    const divisor = () => (key === "price" && UNITS[unit] > 1 ? UNITS[unit] : money.divisorOf(row, key));
    if (index === null) amounts[key] = null;
    else if (key === "quantity") amounts[key] = quantityIn(cell, decimal);
    else amounts[key] = key === "price" ? priceIn(cell, decimal, divisor()) : moneyIn(cell, decimal, divisor());
    if (key === "price" && hasValue && isUnread(amounts.price)) amounts.price = null; // shown only: value and quantity give it
    if (isUnread(amounts[key])) return { why: "number", column: index + 1, detail: cell.trim() };
    if (!amounts.quantity) return { amounts }; // no holding: its other cells may say anything
    if (money.differs(row, key)) amounts[key] = null;
  }
  return { amounts };
}

function positionOf({ slice, name }, { quantity, invested, value, result }) {
  return {
    slice, name, quantity, invested, value, result: result ?? difference(value, invested),
    avg_price: quotient(invested, quantity), price: quotient(value, quantity),
  };
}

/** One of `{position, code}` and `{why, column, detail}`, both with `line`, `slice`, `name`. */
export function readRow(row, context) {
  const { template, decimal, money, header, usual } = context;
  const { columns } = template;
  const text = (key) => textOf(row, columns[key]);
  const name = text("name");
  const slice = text("slice") || text("isin") || name;
  const place = { line: row.line, slice: slice || firstText(row), name };
  const { amounts, ...wrong } = amountsOf(row, template, decimal, money);
  if (!amounts?.quantity) return { ...place, ...(wrong.why ? wrong : { why: "stub" }) };
  if (hasTooMany(row, header, usual)) return { ...place, why: "cells", column: header.width + 1, detail: "" };
  const needed = columns.value ?? columns.price;
  if (row.cells.length <= needed) return { ...place, why: "short", column: row.cells.length + 1, detail: "" };
  if (!slice) return { ...place, why: "nameless", column: null, detail: "" };
  const value = Number.isInteger(columns.value) ? amounts.value : amounts.price === null ? null : finite(amounts.price * amounts.quantity);
  if (amounts.quantity < 0 && value > 0) return { ...place, why: "signs", column: columns.quantity + 1, detail: textOf(row, columns.quantity) };
  return { ...place, position: positionOf({ slice, name }, { ...amounts, value }), code: money.codeOf(row) };
}
