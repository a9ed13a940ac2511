// What is written beside a number: pieces, pence, per cent; and the codes of currencies.

import { fold } from "./fold.js";
import { CODES, amount, strip } from "./numbers.js";

const PIECES = new RegExp("^(.*\\d[.,]?)\\s*(?:st|stk|stück|stücke|stueck|stuks|shs?|shares?|pz|pezzi|pcs?|pieces?|units?|anteile?|ant|"
  + "aandelen|aktien?|actions?|azioni|acciones|parts?|titres?|titoli|títulos?|títs?|quote|participaciones)\\.?$", "iu");
const PENCE = /^(?:(?:GBp|GBX|GBx|gbx)\s*(?<behind>[-+(]?[\d.,].*)|(?<before>.*\d\)?)\s*(?:p|pence|GBp|GBX|GBx|gbx))$/s;
const PER_CENT = /^(.*\S)\s*%$/s;
const HUNDREDTHS = new Map([
  ["GBp", "GBP"], ["GBX", "GBP"], ["GBx", "GBP"], ["gbx", "GBP"], ["p", "GBP"], ["pence", "GBP"], ["Pence", "GBP"],
  ["ZAc", "ZAR"], ["ZAX", "ZAR"], ["ILA", "ILS"], ["ILX", "ILS"],
]);
const SIGNS = new Map([["€", "EUR"], ["euro", "EUR"], ["£", "GBP"], ["us$", "USD"], ["ca$", "CAD"], ["c$", "CAD"], ["au$", "AUD"],
  ["a$", "AUD"], ["hk$", "HKD"], ["nz$", "NZD"], ["¥", "JPY"], ["zł", "PLN"], ["kč", "CZK"], ["ft", "HUF"]]);
const CODE = new RegExp(`^(?:${CODES})$`);
const NAMED = new RegExp(`(?<![A-Za-z])(?:GBp|GBX|ZAc|Euro|${CODES})(?![A-Za-z])|US\\$|[€£]|\\bpence\\b|\\(p\\)`);
const BESIDE = /^(?:[A-Za-z]{0,3}[$€£¥]|[A-Z]{3}|zł|Kč)(?=\s*[-+(]?[\d.,])|(?<=[\d)])\s*(?:[A-Za-z]{0,3}[$€£¥]|[A-Z]{3}|GBp|GBx|p|zł|Kč)$/;

/** `{code, divisor}` of what a cell or a name calls a currency: pence are pounds, divided by 100; null for nothing. */
export function currencyOf(text) {
  const word = text.trim();
  if (word === "") return null;
  const whole = HUNDREDTHS.get(word);
  if (whole) return { code: whole, divisor: 100 };
  return { code: SIGNS.get(word.toLowerCase()) ?? word.toUpperCase(), divisor: 1 };
}

/** The currency that a column's name gives ("Value in EUR", "Price (pence)"), or null. */
export function currencyInName(name) {
  const found = NAMED.exec(name)?.[0].replace(/[()]/g, "");
  return found ? currencyOf(found) : null;
}

/** The currency written beside the number in a cell, or null. */
export function currencyInCell(cell) {
  const found = BESIDE.exec(cell.trim())?.[0].trim();
  return found ? currencyOf(found) : null;
}

/** Whether a cell is the code or the sign of a currency and nothing else. */
export function isCurrency(cell) {
  const word = cell.trim();
  return CODE.test(word) || HUNDREDTHS.has(word) || SIGNS.has(word.toLowerCase());
}

/** Whether a cell without a number is a unit: a currency, per cent, pieces. */
export const isUnit = (cell) => isCurrency(cell) || cell.trim() === "%" || PIECES.test(`1 ${fold(cell)}`);

const pieces = (cell) => PIECES.exec(cell.trim())?.[1];
const pence = (cell) => {
  const groups = PENCE.exec(cell.trim())?.groups;
  return groups ? groups.behind ?? groups.before : undefined;
};
const perCent = (cell) => PER_CENT.exec(cell.trim())?.[1];

/** The number of a cell without what is written beside it, as `strip` gives it. */
export const stripUnit = (cell) => strip(pieces(cell) ?? pence(cell) ?? perCent(cell) ?? cell);

const divided = (number, by) => (number ? number / by : number);

/** A quantity, with or without its unit of pieces; as `amount`. */
export const quantityIn = (cell, decimal) => amount(pieces(cell) ?? cell, decimal);

/** Money in whole units; pence written in the cell win over `divisor`. As `amount`. */
export function moneyIn(cell, decimal, divisor = 1) {
  const small = pence(cell);
  return small === undefined ? divided(amount(cell, decimal), divisor) : divided(amount(small, decimal), 100);
}

/** A price as money, or in per cent of the nominal as bonds have it. */
export function priceIn(cell, decimal, divisor = 1) {
  const share = perCent(cell);
  return share === undefined ? moneyIn(cell, decimal, divisor) : divided(amount(share, decimal), 100);
}
