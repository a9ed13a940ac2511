// The encrypted copy: known answers shared with Python, and everything that must not open.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { deriveKeys, open, openWith, seal, sealWith } from "../../static/js/portfolio/crypto.js";
import { pad, readKdf, unpad, writeHead } from "../../static/js/portfolio/envelope.js";
import { weakness } from "../../static/js/portfolio/pin.js";

const answers = JSON.parse(readFileSync(new URL("data/envelopes.json", import.meta.url), "utf8"));
const bytes = (base64) => new Uint8Array(Buffer.from(base64, "base64"));
const base64 = (data) => Buffer.from(data).toString("base64");
const TEXT = "The PIN is wrong, or the copy is damaged.";
const refused = { name: "OpenError", message: TEXT };

for (const each of answers) {
  const salt = bytes(each.salt);
  test(`crypto: ${each.what}: seals to the same bytes as Python`, async () => {
    const sealed = await seal(each.text, each.pin, { salt, nonce: bytes(each.nonce), iterations: each.iterations });
    assert.equal(base64(sealed), each.envelope);
  });
  test(`crypto: ${each.what}: opens what Python sealed`, async () => {
    assert.equal(await open(bytes(each.envelope), each.pin), each.text);
  });
  test(`crypto: ${each.what}: the same auth_key as Python's`, async () => {
    const keys = await deriveKeys(each.pin, salt, each.iterations);
    assert.equal(base64(keys.auth_key), each.auth_key);
    assert.equal(keys.enc_key.extractable, false);
  });
}

const known = answers[0];
const keys = await deriveKeys(known.pin, bytes(known.salt), known.iterations);

test("crypto: salt and nonce are new each time", async () => {
  const [a, b] = [await seal("{}", "739104"), await seal("{}", "739104")];
  assert.notEqual(base64(a.slice(12, 28)), base64(b.slice(12, 28)));
  assert.notEqual(base64(a.slice(28, 40)), base64(b.slice(28, 40)));
  assert.equal(new DataView(a.buffer).getUint32(8), 600_000);
  assert.equal(await open(a, "739104"), "{}");
});

test("crypto: a save with kept keys has a new nonce and the old salt", async () => {
  const how = { salt: bytes(known.salt), iterations: known.iterations };
  const [a, b] = [await sealWith("{}", keys, how), await sealWith("{}", keys, how)];
  assert.notEqual(base64(a.slice(28, 40)), base64(b.slice(28, 40)));
  assert.equal(await openWith(b, keys), "{}");
});

test("crypto: a wrong PIN, and blanks around the right one", async () => {
  for (const pin of ["739105", " 739104", "739104 ", ""]) await assert.rejects(open(bytes(known.envelope), pin), refused);
});

test("crypto: every changed byte is noticed", async () => {
  const envelope = bytes(known.envelope);
  for (let at = 0; at < envelope.length; at += 1) {
    const changed = envelope.slice();
    changed[at] ^= 1;
    await assert.rejects(openWith(changed, keys), refused, `byte ${at}`);
  }
});

test("crypto: form and cost are refused before a key is derived", async () => {
  const envelope = bytes(known.envelope);
  const change = (at, ...values) => {
    const changed = envelope.slice();
    changed.set(values, at);
    return changed;
  };
  const cases = [change(0, 0), change(4, 2), change(5, 2), change(6, 1), change(7, 1), change(8, 255, 255, 255, 255),
    change(8, 0, 0, 0, 1), change(8, 0, 9, 39, 191), envelope.slice(0, -1), envelope.slice(0, 56), envelope.slice(0, 1000),
    new Uint8Array(), new Uint8Array(56 + 256 * 1024), known.envelope, null];
  const started = performance.now();
  await deriveKeys(known.pin, bytes(known.salt), known.iterations);
  const derived = performance.now();
  for (const each of cases) await assert.rejects(open(each, known.pin), refused);
  assert.ok(performance.now() - derived < derived - started, "one derivation takes longer than all of these");
});

test("crypto: costs out of range are refused for deriving and sealing", async () => {
  for (const count of [0, 1, 599_999, 5_000_001, 4_294_967_295, NaN, 600_000.5, "600000"]) {
    await assert.rejects(deriveKeys("739104", bytes(known.salt), count), RangeError);
    await assert.rejects(seal("{}", "739104", { iterations: count }), RangeError);
  }
});

test("crypto: salt and nonce of other lengths are refused", () => {
  for (const [salt, nonce] of [[15, 12], [16, 13]]) {
    assert.throws(() => writeHead({ salt: new Uint8Array(salt), nonce: new Uint8Array(nonce), iterations: 600_000 }), RangeError);
  }
});

test("crypto: 255 blocks are the most", async () => {
  const how = { salt: bytes(known.salt), iterations: known.iterations };
  assert.equal((await sealWith("x".repeat(255 * 1024 - 4), keys, how)).length, 56 + 255 * 1024);
  await assert.rejects(sealWith("x".repeat(255 * 1024 - 3), keys, how), { name: "TooLargeError", kind: "too_large" });
});

test("crypto: padding holds the length and zeros", () => {
  const padded = pad("é");
  assert.deepEqual([...padded.slice(0, 8)], [0, 0, 0, 2, 0xc3, 0xa9, 0, 0]);
  assert.equal(unpad(padded), "é");
  for (const [at, value] of [[3, 1], [2, 4], [0, 255], [1000, 7]]) {
    const changed = padded.slice();
    changed[at] = value;
    assert.equal(unpad(changed), null);
  }
});

test("crypto: a new device reads cost and salt from 28 bytes", () => {
  const kdf = bytes(known.envelope).slice(0, 28);
  assert.deepEqual(readKdf(kdf), { salt: bytes(known.salt), iterations: 600_000 });
  for (const bad of [kdf.slice(0, 27), new Uint8Array(28), null]) assert.equal(readKdf(bad), null);
});

test("crypto: weak PINs are named", () => {
  const cases = { "": "short", 12345: "short", "000000": "run", 123456: "run", 987654: "run", 121212: "run", "１２３４５６": "run",
    abcdef: "run", 310186: "date", 860131: "date", "31-01-1986": "date", 19860131: "date", Password: "common",
    739104: null, 73910428: null, "quiet river": null };
  for (const [pin, want] of Object.entries(cases)) assert.equal(weakness(pin), want, pin);
});
