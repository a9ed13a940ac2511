// Which quote of the shared universe a position means. Decided here, from the whole list, so that no ticker is ever
// asked for by itself; the rules are those of portfolio/instruments.py.

import { fold } from "./fold.js";

const ORDER = ["GBX", "GBP", "EUR", "USD"];
// Words of legal form say nothing about which company it is.
const FORMS = new Set([
  "ab", "adr", "ag", "as", "asa", "bv", "co", "company", "corp", "corporation", "gmbh", "group", "holding",
  "holdings", "inc", "incorporated", "kgaa", "limited", "llc", "lp", "ltd", "n", "nv", "oyj", "plc", "sa", "sab",
  "se", "spa", "the",
]);

/** Under what a correction is kept: ticker and name, as merging tells positions apart. */
export const correctionKey = ({ slice, name }) => JSON.stringify([fold(slice), fold(name ?? "")]);

/** A short ticker as the provider writes it: class marks become "-" (BRK/A, BRK B), one at the end goes (RR.). */
export const shortForm = (text) => text.normalize("NFKC").trim().toUpperCase().replace(/[./_]|\s+(?=[A-Z]$)/g, "-").replace(/(?<!-)-+$/, "");

const ISIN = /^[A-Z]{2}[A-Z0-9]{9}\d$/;
/** The short ticker in a broker's internal one (VUAGl_EQ, AAPL_US_EQ), or null. */
const internal = (slice) => /^(?<short>[A-Z0-9.]+)(?:[a-z]\d?|_[A-Z]{2})_EQ$/.exec(slice.trim())?.groups.short ?? null;

const baseOf = (symbol) => symbol.toUpperCase().replace(/\.[A-Z]+$/, "");
const currencyOf = (quote) => (["GBp", "GBx", "gbx"].includes(quote.currency) ? "GBX" : quote.currency ?? "");

function wordsOf(name) {
  const text = (name ?? "").normalize("NFKD").toLowerCase().replaceAll("&", " and ").replace(/\p{M}|[.'’]/gu, "");
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** A name as it is compared: all its words, and those that say which company it is. */
function namesOf(name) {
  const words = wordsOf(name);
  return [words.join(" "), words.filter((word) => !FORMS.has(word)).join(" ") || words.join(" ")];
}

function rank({ symbol, quote }) {
  const place = ORDER.indexOf(currencyOf(quote));
  return [place === -1 ? ORDER.length : place, symbol];
}

function preferred(candidates) {
  return [...candidates].sort((a, b) => {
    const [one, other] = [rank(a), rank(b)];
    return one[0] - other[0] || (one[1] < other[1] ? -1 : 1);
  });
}

const indexes = new WeakMap(); // thousands of names, folded once for each universe

function indexOf(tickers) {
  if (indexes.has(tickers)) return indexes.get(tickers);
  const index = new Map();
  for (const [symbol, quote] of Object.entries(tickers)) {
    const base = baseOf(symbol);
    const [words, core] = namesOf(quote.name);
    if (!index.has(base)) index.set(base, []);
    index.get(base).push({ symbol, quote, words, core });
  }
  indexes.set(tickers, index);
  return index;
}

// A ticker alone never overrules a name: Boeing is not BAE Systems because both are called BA. A name that is the ticker
// again, as in a file without names, tells no more than the ticker does.
function chosen(candidates, { slice, name }) {
  const [words, core] = namesOf(name);
  const bare = words === "" || words === namesOf(slice)[0];
  const exact = candidates.filter((each) => each.words === words);
  const named = exact.length > 0 ? exact : candidates.filter((each) => each.core === core);
  if (words !== "" && named.length > 0) return { how: "name", among: preferred(named) };
  const nameless = candidates.filter((each) => bare || each.words === "");
  const companies = new Set(nameless.map((each) => each.core));
  return companies.size === 1 ? { how: "ticker", among: preferred(nameless) } : { how: null, among: [] };
}

// An ISIN and an internal ticker (frozen when the share was first listed) say nothing about the symbol: the name must.
function candidatesOf({ slice, name }, index) {
  const code = slice.trim();
  if (ISIN.test(code)) {
    const [words] = namesOf(name);
    return words === "" ? [] : [...index.values()].flat().filter((each) => each.words === words);
  }
  const short = internal(code);
  if (short === null) return index.get(shortForm(slice)) ?? [];
  return (index.get(shortForm(short)) ?? []).filter((each) => chosen([each], { slice: short, name }).how === "name");
}

/**
 * A function from a position to `{symbol, how, candidates}`: the provider's symbol or null; "corrected" by the
 * reader, found by "name" or by "ticker" alone, or null; and the symbols of the same ticker, for a correction.
 * Without a universe (null) only corrections are known.
 */
export function listings(universe, corrections) {
  const tickers = universe?.tickers ?? {};
  const index = indexOf(tickers);
  const known = new Map();
  const find = (position, key) => {
    const candidates = candidatesOf(position, index);
    const own = Object.hasOwn(tickers, position.slice) && position.slice.includes(".");
    const symbols = preferred(candidates).map(({ symbol }) => symbol);
    if (Object.hasOwn(corrections, key)) return { symbol: corrections[key], how: "corrected", candidates: symbols };
    if (own) return { symbol: position.slice, how: "ticker", candidates: [position.slice] };
    const { how, among } = chosen(candidates, position);
    return { symbol: among[0]?.symbol ?? null, how, candidates: symbols };
  };
  return (position) => {
    const key = correctionKey(position);
    if (!known.has(key)) known.set(key, find(position, key));
    return known.get(key);
  };
}
