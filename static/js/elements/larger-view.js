// <larger-view>: one card that shows a row of figures larger. What the row shows is copied; the chart that can be read
// out, the explanation and the limits are fetched from its page once the card is open. Without script the
// row's links lead to that page.

const pages = new Map();

/** {note, limits, basis, place, chart} of a row's page; where that cannot be had, the row's own words, or null. */
async function page(row, address) {
  if (row.dataset.note) return row.dataset; // a row that visitors see, to whom the page is not open
  if (!pages.has(address)) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
    const page = answer?.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    const textOf = (part) => page?.querySelector(`[data-larger=${part}]`)?.textContent;
    if (!textOf("note")) return null;
    pages.set(address, { note: textOf("note"), limits: textOf("limits"), chart: page.querySelector("chart-reader"), ...page.querySelector("article").dataset });
  }
  return pages.get(address);
}

class LargerView extends HTMLElement {
  connectedCallback() {
    if (typeof this.showPopover !== "function") return; // an older browser follows the links
    document.addEventListener("click", (event) => {
      const opener = event.target.closest?.("a.enlarge");
      const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (!opener || !plain) return;
      event.preventDefault();
      this.#open(opener);
    });
    this.querySelector("[data-close]").addEventListener("click", () => this.hidePopover());
    this.addEventListener("toggle", (event) => {
      if (event.newState === "closed") this.opener?.focus({ preventScroll: true });
    });
  }

  #open(opener) {
    this.opener = opener;
    const row = opener.closest("tr");
    const link = row.querySelector("th a");
    this.querySelector("h3").textContent = link.firstChild.textContent;
    this.querySelector(".go a").href = link.href;
    this.#say("dated", link.nextSibling.textContent.trim());
    this.#say("spark", opener.querySelector("svg").getAttribute("aria-label"));
    const value = [...row.querySelector(".value").childNodes].filter((part) => !part.matches?.(".vis, .enlarge"));
    this.querySelector("[data-say=value]").replaceChildren(...value.map((part) => part.cloneNode(true)));
    this.querySelector(".chart").replaceChildren(opener.querySelector("path").cloneNode());
    this.#plot(null);
    this.#stand(undefined);
    this.#explain(row, opener.href);
    this.showPopover();
  }

  /** The sparkline until the chart of the figure's page is there. */
  #plot(chart) {
    for (const part of this.querySelectorAll(".chart, [data-say=spark]")) part.toggleAttribute("hidden", Boolean(chart));
    this.querySelector("[data-plot]").replaceChildren(...(chart ? [document.importNode(chart, true)] : []));
    if (chart) import("./chart-reader.js");
  }

  #stand(text) {
    const place = this.querySelector(".place");
    place.hidden = text === undefined;
    if (place.hidden) return;
    const share = Number(text);
    const { top, bottom, share: sentence } = this.dataset;
    this.#say("share", share > 99 ? top : share < 1 ? bottom : sentence.replace("{share}", text));
    for (const end of ["x1", "x2"]) place.querySelector(".mark").setAttribute(end, text);
  }

  async #explain(row, address) {
    const list = this.querySelector("dl");
    list.hidden = true;
    const found = await page(row, address);
    if (!found || this.opener.closest("tr") !== row) return;
    if (found.basis) this.#say("dated", `${this.querySelector("[data-say=dated]").textContent} · ${found.basis}`);
    this.#stand(found.place);
    this.#say("note", found.note);
    this.#say("limits", found.limits);
    list.hidden = false;
    if (found.chart) this.#plot(found.chart);
  }

  #say(name, text) {
    this.querySelector(`[data-say=${name}]`).textContent = text;
  }
}

customElements.define("larger-view", LargerView);
