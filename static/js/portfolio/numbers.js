// Amounts as brokers write them. A cell is wholly a number, a word for "unknown", or an error; never a prefix.

const BLANKS = /[\s\u180e\u200b-\u200d\u2060\ufeff]/g;
const BROKEN = /\d[^\S\n\r]*[\n\r]\s*\d/; // two lines of one cell are two numbers
const APOSTROPHES = /['\u2018\u2019\u02bc`\u00b4\u066c]/g; // the last groups Arabic thousands
const WIDE_MARKS = /[\uff0c\uff0e]/g;
const ARABIC_DECIMAL = /\u066b(\d*)/;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
// Compared without dots and slashes: "k. A.", "k.A." and "k/A" are one word.
const UNKNOWN = new Set(["na", "nd", "nan", "null", "none", "ka", "nv", "nb", "nvt", "nc", "sd", "bd", "tbd", "unknown",
  "notavailable", "unavailable", "notapplicable", "keineangabe", "keineangaben", "nichtverfügbar", "unbekannt",
  "nondisponibile", "nondisp", "nonapplicabile", "sconosciuto", "nondisponible", "indisponible", "nonapplicable",
  "nodisponible", "nodisp", "nãodisponível", "indisponível", "nietbeschikbaar", "onbekend", "ikketilgængelig",
  "ikketilgjengelig", "ejtillgänglig", "saknas", "brak", "brakdanych", "niedostępne"]);
const SPREADSHEET_ERROR = /^#¡?\p{L}[\p{L}\d./]*[!?]?$/u; // #N/A, #N/D, #NV, #DIV/0!, #¡VALOR!
export const CODES =
  "AED|AUD|BGN|BRL|CAD|CHF|CLP|CNH|CNY|COP|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|ISK|JPY|KRW|KWD|MXN|MYR|" +
  "NOK|NZD|PEN|PHP|PLN|QAR|RON|RSD|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR";
// Pence (p, GBX) are not here: money in a pie is in the account's currency. units.js reads them in other tables.
const CURRENCY = `(?:(?:US|CA|AU|NZ|HK|[ACRS])?\\$|\\p{Sc}|${CODES}|kr\\.?|zł|Kč|Ft|Fr\\.?|lei)`;
const PENCE = /GBp|GBx/; // CODES ignores case and would take these for pounds
const DASHED = new RegExp(`^(?:${CURRENCY})?-[-.,/]*(?:${CURRENCY})?$`, "iu"); // "--", "-.-", "€ -"
const BODY = "(?<body>[\\d.,]*\\d)";
const PLAIN = /^-?[\d.,]*\d$/; // nearly every cell: spares it the forms below
const SIGNED = new RegExp(
  `^(?<s1>[-+])?(?<c1>${CURRENCY})?(?<s2>[-+])?${BODY}(?<s3>-)?(?<c2>${CURRENCY})?(?<s4>-)?$`, "iu",
);
const BRACKETED = new RegExp(
  `^(?<c1>${CURRENCY})?\\((?<c2>${CURRENCY})?${BODY}(?<c3>${CURRENCY})?\\)(?<c4>${CURRENCY})?$`, "iu",
);
const FORMS = {
  // "1,23,456": India groups by twos above the thousands.
  ".": /^(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})?(?:\.\d+)?$/,
  ",": /^(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+)?(?:,\d+)?$/,
};
// As spreadsheets save small and large numbers, and a whole number with its mark and nothing after it.
const SCIENTIFIC = /^(?<sign>[-+]?)(?<whole>\d+)(?:(?<mark>[.,])(?<rest>\d*))?e(?<power>[-+]?\d{1,3})$/i;
const TRAILING = /^([^.]*\d)\.$/;
const LONGEST = 400; // digits; nothing real comes near, and a regular expression stays quick

