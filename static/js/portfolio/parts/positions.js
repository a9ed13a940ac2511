// The table of every position: searched, sorted by its headings, a hundred at a time.

import { changed, element, named, say } from "../dom.js";
import { direction, filled } from "../format.js";
import { matching, ordered } from "../listing.js";
import { correctionKey } from "../symbols.js";

const STEP = 100;

function listingCell({ symbol }, row, { words }) {
  const button = element("button", { type: "button", className: "listing" }, symbol ?? words.noQuote);
  button.dataset.listing = button.dataset.key = correctionKey(row);
  button.setAttribute("aria-label", filled(words.correct, { name: row.name || row.slice, symbol: symbol ?? words.noQuote }));
  return button;
}

function line(row, view) {
  const { format } = view;
  const share = (number) => changed(format.change(number), direction(number));
  const cells = [
    format.percent(row.weight), format.money(row.value), format.gain(row.result), share(row.result_percent),
    share(row.change), format.quantity(row.quantity), format.money(row.avg_price), format.money(row.price),
  ];
  return element("tr", {},
    element("th", { scope: "row" }, ...named(row), ...(row.quantity < 0 ? [" ", element("span", { className: "sub" }, view.words.short)] : [])),
    ...cells.map((cell) => element("td", { className: "num" }, cell)),
    element("td", {}, listingCell(view.listingOf(row), row, view)));
}

export class Positions {
  constructor(root) {
    this.root = root;
    Object.assign(this, { query: "", column: "weight", descending: true, most: STEP });
    root.querySelector("input[type=search]").addEventListener("input", (event) => this.search(event.target.value));
    root.querySelector("thead").addEventListener("click", (event) => this.sort(event.target.closest("[data-column]")));
    root.querySelector("[data-more]").addEventListener("click", () => this.more());
  }

  search(query) {
    this.query = query;
    this.most = STEP;
    this.draw();
  }

  sort(button) {
    if (!button) return;
    const { column } = button.dataset;
    // Names start at A, figures at the largest; a second press turns the order round.
    this.descending = this.column === column ? !this.descending : column !== "name" && column !== "symbol";
    this.column = column;
    this.draw();
  }

  more() {
    const before = this.most;
    this.most += STEP;
    this.draw();
    this.root.querySelectorAll("tbody button")[before]?.focus();
  }

  show(view) {
    this.view = view;
    this.draw();
  }

  draw() {
    const { rows, words, language, format } = this.view;
    const named = rows.map((row) => ({ ...row, name: row.name || row.slice }));
    const found = ordered(matching(named, this.query), this.column, { descending: this.descending, language });
    for (const button of this.root.querySelectorAll("[data-column]")) {
      const own = button.dataset.column === this.column;
      if (own) button.closest("th").setAttribute("aria-sort", this.descending ? "descending" : "ascending");
      else button.closest("th").removeAttribute("aria-sort");
    }
    this.root.querySelector("tbody").replaceChildren(...found.slice(0, this.most).map((row) => line(row, this.view)));
    this.root.querySelector("[data-more]").hidden = found.length <= this.most;
    this.root.querySelector(".scroll").hidden = found.length === 0;
    this.root.querySelector(".empty").hidden = found.length > 0;
    say(this.root, { found: filled(words.found, { found: format.number(found.length), all: format.number(rows.length) }) });
  }
}
