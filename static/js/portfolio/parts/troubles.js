// What went wrong with this browser's storage, each in its own words; and the copy that could not be read.

import { fileName } from "../export.js";
import { localDay } from "../state.js";
import { save } from "./takeaway.js";

export class Troubles {
  constructor(root, store) {
    Object.assign(this, { root, store, trouble: null });
    root.addEventListener("click", (event) => this.press(event.target.closest("[data-kept]")?.dataset.kept));
  }

  /** Shows the message of a trouble (null clears it), and of a copy kept aside if there is one. */
  show(trouble) {
    this.trouble = trouble;
    const shown = new Set([trouble, this.store.kept() === null ? null : "damaged"]);
    for (const each of this.root.querySelectorAll("[data-trouble]")) each.hidden = !shown.has(each.dataset.trouble);
  }

  press(deed) {
    if (deed === "save") save(this.store.kept() ?? "", fileName(null, localDay(new Date()), "txt"), "text/plain");
    if (deed === "ask") this.root.querySelector("[data-drop]").hidden = false;
    if (deed === "drop") {
      this.store.forgetDamaged();
      this.root.querySelector("[data-drop]").hidden = true;
      this.root.dispatchEvent(new CustomEvent("portfolio:changed", { bubbles: true }));
    }
  }
}