/** "1.5E-4" as "0.00015", with the mark it had; a third decimal is padded, so that no mark is taken for grouping. */
function written({ sign, whole, mark = "", rest = "", power }) {
  const digits = whole + rest;
  const point = whole.length + Number(power);
  if (Math.abs(point) > LONGEST) return null;
  const padded = point <= 0 ? "0".repeat(1 - point) + digits : digits.padEnd(point, "0");
  const at = Math.max(point, 1);
  const [head, tail] = [padded.slice(0, at).replace(/^0+(?=\d)/, ""), padded.slice(at)];
  return tail ? `${sign}${head}${mark || "."}${tail.padEnd(4, "0")}` : sign + head;
}

function isUnknown(text) {
  const word = text.toLowerCase();
  return word === "" || UNKNOWN.has(word.replace(/[./]/g, "")) || SPREADSHEET_ERROR.test(word) || DASHED.test(text);
}

function signs(groups) {
  return ["s1", "s2", "s3", "s4"].map((key) => groups[key]).filter(Boolean);
}

function currencies(groups) {
  return ["c1", "c2", "c3", "c4"].filter((key) => groups[key]).length;
}

/** `null` for unknown, `undefined` for no number, else `{negative, body}` with body of digits, dots and commas. */
export function strip(cell) {
  if (cell.length <= LONGEST && PLAIN.test(cell)) {
    return { negative: cell[0] === "-", body: cell[0] === "-" ? cell.slice(1) : cell };
  }
  if (BROKEN.test(cell)) return undefined;
  let text = cell.replace(BLANKS, "").replace(APOSTROPHES, "").replace(DASHES, "-").replace(WIDE_MARKS, (mark) => mark.normalize("NFKC"))
    .replace(ARABIC_DECIMAL, (_mark, rest) => `.${rest.padEnd(4, "0")}`).replace(TRAILING, "$1.0"); // padded as in `written`
  const scientific = text.length <= LONGEST ? SCIENTIFIC.exec(text)?.groups : undefined;
  if (scientific) text = written(scientific) ?? text;
  if (text.length > LONGEST || PENCE.test(text)) return undefined;
  if (isUnknown(text)) return null;
  const bracketed = BRACKETED.exec(text)?.groups;
  const groups = bracketed ?? SIGNED.exec(text)?.groups;
  if (!groups || currencies(groups) > 1) return undefined;
  const found = signs(groups);
  if (found.length > 1) return undefined;
  return { negative: Boolean(bracketed) || found[0] === "-", body: groups.body };
}

/** The decimal mark that this body proves ("." or ","), or null when it could be read both ways. */
export function evidence(body) {
  const marks = body.replace(/\d/g, "");
  if (marks === "") return null;
  const last = marks.at(-1);
  const other = last === "." ? "," : ".";
  if (marks.length > 1) {
    const decimal = marks === last.repeat(marks.length) ? other : last;
    return FORMS[decimal].test(body) ? decimal : null;
  }
  const [head, tail] = body.split(last);
  const grouping = tail.length === 3 && /^[1-9]\d{0,2}$/.test(head);
  return grouping ? null : last;
}

/** The decimal mark of a whole file: the cells decide, the delimiter only when none of them does. */
export function decimalMark(cells, delimiter) {
  let dots = 0;
  let commas = 0;
  for (const cell of cells) {
    const found = strip(cell);
    const mark = found ? evidence(found.body) : null;
    if (mark === ".") dots += 1;
    if (mark === ",") commas += 1;
  }
  if (dots === commas) return dots === 0 && delimiter === ";" ? "," : ".";
  return dots > commas ? "." : ",";
}

/** `null` when unknown, `undefined` when it is no number in this style, else a finite number (never -0). */
export function amount(cell, decimal) {
  const found = strip(cell);
  if (!found) return found;
  if (!FORMS[decimal].test(found.body)) return undefined;
  const plain = found.body.replaceAll(decimal === "." ? "," : ".", "").replace(",", ".");
  const size = Number(plain);
  if (!Number.isFinite(size)) return undefined;
  return found.negative && size !== 0 ? -size : size;
}
