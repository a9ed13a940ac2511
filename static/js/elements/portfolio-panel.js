// <portfolio-panel>: what the portfolio page shows in full, in three lines. Loaded when the reader opens them.

import { changed, drawn, say } from "../portfolio/dom.js";
import { direction } from "../portfolio/format.js";
import { Store } from "../portfolio/store.js";
import { fetchUniverse } from "../portfolio/universe.js";
import { coverage, viewOf } from "../portfolio/view.js";

const SHARES = 6;

class PortfolioPanel extends HTMLElement {
  connectedCallback() {
    this.store = new Store();
    Object.assign(this, { universe: null, prices: "waiting" });
    this.store.watch(window, () => this.show());
    this.show();
    this.ask();
  }

  async ask() {
    if (this.store.load().state.pies.length === 0) return;
    this.universe = await fetchUniverse(this.dataset.universe);
    this.prices = this.universe ? "ready" : "unavailable";
    this.show();
  }

  show() {
    const { state } = this.store.load();
    const words = this.dataset;
    const { universe, prices } = this;
    const language = document.documentElement.lang;
    const view = viewOf(state, { universe, prices, language, words, hidden: state.privacy });
    const { format, move, rows, totals } = view;
    const full = rows.length > 0;
    const moved = move && move.change !== null;
    say(this, {
      value: full ? format.money(totals.value) : words.nothing,
      result: full ? changed(format.change(totals.result_percent), direction(totals.result)) : null,
      covered: moved ? `(${coverage(view)})` : null,
      today: moved ? changed(format.change(move.change), direction(move.change)) : words[prices === "ready" ? "uncovered" : prices],
    });
    this.querySelector("[data-today]").hidden = !full;
    this.draw(rows);
  }

  /** The heaviest positions side by side, the rest as what is left of the bar. */
  draw(rows) {
    let x = 0;
    this.querySelector("svg").replaceChildren(...rows.slice(0, SHARES).filter((row) => row.weight !== null).map((row) => {
      const bar = drawn("rect", { x, y: 0, width: Math.max(0, row.weight - 0.6), height: 8 });
      x += row.weight;
      return bar;
    }));
  }
}

customElements.define("portfolio-panel", PortfolioPanel);
