// The strip's calculations at awkward moments. `node --test tests/js/`; the local zone is wrong on purpose.

process.env.TZ = "Pacific/Kiritimati";

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { duration, sessionsOn, stateAt, untilNextTick } from "../../static/js/elements/market-calendar.js";

const file = JSON.parse(readFileSync(new URL("../../indicators/exchanges.json", import.meta.url), "utf8"));
const exchanges = Object.fromEntries(
  file.exchanges.map((exchange) => [exchange.mic, { ...exchange, covered_until: file.covered_until }]),
);

// what, exchange, now, status, next start, end of the session
const MOMENTS = [
  ["an ordinary noon", "XNYS", "2026-11-20T17:00", "open", "2026-11-23T14:30", "2026-11-20T21:00"],
  ["the first instant", "XNYS", "2026-11-20T14:30", "open", "2026-11-23T14:30", "2026-11-20T21:00"],
  ["the last instant", "XNYS", "2026-11-20T21:00", "closed", "2026-11-23T14:30", null],
  ["a Saturday", "XLON", "2026-11-21T12:00", "closed", "2026-11-23T08:00", null],
  ["Thanksgiving", "XNYS", "2026-11-26T17:00", "closed", "2026-11-27T14:30", null],
  ["the half day after it", "XNYS", "2026-11-27T17:59", "open", "2026-11-30T14:30", "2026-11-27T18:00"],
  ["after the half day", "XNYS", "2026-11-27T18:00", "closed", "2026-11-30T14:30", null],
  ["a holiday moved to Friday", "XNYS", "2026-07-03T15:00", "closed", "2026-07-06T13:30", null],
  ["before lunch in Tokyo", "XTKS", "2026-11-20T02:29", "open", "2026-11-20T03:30", "2026-11-20T02:30"],
  ["lunch in Tokyo", "XTKS", "2026-11-20T03:00", "break", "2026-11-20T03:30", null],
  ["after lunch in Tokyo", "XTKS", "2026-11-20T06:29", "open", "2026-11-24T00:00", "2026-11-20T06:30"],
  ["no lunch on a Hong Kong half day", "XHKG", "2026-12-24T04:30", "closed", "2026-12-28T01:30", null],
  ["Shanghai's week of spring", "XSHG", "2026-02-18T03:00", "closed", "2026-02-24T01:30", null],
  ["Europe's clocks go forward", "XFRA", "2026-03-27T17:00", "closed", "2026-03-30T07:00", null],
  ["Europe's clocks go back", "XLON", "2026-10-23T16:00", "closed", "2026-10-26T08:00", null],
  ["America's clocks go forward", "XNYS", "2026-03-06T22:00", "closed", "2026-03-09T13:30", null],
  ["America's clocks go back", "XNYS", "2026-10-30T21:00", "closed", "2026-11-02T14:30", null],
  ["one hour nearer in between", "XNYS", "2026-10-27T13:30", "open", "2026-10-28T13:30", "2026-10-27T20:00"],
  ["the last evening of the calendar", "XNYS", "2027-12-31T22:00", "closed", "2028-01-03T14:30", null],
];

const instant = (text) => (text === null ? null : Date.parse(`${text}:00Z`));

for (const [what, mic, now, status, opensAt, closesAt] of MOMENTS) {
  test(`${mic}: ${what}`, () => {
    assert.deepEqual(stateAt(exchanges[mic], instant(now)), {
      status, opensAt: instant(opensAt), closesAt: instant(closesAt),
    });
  });
}

test("the local zone really is a wrong one", () => {
  assert.equal(new Date(Date.UTC(2026, 0, 1)).getTimezoneOffset(), -14 * 60);
});

test("a day with a lunch break has two sessions, a Sunday none", () => {
  assert.equal(sessionsOn(exchanges.XTKS, "2026-11-20").length, 2);
  assert.deepEqual(sessionsOn(exchanges.XTKS, "2026-11-22"), []);
});

test("nothing is promised past the calendar", () => {
  for (const noon of ["2028-02-01T15:00:00Z", "2028-07-04T15:00:00Z"]) { // a Tuesday, and Independence Day
    assert.deepEqual(stateAt(exchanges.XNYS, Date.parse(noon)), { status: "closed", opensAt: null, closesAt: null });
  }
});

test("durations count seconds only in the last minute", () => {
  const words = { days: "d", hours: "h", minutes: "min", seconds: "s" };
  const cases = [[0, "0 s"], [1, "1 s"], [58_500, "59 s"], [59_001, "1 min"], [119_999, "1 min"],
    [3_599_999, "59 min"], [3_600_000, "1 h 0 min"], [86_400_000, "1 d 0 h"], [225_000_000, "2 d 14 h"]];
  for (const [milliseconds, text] of cases) assert.equal(duration(milliseconds, words), text);
});

test("ticks fall on minutes, and on seconds before a change", () => {
  const now = Date.parse("2026-11-20T20:10:20.250Z");
  assert.equal(untilNextTick(now, [now + 3_600_000, null]), 39_755);
  assert.equal(untilNextTick(now, [now + 30_000]), 755);
});
