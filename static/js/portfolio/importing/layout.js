// Another broker's table in a card: its header as it stands, what would be sent, and the columns to confirm.

import { element } from "../dom.js";
import { isTemplate } from "../template.js";
import { askFormat } from "./asking.js";
import { ColumnsForm, choices } from "./columns-form.js";
import { put } from "./preview.js";

const SAMPLES = 3;

/** `onTemplate(template)` gets what the reader sees in the form, null while it does not hold together. */
export class Layout {
  constructor(root, found, { words, api, token, kept, secret, onTemplate }) {
    Object.assign(this, { root, found, words, api, token, secret, onTemplate, broker: "" });
    this.columns = root.querySelector('[data-part="columns"]');
    this.form = new ColumnsForm(this.columns.querySelector("form"), found.header.names, words, () => this.changed());
    this.showHeader();
    root.querySelector('[data-import="ask"]').addEventListener("click", () => this.ask());
    root.querySelector('[data-import="by-hand"]').addEventListener("click", () => this.byHand(""));
    root.querySelector('[data-import="forget"]').addEventListener("click", () => this.propose());
    if (isTemplate(kept, found.header.names.length)) this.show(kept, "known", { open: false });
    else this.propose();
  }

  showHeader() {
    const { header, deeds } = this.found;
    put(this.root, "intro", this.words.say("intro", { line: header.line }));
    put(this.root, "deeds", deeds ? this.words.say("deeds") : "");
    const names = choices(header.names, this.words);
    this.root.querySelector("thead tr").replaceChildren(...names.map(({ label }) => element("th", { scope: "col" }, label)));
    this.showSamples();
    const sent = header.names.filter(Boolean).map((name) => element("code", {}, name));
    this.root.querySelector('[data-say="sent"]').replaceChildren(...sent.flatMap((code) => [code, " "]));
    const withheld = header.names.flatMap((name, at) => (name ? [] : [at + 1])).join(", ");
    put(this.root, "withheld", withheld ? this.words.say("withheld", { columns: withheld }) : "");
  }

  /** The first rows, as they stand; none while amounts are hidden. */
  showSamples() {
    const { names, samples } = this.found.header;
    const shown = this.secret() ? [] : samples.slice(0, SAMPLES);
    this.root.querySelector("tbody").replaceChildren(...shown.map((cells) =>
      element("tr", {}, ...names.map((_, index) => element("td", {}, cells[index] ?? "")))));
  }

  /** Nothing is known of these columns: offer to ask, unless the row may be about the holder. */
  propose() {
    if (!this.found.header.sendable) return this.byHand("");
    this.part("ask").hidden = false;
    this.columns.hidden = true;
    this.say("");
    return this.onTemplate(null);
  }

  part(name) {
    return this.root.querySelector(`[data-part="${name}"]`);
  }

  say(text) {
    this.root.querySelector('[data-say="asked"]').textContent = text;
  }

  async ask() {
    const buttons = [...this.part("ask").querySelectorAll("button")];
    for (const button of buttons) button.disabled = true;
    this.say(this.words.say("asking"));
    const { template, broker, madeBy, refused, minutes } = await askFormat(this.found.header, this);
    for (const button of buttons) button.disabled = false;
    if (refused) return this.byHand(this.words.say(refused, { minutes }));
    this.broker = broker;
    return this.show(template, madeBy, { open: madeBy !== "shipped" });
  }

  byHand(why) {
    this.columns.hidden = false;
    this.columns.open = true;
    this.changed();
    this.say(why || this.words.say("incomplete"));
    if (this.root.isConnected) this.form.form.querySelector("select").focus();
  }

  show(template, how, { open }) {
    this.form.template = template;
    this.part("ask").hidden = true;
    this.columns.hidden = false;
    this.columns.open = open;
    this.columns.querySelector('[data-import="forget"]').hidden = how !== "known";
    this.say(this.words.say(how, { broker: this.broker }));
    this.onTemplate(template);
  }

  changed() {
    const { template } = this.form;
    this.say(template ? "" : this.words.say("incomplete"));
    this.onTemplate(template);
  }
}
