// Another broker's file: which row names the columns. Only that row's names may ever be sent, and only once shown.
// The first lines often hold the reader's name and account number, so "the first line" is never good enough.

import { fold } from "./fold.js";
import { strip } from "./numbers.js";
import { DELIMITERS, records } from "./rows.js";

export const MAX_NAMES = 40;
export const MAX_NAME_LENGTH = 60;
const SEARCHED_ROWS = 400;
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T,].*)?$/;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const TIME = /^\d{1,2}:\d\d/;

/** Why a cell may not leave the browser ("long", "digits", "colon", "address"), or null. */
export function refusal(cell) {
  const text = fold(cell);
  if ([...text].length > MAX_NAME_LENGTH) return "long";
  // Blanks and dashes within do not make an account number less of one.
  if (/\d{4}/.test(text.replace(/(?<=\d)[\s./-]+(?=\d)/g, ""))) return "digits";
  if (/[:：]$/.test(text)) return "colon";
  return text.includes("@") ? "address" : null;
}

const isNumber = (cell) => Boolean(strip(cell.trim().replace(/(?<!\s)\s*%$/, "")));
const isValue = (cell) => isNumber(cell) || DATE.test(cell.trim()) || TIME.test(cell.trim()) || ISIN.test(cell.trim());
const isNamed = (cell) => /\p{L}/u.test(fold(cell));
const widthOf = (cells) => cells.findLastIndex((cell) => fold(cell) !== "") + 1;

/**
 * Whether this row can be a header: all text, three names at least that may leave. Among five or more a name that
 * may not (a date in it, say) is withheld; in a shorter row it is a sign that the row is about the holder.
 */
function couldBeHeader(cells) {
  const filled = cells.filter((cell) => fold(cell) !== "");
  const names = filled.filter((cell) => isNamed(cell) && refusal(cell) === null);
  const withheld = filled.filter((cell) => refusal(cell) !== null).length;
  return names.length >= 3 && new Set(names.map(fold)).size > names.length / 2
    && !filled.some(isValue) && (withheld === 0 || (names.length >= 5 && withheld <= names.length / 4));
}

// A row of data under these columns: of equal width (empty last cells may be missing) and with a value in it.
function fits(header, cells) {
  const width = widthOf(header);
  const used = widthOf(cells);
  if (used > header.length || !cells.some(isValue)) return false;
  return cells.length === header.length || used === width || (cells.length >= width && used <= width);
}

/** A statement of sections names the record in its second cell (Header, Data): each section has a header. */
const isSectionHeader = (cells) => cells.length > 3 && fold(cells[1]) === "header";

function dataBelow(rows, at) {
  const header = rows[at].cells;
  let count = 0;
  const [next] = rows.slice(at + 1, at + 2);
  const title = next && next.cells.filter((cell) => fold(cell) !== "").length === 1 ? 1 : 0; // a group's title
  for (const { cells } of rows.slice(at + 1 + title, at + 12 + title)) {
    const same = !isSectionHeader(header) || fold(cells[0]) === fold(header[0]);
    if (!same || !fits(header, cells)) break;
    count += 1;
  }
  return count;
}

function score(rows, at) {
  const { cells } = rows[at];
  const below = dataBelow(rows, at);
  if (below === 0) return null;
  const named = cells.filter(isNamed).length;
  const positions = isSectionHeader(cells) && fold(cells[0]) === "open positions";
  return [positions ? 1 : 0, named * below, named];
}

function compare(a, b) {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : a[at] - b[at];
}

function bestRow(text, delimiter) {
  const rows = [];
  for (const record of records(text, delimiter)) {
    if (record.broken || rows.length === SEARCHED_ROWS) break;
    rows.push(record);
  }
  const sections = rows.some((row) => isSectionHeader(row.cells));
  let best = null;
  rows.forEach((row, at) => {
    if ((sections && !isSectionHeader(row.cells)) || !couldBeHeader(row.cells)) return;
    const points = score(rows, at);
    // Of equals the later one: what stands above a table is about its holder.
    if (points && (best === null || compare(points, best.points) >= 0)) {
      best = { line: row.line, delimiter, points, cells: row.cells, rows: rows.slice(at + 1) };
    }
  });
  return best;
}

/**
 * `{line, delimiter, names, samples}`: the header row of a decoded file, its names as they would be sent (trimmed,
 * "" for a column unnamed or withheld) and up to five rows below it to show beside them, which never leave.
 * `{kind: "no_header"}` when no row qualifies, `{kind: "too_many_columns"}` past 40 names.
 */
export function findHeaders(text) {
  const found = DELIMITERS.map((delimiter) => bestRow(text, delimiter)).filter(Boolean);
  if (found.length === 0) return { kind: "no_header" };
  const best = found.reduce((a, b) => (compare(b.points, a.points) > 0 ? b : a));
  const width = widthOf(best.cells);
  if (width > MAX_NAMES) return { kind: "too_many_columns" };
  return {
    line: best.line, delimiter: best.delimiter,
    names: best.cells.slice(0, width).map((cell) => (refusal(cell) === null ? cell.replace(/\s+/g, " ").trim() : "")),
    samples: best.rows.slice(0, 5).map((row) => row.cells),
  };
}

/** What a template is kept under: the names as compared, and the delimiter; never the file's name. */
export const templateKey = (names, delimiter) => JSON.stringify([delimiter, ...names.map(fold)]);
