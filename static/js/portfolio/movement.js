// What the shared universe adds: today's move and the currency of the listing. It is asked for whole, never by ticker.

import { allocation } from "./calculations.js";
import { finite, quotient, total } from "./sums.js";

const DAY = 86_400_000;
const OLDEST_DAYS = 5; // a long weekend; an older quote says nothing about today

function changeOf(quote, newest) {
  if (typeof quote?.price !== "number" || typeof quote.previous_close !== "number") return null;
  const age = (Date.parse(newest) - Date.parse(quote.as_of)) / DAY;
  if (!(age <= OLDEST_DAYS) || quote.previous_close <= 0) return null;
  return finite((quote.price / quote.previous_close - 1) * 100);
}

const quoteOf = (universe, symbol) =>
  (typeof symbol === "string" && Object.hasOwn(universe.tickers, symbol) ? universe.tickers[symbol] : null);

/**
 * Today's move: `{change, amount, covered, movers}`. `symbolOf(position)` gives the provider's symbol or null.
 * `change` is in per cent of the covered holdings, `amount` about that in the account's currency (exchange rates
 * left aside), `covered` their weight in per cent, `movers` `[{…position, change, contribution}]`, largest first.
 */
export function today(positions, symbolOf, universe) {
  const movers = [];
  for (const each of allocation(positions)) {
    const change = changeOf(quoteOf(universe, symbolOf(each)), universe.as_of);
    if (change === null || each.weight === null || change <= -100) continue;
    // The value holds today's move already: what it was before is less by the change.
    movers.push({ ...each, change, amount: finite(each.value - each.value / (1 + change / 100)) });
  }
  if (movers.length === 0) return { change: null, amount: null, covered: 0, movers };
  const amount = total(movers.map((each) => each.amount));
  const before = total(movers.map((each) => each.value)) - amount;
  for (const each of movers) each.contribution = finite((each.amount / before) * 100);
  movers.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
  return {
    change: finite((quotient(amount, before) ?? NaN) * 100), amount, movers,
    covered: total(movers.map((each) => each.weight)),
  };
}

/** `[{currency, weight}]` by the currency of the listing, heaviest first; null is "not known". Pence are pounds. */
export function currencies(positions, symbolOf, universe) {
  const weights = new Map();
  for (const each of allocation(positions)) {
    if (each.weight === null) continue;
    const quoted = quoteOf(universe, symbolOf(each))?.currency || null;
    const currency = ["GBp", "GBX", "GBx"].includes(quoted) ? "GBP" : quoted;
    weights.set(currency, (weights.get(currency) ?? 0) + each.weight);
  }
  return [...weights].map(([currency, weight]) => ({ currency, weight })).sort((a, b) => b.weight - a.weight);
}
