// What every page runs: small elements over finished HTML. Each page works without any of them.

import "./age.js";

// Elements that not every page has come with the pages that do.
if (document.querySelector("local-time")) import("./elements/local-time.js");
if (document.querySelector("since-visit, muted-news")) import("./elements/returning-reader.js");
if (document.querySelector("offline-note")) import("./elements/offline-note.js");
if (document.querySelector("chart-reader")) import("./elements/chart-reader.js");
if (document.querySelector("market-strip")) import("./elements/market-strip.js");

// What only answers the reader comes when it is first turned to; the press or the key that asked for it is then repeated.
const LATER = {
  "a.enlarge": ["larger-view", () => import("./elements/larger-view.js")],
  "[data-tone-choice]": ["tone-switch", () => import("./elements/tone-switch.js")],
  "[data-shortcuts]": ["shortcut-keys", () => import("./elements/shortcut-keys.js")],
  "[data-listen]": ["listen-aloud", () => import("./elements/listen-aloud.js")],
  "glossary-term": ["glossary-term", () => import("./elements/glossary-term.js")],
};

/** The nearest thing around the event's target whose element is not there yet, with what brings it. */
function awaited({ target, ctrlKey, metaKey, shiftKey, altKey }) {
  if (ctrlKey || metaKey || shiftKey || altKey) return null;
  for (const [selector, [name, load]] of Object.entries(LATER)) {
    const place = target.closest?.(selector);
    if (place && document.querySelector(name) && !customElements.get(name)) return { place, load };
  }
  return null;
}

document.addEventListener("click", (event) => {
  const found = awaited(event);
  if (!found) return;
  event.preventDefault();
  const { target } = event;
  found.load().then(() => target.dispatchEvent(new MouseEvent("click", event)), () => found.place.href && location.assign(found.place.href));
});
for (const kind of ["pointerover", "focusin"]) {
  document.addEventListener(kind, (event) => awaited(event)?.load().catch(() => {}));
}
const keys = LATER["[data-shortcuts]"];
document.addEventListener("keydown", function key(event) {
  if (!document.querySelector(keys[0]) || !"jkn/?".includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  document.removeEventListener("keydown", key);
  if (customElements.get(keys[0])) return;
  if (event.key === "/" && !event.target.closest("input, textarea, select")) event.preventDefault(); // Firefox's own search
  const { target } = event;
  keys[1]().then(() => target.dispatchEvent(new KeyboardEvent("keydown", event)), () => {});
});
if (location.hash === "#news-q") document.querySelector(location.hash)?.focus();

// Its scripts and the list of prices outweigh the rest of the page: they come when the reader opens it.
document.querySelector("portfolio-panel details")?.addEventListener("toggle", () => import("./elements/portfolio-panel.js"), { once: true });

// <theme-switch>: light, dark or as the system, kept in this browser. theme.js applies it before the first paint. Every
// page has it, so it is no file of its own: the headers of one weigh more than it does.
const THEME = "svc.theme";

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("[data-theme-choice]");
      if (button) this.#choose(button.dataset.themeChoice);
    });
    // Another tab chose: follow it.
    window.addEventListener("storage", (event) => {
      if (event.key === THEME) this.#apply(event.newValue ?? "auto");
    });
    this.#apply(document.documentElement.dataset.theme ?? "auto");
  }

  #choose(theme) {
    this.#apply(theme);
    try {
      if (theme === "auto") localStorage.removeItem(THEME);
      else localStorage.setItem(THEME, theme);
    } catch { /* storage refused: it holds for this page */ }
  }

  #apply(theme) {
    const root = document.documentElement;
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    else delete root.dataset.theme;
    for (const button of this.querySelectorAll("[data-theme-choice]")) {
      button.setAttribute("aria-pressed", String(button.dataset.themeChoice === (root.dataset.theme ?? "auto")));
    }
  }
}

customElements.define("theme-switch", ThemeSwitch);
