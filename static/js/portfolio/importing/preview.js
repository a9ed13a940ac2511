// What was read, before anything is kept: positions, sums, and what was left out and why.

import { element, row } from "../dom.js";

const SHOWN = 50;
const MOST_LEFT_OUT = 20;
const LONGEST_NAME = 60;

/** Writes a text into its place; an empty one hides it. */
export function put(root, key, text) {
  const place = root.querySelector(`[data-say="${key}"]`);
  place.textContent = text;
  place.hidden = text === "";
}

function named({ slice, name, quantity }, words) {
  const short = quantity < 0 ? [` (${words.say("short")})`] : [];
  return name && name !== slice ? [name, " ", element("span", { className: "code soft" }, slice), ...short] : [slice, ...short];
}

function rows(positions, { money, gain, quantity }, words) {
  return positions.map((each) => row([named(each, words), quantity(each.quantity), money(each.invested), money(each.value), gain(each.result)]));
}

function leftOutRows(leftOut, words) {
  const weight = ({ why }) => (UNREAD.has(why) ? 0 : 1);
  const listed = [...leftOut].sort((a, b) => weight(a) - weight(b)).slice(0, MOST_LEFT_OUT).map(({ line, slice, name, why, detail }) => {
    const what = [[name, slice].find((text) => text)?.slice(0, LONGEST_NAME), words.say(`why_${why}`, { detail: detail?.slice(0, LONGEST_NAME) })].filter(Boolean).join(", ");
    return element("li", {}, words.say("left_out_row", { line, what }));
  });
  const rest = leftOut.length - listed.length;
  return rest > 0 ? [...listed, element("li", {}, words.say("left_out_more", { count: rest }))] : listed;
}

// What was expected to hold something and could not be read: the sums are without it.
const UNREAD = new Set(["number", "cells", "short", "nameless", "signs", "malformed"]);

function doubts({ leftOut, unsure = [], guessed = false }, words) {
  const unread = leftOut.filter(({ why }) => UNREAD.has(why)).length;
  return {
    unread: unread > 0 ? words.count("unread", unread) : "",
    unsure: unsure.length > 0 ? words.say("unsure", { codes: unsure.join(", ") }) : "",
    guessed: guessed ? words.say("guessed") : "",
  };
}

/** Fills the preview of a card. `read` is what `readFile` or `readTable` gave, `format` the functions of format.js. */
export function showPreview(root, read, { words, format }) {
  const { ok, leftOut, decimal } = read;
  const { money, gain } = format;
  put(root, "count", words.count("positions", ok.positions.length));
  put(root, "sums", words.say("sums", { value: money(ok.value), invested: money(ok.invested), result: gain(ok.result) }));
  for (const [key, text] of Object.entries(doubts(read, words))) put(root, key, text);
  put(root, "how", words.say(decimal === "," ? "decimal_comma" : "decimal_dot"));
  const body = root.querySelector("tbody");
  const more = root.querySelector('[data-import="more"]');
  body.replaceChildren(...rows(ok.positions.slice(0, SHOWN), format, words));
  more.hidden = ok.positions.length <= SHOWN;
  more.onclick = () => {
    body.append(...rows(ok.positions.slice(SHOWN), format, words));
    more.hidden = true;
  };
  const list = root.querySelector('[data-part="left-out"]');
  list.hidden = leftOut.length === 0;
  list.open ||= leftOut.some(({ why }) => UNREAD.has(why));
  put(root, "left-out", leftOut.length === 0 ? "" : words.count("left_out", leftOut.length));
  root.querySelector('[data-say="left-out-rows"]').replaceChildren(...leftOutRows(leftOut, words));
}
