// The reader's own word on which quote a position means. It stays in this browser.

import { element, say } from "../dom.js";
import { filled } from "../format.js";
import { withCorrection } from "../state.js";
import { correctionKey, listings } from "../symbols.js";

const SYMBOL = /^[A-Z0-9^][A-Z0-9.=^-]{0,19}$/;

export class ListingDialog {
  constructor(dialog, { change, tell }) {
    Object.assign(this, { dialog, change, tell, form: dialog.querySelector("form") });
    this.form.addEventListener("submit", (event) => this.keep(event));
    dialog.querySelector("[data-do=cancel]").addEventListener("click", () => dialog.close());
    this.form.elements.symbol.addEventListener("input", () => { this.form.elements.choice.value = "other"; });
  }

  open(key, view) {
    const position = view.rows.find((row) => correctionKey(row) === key);
    if (!position) return;
    this.key = key;
    this.position = position;
    const { words } = view;
    const { symbol, how, candidates } = view.listingOf(position);
    const found = listings(view.universe, {})(position).symbol; // as without the reader's word
    say(this.dialog, { position: position.name || position.slice, found: found ?? words.noQuote, how: words[`how_${how}`] ?? words.how_none });
    this.offer(candidates.filter((each) => each !== found), view);
    const { choice, symbol: other } = this.form.elements;
    other.value = "";
    this.refuse(false);
    choice.value = how !== "corrected" ? "found" : symbol === null ? "none" : candidates.includes(symbol) ? `is ${symbol}` : "other";
    if (how === "corrected" && choice.value === "") choice.value = "found";
    if (choice.value === "other") other.value = symbol;
    this.dialog.showModal();
  }

  offer(symbols, { universe, words }) {
    this.dialog.querySelector("[data-candidates]").replaceChildren(...symbols.map((symbol) => {
      const { name, currency } = universe.tickers[symbol];
      return element("label", { className: "check" },
        element("input", { type: "radio", name: "choice", value: `is ${symbol}` }),
        filled(words.candidate, { symbol, name: name || words.notKnown, currency: currency || words.notKnown }));
    }));
  }

  refuse(yes) {
    this.form.elements.symbol.setAttribute("aria-invalid", String(yes));
    this.dialog.querySelector(".field-error").hidden = !yes;
  }

  keep(event) {
    event.preventDefault();
    const choice = this.form.elements.choice.value;
    const typed = this.form.elements.symbol.value.trim().toUpperCase();
    if (choice === "other" && !SYMBOL.test(typed)) {
      this.refuse(true);
      this.form.elements.symbol.focus();
      return;
    }
    const symbol = { found: undefined, none: null, other: typed }[choice];
    const wanted = choice.startsWith("is ") ? choice.slice(3) : symbol;
    const { key } = this;
    this.dialog.close();
    if (this.change((state) => withCorrection(state, key, wanted))) this.tell(this.dialog.dataset.kept);
  }
}
