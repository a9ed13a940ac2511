// The few ways in which a page's element is written: by text and attributes alone, never by markup.

const SVG = "http://www.w3.org/2000/svg";

/** An element with properties set and children (elements or texts) inside. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** An SVG element with attributes. */
export function drawn(name, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A change with its arrow: sign and arrow tell it, the colour only repeats them. */
export function changed(text, direction) {
  const arrow = { up: "▲ ", down: "▼ ", flat: "" }[direction];
  const made = element("span", { className: `chg ${direction}` });
  if (arrow) made.append(element("span", { ariaHidden: "true" }, arrow));
  made.append(text);
  return made;
}

/** Puts texts (or elements) into the places marked `data-say`; null leaves a place empty. */
export function say(root, texts) {
  for (const [key, content] of Object.entries(texts)) {
    root.querySelector(`[data-say="${key}"]`).replaceChildren(...[content].flat().filter((part) => part !== null));
  }
}

/** A table row: the first cell heads it, the others are numbers. Cells are texts, elements or null. */
export function row(cells) {
  return element("tr", {}, ...cells.map((cell, at) => {
    const made = element(at === 0 ? "th" : "td", at === 0 ? { scope: "row" } : { className: "num" });
    made.append(...[cell ?? ""].flat());
    return made;
  }));
}

/** A position's name above its ticker, for the head of a row. */
export const named = ({ slice, name }) =>
  (name ? [name, " ", element("span", { className: "sub code" }, slice)] : [element("span", { className: "code" }, slice)]);

const behind = new WeakMap();

function fill(details) {
  const body = details.querySelector("tbody");
  body.replaceChildren(...(details.open ? behind.get(details)() : []));
}

/** Fills the table behind a chart while its `<details>` is open: thousands of rows that nobody sees cost nothing. */
export function tableBehind(details, rows) {
  if (!behind.has(details)) details.addEventListener("toggle", () => fill(details));
  behind.set(details, rows);
  fill(details);
}
