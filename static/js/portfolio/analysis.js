// What an analysis sends: tickers and weights, nothing else. The page shows exactly this before the first call.

import { allocation } from "./calculations.js";

const MOST_POSITIONS = 200;
const TICKER = /^[A-Z0-9][A-Z0-9.-]{0,19}$/;

// Hundredths of a per cent that add up to exactly 10,000: the largest remainders are rounded up.
function hundredths(shares) {
  const floors = shares.map(Math.floor);
  let left = 10_000 - floors.reduce((sum, floor) => sum + floor, 0);
  const order = shares.map((share, at) => [share - floors[at], at]).sort((a, b) => b[0] - a[0] || a[1] - b[1]);
  for (const [, at] of order.slice(0, Math.max(0, left))) {
    floors[at] += 1;
    left -= 1;
  }
  return floors;
}

/**
 * `{positions: [{ticker, weight}], left_out}`: weights in per cent, two decimals, of what is sent, together 100.
 * `symbolOf(position)` gives the provider's symbol or null. What has no symbol, no value or no place among the 200
 * heaviest is not sent; `left_out` names it (`[{slice, name}]`) for the page alone.
 */
export function analysisOf(positions, symbolOf) {
  const weights = new Map();
  const leftOut = [];
  for (const each of allocation(positions)) {
    const symbol = symbolOf(each);
    const known = typeof symbol === "string" && TICKER.test(symbol) && each.weight !== null;
    if (known && (weights.has(symbol) || weights.size < MOST_POSITIONS)) {
      weights.set(symbol, (weights.get(symbol) ?? 0) + each.weight);
    } else leftOut.push({ slice: each.slice, name: each.name });
  }
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const rows = [...weights].sort((a, b) => b[1] - a[1]);
  const shares = hundredths(rows.map(([, weight]) => (weight / whole) * 10_000));
  return { positions: rows.map(([ticker], at) => ({ ticker, weight: shares[at] / 100 })), left_out: leftOut };
}
