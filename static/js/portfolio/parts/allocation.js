// What the portfolio is made of: areas, bars, and the table behind both.

import { drawn, named, row, say, tableBehind } from "../dom.js";
import { direction, filled } from "../format.js";
import { bars, fits, heaviest, tileLines } from "../plotting.js";
import { treemap } from "../treemap.js";

const TILES = 30;
const BARS = 12;
const BAR_HEIGHT = 28;

const labelled = ({ shown, rest }, { words }) => [
  ...shown.map((each) => ({ label: each.slice, title: each.name || each.slice, weight: each.weight })),
  ...(rest ? [{ label: filled(words.others, rest), title: filled(words.others, rest), weight: rest.weight, rest: true }] : []),
];

function tile(box, { label, title, weight, rest }, { heaviestWeight, format }) {
  const share = format.percent(weight);
  const level = rest ? 0 : Math.max(1, Math.ceil((weight / heaviestWeight) * 4));
  const group = drawn("g", { class: `tile level-${level}` }, drawn("title", {}, `${title}: ${share}`));
  // Half a pixel of paper on each side parts the tiles.
  group.append(drawn("rect", {
    x: box.x + 1, y: box.y + 1, width: Math.max(0, box.width - 2), height: Math.max(0, box.height - 2), rx: 3,
  }));
  const name = rest || title === label ? [] : [[title, 12]];
  for (const { text, size, x, y } of tileLines(box, [[label, 14], [share, 13], ...name])) {
    group.append(drawn("text", { x, y, "font-size": size }, text));
  }
  return group;
}

function drawTiles(svg, view) {
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  const rows = labelled(heaviest(view.rows, TILES), view).sort((a, b) => b.weight - a.weight);
  const boxes = treemap(rows.map((each) => each.weight), width, height);
  const heaviestWeight = Math.max(...rows.filter((each) => !each.rest).map((each) => each.weight));
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(...rows.map((each, at) => tile(boxes[at], each, { heaviestWeight, format: view.format })));
}

/** Horizontal bars, one `{label, title, number, text, direction}` a line, drawn at the width that there is. */
export function drawBars(svg, items, { labels = 96, texts = 64 } = {}) {
  const width = svg.clientWidth;
  const room = Math.max(20, width - labels - texts - 8);
  const { zero, bars: places } = bars(items.map((each) => each.number), labels, room);
  svg.setAttribute("viewBox", `0 0 ${width} ${items.length * BAR_HEIGHT}`);
  svg.setAttribute("height", items.length * BAR_HEIGHT);
  svg.replaceChildren(
    ...items.map((each, at) => {
      const top = at * BAR_HEIGHT;
      let label = each.label;
      while (!fits(label, 13, labels - 6) && label.length > 2) label = `${label.slice(0, -2)}…`;
      return drawn("g", { class: `bar ${each.direction ?? ""}` },
        drawn("title", {}, `${each.title}: ${each.text}`),
        drawn("rect", { class: "whole", x: 0, y: top, width, height: BAR_HEIGHT }),
        drawn("text", { x: 0, y: top + 18 }, label),
        drawn("rect", { class: "length", x: places[at].x, y: top + 7, width: Math.max(1, places[at].width), height: 14, rx: 2 }),
        drawn("text", { class: "figure", x: width, y: top + 18, "text-anchor": "end" }, each.text));
    }),
    drawn("line", { class: "zero", x1: zero, x2: zero, y1: 2, y2: items.length * BAR_HEIGHT - 2 }),
  );
}

export function show(root, view) {
  const { format, rows, words } = view;
  const [first] = rows;
  const told = filled(words.allocationChart, { count: rows.length, name: first.name || first.slice, share: format.percent(first.weight) });
  const [tiles, lengths] = [root.querySelector("svg.treemap"), root.querySelector("svg.bars")];
  tiles.setAttribute("aria-label", told);
  lengths.setAttribute("aria-label", told);
  drawTiles(tiles, view);
  drawBars(lengths, labelled(heaviest(rows, BARS), view).map((each) => ({ ...each, number: each.weight, text: format.percent(each.weight) })));
  const without = rows.filter((each) => each.weight === null).length;
  say(root, { without: without > 0 ? filled(words.withoutValue, { count: without }) : null });
  tableBehind(root.querySelector("details"), () =>
    rows.map((each) => row([named(each), format.percent(each.weight), format.money(each.value)])));
}

export const toBar = (number, text) => ({ number, text, direction: direction(number) });
