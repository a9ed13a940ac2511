// The page's words: they stand in its templates, in its language; here they only get their numbers and names.

import { filled } from "../format.js";

/** Which text tells of an error: `{key, where}`, `where` being "at_cell", "at_line" or null. */
export function errorKeys({ kind, line, column, detail, reason }) {
  const special = {
    malformed: detail === "quote" ? "malformed" : "malformed_twice",
    bad_row: `bad_row_${detail.replaceAll(" ", "_")}`,
    missing_columns: reason ? `missing_columns_${reason}` : "missing_columns",
    not_csv: detail === "markup" || detail === "json" ? "not_csv_text" : "not_csv",
  };
  return { key: special[kind] ?? kind, where: line === null ? null : column === null ? "at_line" : "at_cell" };
}

/** What the reader can do: errors of a row, and of a file without rows, have one remedy each; the others name theirs. */
function remedyOf(kind) {
  if (kind === "bad_row" || kind === "bad_number") return "mend_row";
  return kind === "empty_file" || kind === "no_positions" ? "mend_file" : null;
}

/** The words of the `[data-word]` elements in a template of the page; `language` chooses plurals. */
export class Words {
  constructor(elements, language) {
    this.texts = new Map([...elements].map((each) => [each.dataset.word, each.textContent.trim()]));
    this.language = language;
  }

  say(key, values = {}) {
    return filled(this.texts.get(key) ?? "", values);
  }

  /** "1 position", "2 positions": the plural of the page's language. */
  count(key, number, values = {}) {
    const one = new Intl.PluralRules(this.language).select(number) === "one";
    const text = new Intl.NumberFormat(this.language).format(number);
    return this.say(one ? `${key}_one` : `${key}_other`, { ...values, count: text });
  }

  error(error) {
    const { key, where } = errorKeys(error);
    const place = where ? `${this.say(where, { line: error.line, column: error.column })} ` : "";
    const remedy = this.say(remedyOf(error.kind) ?? "");
    return `${place}${this.say(key, { detail: error.detail })}${remedy && ` ${remedy}`}`;
  }
}
