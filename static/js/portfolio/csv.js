// The Trading 212 pie export, read in the browser: the holdings go no further than this page.

import { findHeader } from "./columns.js";
import { decode } from "./decode.js";
import { fold } from "./fold.js";
import { decimalMark } from "./numbers.js";
import { failure, isNote, readRow } from "./pie-rows.js";
import { difference, quotient, total } from "./sums.js";
import { records } from "./rows.js";
import { currencyOf, isCurrency } from "./units.js";

export const MAX_ROWS = 20_000;
const AMOUNTS = ["invested", "value", "result", "quantity"];
const EVIDENCE = [...AMOUNTS, "gained", "cash", "reinvested"];

function position({ slice, name, quantity, invested, value, result }) {
  return {
    slice, name, quantity, invested, value,
    result: result ?? difference(value, invested),
    avg_price: quotient(invested, quantity),
    price: quotient(value, quantity),
  };
}

function sortRows(rows, header, decimal) {
  const sorted = { positions: [], leftOut: [], totals: null, totalLines: [] };
  for (const raw of rows) {
    if (isNote(raw, header)) {
      sorted.leftOut.push({ line: raw.line, slice: raw.cells[0].trim(), name: "", why: "note" });
      continue;
    }
    const row = readRow(raw, header, decimal);
    if (row.error) return row;
    if (row.isTotal) {
      const same = AMOUNTS.every((key) => (sorted.totals ?? row)[key] === row[key]);
      if (!same) return failure("bad_row", row.line, null, "a second total");
      sorted.totals ??= row;
      sorted.totalLines.push(row.line);
    } else if (row.quantity) sorted.positions.push(position(row));
    else sorted.leftOut.push({ line: row.line, slice: row.slice, name: row.name });
  }
  return sorted;
}

/** A file's name without folder and ending, or null. */
export function stem(filename) {
  if (typeof filename !== "string") return null;
  const name = filename.split(/[\\/]/).at(-1).replace(/\.(csv|tsv|txt)$/i, "").trim();
  return name === "" ? null : name;
}

function pieOf({ positions, totals }, filename) {
  const sum = (key) => total(positions.map((each) => each[key]));
  const invested = totals?.invested ?? sum("invested");
  const value = totals?.value ?? sum("value");
  const reported = totals?.result ?? (totals && totals.value !== null && totals.invested !== null
    ? difference(totals.value, totals.invested) : null);
  const named = totals && !["", "-", "n/a", "total"].includes(fold(totals.name)) ? totals.name : null;
  return {
    name: named ?? stem(filename), invested, value,
    result: reported ?? sum("result") ?? difference(value, invested), positions,
  };
}

// The account's currency where a column says it, the same in every row; else null.
function currencyIn(rows, { columns }) {
  const codes = new Set(rows.map(({ cells }) => cells[columns.currency]?.trim() ?? "").filter(Boolean));
  const [code] = codes;
  return codes.size === 1 && isCurrency(code) && currencyOf(code).divisor === 1 ? currencyOf(code).code : null;
}

function readRows(text, header) {
  const rows = [];
  for (const record of records(text, header.delimiter)) {
    if (record.broken) return failure("malformed", record.broken.line, record.broken.column, "quote");
    if (record.line > header.line) rows.push(record);
    if (rows.length > MAX_ROWS) return failure("too_large", record.line, null, `${MAX_ROWS} rows`);
  }
  return { rows };
}

/**
 * As `parsePie`, with `leftOut` (`[{line, slice, name}]`, `why` "note" for a sentence), `totalLines`, `delimiter`,
 * `decimal` and `currency` (null where no column says it) for the preview.
 */
export function readPie(bytes, options) {
  const { text, kind, detail } = decode(bytes);
  if (kind) return failure(kind, null, null, detail);
  const header = findHeader(text);
  if (header.kind) return failure(header.kind, header.line, header.column, header.detail);
  const { rows, error } = readRows(text, header);
  if (error) return { error };
  header.amounts = AMOUNTS.filter((key) => key in header.columns)
    .sort((a, b) => header.columns[a] - header.columns[b]);
  header.usual = rows.reduce((least, { cells }) => Math.min(least, Math.max(cells.length, header.titles.length)), Infinity);
  const cells = rows.flatMap((row) => EVIDENCE.map((key) => row.cells[header.columns[key]] ?? ""));
  const decimal = decimalMark(cells, header.delimiter);
  const sorted = sortRows(rows, header, decimal);
  if (sorted.error) return sorted;
  const { positions, leftOut, totalLines } = sorted;
  if (positions.length === 0) return failure(leftOut.every(({ why }) => why === "note") ? "no_positions" : "unfunded_pie");
  return {
    ok: pieOf(sorted, options?.filename), leftOut, totalLines, delimiter: header.delimiter, decimal, currency: currencyIn(rows, header),
  };
}

/**
 * `{ok: {name, invested, value, result, positions}}` or `{error: {kind, line, column, detail}}`; never throws.
 * Unknown amounts are null. Lines and columns count from 1, null where none applies. No second holding is
 * ever made of a first: a ticker that stands twice gives two positions.
 */
export function parsePie(bytes, options) {
  const { ok, error } = readPie(bytes, options);
  return error ? { error } : { ok };
}
