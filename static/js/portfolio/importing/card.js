// One file in the import: read, looked at, corrected, then kept or put away.

import { stem } from "../csv.js";
import { element } from "../dom.js";
import { formats } from "../format.js";
import { readFile, readTable } from "../reading.js";
import { copyOf } from "./copies.js";
import { HeaderChoice } from "./header-choice.js";
import { Layout } from "./layout.js";
import { put, showPreview } from "./preview.js";
import { SaveForm } from "./save-form.js";

/**
 * `source` is `{title, filename, bytes}`, or `{title, error}` of a file that could not be opened. `tools`: `words`,
 * `store`, `templates` (of the page, by name), `api`, `token`, `language`, `currency()` of the account, `secret()`
 * (whether amounts are hidden), and `changed()`, `saved(pie)`, `gone(card)` to be told.
 */
export class Card {
  constructor(source, tools) {
    Object.assign(this, { source, tools, found: null, read: null, template: null, rowsIn: null, line: null, saved: null });
    this.root = copyOf(tools.templates.card).querySelector("article");
    put(this.root, "title", source.title);
    this.choice = new HeaderChoice(this.part("header"), tools, (line) => this.headedBy(line));
    this.form = new SaveForm(this.part("save"), tools, () => this.keep());
    this.root.querySelector('[data-import="discard"]').addEventListener("click", () => tools.gone(this));
    this.part("currencies").querySelector("select").addEventListener("change", (event) => {
      this.rowsIn = event.target.value;
      this.refresh();
    });
    this.open();
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  open() {
    const { bytes, filename, error } = this.source;
    this.found = error ? { kind: "error", error } : readFile(bytes, { filename, line: this.line });
    this.choice.show(this.found);
    if (this.found.kind === "error") this.fail(this.found.error);
    if (this.found.kind === "pie") this.show(this.found);
    if (this.found.kind === "table") this.lay();
  }

  headedBy(line) {
    this.line = line;
    this.template = this.layout = null;
    this.part("layout").hidden = true;
    this.open();
  }

  lay() {
    const place = this.part("layout");
    const { words, api, token, secret, store, templates } = this.tools;
    place.replaceChildren(copyOf(templates.columns));
    place.hidden = false;
    const kept = store.load().state.templates[this.found.key];
    this.layout = new Layout(place, this.found, { words, api, token, kept, secret, onTemplate: (template) => this.apply(template) });
  }

  /** Reads the table anew by this template; null puts the preview away. */
  apply(template) {
    this.template = template;
    if (template === null) return this.fail(this.found.hint);
    const read = readTable(this.found, template, this.rowsIn ?? this.tools.currency());
    return read.error ? this.fail(read.error) : this.show(read);
  }

  /** Tells of an error (null of none) and shows nothing that could be saved. */
  fail(error) {
    put(this.root, "error", error ? this.tools.words.error(error) : "");
    this.read = null;
    this.part("preview").hidden = true;
    this.form.hide();
    this.tools.changed();
  }

  show(read) {
    const { words, language, currency, secret } = this.tools;
    put(this.root, "error", "");
    this.read = read;
    const preview = this.part("preview");
    const format = formats({
      language, currency: read.currency || currency(), hidden: secret(),
      words: { hidden: words.say("hidden"), unknown: words.say("unknown") },
    });
    showPreview(preview, read, { words, format });
    this.showCurrencies(read, currency());
    preview.hidden = false;
    this.form.show(read.ok.name ?? (this.layout?.broker || stem(this.source.filename)));
    this.tools.changed();
  }

  showCurrencies({ currencies = [], currency }, account) {
    const part = this.part("currencies");
    part.hidden = currencies.length < 2;
    part.querySelector("select").replaceChildren(
      ...currencies.map((code) => element("option", { value: code, selected: code === currency }, code)));
    const foreign = this.foreign;
    this.part("foreign").hidden = foreign === null;
    if (foreign) {
      put(this.root, "foreign", this.tools.words.say("foreign", { file: foreign, account }));
      put(this.root, "own", this.tools.words.say("own", { account }));
    }
  }

  /** The file's currency where it is not the account's, or null. */
  get foreign() {
    const [file, account] = [this.read?.currency, this.tools.currency()];
    return file && account && file !== account ? file : null;
  }

  /** The account's currency or the page's privacy changed. */
  refresh() {
    this.choice.show(this.found);
    this.layout?.showSamples();
    if (this.template) this.apply(this.template);
    else if (this.read) this.show(this.read);
  }

  get ready() {
    return this.read !== null;
  }

  /** What a listener hears when the file is read: its name and how much it holds, or why it could not be read. */
  get heard() {
    const { words } = this.tools;
    if (this.read) return words.say("read", { name: this.source.title, count: words.count("positions", this.read.ok.positions.length) });
    return this.found.kind === "table" ? words.say("intro", { line: this.found.header.line }) : words.error(this.found.error);
  }

  /** Keeps the pie; with trouble everything stays as it is, the preview too. */
  keep() {
    const kept = this.template ? { key: this.found.key, template: this.template } : null;
    const currency = this.tools.currency() || this.read.currency || "";
    const own = this.part("foreign").querySelector("input").checked ? null : this.foreign;
    this.saved = this.form.keep(this.read.ok, { kept, currency, own });
    if (this.saved === null) return;
    this.read = this.template = null;
    for (const name of ["header", "layout", "preview", "save"]) this.part(name).hidden = true;
    const { words } = this.tools;
    put(this.root, "saved", words.say("saved", { name: this.saved.name, count: words.count("positions", this.saved.positions.length) }));
    this.part("saved").hidden = false;
    this.root.querySelector('[data-say="title"]').focus();
    this.tools.saved(this.saved);
  }
}
