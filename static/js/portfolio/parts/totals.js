// The figures at the top, how concentrated the holdings are, and the line since the first visit.

import { changed, drawn, row, say, tableBehind } from "../dom.js";
import { direction, filled } from "../format.js";
import { lines } from "../plotting.js";
import { concentration } from "../calculations.js";
import { coverage } from "../view.js";
import { stateOf } from "./today.js";

export function showTotals(root, view) {
  const { format, move, rows, totals, words } = view;
  const state = stateOf(view);
  say(root, {
    value: format.money(totals.value),
    invested: format.money(totals.invested),
    result: changed(format.gain(totals.result), direction(totals.result)),
    result_percent: format.change(totals.result_percent),
    positions: format.number(rows.length),
    covered: state === "ready" ? coverage(view) : null,
    today: state === "ready" ? changed(format.change(move.change), direction(move.change)) : words[state],
    today_amount: state === "ready" ? format.gain(move.amount) : null,
  });
}

export function showConcentration(root, { format, positions, words }) {
  const { top5, hhi, effective } = concentration(positions);
  say(root, {
    top5: format.percent(top5),
    hhi: format.number(hhi),
    effective: format.number(effective, 1),
    effective_told: filled(words.effective, { count: format.number(positions.length), equal: format.number(effective, 1) }),
  });
}

const PAD = { top: 22, bottom: 44, left: 4, right: 10 };

function drawHistory(svg, snapshots, { format, hidden }) {
  const [width, height] = [svg.clientWidth, svg.clientHeight];
  const frame = { left: PAD.left, top: PAD.top, width: width - PAD.left - PAD.right, height: height - PAD.top - PAD.bottom };
  const { value, invested, last, least, most } = lines(snapshots, frame);
  const floor = PAD.top + frame.height;
  const label = (x, y, anchor, text) => drawn("text", { x, y, "text-anchor": anchor }, text);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.replaceChildren(
    drawn("line", { x1: 0, x2: width, y1: floor + 22, y2: floor + 22 }),
    ...invested.map((points) => drawn("polyline", { class: "invested", points })),
    ...value.map((points) => drawn("polyline", { class: "value", points })),
    drawn("circle", { cx: last.x, cy: last.y, r: 4 }),
    label(0, height - 4, "start", format.day(snapshots[0].day)),
    label(width, height - 4, "end", format.day(snapshots.at(-1).day)),
    // In privacy mode the shape stays and its scale goes.
    ...(hidden || most === least ? [] : [label(0, PAD.top - 8, "start", format.roundMoney(most)), label(0, floor + 16, "start", format.roundMoney(least))]),
  );
}

export function showHistory(root, view) {
  const { format, state: { snapshots }, words } = view;
  const first = snapshots[0]?.day;
  say(root, { since: first ? filled(words.since, { day: format.day(first) }) : null });
  const line = snapshots.length > 1;
  for (const part of root.querySelectorAll("[data-days]")) part.hidden = (part.dataset.days === "many") !== line;
  if (!line) return;
  const svg = root.querySelector("svg");
  svg.setAttribute("aria-label", filled(words.historyChart, {
    first: format.day(first), last: format.day(snapshots.at(-1).day), from: format.money(snapshots[0].value), to: format.money(snapshots.at(-1).value),
  }));
  drawHistory(svg, snapshots, view);
  tableBehind(root.querySelector("details"), () =>
    snapshots.toReversed().map((each) => row([format.day(each.day), format.money(each.value), format.money(each.invested)])));
}
