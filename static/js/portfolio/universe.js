// The shared list of quotes: asked for as a whole, the same for everybody, so that asking tells nothing.

const isQuote = (quote) => typeof quote === "object" && quote !== null;

const isDay = (day) => day === null || (typeof day === "string" && !Number.isNaN(Date.parse(day)));

/** Whether this is a universe: `{as_of, tickers: {symbol: {name, currency, price, previous_close, as_of}}}`. */
export const isUniverse = (found) => found?.as_of !== undefined && isDay(found.as_of)
  && typeof found.tickers === "object" && found.tickers !== null && Object.values(found.tickers).every(isQuote);

/** The universe, or null when it cannot be had now. */
export async function fetchUniverse(url) {
  try {
    const answer = await fetch(url, { headers: { Accept: "application/json" } });
    const found = answer.ok ? await answer.json() : null;
    return isUniverse(found) ? found : null;
  } catch {
    return null; // no network, or no JSON
  }
}
