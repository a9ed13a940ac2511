// The pie reader over its case file, and over mutations of it. `node --test tests/js/`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { MAX_ROWS, parsePie, readPie } from "../../static/js/portfolio/csv.js";
import { MAX_BYTES } from "../../static/js/portfolio/decode.js";
import { toCsv } from "../../static/js/portfolio/export.js";
import { dice } from "./dice.js";

const cases = JSON.parse(readFileSync(new URL("data/pies.json", import.meta.url), "utf8"));
const encode = (text) => new TextEncoder().encode(text);
const bytesOf = (each) => (each.base64 === undefined ? encode(each.text) : new Uint8Array(Buffer.from(each.base64, "base64")));
const KINDS = new Set(["empty_file", "not_csv", "missing_columns", "malformed", "bad_row", "bad_number",
  "no_positions", "unfunded_pie", "wrong_export", "too_large"]);
const HEADER = "Slice,Owned quantity,Invested value,Value\n";

for (const each of cases) {
  test(`csv: ${each.what}`, () => {
    const answer = parsePie(bytesOf(each), { filename: each.filename });
    if (each.want.any) assert.ok(wellFormed(answer));
    else if (each.want.kind) {
      const { kind, line, column, detail } = answer.error ?? {};
      assert.deepEqual({ kind, line, column }, each.want);
      if (each.detail) assert.equal(detail, each.detail);
    } else assert.deepEqual(answer, { ok: each.want });
  });
}

test("the case file meets every kind of error but the size", () => {
  const met = new Set(cases.map((each) => each.want.kind).filter(Boolean));
  assert.deepEqual([...KINDS].filter((kind) => !met.has(kind)), ["too_large"]);
});

test("csv: a file without a column of names takes the slice as name, one with empty names does not", () => {
  const names = (text) => parsePie(encode(text)).ok.positions.map((each) => each.name);
  assert.deepEqual(names(`${HEADER}VUSA,1,2,3\nTSCO,1,2,3\n`), ["VUSA", "TSCO"]);
  assert.deepEqual(names("Slice,Name,Owned quantity,Invested value,Value\nVUSA,,1,2,3\n"), [""]);
});

test("csv: spreadsheets' forms of numbers are read in a whole file", () => {
  const { ok } = parsePie(encode(`${HEADER}VUSA,1.5E-4,1.2e3,1250.\n`));
  assert.deepEqual([ok.positions[0].quantity, ok.invested, ok.value], [0.00015, 1200, 1250]);
});

test("csv: too many bytes and too many rows are too large", () => {
  assert.equal(parsePie(encode(HEADER + " ".repeat(MAX_BYTES))).error.kind, "too_large");
  const rows = (count) => encode(HEADER + "AAA,1,2,3\n".repeat(count));
  assert.deepEqual(parsePie(rows(MAX_ROWS + 1)).error.kind, "too_large");
  assert.equal(parsePie(rows(MAX_ROWS)).ok.positions.length, MAX_ROWS);
});

test("csv: sums too large to hold are unknown, not infinite", () => {
  const huge = "9".repeat(308);
  const { ok } = parsePie(encode(`${HEADER}AAA,1,${huge},1\nBBB,0.0001,${huge},1\n`));
  assert.deepEqual([ok.invested, ok.result, ok.positions[1].avg_price], [null, null, null]);
});

test("csv: buffers and views are read, anything else is no file", () => {
  const bytes = encode(`${HEADER}AAA,1,2,3\n`);
  for (const input of [bytes.buffer, new DataView(bytes.buffer)]) assert.ok(parsePie(input).ok);
  for (const input of [undefined, null, "Slice", 5, {}]) assert.equal(parsePie(input).error.kind, "not_csv");
});

test("csv: a short position is read, and what is saved here with one is read again", () => {
  const { ok } = parsePie(encode(`${HEADER}AAA,10,1000,1100\nOPT,-1,-200,-150\n`));
  assert.deepEqual(ok.positions.map((each) => [each.quantity, each.value, each.result]), [[10, 1100, 100], [-1, -150, 50]]);
  assert.deepEqual(parsePie(encode(toCsv({ ...ok, name: "Mine" }))).ok.positions, ok.positions);
});

test("csv: the preview tells what was left out, and how the numbers were read", () => {
  const { leftOut, delimiter, decimal } = readPie(encode("Slice;Owned quantity;Invested value;Value\nAAA;1;2,5;3\nBBB;0;0;0\n"));
  assert.deepEqual({ leftOut, delimiter, decimal },
    { leftOut: [{ line: 3, slice: "BBB", name: "BBB" }], delimiter: ";", decimal: "," });
});

