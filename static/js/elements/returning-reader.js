// One file, since the headers of another weigh more than <muted-news> does.

// <since-visit>: counts, links and marks the figures and headlines that are new since the last visit. What was seen stays
// in this browser. A visit ends with half an hour away, so that reloading keeps the marks. The page of all news has the
// marks alone. After two days away the line leads to what happened since.

const KEY = "svc.seen";
const PAUSE = 30 * 60_000;
const NAMED = 3;
const DAY = 24 * 60 * 60_000;
const [LEAST_AWAY, MOST_AWAY] = [2, 30];

const rows = () => [...document.querySelectorAll("tr[data-figure]")];
const stories = () => [...document.querySelectorAll(".news > li[data-story]")];
// A newest observation: its period and its digits, the same in every language.
const figure = (row) => `${row.dataset.figure} ${row.querySelector(".value b").textContent.replace(/[^\d\u2212]/g, "")}`;
const number = (story) => Number(story.dataset.story);

/** {at, shown, story} of the visit before; null at the first one. Remembers what is shown now. */
function before(now, shown, story) {
  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(KEY));
    const earlier = kept && now - kept.at > PAUSE ? { at: kept.at, shown: kept.shown, story: kept.story } : kept?.earlier ?? null;
    // A page shows a part of it: what it does not show was seen when it was seen.
    const seen = { shown: { ...kept?.shown, ...shown }, story: Math.max(kept?.story ?? 0, story) };
    localStorage.setItem(KEY, JSON.stringify({ at: now, ...seen, earlier }));
    return earlier;
  } catch {
    return null; // storage refused or not ours: nothing is marked
  }
}

class SinceVisit extends HTMLElement {
  connectedCallback() {
    const shown = Object.fromEntries(rows().map((row) => [row.id, figure(row)]));
    const now = Date.now();
    const earlier = before(now, shown, Math.max(0, ...stories().map(number)));
    if (!earlier) return;
    const seen = earlier.shown ?? {};
    const changed = rows().filter((row) => seen[row.id] && seen[row.id] !== figure(row));
    const told = stories().filter((story) => earlier.story && number(story) > earlier.story);
    for (const row of changed) this.#mark(row, row.querySelector(".value"));
    for (const story of told) this.#mark(story, story.querySelector(".title"));
    // By the calendar (UTC), as the page counts them.
    const days = Math.floor(now / DAY) - Math.floor(earlier.at / DAY);
    if ("away" in this.dataset && earlier.at > 0 && days >= LEAST_AWAY) this.#lead(days);
    else if ("label" in this.dataset && changed.length + told.length) this.#name(changed, told);
  }

  #mark(item, place) {
    item.classList.add("changed");
    const words = document.createElement("span");
    words.className = "vis";
    words.lang = document.documentElement.lang; // a headline may be in another
    words.textContent = ` (${this.dataset.mark})`;
    place.append(words);
  }

  #lead(days) {
    const { away, absent, long } = this.dataset;
    const shown = Math.min(days, MOST_AWAY);
    const made = document.createElement("a");
    made.href = `${away}?days=${shown}`;
    made.textContent = (days > MOST_AWAY ? long : absent).replace("{days}", shown);
    this.replaceChildren(made);
  }

  #name(changed, told) {
    const { label, more, one, many } = this.dataset;
    const links = changed.slice(0, NAMED).map((row) => link(row, row.id.slice("row-".length)));
    if (changed.length > NAMED) links.push(link(changed[NAMED], more.replace("{count}", changed.length - NAMED)));
    if (told.length) links.push(link(told[0], (told.length === 1 ? one : many).replace("{count}", told.length)));
    this.replaceChildren(label, ...links.flatMap((each) => [" ", each]));
  }
}

function link(item, text) {
  const made = document.createElement("a");
  made.href = `#${item.id}`;
  made.textContent = text;
  return made;
}

customElements.define("since-visit", SinceVisit);

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
