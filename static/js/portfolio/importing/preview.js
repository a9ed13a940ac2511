// What was read, before anything is kept: positions, sums, and what was left out and why.

import { element, row } from "../dom.js";

const SHOWN = 50;
const MOST_LEFT_OUT = 20;

/** Writes a text into its place; an empty one hides it. */
export function put(root, key, text) {
  const place = root.querySelector(`[data-say="${key}"]`);
  place.textContent = text;
  place.hidden = text === "";
}

const named = ({ slice, name }) => (name && name !== slice ? [name, " ", element("span", { className: "code soft" }, slice)] : [slice]);

function rows(positions, { money, gain, quantity }) {
  return positions.map((each) => row([named(each), quantity(each.quantity), money(each.invested), money(each.value), gain(each.result)]));
}

function leftOutRows(leftOut, words) {
  const listed = leftOut.slice(0, MOST_LEFT_OUT).map(({ line, slice, name, why }) => {
    const what = [[name, slice].find((text) => text), words.say(`why_${why}`)].filter(Boolean).join(", ");
    return element("li", {}, words.say("left_out_row", { line, what }));
  });
  const rest = leftOut.length - listed.length;
  return rest > 0 ? [...listed, element("li", {}, words.say("left_out_more", { count: rest }))] : listed;
}

/** Fills the preview of a card. `read` is what `readFile` or `readTable` gave, `format` the functions of format.js. */
export function showPreview(root, { ok, leftOut, decimal }, { words, format }) {
  const { money, gain } = format;
  put(root, "count", words.count("positions", ok.positions.length));
  put(root, "sums", words.say("sums", { value: money(ok.value), invested: money(ok.invested), result: gain(ok.result) }));
  put(root, "how", words.say(decimal === "," ? "decimal_comma" : "decimal_dot"));
  const body = root.querySelector("tbody");
  const more = root.querySelector('[data-import="more"]');
  body.replaceChildren(...rows(ok.positions.slice(0, SHOWN), format));
  more.hidden = ok.positions.length <= SHOWN;
  more.onclick = () => {
    body.append(...rows(ok.positions.slice(SHOWN), format));
    more.hidden = true;
  };
  root.querySelector('[data-part="left-out"]').hidden = leftOut.length === 0;
  put(root, "left-out", leftOut.length === 0 ? "" : words.count("left_out", leftOut.length));
  root.querySelector('[data-say="left-out-rows"]').replaceChildren(...leftOutRows(leftOut, words));
}
