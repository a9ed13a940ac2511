// A holdings snapshot of another broker, read by a template: which column is what, by index, checked before use.

import { fold } from "./fold.js";
import { MAX_ROWS } from "./csv.js";
import { amount, decimalMark } from "./numbers.js";
import { difference, finite, quotient, total } from "./sums.js";
import { records } from "./rows.js";

export const TEXTS = ["slice", "name", "isin", "currency"];
export const NUMBERS = ["quantity", "invested", "value", "result", "price"]; // the quantity first
const UNITS = { whole: 1, pence: 0.01 };

const failure = (kind, line = null, column = null, detail = "") => ({ error: { kind, line, column, detail } });
const isIndex = (value, width) => Number.isInteger(value) && value >= 0 && value < width;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isShortText = (value) => typeof value === "string" && value.length <= 60;

/**
 * Whether an answer is a template for `width` columns: `{columns, unit, row_filter, skip_rows}`. `columns` maps
 * slice, name, isin, currency, quantity, invested, value, result and price to an index or null: quantity, a value
 * (or a price to compute it from) and a name of some kind must be there, and no index twice. `unit` is "whole" or
 * "pence" and is about the price alone. `row_filter` is `[{column, equals}]`, all of which a row must meet;
 * `skip_rows` are texts whose rows (found in any of the naming columns or the first) are left out.
 */
export function isTemplate(template, width) {
  if (!isObject(template) || !isObject(template.columns)) return false;
  const { columns, unit, row_filter: filters, skip_rows: skipped } = template;
  const used = Object.entries(columns).filter(([, index]) => index !== null);
  const known = used.every(([key, index]) => (TEXTS.includes(key) || NUMBERS.includes(key)) && isIndex(index, width));
  const has = (key) => used.some(([each]) => each === key);
  return known && new Set(used.map(([, index]) => index)).size === used.length
    && has("quantity") && (has("value") || has("price")) && (has("slice") || has("isin") || has("name"))
    && Object.hasOwn(UNITS, unit) && Array.isArray(filters) && Array.isArray(skipped) && skipped.every(isShortText)
    && filters.every((each) => isObject(each) && isIndex(each.column, width) && isShortText(each.equals));
}

// Why a row is left out before any of it is read ("filter", "skip"), or null.
function unwanted({ cells }, { columns, row_filter: filters, skip_rows: skipped }) {
  const cell = (index) => fold(cells[index] ?? "");
  const naming = [0, columns.slice, columns.name, columns.isin].filter((index) => Number.isInteger(index));
  const words = new Set(skipped.map(fold));
  if (!filters.every((each) => cell(each.column) === fold(each.equals))) return "filter";
  return naming.some((index) => words.has(cell(index))) ? "skip" : null;
}

function amountsOf({ cells, line }, columns, decimal) {
  const amounts = {};
  for (const key of NUMBERS) {
    if (amounts.quantity === null || amounts.quantity === 0) return { amounts }; // no holding: its other cells may say anything
    const index = columns[key] ?? null;
    const number = index === null ? null : amount(cells[index] ?? "", decimal);
    if (number === undefined || (key === "quantity" && number < 0)) {
      return failure("bad_number", line, index + 1, (cells[index] ?? "").trim());
    }
    amounts[key] = number;
  }
  return { amounts };
}

const textOf = ({ cells }, index) => (Number.isInteger(index) ? cells[index]?.trim() ?? "" : "");

function position(row, template, decimal) {
  const { columns } = template;
  const text = (key) => textOf(row, columns[key]);
  const { amounts, error } = amountsOf(row, columns, decimal);
  if (error) return { error };
  const { quantity, invested } = amounts;
  const slice = text("slice") || text("isin") || text("name");
  if (!quantity) return { quantity: 0, slice, name: text("name") };
  if (!slice) return failure("bad_row", row.line, null, "no ticker");
  const price = amounts.price === null ? null : amounts.price * UNITS[template.unit];
  const computed = price === null || quantity === null ? null : finite(price * quantity);
  const value = "value" in columns && columns.value !== null ? amounts.value : computed;
  return {
    slice, name: text("name"), quantity, invested, value, result: amounts.result ?? difference(value, invested),
    avg_price: quotient(invested, quantity), price: quotient(value, quantity),
  };
}

function rowsBelow(text, header, template) {
  const rows = [];
  const leftOut = [];
  for (const record of records(text, header.delimiter)) {
    if (record.broken) return failure("malformed", record.broken.line, record.broken.column, "quote");
    if (record.line <= header.line) continue;
    const why = unwanted(record, template);
    if (why === null) rows.push(record);
    else leftOut.push({ line: record.line, slice: record.cells.find((cell) => cell.trim() !== "").trim(), name: "", why });
    if (rows.length > MAX_ROWS) return failure("too_large", record.line, null, `${MAX_ROWS} rows`);
  }
  return { rows, leftOut };
}

function currenciesOf(rows, index) {
  const counts = new Map();
  if (!Number.isInteger(index)) return [];
  for (const row of rows) {
    const code = textOf(row, index).toUpperCase();
    if (code) counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
}

/**
 * The same answer as `parsePie`, of a decoded file, its header (`{line, delimiter, names}` of `findHeaders`) and a
 * template. Nothing of a file is believed to be a total: totals are sums. Beside `ok`, for the preview: `leftOut`
 * (`[{line, slice, name, why}]`, why being "filter", "skip" or "stub"), `decimal`, and `currencies`, the codes in the
 * column of currencies, the commonest first: amounts of two are no sum.
 */
export function readHoldings(text, header, template) {
  if (!isTemplate(template, header.names.length)) return failure("missing_columns", header.line);
  const { rows, leftOut, error } = rowsBelow(text, header, template);
  if (error) return { error };
  const { columns } = template;
  const indexes = NUMBERS.map((key) => columns[key]).filter((index) => Number.isInteger(index));
  const decimal = decimalMark(rows.flatMap(({ cells }) => indexes.map((index) => cells[index] ?? "")), header.delimiter);
  const positions = [];
  const held = [];
  const width = header.names.length;
  for (const row of rows) {
    const read = position(row, template, decimal);
    if (!read.error && !read.quantity) {
      leftOut.push({ line: row.line, slice: read.slice, name: read.name, why: "stub" });
      continue;
    }
    if (row.cells.slice(width).some((cell) => fold(cell) !== "")) return failure("bad_row", row.line, width + 1, "too many cells");
    if (read.error) return read;
    positions.push(read);
    held.push(row);
  }
  if (positions.length === 0) return failure(rows.length === 0 ? "no_positions" : "unfunded_pie");
  const sum = (key) => total(positions.map((each) => each[key]));
  const ok = { name: null, invested: sum("invested"), value: sum("value"), result: sum("result"), positions };
  return { ok, leftOut, decimal, delimiter: header.delimiter, currencies: currenciesOf(held, columns.currency) };
}
