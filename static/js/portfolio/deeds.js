// Telling a list of purchases and sales from a list of what is held: by what the table is, not by a date in it.

import { fold } from "./fold.js";

// In a list of deeds each row is an order or a booking; holdings may have dates too: of their prices, of a purchase.
const DEED_NAMES = new RegExp([
  "transac[ct]?t?i[oó]n", "transaktion", "transactie", "transazion", "transakcj", "\\boperazion", "\\boperaci[oó]n", "op[ée]ration", "operação",
  "buchungs?(?:tag|datum|text|währung|betrag)?\\b", "geschäftstag", "geschäftsart", "handelstag", "handelsdatum", "valutadatum",
  "umsatz(?:art|zeit)?\\b", "settle(?:ment|d)?[ -]?date", "trade (?:date|time|type)", "order (?:id|no|number|type|date)", "auftrags", "ordine", "ordre",
  "buy/sell", "buy or sell", "kauf/verkauf", "aan-?/verkoop", "\\bsegno\\b", "\\bsens\\b", "^action$", "causale", "date/time", "ausführung",
  "courtage", "abrechnungs", "data valuta", "esecuzion", "executed", "date d['’]ex[ée]cution", "fecha valor",
].join("|"), "u");
const DEEDS = new RegExp("^(?:market |limit |stop )?(?:buy|sell|bought|sold|kauf|verkauf|ankauf|zukauf|achat|vente|acquisto|vendita|compra|venta|venda|"
  + "köp|sälj|aankoop|verkoop|koop|køb|salg|kupno|sprzedaż|dividend|dividende|dividendo|ausschüttung|einlage|deposit|withdrawal)\\b", "u");
const DATES = new Set(["date", "time", "datum", "data", "ora", "tijd", "uhrzeit", "zeit", "heure", "fecha", "hora", "dato", "tid"]);
const WORTH = /value|wert|valore|controvalore|valeur|valoris|valor|waarde|värde|verdi|værdi|worth|mkt val|wartość/u;
const LEADING = 2;

function areDeeds(rows, width) {
  const most = (index) => rows.filter((cells) => DEEDS.test(fold(cells[index] ?? ""))).length * 2 > rows.length;
  return rows.length > 0 && Array.from({ length: width }, (_, index) => index).some(most);
}

function areDated(names, rows) {
  const dates = names.flatMap((name, index) => (DATES.has(name) ? [index] : []));
  if (dates.length === 0) return false;
  if (!names.some((name) => WORTH.test(name) && !/dat[eaum]/u.test(name))) return true;
  const first = dates.find((index) => index < LEADING);
  return first !== undefined && new Set(rows.map((cells) => cells[first])).size > 1;
}

/** Whether these columns (and the rows below them) are of a list of purchases and sales rather than of holdings. */
export function looksLikeDeeds(names, rows = []) {
  const folded = names.map(fold);
  return folded.some((name) => DEED_NAMES.test(name)) || areDeeds(rows, names.length) || areDated(folded, rows);
}
