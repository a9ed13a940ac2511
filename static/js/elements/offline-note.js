// <offline-note>: on a page that the service worker took from its store, says how old it is; on a fresh one,
// has the worker keep the page with the files that it came with.

import { aged } from "../age.js";

function age(fetched) {
  const time = document.createElement("time");
  time.dateTime = fetched;
  time.textContent = new Date(fetched).toLocaleString(document.documentElement.lang, {
    dateStyle: "long", timeStyle: "short",
  });
  return aged(time, document.documentElement.lang);
}

async function haveItKept(later) {
  const first = !navigator.serviceWorker.controller;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ first, files: [...performance.getEntriesByType("resource").map(({ name }) => name), ...later] });
}

class OfflineNote extends HTMLElement {
  connectedCallback() {
    const { offline } = document.documentElement.dataset;
    if (offline) {
      const [before, after] = this.dataset.words.split("{age}");
      this.append(before, age(offline), after);
      this.hidden = false;
    } else if ("serviceWorker" in navigator) {
      // Only when all is there: keeping must not slow down showing.
      const begin = () => haveItKept(this.dataset.files.split(" ")).catch(() => {}); // refused or broken storage: the page works without
      if (document.readyState === "complete") begin();
      else window.addEventListener("load", begin, { once: true });
    }
  }
}

customElements.define("offline-note", OfflineNote);
