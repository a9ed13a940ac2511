// The pies: which of them count, what they are called, and letting one go.

import { say } from "../dom.js";
import { filled, formats } from "../format.js";
import { currencyOfPie, withChanged, withoutPie } from "../state.js";

/** `change(state => state)` keeps a change and tells whether it was kept; `tell(text)` says what was done. */
export class Pies {
  constructor(root, { change, tell }) {
    Object.assign(this, { root, change, tell, template: root.querySelector("template") });
    root.addEventListener("change", (event) => this.count(event.target));
    root.addEventListener("click", (event) => this.press(event.target.closest("[data-do]")));
    root.addEventListener("submit", (event) => this.rename(event));
  }

  show({ state: { pies, currency: account }, apart, format, hidden, language, words }) {
    this.words = words;
    const money = (pie) => formats({ language, hidden, words, currency: currencyOfPie(pie, account) }).money(pie.value);
    const noted = (pie) => (apart.includes(pie) ? [` ${filled(words.apart, { currency: currencyOfPie(pie, account) ?? words.notKnown })}`] : []);
    // A name half typed or a question half answered outlives news from another tab.
    const open = new Map([...this.root.querySelectorAll("li")].map((line) => [line.dataset.id, line]));
    const lines = pies.map((pie) => {
      const line = open.get(pie.id) ?? this.template.content.firstElementChild.cloneNode(true);
      const name = pie.name || words.unnamed;
      const box = line.querySelector("input[type=checkbox]");
      Object.assign(box, { checked: pie.left_out !== true });
      line.dataset.id = pie.id;
      say(line, {
        name, value: money(pie), ask: filled(words.askDelete, { name }),
        count: [filled(words.positions, { count: format.number(pie.positions.length) }), ...noted(pie)],
      });
      for (const button of line.querySelectorAll("[data-do]")) {
        button.setAttribute("aria-label", `${button.textContent.trim()}: ${name}`);
      }
      return line;
    });
    const list = this.root.querySelector("ul");
    const same = list.children.length === lines.length && lines.every((line, at) => line === list.children[at]);
    if (!same) list.replaceChildren(...lines); // a line that is moved loses the focus within
  }

  lineOf(target) {
    return target.closest("li");
  }

  open(line, part) {
    for (const each of line.querySelectorAll("[data-part]")) each.hidden = each.dataset.part !== part;
    const first = line.querySelector(`[data-part="${part}"] :is(input, button)`);
    first.focus();
    if (part === "rename") first.select();
  }

  press(button) {
    if (!button) return;
    const line = this.lineOf(button);
    const name = line.querySelector("[data-say=name]").textContent;
    if (button.dataset.do === "rename") line.querySelector("input[type=text]").value = name;
    if (button.dataset.do !== "remove") {
      this.open(line, { rename: "rename", ask: "ask" }[button.dataset.do] ?? "plain");
      return;
    }
    if (!this.change((state) => withoutPie(state, line.dataset.id))) return;
    this.tell(filled(this.words.deletedPie, { name }));
    this.root.querySelector("h2").focus();
  }

  count(box) {
    if (box.type !== "checkbox") return;
    const kept = this.change((state) => withChanged(state, this.lineOf(box).dataset.id, { left_out: !box.checked }));
    if (!kept) box.checked = !box.checked;
  }

  rename(event) {
    event.preventDefault();
    const line = this.lineOf(event.target);
    const name = line.querySelector("input[type=text]").value.trim();
    if (name === "" || !this.change((state) => withChanged(state, line.dataset.id, { name }))) return;
    this.open(line, "plain");
  }
}
