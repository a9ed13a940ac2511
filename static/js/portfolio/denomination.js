// In which currency the amounts of a table are: pence are pounds, and two currencies are never one sum.

import { fold } from "./fold.js";
import { currencyInCell, currencyInName, currencyOf, isCurrency, moneyIn, quantityIn } from "./units.js";

const NAMES = /^(?:.*\b)?(?:currency|ccy|curr|währung|waehrung|whg|valuta|divisa|devise|moneda|munt|moeda|waluta|valuutta)\b/u;
const PRICE = /price|kurs|prezzo|cours|koers|precio|pre[cç]o|quotazione|closing|last|hinta/u;
const textAt = ({ cells }, index) => (Number.isInteger(index) ? cells[index]?.trim() ?? "" : "");
const near = (a, b) => Math.abs(a / b - 1) < 0.02;

function hasCodes(rows, index) {
  const filled = rows.map((row) => textAt(row, index)).filter(Boolean);
  return filled.length > 0 && filled.every(isCurrency);
}

/** The column of currencies that nobody chose: beside the value, else the only one that is called so. */
function unmapped(rows, { names }, columns) {
  const beside = (columns.value ?? columns.price ?? -2) + 1;
  const taken = new Set(Object.values(columns));
  if (!taken.has(beside) && (!names[beside] || NAMES.test(fold(names[beside]))) && hasCodes(rows, beside)) return beside;
  const called = names.flatMap((name, index) => (NAMES.test(fold(name)) && !taken.has(index) && hasCodes(rows, index) ? [index] : []));
  return called.length === 1 ? called[0] : null;
}

/**
 * How the values of these rows relate to the prices beside them: 1 where some column times the quantity is the value,
 * 100 where it is a hundred times that (prices in pence, values in pounds), null where no column tells.
 */
function priceRatio(rows, { names }, columns, decimal) {
  if (!Number.isInteger(columns.value)) return null;
  const figures = rows.map((row) => ({
    row, quantity: quantityIn(textAt(row, columns.quantity), decimal), value: moneyIn(textAt(row, columns.value), decimal),
  })).filter(({ quantity, value }) => quantity && value);
  // One piece costs what it is worth, and so does a second column of values.
  const telling = figures.filter(({ quantity }) => ![1, 100].some((each) => near(Math.abs(quantity), each)));
  const own = new Set(["quantity", "value", "invested", "result"].map((key) => columns[key]));
  const others = names.flatMap((name, index) => (own.has(index) ? [] : [{ index, priced: index === columns.price || PRICE.test(fold(name)) }]));
  const fits = ({ index, priced }, times) => {
    const shown = priced ? figures : telling;
    return shown.length > 0 && shown.every(({ row, quantity, value }) => {
      const price = moneyIn(textAt(row, index), decimal);
      return Boolean(price) && near(price * quantity, value * times);
    });
  };
  return [1, 100].find((times) => others.some((each) => fits(each, times))) ?? null;
}

/**
 * `{codeOf(row), divisorOf(row, key), differs(row, key), unsure}`. A code is null where nothing tells it. What an amount's
 * own name says ("Value in EUR") wins over the cell, and the cell over a column of currencies. `unsure` are the codes of a
 * column that nobody chose when amounts may be in them and nothing shows whether they are.
 */
export function denominations(rows, header, columns, decimal) {
  const key = Number.isInteger(columns.value) ? "value" : "price";
  const named = (each) => (Number.isInteger(columns[each]) ? currencyInName(header.names[columns[each]] ?? "") : null);
  const own = named(key);
  const chosen = Number.isInteger(columns.currency);
  const column = chosen ? columns.currency : unmapped(rows, header, columns);
  const inColumn = (row) => (column === null ? null : currencyOf(textAt(row, column)));
  const codes = [...new Set(rows.map((row) => inColumn(row)?.code).filter(Boolean))];
  const told = chosen || codes.length < 2 || own !== null || column === columns[key] + 1;
  const used = told || priceRatio(rows, header, columns, decimal) === 1;
  const small = rows.filter((row) => inColumn(row)?.divisor === 100);
  const inPounds = small.length > 0 && priceRatio(small, header, columns, decimal) === 100;
  const inCell = (row) => {
    const found = currencyInCell(textAt(row, columns[key]));
    return found?.code === "$" && used ? inColumn(row) ?? found : found; // a dollar of which country the column says
  };
  const ofRow = (row) => own ?? inCell(row) ?? (used ? inColumn(row) : null);
  return {
    codeOf: (row) => ofRow(row)?.code ?? null,
    divisorOf(row, each) {
      const byName = named(each);
      if (byName) return byName.divisor;
      if (own && key === "value") return own.divisor;
      return inPounds || currencyInCell(textAt(row, columns[key])) ? 1 : (used && inColumn(row)?.divisor) || 1;
    },
    differs: (row, each) => named(each) !== null && ofRow(row) !== null && named(each).code !== ofRow(row).code,
    unsure: used ? [] : codes,
  };
}
