// <portfolio-import>: files become cards, kept in this browser; only asking.js sends (header names, once seen).

import { MAX_BYTES } from "../decode.js";
import { Store } from "../store.js";
import { Words } from "./words.js";

// What reads files weighs more than the rest of the import: it comes with the first sign that there is one to read.
const reading = () => import("./card.js");
const SIGNS = ["pointerover", "focusin", "dragenter"];
const template = (root, name) => root.querySelector(`template[data-template="${name}"]`);

/** Dispatches `portfolio:changed` (bubbling) after every write to the store. */
class PortfolioImport extends HTMLElement {
  connectedCallback() {
    if (this.store) return; // moved within the page
    Object.assign(this, { store: new Store(), cards: [], secret: false });
    this.language = document.documentElement.lang;
    this.words = new Words(template(this, "words").content.querySelectorAll("[data-word]"), this.language);
    this.select = this.part("currency");
    this.prepareCurrency();
    this.part("files").addEventListener("change", (event) => this.chosen(event.target));
    this.part("paste").querySelector("form").addEventListener("submit", (event) => this.pasted(event));
    for (const sign of SIGNS) this.addEventListener(sign, () => reading().catch(() => {}), { once: true });
    this.addEventListener("click", (event) => this.press(event.target.closest("[data-import]")?.dataset.import));
    for (const type of ["dragenter", "dragover", "dragleave", "drop"]) this.addEventListener(type, (event) => this.drag(event));
    this.store.watch(window, ({ state }) => this.remember(state.currency));
    document.addEventListener("portfolio:changed", (event) => {
      if (event.target !== this) this.remember(this.store.load().state.currency);
    });
    document.addEventListener("portfolio:shown", () => this.conceal());
    this.conceal();
  }

  part(name) {
    return this.querySelector(`[data-part="${name}"]`);
  }

  prepareCurrency() {
    const names = new Intl.DisplayNames([this.language], { type: "currency" });
    for (const option of this.select.querySelectorAll("option:not([value=''])")) {
      option.value = option.textContent.trim();
      option.textContent = `${option.value} · ${names.of(option.value)}`;
    }
    this.remember(this.store.load().state.currency);
    this.select.addEventListener("change", () => {
      const currency = this.select.value || null;
      const { trouble } = this.store.update((state) => ({ ...state, currency }));
      for (const card of this.cards) card.refresh();
      if (!trouble) this.changed({ currency });
    });
  }

  /** The currency as it is kept; one that the page does not offer is offered then. */
  remember(currency) {
    const value = currency ?? "";
    if (![...this.select.options].some((option) => option.value === value)) this.select.append(new Option(value, value));
    if (this.select.value === value) return;
    this.select.value = value;
    for (const card of this.cards) card.refresh();
  }

  /** Follows the privacy of the page and of what is kept. */
  conceal() {
    const secret = this.store.load().state.privacy || this.closest("[data-secret]") !== null;
    if (secret === this.secret) return;
    this.secret = secret;
    for (const card of this.cards) card.refresh();
  }

  changed(detail) {
    this.dispatchEvent(new CustomEvent("portfolio:changed", { bubbles: true, detail }));
  }

  press(what) {
    if (what === "choose") this.part("files").click();
    if (what === "save-all") for (const card of this.cards.filter((each) => each.ready)) card.keep();
  }

  chosen(input) {
    const files = [...input.files];
    input.value = ""; // so that the same file can be chosen again after a correction
    return this.take(files);
  }

  async pasted(event) {
    event.preventDefault();
    const field = event.target.querySelector("textarea");
    const card = await this.add({ title: this.words.say("pasted"), bytes: new TextEncoder().encode(field.value) });
    if (card && card.found.kind !== "error") field.value = ""; // else it stays, to be corrected
  }

  drag(event) {
    if (!event.dataTransfer?.types.includes("Files")) return undefined;
    event.preventDefault();
    this.classList.toggle("over", event.type === "dragover" || event.type === "dragenter");
    return event.type === "drop" ? this.take([...event.dataTransfer.files]) : undefined;
  }

  async take(files) {
    for (const file of files) await this.add(await opened(file));
  }

  /** The card of what is to be read; null, and said, where the scripts for it do not come. */
  async add(source) {
    const found = await reading().catch(() => null);
    if (found === null) {
      this.part("status").textContent = this.words.say("not_loaded");
      return null;
    }
    const tools = {
      words: this.words, store: this.store, language: this.language, api: this.dataset.api,
      token: this.querySelector("[name=csrfmiddlewaretoken]").value,
      templates: { card: template(this, "card"), columns: template(this, "columns") },
      currency: () => this.select.value, secret: () => this.secret, changed: () => this.look(), gone: (card) => this.drop(card),
      saved: (pie) => {
        this.remember(this.store.load().state.currency);
        this.look();
        this.changed({ pie: pie.id });
      },
    };
    const card = new found.Card(source, tools);
    this.cards.push(card);
    this.part("cards").append(card.root);
    this.part("status").textContent = card.heard;
    this.look();
    return card;
  }

  look() {
    this.part("all").hidden = this.cards.filter((card) => card.ready).length < 2;
  }

  drop(card) {
    this.cards = this.cards.filter((each) => each !== card);
    card.root.remove();
    this.look();
    this.querySelector('[data-import="choose"]').focus();
  }
}

// One byte more than is read: the reader then says itself that the file is too large.
async function opened(file) {
  try {
    return { title: file.name, filename: file.name, bytes: new Uint8Array(await file.slice(0, MAX_BYTES + 1).arrayBuffer()) };
  } catch {
    return { title: file.name, error: { kind: "unreadable", line: null, column: null, detail: "" } };
  }
}

customElements.define("portfolio-import", PortfolioImport);
