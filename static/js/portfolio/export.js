// What the reader takes away: CSV for a spreadsheet, JSON for another browser or for themselves.

import { isState } from "./state.js";

const COLUMNS = [
  ["Slice", "slice"], ["Name", "name"], ["Invested value", "invested"], ["Value", "value"], ["Result", "result"],
  ["Owned quantity", "quantity"],
];

/** Text as a cell. What a spreadsheet would run as a formula gets an apostrophe before it. */
export function textCell(text) {
  const guarded = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(text) ? `'${text}` : text;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** A number with a decimal point and without an exponent; "N/A" when unknown. */
export function numberCell(number) {
  if (number === null) return "N/A";
  const text = String(number);
  if (!text.includes("e")) return text;
  return number.toLocaleString("en-US", { useGrouping: false, maximumSignificantDigits: 17, maximumFractionDigits: 20 });
}

/** A pie as the broker would export it, so that it can be read again here. Every text is quoted, CRLF ends lines. */
export function toCsv(pie) {
  const row = (cells) => `${cells.join(",")}\r\n`;
  const cells = (each) => COLUMNS.map(([, key]) =>
    (typeof each[key] === "string" ? textCell(each[key]) : numberCell(each[key] ?? null)));
  const sums = { ...pie, slice: "Total", name: pie.name ?? "", quantity: null };
  return row(COLUMNS.map(([title]) => textCell(title))) + [...pie.positions, sums].map((each) => row(cells(each))).join("");
}

/** A pie with every amount that is known replaced by this text, for a preview that is looked at in company. */
export function masked(pie, text) {
  const amounts = COLUMNS.map(([, key]) => key).filter((key) => key !== "slice" && key !== "name");
  const mask = (each) => ({ ...each, ...Object.fromEntries(amounts.map((key) => [key, Number.isFinite(each[key]) ? text : null])) });
  return { ...mask(pie), positions: pie.positions.map(mask) };
}

/** The whole state, to be read by people too. */
export const toJson = (state) => `${JSON.stringify(state, null, 2)}\n`;

/** The state of a JSON export, or null when it is none. */
export function fromJson(text) {
  try {
    const state = JSON.parse(text);
    return isState(state) ? state : null;
  } catch {
    return null;
  }
}

/** A file name for a download: letters, digits and dashes of the pie's name and the day. */
export function fileName(name, day, ending) {
  const plain = (name ?? "").normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "");
  return `${plain.slice(0, 60) || "portfolio"}-${day}.${ending}`;
}
