// Amounts, shares and days in the reader's format; in privacy mode no amount is ever made into text.

const LOCALES = { en: "en-GB", it: "it-IT" };
/** The locale of a page's language: English as it is written in Europe. */
export const localeOf = (language) => LOCALES[language] ?? language;

/** "in 14 minutes", in the page's language. */
export function soon(seconds, language) {
  const format = new Intl.RelativeTimeFormat(localeOf(language));
  return seconds < 90 ? format.format(Math.max(1, Math.ceil(seconds)), "second") : format.format(Math.ceil(seconds / 60), "minute");
}

const isCode = (currency) => /^[A-Za-z]{3}$/.test(currency ?? "");

/** "up", "down" or "flat": what an arrow and a sign say besides the colour. */
export const direction = (number) => (number === null || number === 0 ? "flat" : number > 0 ? "up" : "down");

/** The words with `{name}` filled in. */
export const filled = (words, values) => words.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/**
 * Functions from a number (null is unknown) to text. `currency` is an ISO code or null for bare amounts; `hidden`
 * puts `words.hidden` in the place of money and quantities. Shares, percentages and days are never hidden.
 */
export function formats({ language, currency, hidden, words }) {
  const locale = localeOf(language);
  const cache = new Map();
  const format = (number, options) => {
    if (number === null || number === undefined) return words.unknown;
    const key = JSON.stringify(options);
    // Italian leaves 1234,56 ungrouped unless asked; a column of amounts reads better with every mark.
    if (!cache.has(key)) cache.set(key, new Intl.NumberFormat(locale, { useGrouping: "always", ...options }));
    return cache.get(key).format(number).replace("-", "\u2212");
  };
  const secret = (number, options) => (hidden && number !== null && number !== undefined ? words.hidden : format(number, options));
  const money = isCode(currency) ? { style: "currency", currency } : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const whole = isCode(currency) ? { ...money, maximumFractionDigits: 0 } : { maximumFractionDigits: 0 };
  const digits = (count) => ({ minimumFractionDigits: count, maximumFractionDigits: count });
  const percent = (number, options) => format(number === null || number === undefined ? number : number / 100, { style: "percent", ...options });
  const signed = { signDisplay: "exceptZero" };
  return {
    money: (number) => secret(number, money),
    roundMoney: (number) => secret(number, whole),
    gain: (number) => secret(number, { ...money, ...signed }),
    quantity: (number) => secret(number, { maximumFractionDigits: 6 }),
    percent: (number, count = 1) => percent(number, digits(count)),
    change: (number, count = 2) => percent(number, { ...digits(count), ...signed }),
    points: (number) => (number === null ? words.unknown : `${format(number, { ...digits(2), ...signed })}\u00a0${words.points}`),
    number: (number, count = 0) => format(number, digits(count)),
    day: (iso) => new Date(`${iso.slice(0, 10)}T12:00:00Z`).toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" }),
  };
}
