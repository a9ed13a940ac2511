// Where the result comes from: each position's part of it, and the best and worst by their own result.

import { changed, element, named, row, tableBehind } from "../dom.js";
import { direction, filled } from "../format.js";
import { contributions, extremes } from "../calculations.js";
import { drawBars, toBar } from "./allocation.js";

const EACH_END = 6;

// The largest and the smallest tell the story; what lies between adds little to it.
function bothEnds(rows) {
  const known = rows.filter((each) => each.contribution !== null && each.contribution !== 0);
  return known.length <= 2 * EACH_END ? known : [...known.slice(0, EACH_END), ...known.slice(-EACH_END)];
}

export function showContributions(root, view) {
  const { format, positions, words, totals } = view;
  const rows = contributions(positions);
  const shown = bothEnds(rows);
  const svg = root.querySelector("svg");
  svg.setAttribute("aria-label", filled(words.contributionChart, { share: format.change(totals.result_percent) }));
  drawBars(svg, shown.map((each) => ({
    label: each.slice, title: each.name || each.slice, ...toBar(each.contribution, format.points(each.contribution)),
  })), { texts: 80 });
  root.querySelector(".empty").hidden = shown.length > 0;
  svg.toggleAttribute("hidden", shown.length === 0);
  tableBehind(root.querySelector("details"), () => rows.map((each) => row([
    named(each), changed(format.gain(each.result), direction(each.result)), format.change(each.result_percent), format.points(each.contribution),
  ])));
}

const item = (each, format) => element("li", {},
  element("span", { className: "who" }, ...named(each)),
  element("span", { className: "num" }, changed(format.change(each.result_percent), direction(each.result_percent)),
    element("span", { className: "sub" }, format.gain(each.result))));

export function showExtremes(root, { positions, format }) {
  for (const [key, rows] of Object.entries(extremes(positions))) {
    const side = root.querySelector(`[data-side="${key}"]`);
    side.querySelector("ol").replaceChildren(...rows.map((each) => item(each, format)));
    side.querySelector(".empty").hidden = rows.length > 0;
  }
}
