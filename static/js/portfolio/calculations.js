// What a portfolio amounts to, from its positions alone. Unknown stays null; nothing here knows the page.

import { fold } from "./fold.js";
import { difference, finite, quotient, total } from "./sums.js";

const percent = (part, whole) => {
  const share = whole !== null && whole > 0 ? quotient(part, whole) : null;
  return share === null ? null : finite(share * 100);
};

const descending = (key) => (a, b) => (b[key] ?? -Infinity) - (a[key] ?? -Infinity) || (a.slice < b.slice ? -1 : 1);

/** `{invested, value, result, result_percent}` over pies, in the account's currency. */
export function summary(pies) {
  const sum = (key) => (pies.length === 0 ? null : total(pies.map((pie) => pie[key])));
  const [invested, value] = [sum("invested"), sum("value")];
  const result = sum("result") ?? difference(value, invested);
  return { invested, value, result, result_percent: percent(result, invested) };
}

function joined(a, b) {
  const sum = (key) => total([a[key], b[key]]);
  const [quantity, invested, value] = [sum("quantity"), sum("invested"), sum("value")];
  return {
    ...a, quantity, invested, value, result: sum("result"),
    avg_price: quotient(invested, quantity), price: quotient(value, quantity),
  };
}

/** The positions of all pies; the same ticker under the same name becomes one. The pies stay as they are. */
export function merge(pies) {
  const merged = new Map();
  for (const position of pies.flatMap((pie) => pie.positions)) {
    const key = JSON.stringify([fold(position.slice), fold(position.name ?? "")]);
    merged.set(key, merged.has(key) ? joined(merged.get(key), position) : { ...position });
  }
  return [...merged.values()];
}

/**
 * `[{…position, weight}]`, heaviest first; weight in per cent of the values that are known. A value that is
 * unknown or not above zero has weight null: it has no area to draw.
 */
export function allocation(positions) {
  const weighty = (each) => each.value !== null && each.value > 0;
  const whole = total(positions.filter(weighty).map((each) => each.value));
  return positions
    .map((each) => ({ ...each, weight: weighty(each) ? percent(each.value, whole) : null }))
    .sort(descending("weight"));
}

/**
 * `[{…position, result_percent, contribution}]`, largest first: the position's own result in per cent of what
 * was put into it, and in percentage points of all that was put in. The points add up to the total's per cent.
 */
export function contributions(positions) {
  const invested = total(positions.map((each) => each.invested));
  return positions
    .map((each) => ({
      ...each,
      result_percent: percent(each.result, each.invested),
      contribution: percent(each.result, invested),
    }))
    .sort(descending("contribution"));
}

/** `{winners, losers}` by their own result in per cent, best and worst first; who stands still is in neither. */
export function extremes(positions, count = 5) {
  const rated = contributions(positions).filter((each) => each.result_percent !== null);
  rated.sort(descending("result_percent"));
  return {
    winners: rated.filter((each) => each.result_percent > 0).slice(0, count),
    losers: rated.filter((each) => each.result_percent < 0).reverse().slice(0, count),
  };
}

/**
 * `{top5, hhi, effective}`: the five heaviest in per cent, the Herfindahl-Hirschman index (sum of the squared
 * weights in per cent, 10,000 for a single holding), and how many equal holdings would be as concentrated.
 */
export function concentration(positions) {
  const weights = allocation(positions).map((each) => each.weight).filter((weight) => weight !== null);
  if (weights.length === 0) return { top5: null, hhi: null, effective: null };
  const hhi = total(weights.map((weight) => weight ** 2));
  return { top5: total(weights.slice(0, 5)), hhi, effective: quotient(10_000, hhi) };
}
