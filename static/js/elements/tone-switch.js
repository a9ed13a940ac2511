// <tone-switch>: shows the texts of another tone at once; all tones are in the page. Without script its
// links ask the server, which keeps the choice in the same cookie.

const YEAR = 365 * 24 * 3600;

class ToneSwitch extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => {
      const link = event.target.closest("[data-tone-choice]");
      const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!link || !plain) return;
      event.preventDefault();
      this.#choose(link);
    });
  }

  #choose(chosen) {
    const tone = chosen.dataset.toneChoice;
    for (const text of document.querySelectorAll("[data-tone]")) text.hidden = text.dataset.tone !== tone;
    for (const link of this.querySelectorAll("[data-tone-choice]")) {
      if (link === chosen) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    this.querySelector("[role=status]").textContent = chosen.textContent;
    const secure = location.protocol === "https:" ? "; Secure" : "";
    document.cookie = `${this.dataset.cookie}=${tone}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
    // An address that still asked for the other tone would undo the choice at the next load.
    const address = new URL(location.href);
    address.searchParams.delete("tone");
    history.replaceState(history.state, "", address);
  }
}

customElements.define("tone-switch", ToneSwitch);
