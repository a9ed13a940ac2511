// What the reader takes away: CSV of what is shown, JSON of everything; and bringing a JSON copy back.

import { element } from "../dom.js";
import { fileName, fromJson, masked, toCsv, toJson } from "../export.js";
import { localDay, withCopy } from "../state.js";

const PREVIEW_LINES = 8;

/** Hands the reader a file that was made here. */
export function save(text, name, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

const shown = ({ positions, totals, state: { pies } }) => {
  const kept = pies.filter((pie) => pie.left_out !== true);
  return { ...totals, name: kept.length === 1 ? kept[0].name : null, positions };
};

export class Takeaway {
  constructor(root, { change, tell }) {
    Object.assign(this, { root, change, tell });
    root.addEventListener("click", (event) => this.take(event.target.closest("[data-take]")?.dataset.take));
    root.querySelector("details").addEventListener("toggle", () => this.preview());
    root.querySelector("input[type=file]").addEventListener("change", (event) => this.bring(event.target));
  }

  show(view) {
    this.view = view;
    this.preview();
  }

  take(kind) {
    if (!kind) return;
    const day = localDay(new Date());
    if (kind === "json") save(toJson(this.view.state), fileName(null, day, "json"), "application/json");
    else {
      const pie = shown(this.view);
      // Without its mark Excel takes UTF-8 for the system's own encoding.
      save(`\ufeff${toCsv(pie)}`, fileName(pie.name, day, "csv"), "text/csv;charset=utf-8");
    }
  }

  preview() {
    const details = this.root.querySelector("details");
    if (!this.view) return; // opened before anything is held
    const { hidden, words } = this.view;
    const pie = shown(this.view);
    const text = details.open ? toCsv(hidden ? masked(pie, words.hidden) : pie) : "";
    const lines = text.split("\r\n");
    details.querySelector("pre").textContent = lines.slice(0, PREVIEW_LINES).join("\n") + (lines.length > PREVIEW_LINES ? "\n…" : "");
  }

  async bring(input) {
    const [file] = input.files;
    const copy = file ? fromJson(await file.text()) : null;
    input.value = "";
    const { words } = this.view;
    if (copy === null) this.tell(words.copyRefused);
    else if (this.change((state) => withCopy(state, copy))) {
      this.root.dispatchEvent(new CustomEvent("portfolio:changed", { bubbles: true }));
      this.tell(words.copyBrought);
    }
  }
}
