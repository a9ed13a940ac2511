// The parts of the page that only draw.

import * as allocation from "./allocation.js";
import { showContributions, showExtremes } from "./result.js";
import { showCurrencies, showToday } from "./today.js";
import { showConcentration, showHistory, showTotals } from "./totals.js";

const PARTS = {
  totals: showTotals, history: showHistory, allocation: allocation.show, contributions: showContributions,
  extremes: showExtremes, today: showToday, concentration: showConcentration, currencies: showCurrencies,
};

/** Draws each into its place, `part(name)`. */
export function showFigures(part, view) {
  for (const [name, show] of Object.entries(PARTS)) show(part(name), view);
}
