// <shortcut-keys>: single keys for who reads by keyboard, listed in a card that "?" and the link at the page's end open.
// They stay out of fields, of every combination with another key and of open cards, and can be switched off (WCAG 2.1.4).

const KEY = "svc.keys";
const TYPING = "input, textarea, select, [contenteditable], [role=textbox]";
const OPEN = "dialog[open], [popover]:popover-open";

class ShortcutKeys extends HTMLElement {
  connectedCallback() {
    const opener = document.querySelector("[data-shortcuts]");
    opener.hidden = typeof this.showPopover !== "function";
    if (opener.hidden) return;
    opener.addEventListener("click", () => this.showPopover());
    this.querySelector("[data-close]").addEventListener("click", () => this.hidePopover());
    this.on = this.querySelector("input");
    this.on.checked = !off();
    this.on.addEventListener("change", () => keep(this.on.checked));
    document.addEventListener("keydown", (event) => this.#key(event));
    this.addEventListener("toggle", (event) => {
      if (event.newState === "open") this.querySelector("[data-close]").focus();
    });
  }

  #key(event) {
    if (off() || event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.(TYPING)) return;
    const card = document.querySelector(OPEN);
    if (card && !(card === this && event.key === "?")) return;
    const act = { j: () => step(1), k: () => step(-1), n: () => step(1, ".changed"), "/": search, "?": () => this.togglePopover() }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** The figures and stories of the page, in their order. */
function items(kind) {
  return [...document.querySelectorAll(`tr[data-figure]${kind}, .news > li${kind}, .archive > li${kind}`)].filter((each) => each.checkVisibility());
}

/** From where the focus is to the next or the one before; from elsewhere to the nearest below or above it. */
function step(way, kind = "") {
  const all = items(kind);
  const here = document.activeElement;
  const after = all.filter((item) => !item.contains(here) && (here === document.body || here.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING));
  const earlier = all.filter((item) => !item.contains(here) && !after.includes(item));
  const next = way > 0 ? after[0] : earlier.at(-1);
  next?.querySelector("a")?.focus();
}

function search() {
  const field = document.querySelector("[type=search]");
  if (field) field.focus();
  else location.assign("/news#news-q");
}

function off() {
  try {
    return localStorage.getItem(KEY) === "off";
  } catch {
    return false; // storage refused: on
  }
}

function keep(on) {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch { /* storage refused */ }
}

customElements.define("shortcut-keys", ShortcutKeys);
