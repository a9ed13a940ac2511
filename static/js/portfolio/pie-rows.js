// The rows of a pie: their shape and their amounts.

import { fold } from "./fold.js";
import { amount, strip } from "./numbers.js";
import { isShifted, isSplit } from "./split.js";

const NEEDED = ["quantity", "invested", "value"];

/** An error of the file: `{error: {kind, line, column, detail}}`. */
export const failure = (kind, line = null, column = null, detail = "") => ({ error: { kind, line, column, detail } });

function shapeError({ cells, line }, header, isTotal) {
  const surplus = cells.findIndex((cell, at) => at >= header.width && fold(cell) !== "");
  if (surplus !== -1) return failure("bad_row", line, surplus + 1, "too many cells");
  if (cells.length > header.titles.length && isSplit(cells, header.usual)) {
    return failure("bad_row", line, null, "too many cells");
  }
  const last = Math.max(...NEEDED.map((key) => header.columns[key]));
  if (!isTotal && cells.length <= last) return failure("bad_row", line, cells.length + 1, "too few cells");
  return null;
}

/** A sentence below the table: words, no number, and too few cells for a position. */
export function isNote({ cells }, header) {
  const last = Math.max(...NEEDED.map((key) => header.columns[key]));
  return cells.length <= last && /\S\s+\S/.test(cells[0]) && !cells.some((cell) => strip(cell))
    && fold(cells[header.columns.slice] ?? "") !== "total";
}

function amountsOf({ cells, line }, header, decimal) {
  const amounts = { result: null };
  for (const key of header.amounts) {
    const at = header.columns[key];
    const cell = cells[at] ?? "";
    const number = amount(cell, decimal);
    if (number === undefined) return failure("bad_number", line, at + 1, `${header.titles[at]}: ${cell.trim()}`);
    amounts[key] = number;
  }
  if (amounts.quantity < 0 && amounts.value > 0) { // short holdings are worth less than nothing: one of the signs is wrong
    const at = header.columns.quantity;
    return failure("bad_number", line, at + 1, `${header.titles[at]}: ${cells[at].trim()}`);
  }
  return { amounts };
}

/** `{slice, name, isTotal, line, …amounts}` or `{error}`. */
export function readRow(row, header, decimal) {
  const text = (key) => row.cells[header.columns[key]]?.trim() ?? "";
  const slice = text("slice");
  const isTotal = fold(slice) === "total";
  const wrong = shapeError(row, header, isTotal);
  if (wrong) return wrong;
  const { amounts, error } = amountsOf(row, header, decimal);
  if (error) return { error };
  if (isShifted(row.cells, header.titles.length, amounts)) return failure("bad_row", row.line, null, "too many cells");
  if (!slice && amounts.quantity) return failure("bad_row", row.line, header.columns.slice + 1, "no ticker");
  const name = "name" in header.columns ? text("name") : slice; // a file without names still shows what it holds
  return { slice, name, isTotal, line: row.line, ...amounts };
}
