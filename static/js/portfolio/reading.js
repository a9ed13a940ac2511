// What a file is: a pie, another broker's table, or neither. Everything here happens in the browser.

import { readPie } from "./csv.js";
import { REQUIRED } from "./columns.js";
import { fold } from "./fold.js";
import { decode } from "./decode.js";
import { findHeaders, templateKey } from "./headers.js";
import { readHoldings } from "./template.js";

// Names of a list of deeds: such a list is no snapshot of what is held.
const DEEDS = new Set(["date", "time", "date/time", "trade date", "settlement date", "transaction date", "order id",
  "transaction type", "buy/sell", "data", "ora", "data operazione", "data valuta", "operazione", "segno", "datum", "tijd",
  "uhrzeit", "action"]);

/** Whether these names are those of a list of purchases and sales rather than of holdings. */
export const looksLikeDeeds = (names) => names.some((name) => DEEDS.has(fold(name)));

const whys = ({ leftOut, totalLines }) => [
  ...leftOut.map((each) => ({ ...each, why: "stub" })),
  ...totalLines.map((line) => ({ line, slice: "", name: "", why: "total" })),
].sort((a, b) => a.line - b.line);

/** The delimiter-separated names of a pie that lacks one or two columns: nearer to a pie than to anything else. */
const almostPie = (error) => error.kind === "missing_columns" && error.detail.split(", ").length <= REQUIRED.length / 2;

/**
 * One of `{kind: "pie", ok, leftOut, decimal}`, `{kind: "table", text, header, key, deeds, hint}` (another broker's
 * table; `hint` is the error of a pie that lacks columns, else null) and `{kind: "error", error}`; never throws.
 */
export function readFile(bytes, options) {
  const pie = readPie(bytes, options);
  if (pie.ok) return { kind: "pie", ok: pie.ok, leftOut: whys(pie), decimal: pie.decimal };
  if (pie.error.kind !== "missing_columns") return { kind: "error", error: pie.error };
  const { text } = decode(bytes);
  const header = findHeaders(text);
  if (header.kind) return { kind: "error", error: { ...pie.error, reason: header.kind } };
  return {
    kind: "table", text, header, key: templateKey(header.names, header.delimiter), deeds: looksLikeDeeds(header.names),
    hint: almostPie(pie.error) ? pie.error : null,
  };
}

/**
 * As `readHoldings`, of one currency alone: with rows in several, those of `currency` are read and the others left
 * out ("currency"); without one of theirs, the commonest. `currency` in the answer is the one read, null when unknown.
 */
export function readTable({ text, header }, template, currency = null) {
  const read = readHoldings(text, header, template);
  if (!read.ok || read.currencies.length < 2) return { ...read, currency: read.currencies?.[0] ?? null };
  const chosen = read.currencies.includes(currency) ? currency : read.currencies[0];
  const column = template.columns.currency;
  const one = readHoldings(text, header, { ...template, row_filter: [...template.row_filter, { column, equals: chosen }] });
  if (!one.ok) return { ...one, currencies: read.currencies, currency: chosen };
  const before = new Map(read.leftOut.map((each) => [each.line, each]));
  const leftOut = one.leftOut.map((each) => before.get(each.line) ?? { ...each, why: "currency" });
  return { ...one, leftOut, currencies: read.currencies, currency: chosen };
}
