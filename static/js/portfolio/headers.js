// Another broker's file: which row names the columns. Only that row's names may ever be sent, and only once shown.
// The first lines often hold the reader's name and account number, so "the first line" is never good enough.

import { fold } from "./fold.js";
import { DELIMITERS, records, searched } from "./rows.js";
import { arePositions, isSectionHeader } from "./sections.js";
import { isUnit, stripUnit } from "./units.js";

const MAX_NAMES = 40;
const MAX_NAME_LENGTH = 60;
const SEARCHED_ROWS = 400;
const MOST_CHOICES = 40;
const DATE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T,].*)?$/;
const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const TIME = /^\d{1,2}:\d\d/;
// A date within a name ("Value 31/12/2025") goes: it changes with every export, and its digits may not leave.
const DATE_WITHIN = /[([]?(?<!\d)(?:\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d\d)|\d{4}[-./]\d{1,2}[-./]\d{1,2})(?:[ T,]+\d{1,2}:\d\d(?::\d\d)?)?(?!\d)[)\]]?/g;
const YEAR_LAST = /(?<=\p{L}[\s.]*)\b(?:\d{1,2}\.?\s+\p{L}+\.?\s+)?(?:19|20)\d\d\s*$/u;

/** Why a cell may not leave the browser ("long", "digits", "colon", "address"), or null. */
export function refusal(cell) {
  const text = fold(cell);
  if ([...text].length > MAX_NAME_LENGTH) return "long";
  // Blanks and dashes within do not make an account number less of one.
  if (/\d{4}/.test(text.replace(/(?<=\d)[\s./-]+(?=\d)/g, ""))) return "digits";
  if (/[:：]$/.test(text)) return "colon";
  return text.includes("@") ? "address" : null;
}

/** A name as it is kept and sent: single blanks, no date. */
const nameOf = (cell) => cell.replace(DATE_WITHIN, " ").replace(YEAR_LAST, "").replace(/\s+/g, " ").trim();

const isNumber = (cell) => Boolean(stripUnit(cell.trim()));
const isValue = (cell) => isNumber(cell) || DATE.test(cell.trim()) || TIME.test(cell.trim()) || ISIN.test(cell.trim());
const isNamed = (cell) => /\p{L}/u.test(fold(cell));
const widthOf = (cells) => cells.findLastIndex((cell) => fold(cell) !== "") + 1;

/**
 * Whether this row can be a header: all text, three names at least that may leave. Among five or more a name that
 * may not (a date in it, say) is withheld; in a shorter row it is a sign that the row is about the holder.
 */
function couldBeHeader(cells) {
  const filled = cells.filter((cell) => fold(cell) !== "");
  const names = filled.map(nameOf).filter((name) => isNamed(name) && refusal(name) === null);
  const withheld = filled.filter((cell) => refusal(nameOf(cell)) !== null).length;
  return names.length >= 3 && new Set(names.map(fold)).size > names.length / 2
    && !filled.some(isValue) && (withheld === 0 || (names.length >= 5 && withheld <= names.length / 4));
}

// A row of data under these columns: of equal width (empty last cells may be missing) and with a value in it.
function fits(header, cells) {
  const width = widthOf(header);
  const used = widthOf(cells);
  if (!cells.some(isValue) || !cells.slice(header.length, used).every(isUnit)) return false;
  return cells.length === header.length || used === width || used > header.length || (cells.length >= width && used <= width);
}

// The first row counts neither for nor against the header when it is a group's title, or data with a cell too many.
function dataBelow(rows, at) {
  const header = rows[at].cells;
  const next = rows[at + 1]?.cells ?? [];
  const isPassedOver = next.filter((cell) => fold(cell) !== "").length === 1 || (next.some(isValue) && !fits(header, next));
  const first = at + (isPassedOver ? 2 : 1);
  const below = rows.slice(first, first + 11);
  const isOther = ({ cells }) => (isSectionHeader(header) && fold(cells[0]) !== fold(header[0])) || !fits(header, cells);
  const end = below.findIndex(isOther);
  return end === -1 ? below.length : end;
}

function score(rows, at) {
  const { cells } = rows[at];
  const below = dataBelow(rows, at);
  if (below === 0) return null;
  const named = cells.filter(isNamed).length;
  const positions = arePositions(rows, at);
  return [positions ? 1 : 0, named * below, named];
}

function compare(a, b) {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at === -1 ? 0 : a[at] - b[at];
}

function rowsOf(text, delimiter) {
  const rows = [];
  for (const record of records(searched(text), delimiter, { resume: true })) {
    if (rows.length === SEARCHED_ROWS) break;
    if (!record.broken) rows.push(record);
  }
  return rows;
}

function bestRow(text, delimiter) {
  const rows = rowsOf(text, delimiter);
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

const likeliest = (text) => DELIMITERS.map((delimiter) => bestRow(text, delimiter)).filter(Boolean)
  .reduce((a, b) => (a !== null && compare(b.points, a.points) <= 0 ? a : b), null);

/** The delimiter that makes the most cells of the first rows. */
const commonest = (text) => DELIMITERS.map((delimiter) => [delimiter, rowsOf(text, delimiter).reduce((sum, { cells }) => sum + cells.length, 0)])
  .reduce((a, b) => (b[1] > a[1] ? b : a))[0];

function rowAt(text, line) {
  const delimiter = likeliest(text)?.delimiter ?? commonest(text);
  const rows = rowsOf(text, delimiter);
  const at = rows.findIndex((row) => row.line === line);
  return at === -1 ? null : { line, delimiter, cells: rows[at].cells, rows: rows.slice(at + 1) };
}

/** `[{line, text}]`: the first rows that a reader could choose as the header, for this browser alone. */
export function headerChoices(text) {
  const delimiter = likeliest(text)?.delimiter ?? commonest(text);
  return rowsOf(text, delimiter).filter(({ cells }) => cells.filter((cell) => fold(cell) !== "").length > 1).slice(0, MOST_CHOICES)
    .map(({ line, cells }) => ({ line, text: cells.map((cell) => cell.trim()).filter(Boolean).join(" · ") }));
}

/**
 * `{line, delimiter, names, samples, width, sendable}`: the header row of a decoded file (the row at `line` when the
 * reader chose one), its names as they would be sent (trimmed, without dates, "" for a column unnamed or withheld), up
 * to five rows below it to show beside them, which never leave, and the number of its cells, empty ones included.
 * Not `sendable` is a chosen row that does not look like a header: it may be about the holder.
 * `{kind: "no_header"}` when no row qualifies, `{kind: "too_many_columns"}` past 40 names.
 */
export function findHeaders(text, line = null) {
  const best = line === null ? likeliest(text) : rowAt(text, line);
  if (best === null) return { kind: "no_header" };
  const width = widthOf(best.cells);
  if (width > MAX_NAMES) return { kind: "too_many_columns" };
  return {
    line: best.line, delimiter: best.delimiter, width: best.cells.length, sendable: couldBeHeader(best.cells),
    names: best.cells.slice(0, width).map(nameOf).map((name) => (refusal(name) === null ? name : "")),
    samples: best.rows.slice(0, 5).map((row) => row.cells),
  };
}

/** What a template is kept under: the names as compared, and the delimiter; never the file's name. */
export const templateKey = (names, delimiter) => JSON.stringify([delimiter, ...names.map(fold)]);
