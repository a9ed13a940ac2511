// The form that says which column is what. It only ever names columns of the file at hand, by index.

import { element } from "../dom.js";
import { NUMBERS, TEXTS, isTemplate } from "../template.js";

const KEYS = [...TEXTS, ...NUMBERS];

/** The columns as the form offers them: `[{index, label}]`, an unnamed one by its number. */
export const choices = (names, words) =>
  names.map((name, index) => ({ index, label: name ? `${index + 1} · ${name}` : words.say("column", { number: index + 1 }) }));

function fillSelect(select, options, none) {
  select.replaceChildren(element("option", { value: "" }, none), ...options.map(({ index, label }) => element("option", { value: String(index) }, label)));
}

const indexOf = (select) => (select.value === "" ? null : Number(select.value));
const valueOf = (index) => (Number.isInteger(index) ? String(index) : "");

/** Around a `<form>` of the page; `onChange(template)` gets a template that fits the file, or null. */
export class ColumnsForm {
  constructor(form, names, words, onChange) {
    Object.assign(this, { form, width: names.length });
    this.selects = new Map(KEYS.map((key) => [key, form.querySelector(`[data-column="${key}"]`)]));
    this.filters = [...form.querySelectorAll(".import-filter")].map((line) =>
      ({ column: line.querySelector("select"), equals: line.querySelector("input") }));
    this.unit = form.querySelector('[data-part="unit"]');
    this.skip = form.querySelector('[data-part="skip"]');
    const options = choices(names, words);
    for (const select of this.selects.values()) fillSelect(select, options, words.say("none"));
    for (const { column } of this.filters) fillSelect(column, options, words.say("none"));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("change", () => onChange(this.template));
  }

  /** What the form says, or null while that is no template for this file. */
  get template() {
    const template = {
      columns: Object.fromEntries([...this.selects].map(([key, select]) => [key, indexOf(select)])),
      unit: this.unit.value,
      row_filter: this.filters.map(({ column, equals }) => ({ column: indexOf(column), equals: equals.value.trim() }))
        .filter((each) => each.column !== null && each.equals !== ""),
      skip_rows: this.skip.value.split("\n").map((line) => line.trim().slice(0, 60)).filter(Boolean),
    };
    return isTemplate(template, this.width) ? template : null;
  }

  set template({ columns, unit, row_filter: filters, skip_rows: skipped }) {
    for (const [key, select] of this.selects) select.value = valueOf(columns[key]);
    this.filters.forEach(({ column, equals }, at) => {
      column.value = valueOf(filters[at]?.column);
      equals.value = filters[at]?.equals ?? "";
    });
    this.unit.value = unit;
    this.skip.value = skipped.join("\n");
    this.form.querySelector('[data-part="rows"]').open = unit !== "whole" || filters.length > 0 || skipped.length > 0;
  }
}
