// An unquoted 1,000.00 makes two cells: read on, and every amount behind it stands in another's column.

import { difference } from "./sums.js";

// How many pairs of cells could be one amount.
const pairs = (cells) => cells.filter((cell, at) => /^[-(]?\p{Sc}?\d{1,3}$/u.test(cell.trim())
  && /^\d{3}(\.\d+)?\)?$/.test(cells[at + 1]?.trim() ?? "")).length;

/** Whether a row is wider than the narrowest by as many cells as it has such pairs, or fewer. */
export const isSplit = (cells, usual) => cells.length > usual && pairs(cells) >= cells.length - usual;

/** Where every row is as wide: whether the result of a row wider than the header is not what is left of its value. */
export function isShifted(cells, width, { invested, value, result }) {
  const left = difference(value, invested);
  return cells.length > width && pairs(cells) > 0
    && result !== null && left !== null && Math.abs(left - result) > 1 + Math.abs(value) / 100;
}

/** Whether a row has the end of such an amount in a cell of its own: no broker writes 050 or 000.00 for a number. */
export const isCut = (cells) => cells.some((cell, at) => /^0\d\d(\.\d+)?$/.test(cell.trim()) && /^[-(]?\p{Sc}?[1-9]\d{0,2}$/u.test(cells[at - 1]?.trim() ?? ""));
