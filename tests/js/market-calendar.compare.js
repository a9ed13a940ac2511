// Reads instants in milliseconds from standard input; writes what the browser calculates for each
// exchange then. tests/indicators/test_trading_hours.py compares that with the server's.

import { readFileSync } from "node:fs";

import { stateAt } from "../../static/js/elements/market-calendar.js";

const { instants, calendars } = JSON.parse(readFileSync(0, "utf8"));
const answers = instants.map((now) => calendars.map((exchange) => {
  const { status, opensAt, closesAt } = stateAt(exchange, now);
  return [status, opensAt, closesAt];
}));
process.stdout.write(JSON.stringify(answers));
