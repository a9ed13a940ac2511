// A holdings snapshot of another broker, read by a template. A row that cannot be read is left out and named.

import { MAX_ROWS } from "./csv.js";
import { denominations } from "./denomination.js";
import { fold } from "./fold.js";
import { firstText, readRow, textOf } from "./holding-rows.js";
import { evidence } from "./numbers.js";
import { failure } from "./pie-rows.js";
import { MOST_BROKEN, records } from "./rows.js";
import { total } from "./sums.js";
import { NUMBERS, isTemplate } from "./template.js";
import { isTotalWord, totalsAmong } from "./totals.js";
import { quantityIn, stripUnit } from "./units.js";

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
const DATED = /^(?:date|time|datum|data|ora|tijd|zeit|uhrzeit|heure|fecha|hora)\b/;

// Why a row is left out before any of it is read ("filter", "skip", "malformed"), or null.
function unwanted({ cells, broken }, { columns, row_filter: filters, skip_rows: skipped }) {
  if (broken) return "malformed";
  const cell = (index) => fold(cells[index] ?? "");
  const naming = [0, columns.slice, columns.name, columns.isin].filter((index) => Number.isInteger(index));
  const words = new Set(skipped.map(fold));
  if (!filters.every((each) => cell(each.column) === fold(each.equals))) return "filter";
  return naming.some((index) => words.has(cell(index))) ? "skip" : null;
}

function rowsBelow(text, header, template) {
  const rows = [];
  const leftOut = [];
  const broken = [];
  for (const record of records(text, header.delimiter, { resume: true })) {
    if (record.broken) broken.push(record.broken);
    if (record.line <= header.line) continue;
    const why = unwanted(record, template);
    if (why === null) rows.push(record);
    else leftOut.push({ line: record.line, slice: firstText(record), name: "", why });
    if (rows.length > MAX_ROWS) return failure("too_large", record.line, null, `${MAX_ROWS} rows`);
  }
  const [first] = broken;
  const unreadable = first && (rows.length === 0 || broken.length > MOST_BROKEN);
  return unreadable ? failure("malformed", first.line, first.column, "quote") : { rows, leftOut };
}

/**
 * `{decimal, guessed}`, the decimal mark of the file: the chosen columns decide; where they prove nothing, the others.
 * Where none does, the delimiter is a guess, if a cell in question has a mark at all.
 */
function markOf(rows, { names, delimiter }, chosen) {
  const bodies = (indexes) => rows.flatMap(({ cells }) => indexes.flatMap((index) => stripUnit(cells[index] ?? "")?.body ?? []));
  const proved = (indexes) => {
    const marks = bodies(indexes).map(evidence);
    return marks.filter((mark) => mark === ".").length - marks.filter((mark) => mark === ",").length;
  };
  const others = names.map((_, index) => index).filter((index) => !chosen.includes(index) && !DATED.test(fold(names[index])));
  const dots = proved(chosen) || proved(others);
  const guessed = dots === 0 && bodies(chosen).some((body) => /[.,]/.test(body));
  return { decimal: dots === 0 ? (delimiter === ";" ? "," : ".") : dots > 0 ? "." : ",", guessed };
}

// Totals among the rows that were read, and among those without a quantity.
function withoutTotals(read, rows, { columns }) {
  const labels = (row) => [0, columns.slice, columns.name, columns.isin].map((index) => textOf(row, index)).filter(Boolean);
  const named = (row) => ISIN.test(textOf(row, columns.isin)) || ISIN.test(textOf(row, columns.slice))
    || (textOf(row, columns.slice) !== "" && !isTotalWord(textOf(row, columns.slice)));
  const held = read.flatMap((each, at) => (each.position ? [at] : []));
  const found = totalsAmong(held.map((at) => ({ labels: labels(rows[at]), named: named(rows[at]), ...read[at].position })));
  const sums = new Set([...found].map((index) => held[index]));
  const isTotal = (each, at) => sums.has(at) || (!each.position && !named(rows[at]) && labels(rows[at]).some(isTotalWord));
  return read.map((each, at) => (isTotal(each, at) ? { line: each.line, slice: each.slice, name: each.name, why: "total" } : each));
}

const ERRORS = { number: "bad_number", cells: "bad_row", short: "bad_row", nameless: "bad_row", signs: "bad_number" };
const DETAILS = { cells: "too many cells", short: "too few cells", nameless: "no ticker" };

function nothingHeld(rows, leftOut) {
  if (rows.length === 0) return failure("no_positions");
  const wrong = leftOut.find(({ why }) => why in ERRORS);
  return wrong ? failure(ERRORS[wrong.why], wrong.line, wrong.column, DETAILS[wrong.why] ?? wrong.detail) : failure("unfunded_pie");
}

function currenciesOf(held) {
  const counts = new Map();
  for (const { code } of held) if (code !== null) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a));
}

/**
 * The same answer as `parsePie`, of a decoded file, its header (as `findHeaders` gives it) and a template, in one
 * currency: `currency` where rows are in it, else the commonest. Rows in others, totals, rows without a quantity and
 * rows that cannot be read are left out; only a file without a single holding is an error. Totals are sums, never read.
 *
 * Beside `ok`: `leftOut` (`[{line, slice, name, why, detail}]`), `decimal`, `delimiter`, `currencies` (the codes, the
 * commonest first), `currency` (the one read, null when unknown), `unsure` (see denomination.js) and `guessed` (the mark).
 */
export function readHoldings(text, header, template, currency = null) {
  if (!isTemplate(template, header.names.length)) return failure("missing_columns", header.line);
  const { rows, leftOut, error } = rowsBelow(text, header, template);
  if (error) return { error };
  const { columns } = template;
  const { decimal, guessed } = markOf(rows, header, NUMBERS.map((key) => columns[key]).filter((index) => Number.isInteger(index)));
  const money = denominations(rows.filter((row) => quantityIn(textOf(row, columns.quantity), decimal)), header, columns, decimal);
  const usual = rows.reduce((least, { cells }) => Math.min(least, Math.max(cells.length, header.width)), Infinity);
  const context = { template, decimal, money, header, usual };
  const read = withoutTotals(rows.map((row) => readRow(row, context)), rows, template);
  const held = read.filter((each) => each.position);
  leftOut.push(...read.filter((each) => !each.position));
  if (held.length === 0) return nothingHeld(rows, leftOut);
  return { ...inOneCurrency(held, leftOut, currency), decimal, guessed, delimiter: header.delimiter, unsure: money.unsure };
}

function inOneCurrency(held, leftOut, wanted) {
  const currencies = currenciesOf(held);
  const code = currencies.includes(wanted) ? wanted : currencies[0] ?? null;
  const isOther = (each) => currencies.length > 1 && each.code !== code;
  const others = held.filter(isOther).map(({ line, slice, name, code: detail }) => ({ line, slice, name, why: "currency", detail: detail ?? "" }));
  const positions = held.filter((each) => !isOther(each)).map((each) => each.position);
  const sum = (key) => total(positions.map((each) => each[key]));
  return {
    ok: { name: null, invested: sum("invested"), value: sum("value"), result: sum("result"), positions },
    leftOut: [...leftOut, ...others].sort((a, b) => a.line - b.line),
    currencies, currency: code === "$" ? null : code,
  };
}
