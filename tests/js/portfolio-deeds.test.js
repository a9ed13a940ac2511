// Lists of purchases and sales, and lists of holdings that have dates too. `node --test tests/js/`.

import assert from "node:assert/strict";
import test from "node:test";

import { looksLikeDeeds } from "../../static/js/portfolio/deeds.js";

const DEEDS = [
  ["Date", "Product", "Quantity"], ["Operazione", "Data valuta", "Quantità"], ["Name", "Order ID"],
  ["Buchungstag", "Geschäftstag", "Bezeichnung", "Umsatz in EUR"], ["Depot", "Buchungsdatum", "Transaktion", "Anteile", "Betrag"],
  ["Date de transaction", "Type de transaction", "Symbole", "Quantité"], ["Datum", "Typ av transaktion", "Antal", "Belopp"],
  ["Fecha", "Tipo de operación", "Valor"], ["Trade Date", "Symbol", "Quantity"], ["Datum", "Typ", "Wert", "Buchungswährung"],
];
const HOLDINGS = [
  ["Product", "Symbol/ISIN", "Amount"], ["Titolo", "ISIN", "Quantità"], ["Value date"],
  ["Bestand", "Name", "ISIN", "Typ", "Datum", "Zeit", "Kaufkurs", "Kaufwert", "Aktueller Wert"],
  ["Stück/Nom.", "Bezeichnung", "Währung", "Wert in EUR", "Datum", "Zeit", "Börse", "Kaufwert in EUR"],
];

for (const names of DEEDS) test(`deeds: ${names.join(", ")}`, () => assert.ok(looksLikeDeeds(names)));
for (const names of HOLDINGS) test(`holdings: ${names.join(", ")}`, () => assert.ok(!looksLikeDeeds(names)));

test("deeds: rows that say what was done", () => {
  const names = ["Kind", "Name", "Units", "Value"];
  assert.ok(looksLikeDeeds(names, [["Kauf", "Alpha", "1", "2"], ["Verkauf", "Alpha", "1", "2"], ["Dividende", "Alpha", "", "2"]]));
  assert.ok(!looksLikeDeeds(names, [["Share", "Buyout Fund", "1", "2"], ["Fund", "Beta", "1", "2"]]));
});

test("deeds: a first column of dates that differ; one day for all is the day of the holdings", () => {
  const names = ["Date", "Name", "Units", "Value"];
  assert.ok(looksLikeDeeds(names, [["1.2.2026", "Alpha", "1", "2"], ["3.2.2026", "Beta", "1", "2"]]));
  assert.ok(!looksLikeDeeds(names, [["1.2.2026", "Alpha", "1", "2"], ["1.2.2026", "Beta", "1", "2"]]));
});
