// <portfolio-forget data-key="…">: the page after a sign-out or a deletion takes this reader's portfolio out of the
// browser and says whether that was possible. Nothing of another reader's is touched.

import { forget } from "../portfolio/place.js";

class PortfolioForget extends HTMLElement {
  connectedCallback() {
    const outcome = forget(this.dataset.key) ? "done" : "refused";
    for (const each of this.querySelectorAll("[data-outcome]")) each.hidden = each.dataset.outcome !== outcome;
  }
}

customElements.define("portfolio-forget", PortfolioForget);
