// <portfolio-sync>: the encrypted copy on the page. Finished HTML, of which it shows the part for the phase.

import { formats, localeOf, soon } from "./format.js";
import { Store } from "./store.js";
import { SyncApi } from "./sync-api.js";
import { SyncSession } from "./sync-session.js";

class PortfolioSync extends HTMLElement {
  connectedCallback() {
    this.language = document.documentElement.lang;
    this.locale = localeOf(this.language);
    this.store = new Store();
    // WebCrypto is there on https and on this very machine only.
    if (!globalThis.crypto?.subtle) return this.draw({ phase: "unsupported", note: null, busy: false });
    if ("unpaid" in this.dataset) return this.draw({ phase: "closed", note: "payment", busy: false }); // asking would be refused
    const token = this.querySelector("[name=csrfmiddlewaretoken]").value;
    this.session = new SyncSession({
      store: this.store,
      api: new SyncApi({ url: this.dataset.api, statusUrl: this.dataset.status, token }),
      show: (session) => this.draw(session),
      brought: () => this.dispatchEvent(new CustomEvent("portfolio:changed", { bubbles: true })),
    });
    this.addEventListener("submit", (event) => this.submit(event));
    this.addEventListener("click", (event) => this.press(event.target.closest("[data-sync]")?.dataset.sync));
    for (const name of ["portfolio:changed", "portfolio:shown"]) document.addEventListener(name, () => this.session.changed());
    window.addEventListener("storage", () => this.session.changed());
    window.addEventListener("online", () => this.session.retry());
    this.session.start();
    return undefined;
  }

  submit(event) {
    event.preventDefault();
    const { pin, again } = event.target.elements;
    const typed = pin.value;
    if (again && again.value !== typed) {
      this.session.say(this.session.phase, "mismatch");
      this.draw(this.session);
      again.select();
      return;
    }
    event.target.reset(); // the PIN stays nowhere
    if (again) this.newPin(typed, event.target);
    else this.session.unlock(typed);
  }

  async newPin(typed, form) {
    await this.session.setUp(typed);
    const details = form.closest("details");
    if (this.session.note !== null) form.elements.pin.focus();
    else if (details) details.open = false;
  }

  press(deed) {
    if (deed === "again") this.session.start();
    else if (deed === "lock" || deed === "remove") this.session[deed]();
    else if (deed) this.session.choose(deed);
  }

  draw(session) {
    this.ariaBusy = String(session.busy);
    const focused = document.activeElement;
    for (const part of this.querySelectorAll("[data-phase]")) part.hidden = !part.dataset.phase.split(" ").includes(session.phase);
    // What is not to be had is not tried again.
    if (["payment", "off"].includes(session.note)) this.querySelector("[data-sync=again]").parentElement.hidden = true;
    for (const note of this.querySelectorAll("[data-note]")) note.hidden = note.dataset.note !== session.note;
    this.fill("working", session.busy ? this.dataset.working : "");
    this.fill("pending", session.pending ? this.dataset.pending : "");
    if (session.updatedAt) this.fill("time", this.time(session.updatedAt));
    if (session.bytes) this.fill("size", this.size(session.bytes));
    if (session.triesLeft !== undefined) this.fill("tries", new Intl.NumberFormat(this.locale).format(session.triesLeft));
    if (session.seconds) this.fill("wait", soon(session.seconds, this.language));
    if (session.phase === "conflict") for (const side of ["here", "copy"]) this.list(side, session[side]);
    // What had the focus is not there any more.
    if (this.contains(focused) && focused.closest("[hidden]")) this.querySelector("h2").focus();
  }

  fill(name, text) {
    for (const slot of this.querySelectorAll(`[data-slot="${name}"]`)) {
      if (slot.textContent !== text) slot.textContent = text;
    }
  }

  time(moment) {
    return new Date(moment).toLocaleString(this.locale, { dateStyle: "medium", timeStyle: "short" });
  }

  size(bytes) {
    return new Intl.NumberFormat(this.locale, { style: "unit", unit: "kilobyte", maximumFractionDigits: 0 }).format(bytes / 1000).replace(" ", "\u00a0");
  }

  /** One of the two to choose from: its pies, and the value unless amounts are hidden. */
  list(side, { pies, positions, value, currency }) {
    const root = this.querySelector(`[data-side="${side}"]`);
    const hidden = this.store.load().state.privacy;
    const format = formats({ language: this.language, currency, hidden, words: this.dataset });
    const rows = [...pies.map((pie) => [pie.name || this.dataset.unnamed, format.number(pie.positions)]),
      [this.dataset.together, format.number(positions)]];
    root.querySelector("tbody").replaceChildren(...rows.map(([name, count]) => {
      const row = root.querySelector("template").content.cloneNode(true);
      row.querySelector("th").textContent = name;
      row.querySelector("td").textContent = count;
      return row;
    }));
    root.querySelector("[data-value]").textContent = format.money(value);
  }
}

customElements.define("portfolio-sync", PortfolioSync);
