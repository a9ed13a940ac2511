// Rows that are the sum of others: no holdings, or everything would be counted twice.

import { fold } from "./fold.js";
import { total } from "./sums.js";

const WORD = new RegExp("^(?:(?:sub|sous|grand|account|portfolio|zwischen|end|gesamt|saldo|net|deel|eind)[- ]?)?"
  + "(?:totals?|totale|totali|totaal|totaux|totalt|tota|total[ -]général|summen?|insgesamt|gesamt|somma|somme|suma|"
  + "i alt|sum|yhteensä|razem|celkem|összesen|итого)"
  + "(?:\\s+(?:eur|usd|gbp|chf|portfolio|portafoglio|portefeuille|cartera|depot|account|conto|value|valore|général|générale|"
  + "generale|generaal|complessivo|titoli|aktien|fonds|etfs?|shares|stocks|holdings))*\\s*[:=]?$", "u");
const BEGINS = /^\W*(?:(?:sub-?)?tota(?:l|le|li|al|ux|lt)?(?!\p{L})|summe|gesamt|depotwert|somma(?!\p{L})|somme(?!\p{L})|suma(?!\p{L})|insgesamt|итого)/u;

/** Whether a cell says in a word that its row is a sum. */
export const isTotalWord = (cell) => WORD.test(fold(cell));

const near = (a, b, count) => a !== null && b !== null && b !== 0 && Math.abs(a - b) <= 0.006 * (count + 1) + Math.abs(b) * 1e-6;

/**
 * The indexes of the rows that are totals. Each is `{labels, named, quantity, value}`: the cells that could name it,
 * and whether it has a ticker or an ISIN of its own. A word says so ("Summe"), or the value of a row that nothing else
 * identifies is the sum of all others: where the others are identified, where it begins like a total, or where its
 * quantity is their sum as well.
 */
export function totalsAmong(rows) {
  const found = new Set(rows.flatMap((row, at) => (!row.named && row.labels.some(isTotalWord) ? [at] : [])));
  const others = rows.filter((_, at) => !found.has(at));
  const [worth, pieces] = [total(others.map((each) => each.value)), total(others.map((each) => each.quantity))];
  if (worth === null || others.length < 3) return found;
  const identified = others.filter((each) => each.named).length >= others.length - 1;
  rows.forEach((row, at) => {
    if (found.has(at) || row.named || !near(row.value, worth - row.value, others.length)) return;
    const sure = identified || row.labels.some((label) => BEGINS.test(fold(label)));
    if (sure || near(row.quantity, pieces - row.quantity, others.length)) found.add(at);
  });
  return found;
}
