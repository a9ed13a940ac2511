// What a file is: a pie, another broker's table, or neither. Everything here happens in the browser.

import { readPie } from "./csv.js";
import { REQUIRED } from "./columns.js";
import { decode } from "./decode.js";
import { looksLikeDeeds } from "./deeds.js";
import { findHeaders, headerChoices, templateKey } from "./headers.js";
import { readHoldings } from "./holdings.js";

const whys = ({ leftOut, totalLines }) => [
  ...leftOut.map((each) => ({ why: "stub", ...each })),
  ...totalLines.map((line) => ({ line, slice: "", name: "", why: "total" })),
].sort((a, b) => a.line - b.line);

/** The delimiter-separated names of a pie that lacks one or two columns: nearer to a pie than to anything else. */
const almostPie = (error) => error.kind === "missing_columns" && error.detail.split(", ").length <= REQUIRED.length / 2;

/**
 * One of `{kind: "pie", ok, leftOut, decimal, currency}`, `{kind: "table", text, header, key, deeds, hint, choices}`
 * (another broker's table; `hint` is the error of a pie that lacks columns, else null; `choices` are the rows that could be
 * its header) and `{kind: "error", error, choices}`; never throws. `line` is the header that the reader chose.
 */
export function readFile(bytes, options) {
  const pie = readPie(bytes, options);
  if (pie.ok) return { kind: "pie", ok: pie.ok, leftOut: whys(pie), decimal: pie.decimal, currency: pie.currency };
  if (pie.error.kind !== "missing_columns") return { kind: "error", error: pie.error };
  const { text } = decode(bytes);
  const header = findHeaders(text, options?.line ?? null);
  const choices = headerChoices(text);
  if (header.kind) return { kind: "error", error: { ...pie.error, reason: header.kind }, choices };
  return {
    kind: "table", text, header, key: templateKey(header.names, header.delimiter), deeds: looksLikeDeeds(header.names, header.samples),
    hint: almostPie(pie.error) ? pie.error : null, choices,
  };
}

/** As `readHoldings`, of a table that `readFile` found. */
export const readTable = ({ text, header }, template, currency = null) => readHoldings(text, header, template, currency);
