// <since-visit>: names the figures that are new since the reader's last visit, and marks their rows. What was
// seen stays in this browser. A visit ends with half an hour away, so that reloading keeps the marks.

const KEY = "svc.seen";
const PAUSE = 30 * 60_000;
const NAMED = 3;

function rows() {
  return [...document.querySelectorAll("tr[data-figure]")];
}

/** What was shown at the visit before; null at the first one. Remembers what is shown now. */
function before(now, shown) {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY));
    const earlier = kept && now - kept.at > PAUSE ? kept.shown : kept?.earlier ?? null;
    localStorage.setItem(KEY, JSON.stringify({ at: now, shown, earlier }));
    return earlier;
  } catch {
    return null; // storage refused or not ours: nothing is marked
  }
}

class SinceVisit extends HTMLElement {
  connectedCallback() {
    const shown = Object.fromEntries(rows().map((row) => [row.id, row.dataset.figure]));
    const earlier = before(Date.now(), shown);
    if (!earlier) return;
    const changed = rows().filter((row) => earlier[row.id] && earlier[row.id] !== row.dataset.figure);
    for (const row of changed) this.#mark(row);
    if (changed.length) this.#name(changed);
  }

  #mark(row) {
    row.classList.add("changed");
    const words = document.createElement("span");
    words.className = "vis";
    words.textContent = this.dataset.mark;
    row.querySelector(".value").append(words);
  }

  #name(changed) {
    const links = changed.slice(0, NAMED).map((row) => {
      const link = document.createElement("a");
      link.href = `#${row.id}`;
      link.textContent = row.id.slice("row-".length);
      return link;
    });
    const rest = changed.length - links.length;
    this.replaceChildren(this.dataset.label, ...links.flatMap((link) => [" ", link]));
    if (rest) this.append(` ${this.dataset.more.replace("{count}", rest)}`);
  }
}

customElements.define("since-visit", SinceVisit);
