// The last step of a card: a name, in place of which pie, and then it is kept in this browser.

import { namesake, withImport } from "../saving.js";
import { put } from "./preview.js";

const newId = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Around the `<form>` of a card; `onSubmit()` when the reader asks to save. */
export class SaveForm {
  constructor(root, { store, words }, onSubmit) {
    Object.assign(this, { root, store, words });
    this.name = root.querySelector("input[type=text]");
    this.choice = root.querySelector('[data-part="namesake"]');
    this.name.addEventListener("input", () => this.look());
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      onSubmit();
    });
  }

  /** Shows the form, with `name` where none stands yet. */
  show(name) {
    this.name.value ||= name || this.words.say("unnamed");
    this.root.hidden = false;
    this.look();
  }

  hide() {
    this.root.hidden = true;
  }

  look() {
    this.choice.hidden = namesake(this.store.load().state.pies, this.name.value) === null;
  }

  /** Keeps the pie: the saved one, or null with the trouble told and everything as it was. */
  keep(pie, { kept, currency, own }) {
    const name = this.name.value.trim() || this.words.say("unnamed");
    const replace = !this.choice.hidden && this.root.querySelector("input[value=replace]").checked;
    const id = newId();
    const { state, trouble } = this.store.update((now) => withImport(now, pie, { id, name, replace, kept, currency, own }));
    put(this.root, "trouble", trouble ? this.words.say(trouble) : "");
    if (trouble) return null;
    return state.pies.find((each) => each.id === id) ?? namesake(state.pies, name);
  }
}