test("csv: 5,000 rows are all read; bench/portfolio_import.py holds how fast", () => {
  const row = (n) => `"T${n}","A holding, number ${n}","1,${String(n % 1000).padStart(3, "0")}.25","${n}.50","-1.5","0.${n + 1}",N/A,N/A,N/A\n`;
  const header = "Slice,Name,Invested value,Value,Result,Owned quantity,Dividends gained,Dividends cash,Dividends reinvested\n";
  const bytes = encode(header + Array.from({ length: 5000 }, (_, n) => row(n)).join(""));
  assert.equal(parsePie(bytes).ok.positions.length, 5000);
});

const PIECES = ['"', '""', ",", ";", "\t", "|", "\n", "\r", "\r\n", "-", "(", ")", "0", "1,000.00", "1.000,00", "N/A", "1e9",
  "NaN", "Infinity", "Total", "Slice", "Value", "\ufeff", "\u00a0", "\u200b", "=1+1", "€", "99999999999999999999", "0.0000000001"].map(encode);

function mutated(bytes, roll) {
  const out = [...bytes];
  // Half of them leave the header alone, so that the rows are met too.
  const from = roll(2) * (out.indexOf(10) + 1);
  for (let times = 1 + roll(5); times > 0; times -= 1) {
    const at = from + roll(Math.max(1, out.length + 1 - from));
    const kind = roll(5);
    if (kind === 0) out.splice(at, 1 + roll(4));
    else if (kind === 1) out.splice(at, 0, ...PIECES[roll(PIECES.length)]);
    else if (kind === 2) out[Math.min(at, out.length)] = roll(256);
    else if (kind === 3) out.splice(at, roll(30), ...out.slice(roll(out.length + 1)).slice(0, roll(60)));
    else out.splice(at, roll(8), ...PIECES[roll(PIECES.length)], ...PIECES[roll(PIECES.length)]);
  }
  return new Uint8Array(out.map((byte) => byte ?? 0));
}

const isAmount = (value) => value === null || (typeof value === "number" && Number.isFinite(value) && !Object.is(value, -0));

function wellFormed({ ok, error }) {
  if (error) {
    return ok === undefined && KINDS.has(error.kind) && typeof error.detail === "string"
      && [error.line, error.column].every((at) => at === null || (Number.isInteger(at) && at > 0));
  }
  return [ok.invested, ok.value, ok.result].every(isAmount) && ok.positions.length > 0
    && ok.positions.every((each) => each.slice !== "" && each.quantity !== 0 && each.quantity !== null
      && !(each.quantity < 0 && each.value > 0)
      && [each.quantity, each.invested, each.value, each.result, each.avg_price, each.price].every(isAmount));
}

test("csv: no mutation makes it throw, hang or answer what is no amount", () => {
  const roll = dice(20261121);
  const good = cases.filter((each) => each.want.positions).map(bytesOf);
  const seeds = cases.map(bytesOf);
  let read = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const bytes = mutated(round % 4 ? good[roll(good.length)] : seeds[roll(seeds.length)], roll);
    const answer = parsePie(bytes, { filename: "x.csv" });
    assert.ok(wellFormed(answer), Buffer.from(bytes).toString("base64"));
    read += answer.ok ? 1 : 0;
  }
  assert.ok(read > 500, `only ${read} mutations were still pies`);
});

test("csv: every short text of quotes, delimiters and ends of line is answered", () => {
  const letters = ['"', ",", ";", "\n", " ", "a", "1"];
  for (let number = 0; number < letters.length ** 4; number += 1) {
    let text = "";
    for (let rest = number; rest > 0; rest = Math.floor(rest / letters.length)) text += letters[rest % letters.length];
    for (const head of ["", HEADER, `${HEADER}AAA,1,2,`]) assert.ok(wellFormed(parsePie(encode(head + text))), JSON.stringify(head + text));
  }
});

test("csv: quotes around nothing are an empty file", () => {
  for (const text of ['""', '" "', '""\n""\n']) assert.equal(parsePie(encode(text)).error.kind, "empty_file");
});

test("csv: long runs of one character end soon", () => {
  for (const piece of ['"', '"",', ",", "\n", "\r\n", " \n", "1,", '"a"\n', "(", "-", ";\t|", "\u200b"]) {
    for (const head of ["", HEADER, `${HEADER}AAA,1,`]) {
      assert.ok(wellFormed(parsePie(encode(head + piece.repeat(100_000)))));
    }
  }
});
