// Delimited text to records. Strict about quotes: a stray one would swallow a row without a word.

export const DELIMITERS = [",", ";", "\t", "|"];

const END_OF_LINE = /\r\n|\r|\n/g;
// ="0700": a formula that keeps a spreadsheet from reading a ticker or an account as a number.
const FORMULA = /^="([^"]*)"$/;
const BLANK_LINE = /[^\S\r\n]*(?:\r\n|\r|\n)/y;

class Reader {
  constructor(text, delimiter) {
    this.text = text;
    this.delimiter = delimiter;
    this.at = 0;
    this.line = 1;
    const not = delimiter === "|" ? "\\|" : delimiter;
    this.plain = new RegExp(`[^${not}\\r\\n]*`, "y");
    this.blanks = delimiter === "\t" ? /[^\S\r\n\t]*/y : /[^\S\r\n]*/y;
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  atEndOfLine() {
    const char = this.text[this.at];
    return char === undefined || char === "\n" || char === "\r";
  }

  endLine() {
    if (this.text[this.at] === "\r" && this.text[this.at + 1] === "\n") this.at += 1;
    this.at += 1;
    this.line += 1;
  }

  /** Continues below the line in which a broken record starts. */
  resume({ line }, from) {
    const rest = /[^\r\n]*/y;
    rest.lastIndex = from;
    this.at = from + rest.exec(this.text)[0].length;
    this.line = line;
    this.endLine();
  }

  /** The cell's text, or null when its quotes do not fit. */
  cell() {
    const from = this.at;
    this.match(this.blanks);
    if (this.text[this.at] === '"') return this.quoted();
    this.at = from;
    return this.match(this.plain);
  }

  quoted() {
    const from = this.at + 1;
    let end = this.text.indexOf('"', from);
    while (end !== -1 && this.text[end + 1] === '"') end = this.text.indexOf('"', end + 2);
    if (end === -1) return null;
    const inside = this.text.slice(from, end);
    this.at = end + 1;
    this.match(this.blanks);
    if (!this.atEndOfLine() && this.text[this.at] !== this.delimiter) return null;
    this.line += inside.match(END_OF_LINE)?.length ?? 0;
    return inside.replaceAll('""', '"');
  }

  record() {
    const record = { line: this.line, cells: [], broken: null };
    for (;;) {
      const line = this.line;
      const cell = this.cell();
      if (cell === null) {
        record.broken = { line, column: record.cells.length + 1 };
        return record;
      }
      record.cells.push(cell[0] === "=" ? cell.replace(FORMULA, "$1") : cell);
      if (this.text[this.at] !== this.delimiter) return record;
      this.at += 1;
    }
  }
}

/** The beginning of a text, in which a header is looked for: far more than any file has above its table. */
export const searched = (text) => text.slice(0, 256 * 1024);

const isBlank = (cells) => cells.every((cell) => cell.trim() === "");

export const MOST_BROKEN = 20; // each may read to the end of the text

/**
 * The records that hold anything: `{line, cells, broken}`, line counted from 1 where the record starts.
 * A record whose quotes do not fit has `broken` (`{line, column}`) and is the last one; with `resume`, reading goes
 * on below its first line, up to 20 times: one more is the last.
 */
export function* records(text, delimiter, { resume = false } = {}) {
  const reader = new Reader(text, delimiter);
  let broken = 0;
  while (reader.at < text.length) {
    if (reader.match(BLANK_LINE) !== "") {
      reader.line += 1;
      continue;
    }
    const from = reader.at;
    const record = reader.record();
    if (record.broken || !isBlank(record.cells)) yield record;
    if (!record.broken) reader.endLine();
    else if (resume && broken < MOST_BROKEN) reader.resume(record, from);
    else return;
    broken += record.broken ? 1 : 0;
  }
}
