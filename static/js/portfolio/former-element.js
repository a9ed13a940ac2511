// <portfolio-former>: asks whose the portfolio of an older version is. Shown only while there is one to ask about.

import { Former } from "./former.js";
import { Store } from "./store.js";

class PortfolioFormer extends HTMLElement {
  connectedCallback() {
    this.former = new Former(new Store());
    this.addEventListener("click", (event) => this.press(event.target.closest("[data-former]")?.dataset.former));
    this.hidden = !this.former.waits;
  }

  press(answer) {
    if (!answer) return;
    const trouble = this.former[answer]();
    for (const each of this.querySelectorAll("[data-reason]")) each.hidden = each.dataset.reason !== trouble;
    this.hidden = trouble === null;
    if (answer === "adopt" && trouble === null) this.dispatchEvent(new CustomEvent("portfolio:changed", { bubbles: true }));
    if (trouble === null) document.querySelector("h1").focus();
  }
}

customElements.define("portfolio-former", PortfolioFormer);
