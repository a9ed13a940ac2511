/** Hides the headlines of muted publishers; a story that others tell too stands under the first of theirs. */
class MutedNews extends HTMLElement {
  async connectedCallback() {
    const answer = await fetch(this.dataset.names, { headers: { Accept: "application/json" } }).catch(() => null);
    if (!answer?.ok || answer.redirected) return; // offline, or signed out meanwhile: the page stays as it was printed
    const muted = new Set((await answer.json()).publishers);
    if (!muted.size) return;
    for (const line of this.querySelectorAll(".also > li")) {
      line.hidden = muted.has(line.dataset.publisher);
    }
    for (const item of this.querySelectorAll(".news > li")) {
      if (muted.has(item.dataset.publisher)) this.#retell(item);
    }
  }

  /** Puts another publisher's headline in the place of a muted one's, or hides the story. */
  #retell(item) {
    // Publishers in another language are named without their titles.
    const told = item.querySelector(".also > li:not([hidden]) [lang]");
    const other = told?.closest("li");
    if (!other) {
      // Where the list of the others is left out, the story is one press away.
      item.hidden = true;
      return;
    }
    const title = item.querySelector(".title");
    title.replaceChildren(told);
    title.lang = told.lang;
    item.querySelector(".extract")?.remove();
    item.querySelector(".meta > .publisher").textContent = other.dataset.publisher;
    item.dataset.publisher = other.dataset.publisher;
    other.remove();
  }
}

customElements.define("muted-news", MutedNews);
