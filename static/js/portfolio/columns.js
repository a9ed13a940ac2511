// Which delimiter, which row is the header, which column is which: by whole names, never by parts of them.

import { fold } from "./fold.js";
import { DELIMITERS, records, searched } from "./rows.js";

const NAMES = new Map([
  ["slice", "slice"],
  ["name", "name"],
  ["invested value", "invested"],
  ["value", "value"],
  ["result", "result"],
  ["owned quantity", "quantity"],
  ["dividends gained", "gained"],
  ["dividends cash", "cash"],
  ["dividends reinvested", "reinvested"],
  ["currency", "currency"],
]);
export const REQUIRED = ["slice", "quantity", "invested", "value"];
const TITLES = { slice: "Slice", quantity: "Owned quantity", invested: "Invested value", value: "Value" };
const SEARCHED_ROWS = 10;

function columnsOf(cells) {
  const columns = {};
  let twice = null;
  cells.forEach((cell, index) => {
    const key = NAMES.get(fold(cell));
    if (key === undefined) return;
    if (key in columns) twice ??= { column: index + 1, detail: cell.trim() };
    else columns[key] = index;
  });
  return { columns, twice };
}

function candidates(text, delimiter) {
  const found = [];
  for (const record of records(searched(text), delimiter)) {
    const { columns, twice } = columnsOf(record.cells);
    const score = REQUIRED.filter((key) => key in columns).length;
    found.push({ ...record, delimiter, columns, twice, score });
    if (found.length === SEARCHED_ROWS || score === REQUIRED.length) break;
  }
  return found;
}

// The history export lists deeds: its columns vary with what the reader ticked, these two never.
function isHistory(cells) {
  const names = new Set(cells.map(fold));
  return names.has("action") && names.has("time") && !names.has("slice");
}

const better = (a, b) =>
  b.score - a.score || (a.broken ? 1 : 0) - (b.broken ? 1 : 0) || b.cells.length - a.cells.length;

/** `{line, delimiter, columns, width}` of the header row, or `{kind, line, column, detail}`. */
export function findHeader(text) {
  const rows = DELIMITERS.flatMap((delimiter) => candidates(text, delimiter));
  const [best] = [...rows].sort(better);
  if (best === undefined) return { kind: "empty_file", line: null, column: null, detail: "" }; // quotes around nothing
  const { line, delimiter, columns, cells } = best;
  if (best.score < REQUIRED.length) {
    if (rows.some((row) => isHistory(row.cells))) return { kind: "wrong_export", line, column: null, detail: "" };
    if (best.broken) return { kind: "malformed", ...best.broken, detail: "quote" };
    const missing = REQUIRED.filter((key) => !(key in columns)).map((key) => TITLES[key]);
    return { kind: "missing_columns", line, column: null, detail: missing.join(", ") };
  }
  if (best.broken) return { kind: "malformed", ...best.broken, detail: "quote" };
  if (best.twice) return { kind: "malformed", line, ...best.twice };
  const width = cells.findLastIndex((cell) => fold(cell) !== "") + 1;
  return { line, delimiter, columns, width, titles: cells.map((cell) => cell.trim()) };
}
