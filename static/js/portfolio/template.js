// Which column of another broker's file is what: by index, checked before use. holdings.js reads by it.

export const TEXTS = ["slice", "name", "isin", "currency"];
export const NUMBERS = ["quantity", "invested", "value", "result", "price"]; // the quantity first
export const UNITS = { whole: 1, pence: 100 };

const isIndex = (value, width) => Number.isInteger(value) && value >= 0 && value < width;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isShortText = (value) => typeof value === "string" && value.length <= 60;

/**
 * Whether an answer is a template for `width` columns: `{columns, unit, row_filter, skip_rows}`. `columns` maps
 * slice, name, isin, currency, quantity, invested, value, result and price to an index or null: quantity, a value
 * (or a price to compute it from) and a name of some kind must be there, and no index twice. `unit` is "whole" or
 * "pence" and is about the price alone. `row_filter` is `[{column, equals}]`, all of which a row must meet;
 * `skip_rows` are texts whose rows (found in any of the naming columns or the first) are left out.
 */
export function isTemplate(template, width) {
  if (!isObject(template) || !isObject(template.columns)) return false;
  const { columns, unit, row_filter: filters, skip_rows: skipped } = template;
  const used = Object.entries(columns).filter(([, index]) => index !== null);
  const known = used.every(([key, index]) => (TEXTS.includes(key) || NUMBERS.includes(key)) && isIndex(index, width));
  const has = (key) => used.some(([each]) => each === key);
  return known && new Set(used.map(([, index]) => index)).size === used.length
    && has("quantity") && (has("value") || has("price")) && (has("slice") || has("isin") || has("name"))
    && Object.hasOwn(UNITS, unit) && Array.isArray(filters) && Array.isArray(skipped) && skipped.every(isShortText)
    && filters.every((each) => isObject(each) && isIndex(each.column, width) && isShortText(each.equals));
}
