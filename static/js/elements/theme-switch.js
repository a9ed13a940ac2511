// <theme-switch>: light, dark or as the system, kept in this browser. theme.js applies it before the first paint.

const KEY = "svc.theme";

class ThemeSwitch extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const button = event.target.closest("[data-theme-choice]");
      if (button) this.#choose(button.dataset.themeChoice);
    });
    // Another tab chose: follow it.
    window.addEventListener("storage", (event) => {
      if (event.key === KEY) this.#apply(event.newValue ?? "auto");
    });
    this.#apply(document.documentElement.dataset.theme ?? "auto");
  }

  #choose(theme) {
    this.#apply(theme);
    try {
      if (theme === "auto") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
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
