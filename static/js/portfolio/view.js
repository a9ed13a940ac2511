// Everything that the parts of the page show, computed once from the kept state and the shared universe.

import { filled, formats } from "./format.js";
import { today } from "./movement.js";
import { allocation, contributions, merge, summary } from "./calculations.js";
import { counted, inOneCurrency } from "./state.js";
import { listings } from "./symbols.js";

/**
 * `prices` is "waiting", "ready" or "unavailable"; `universe` is null unless ready. `move` is `today(…)` or null;
 * `pricedOn` is the newest day among its quotes; `apart` are the pies in another currency, which nothing else is about; `rows` are the merged positions, heaviest first, with weight, result_percent, contribution, change (today, per
 * cent), symbol and currency (of the listing), unknown as null.
 */
export function viewOf(state, { universe, prices, language, words, hidden }) {
  const { pies, apart, currency } = inOneCurrency(counted(state), state.currency);
  const positions = merge(pies);
  const listingOf = listings(universe, state.corrections);
  const symbolOf = (position) => listingOf(position).symbol;
  const move = universe ? today(positions, symbolOf, universe) : null;
  return {
    state, pies, apart, positions, listingOf, symbolOf, universe, prices, move, words, hidden, language,
    pricedOn: newestOf(move, symbolOf, universe),
    totals: summary(pies),
    rows: rowsOf(positions, { move, symbolOf, universe }),
    format: formats({ language, currency, hidden, words }),
  };
}

/** The newest day among the quotes that the move rests on: on a Saturday that is Friday. */
function newestOf(move, symbolOf, universe) {
  const days = (move?.movers ?? []).map((row) => universe.tickers[symbolOf(row)].as_of);
  return days.length > 0 ? days.reduce((a, b) => (a > b ? a : b)) : null;
}

const keyOf = ({ slice, name }) => JSON.stringify([slice, name]);

function rowsOf(positions, { move, symbolOf, universe }) {
  const changes = new Map((move?.movers ?? []).map((row) => [keyOf(row), row.change]));
  const results = new Map(contributions(positions).map((row) => [keyOf(row), row]));
  return allocation(positions).map((row) => {
    const { result_percent, contribution } = results.get(keyOf(row));
    const symbol = symbolOf(row);
    const quote = symbol !== null && universe && Object.hasOwn(universe.tickers, symbol) ? universe.tickers[symbol] : null;
    return {
      ...row, result_percent, contribution, symbol,
      change: changes.get(keyOf(row)) ?? null, currency: quote?.currency ?? null,
    };
  });
}

/** "Prices of 25 Nov 2026 for 12% of the value": what a move is about, said before it. A part is never rounded to the whole. */
export function coverage({ move, pricedOn, format, words }) {
  const { covered } = move;
  const share = covered < 1 ? format.percent(covered, 1) : format.percent(covered < 99.95 ? Math.min(99, Math.round(covered)) : 100, 0);
  return filled(words.covered, { share, day: format.day(pricedOn) });
}
