// Today's move and the currency of the listing: both rest on the shared universe, and say so where it is missing.

import { changed, element, named, row, say, tableBehind } from "../dom.js";
import { direction, filled } from "../format.js";
import { currencies } from "../movement.js";
import { coverage } from "../view.js";
import { drawBars, toBar } from "./allocation.js";

const MOVERS = 10;

/** "waiting", "unavailable", "uncovered" (no holding has a quote) or "ready". */
export const stateOf = ({ prices, move }) => (prices !== "ready" ? prices : move.movers.length === 0 ? "uncovered" : "ready");

export function showToday(root, view) {
  const { format, move, words } = view;
  const state = stateOf(view);
  for (const part of root.querySelectorAll("[data-prices]")) part.hidden = part.dataset.prices !== state;
  if (state !== "ready") return;
  say(root, {
    change: changed(format.change(move.change), direction(move.change)),
    amount: format.gain(move.amount),
    covered: coverage(view),
  });
  const shown = move.movers.slice(0, MOVERS);
  const svg = root.querySelector("svg");
  svg.setAttribute("aria-label", filled(words.todayChart, { share: format.change(move.change) }));
  drawBars(svg, shown.map((each) => ({
    label: each.slice, title: each.name || each.slice, ...toBar(each.contribution, format.points(each.contribution)),
  })), { texts: 80 });
  tableBehind(root.querySelector("details"), () => move.movers.map((each) => row([
    named(each), changed(format.change(each.change), direction(each.change)), format.gain(each.amount), format.points(each.contribution),
  ])));
}

function nameOf(currency, { language, words }) {
  if (currency === null) return words.notKnown;
  try {
    return new Intl.DisplayNames(language, { type: "currency" }).of(currency);
  } catch {
    return currency; // not a code: shown as the list has it
  }
}

export function showCurrencies(root, view) {
  const { format, positions, symbolOf, universe, words } = view;
  const ready = view.prices === "ready";
  for (const part of root.querySelectorAll("[data-prices]")) part.hidden = part.dataset.prices !== view.prices;
  if (!ready) return;
  const rows = currencies(positions, symbolOf, universe);
  const svg = root.querySelector("svg");
  svg.setAttribute("aria-label", words.currencyChart);
  drawBars(svg, rows.map((each) => ({
    label: each.currency ?? words.notKnown, title: nameOf(each.currency, view), number: each.weight, text: format.percent(each.weight),
  })));
  tableBehind(root.querySelector("details"), () => rows.map((each) =>
    row([[nameOf(each.currency, view), " ", element("span", { className: "sub code" }, each.currency ?? "")], format.percent(each.weight)])));
}
