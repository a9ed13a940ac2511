// <portfolio-explain>: shows what would be sent, asks once for consent, then shows the explanation, kept in memory only.

import { aged } from "../age.js";
import { element } from "./dom.js";
import { Consent, explanation, paragraphsOf, sentOf } from "./explain-call.js";
import { formats, localeOf, soon } from "./format.js";

class PortfolioExplain extends HTMLElement {
  connectedCallback() {
    if (!this.querySelector("[data-part=text]")) return; // another tier: the page says so
    this.language = document.documentElement.lang;
    this.consent = new Consent();
    Object.assign(this, { sent: { positions: [], left_out: [] }, busy: false, note: null, found: null, about: null });
    this.format = formats({ language: this.language, currency: null, hidden: false, words: this.dataset });
    this.addEventListener("click", (event) => this.press(event.target.closest("[data-explain]")?.dataset.explain));
    document.addEventListener("portfolio:shown", (event) => this.arrived(event.detail));
    const view = document.querySelector("portfolio-viewer")?.view;
    if (view) this.arrived(view);
    else this.draw();
  }

  /** The page shows another portfolio, or the same with more known about it. */
  arrived(view) {
    if (view.pies.length === 0 && view.state.pies.length === 0) {
      this.consent.withdraw(); // it goes with the portfolio
      Object.assign(this, { found: null, about: null, note: null });
    }
    this.sent = sentOf(view);
    this.waiting = view.prices === "waiting";
    this.list();
    this.draw();
  }

  get phase() {
    if (this.sent.positions.length === 0) return this.waiting ? "waiting" : "nothing";
    return this.consent.given ? "agreed" : "asking";
  }

  press(deed) {
    if (deed === "agree") this.consent.give();
    if (deed === "agree" || deed === "again") this.ask();
    if (deed === "withdraw") this.withdraw();
  }

  withdraw() {
    this.consent.withdraw();
    Object.assign(this, { found: null, about: null, note: "withdrawn" });
    this.draw();
    this.querySelector("h2").focus();
  }

  async ask() {
    if (this.busy || !this.consent.given) return;
    const { positions } = this.sent;
    Object.assign(this, { busy: true, note: null });
    this.draw();
    const { dataset } = this;
    const token = this.querySelector("[name=csrfmiddlewaretoken]").value;
    const found = await explanation({ url: dataset.api, token, positions, tone: dataset.tone, lang: dataset.lang });
    this.busy = false;
    if (!this.consent.given) return this.draw(); // withdrawn meanwhile: the answer is not wanted any more
    if (found.kind === "ok") Object.assign(this, { found, about: JSON.stringify(positions) });
    else Object.assign(this, { note: found.kind, seconds: found.seconds });
    this.draw();
    if (found.kind === "ok") this.querySelector("[data-part=text] h3").focus();
    return undefined;
  }

  draw() {
    const { phase } = this;
    this.ariaBusy = String(this.busy);
    for (const part of this.querySelectorAll("[data-phase]")) part.hidden = !part.dataset.phase.split(" ").includes(phase);
    const note = this.note ?? (this.found && this.about !== JSON.stringify(this.sent.positions) ? "changed" : null);
    for (const each of this.querySelectorAll("[data-note]")) each.hidden = each.dataset.note !== note;
    this.fill("working", this.busy ? this.dataset.working : "");
    if (this.seconds) this.fill("wait", soon(this.seconds, this.language));
    for (const button of this.querySelectorAll("[data-explain=agree], [data-explain=again]")) button.ariaDisabled = String(this.busy);
    this.show(this.found);
  }

  fill(name, text) {
    for (const slot of this.querySelectorAll(`[data-slot="${name}"]`)) {
      if (slot.textContent !== text) slot.textContent = text;
    }
  }

  /** The text with its labels, for people and for machines. */
  show(found) {
    const part = this.querySelector("[data-part=text]");
    part.hidden = !found;
    if (!found || part.shown === found) {
      if (!found) part.querySelector("[data-slot=text]").replaceChildren();
      return;
    }
    part.shown = found;
    part.dataset.writtenBy = found.written_by;
    part.dataset.reviewedBy = found.reviewed_by.join(" ");
    part.dataset.digitalSourceType = found.source_type;
    part.querySelector("[data-slot=badge]").hidden = found.written_by !== "ai";
    part.querySelector("[data-slot=text]").replaceChildren(...paragraphsOf(found.text).map((text) => element("p", {}, text)));
    this.fill("by", found.label);
    this.fill("review", found.review);
    const moment = new Date(found.generated_at).toLocaleTimeString(localeOf(this.language), { timeStyle: "short" });
    const age = element("time", { dateTime: found.generated_at }, moment);
    part.querySelector("[data-slot=age]").replaceChildren(aged(age, this.language));
  }

  /** Exactly what the call sends, row by row, and by name what stays here. */
  list() {
    for (const body of this.querySelectorAll("[data-sent]")) {
      body.replaceChildren(...this.sent.positions.map(({ ticker, weight }) => element(
        "tr", {}, element("th", { scope: "row", className: "code" }, ticker), element("td", { className: "num" }, this.format.percent(weight, 2)),
      )));
    }
    const left = this.sent.left_out.map(({ slice, name }) => name || slice);
    for (const part of this.querySelectorAll("[data-left]")) part.hidden = left.length === 0;
    this.fill("left", left.join(", "));
  }
}

customElements.define("portfolio-explain", PortfolioExplain);
