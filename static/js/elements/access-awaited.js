/** Asks until the processor's word has opened the paid tier, and shows it in place; after two minutes says so. */
const EVERY_MS = 2000;
const PATIENCE_MS = 120_000;

class AccessAwaited extends HTMLElement {
  connectedCallback() {
    this.since = Date.now();
    if (this.querySelector("[data-state=waiting]").hidden) return;
    this.next = setTimeout(() => this.ask(), EVERY_MS);
  }

  disconnectedCallback() {
    clearTimeout(this.next);
  }

  async ask() {
    const answer = await fetch(this.dataset.api, { headers: { Accept: "application/json" } }).catch(() => null);
    const found = answer?.ok ? await answer.json().catch(() => null) : null;
    // Credit opens the paid tier as well, but is not what is awaited here.
    if (["trial", "subscription"].includes(found?.source)) {
      this.show("active");
      return;
    }
    if (Date.now() - this.since > PATIENCE_MS) this.show("late");
    // Still asked, more rarely: the words say that it may take long.
    const wait = Date.now() - this.since > PATIENCE_MS ? EVERY_MS * 15 : EVERY_MS;
    this.next = setTimeout(() => this.ask(), wait);
  }

  show(state) {
    for (const part of this.querySelectorAll("[data-state]")) part.hidden = part.dataset.state !== state;
  }
}

customElements.define("access-awaited", AccessAwaited);
