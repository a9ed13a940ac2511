// <portfolio-viewer>: shows what this browser keeps. It asks the service for nothing but the universe, whole.

import { showFigures } from "./parts/figures.js";
import { Example } from "./parts/example.js";
import { ListingDialog } from "./parts/listing-dialog.js";
import { Pies } from "./parts/pies.js";
import { Positions } from "./parts/positions.js";
import { Takeaway } from "./parts/takeaway.js";
import { Troubles } from "./parts/troubles.js";
import { localDay, withToday } from "./state.js";
import { Store } from "./store.js";
import { fetchUniverse } from "./universe.js";
import { viewOf } from "./view.js";

/** Dispatches `portfolio:shown` after each drawing; its `view` (see view.js) is for the parts beside it. */
class PortfolioViewer extends HTMLElement {
  connectedCallback() {
    this.store = new Store();
    Object.assign(this, { universe: null, prices: "waiting", width: this.clientWidth });
    const tools = { change: (change) => this.change(change), tell: (text) => this.tell(text) };
    this.positions = new Positions(this.part("positions"));
    this.pies = new Pies(this.part("pies"), tools);
    this.takeaway = new Takeaway(this.part("takeaway"), tools);
    this.troubles = new Troubles(this.part("troubles"), this.store);
    this.example = new Example(this);
    this.dialog = new ListingDialog(this.part("listing"), tools);
    this.addEventListener("click", (event) => this.press(event.target));
    document.addEventListener("portfolio:changed", () => this.arrived());
    this.store.watch(window, () => {
      this.read();
      this.tell(this.dataset.elsewhere);
      this.ask();
    });
    new ResizeObserver(() => this.resized()).observe(this);
    this.read();
    this.remember();
    this.ask();
  }

  part(name) {
    return this.querySelector(`[data-view="${name}"]`);
  }

  tell(text) {
    this.querySelector("[data-message]").textContent = text;
  }

  /** Reads what is kept and shows it. */
  read() {
    const { state, trouble } = this.store.load();
    Object.assign(this, { state, secret: this.unkept ?? state.privacy });
    if (state.pies.length > 0) this.example.state = null;
    this.troubles.show(trouble);
    this.show();
  }

  /** Keeps a change and shows the outcome; false, with its message, when it could not be kept. */
  change(change) {
    if (this.example.state) return this.example.change(change);
    const { state, trouble } = this.store.update(change);
    this.troubles.show(trouble);
    if (trouble === null) this.state = state;
    this.show();
    return trouble === null;
  }

  /** Something was imported or brought in by a part of this page. */
  arrived() {
    this.read();
    this.remember();
    this.ask();
    if (this.state.pies.length > 0) navigator.storage?.persist?.(); // else a full disk may take the holdings
  }

  /** Keeps the day's snapshot. */
  remember() {
    const day = localDay(new Date());
    if (withToday(this.state, day) !== this.state) this.change((state) => withToday(state, day));
  }

  async ask() {
    if ((this.example.state ?? this.state).pies.length === 0 || this.asked) return;
    this.asked = true;
    this.universe = await fetchUniverse(this.dataset.universe);
    this.prices = this.universe ? "ready" : "unavailable";
    this.asked = this.prices === "ready";
    this.show();
  }

  press(target) {
    const listing = target.closest("[data-listing]")?.dataset.listing;
    if (listing) this.dialog.open(listing, this.view);
    const deed = target.closest("[data-press]")?.dataset.press;
    if (deed === "privacy") this.hide(!this.secret);
    if (deed === "again") this.ask();
    if (deed === "example") this.example.toggle();
    if (deed === "forget") this.forget();
  }

  /** Hides at once, even where the browser refuses to remember it. */
  hide(secret) {
    this.secret = secret;
    this.unkept = this.change((state) => ({ ...state, privacy: secret })) ? null : secret;
    this.tell(secret ? this.dataset.hiddenNow : this.dataset.shownNow);
  }

  forget() {
    if (!this.store.clear()) return this.troubles.show("refused");
    this.part("takeaway").querySelector("[data-forget]").open = false;
    this.dispatchEvent(new CustomEvent("portfolio:changed", { bubbles: true }));
    this.tell(this.dataset.forgotten);
    document.querySelector("h1").focus();
  }

  viewOf(state) {
    const { universe, prices, secret } = this;
    return viewOf(state, { universe, prices, language: document.documentElement.lang, words: this.dataset, hidden: secret });
  }

  show() {
    const { state, example: { state: example }, secret } = this;
    const view = this.viewOf(example ?? state);
    this.view = view;
    const [full, shown] = [state.pies.length > 0, view.rows.length > 0];
    const now = { empty: !full && !example, full, shown, none: full && !shown, example: example !== null };
    for (const part of document.querySelectorAll("[data-when]")) part.hidden = !now[part.dataset.when];
    this.toggleAttribute("data-secret", secret);
    this.querySelector("[data-press=privacy]").setAttribute("aria-pressed", String(secret));
    const focused = document.activeElement?.dataset.key;
    this.takeaway.show(example ? this.viewOf(state) : view); // an empty browser is where a copy is brought back
    if (full) this.pies.show(view);
    if (shown) {
      showFigures((name) => this.part(name), view);
      this.positions.show(view);
    }
    if (focused) this.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    this.dispatchEvent(new CustomEvent("portfolio:shown", { bubbles: true, detail: example ? this.viewOf(state) : view }));
  }

  resized() {
    if (this.clientWidth === this.width) return;
    this.width = this.clientWidth;
    this.show();
  }
}

customElements.define("portfolio-viewer", PortfolioViewer);
