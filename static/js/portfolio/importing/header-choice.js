// Which row names the columns: the reader may know better than the script.

import { element } from "../dom.js";

const LONGEST_CHOICE = 80;

/** Around a part of the card; `onChoice(line)` gets the line that the reader chose, null for none. */
export class HeaderChoice {
  constructor(root, { words, secret }, onChoice) {
    Object.assign(this, { root, words, secret, select: root.querySelector("select") });
    this.select.addEventListener("change", () => onChoice(Number(this.select.value) || null));
  }

  /** The rows to choose from; without what they say while amounts are hidden. */
  show({ choices = [], header }) {
    this.root.hidden = choices.length < 2;
    const options = choices.map(({ line, text }) => element("option", { value: String(line), selected: line === header?.line },
      `${line} · ${this.secret() ? "" : text.slice(0, LONGEST_CHOICE)}`));
    const none = header ? [] : [element("option", { value: "", selected: true }, this.words.say("none"))];
    this.select.replaceChildren(...none, ...options);
  }
}
