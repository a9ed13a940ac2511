// The call that takes weights: what it sends, how every answer is told, and the consent before it.

import assert from "node:assert/strict";
import test from "node:test";

import { Consent, explanation, paragraphsOf, sentOf } from "../../static/js/portfolio/explain-call.js";
import { names, pageKey } from "../../static/js/portfolio/place.js";

const { consent: CONSENT_KEY } = names(pageKey());

const GOOD = { text: "One.\n\nTwo.", generated_at: "2026-11-21T10:00:00Z", written_by: "ai", source_type: "https://example.org/model", label: "Written by AI", review: "Checked.", reviewed_by: ["rules", "model"] };
const positions = [{ ticker: "AAA.L", weight: 60 }, { ticker: "BBB", weight: 40 }];

function answering(status, body, headers = {}) {
  const calls = [];
  const ask = async (url, how) => {
    calls.push({ url, ...how });
    return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
  };
  return { calls, ask };
}

const call = (ask) => explanation({ url: "/api/analyze", token: "csrf", positions, tone: "NOVICE", lang: "it", ask });

test("explain: the body holds tickers, weights, tone and language, and nothing else", async () => {
  const { calls, ask } = answering(200, GOOD);
  assert.deepEqual(await call(ask), { ...GOOD, kind: "ok" });
  assert.deepEqual(JSON.parse(calls[0].body), { positions, tone: "NOVICE", lang: "it" });
  assert.deepEqual([calls[0].url, calls[0].method, calls[0].cache, calls[0].headers["X-CSRFToken"]], ["/api/analyze", "POST", "no-store", "csrf"]);
});

for (const [status, code, kind] of [
  [401, "authentication_required", "signed_out"], [403, "acknowledgement_required", "signed_out"], [402, "payment_required", "payment"],
  [404, "feature_disabled", "off"], [400, "invalid_request", "refused"], [413, "too_large", "refused"], [503, "unavailable", "failed"],
  [500, "internal", "failed"], [403, undefined, "failed"],
]) {
  test(`explain: ${status} ${code} is told as ${kind}`, async () => {
    assert.equal((await call(answering(status, { code }).ask)).kind, kind);
  });
}

test("explain: the limit says when the next call is possible", async () => {
  assert.deepEqual(await call(answering(429, { code: "rate_limited" }, { "Retry-After": "3000" }).ask), { kind: "wait", seconds: 3000 });
});

test("explain: no line, a proxy's page and a strange answer are no text", async () => {
  assert.deepEqual(await call(async () => { throw new TypeError("Failed to fetch"); }), { kind: "offline" });
  assert.deepEqual(await call(answering(502, "<h1>Bad gateway</h1>").ask), { kind: "failed" });
  for (const body of [{}, { ...GOOD, text: 3 }, { ...GOOD, written_by: "me" }, { ...GOOD, label: undefined }, { ...GOOD, source_type: 1 }, { ...GOOD, reviewed_by: "me" }, { ...GOOD, generated_at: "soon" }, [], null]) {
    assert.equal((await call(answering(200, body).ask)).kind, "failed");
  }
});

test("explain: what is sent comes from what is shown, by its listing", () => {
  const position = (slice, value) => ({ slice, name: "Secret", value, quantity: 7, invested: 5, result: 1 });
  const view = { positions: [position("A", 30), position("B", 10), position("C", 60)], symbolOf: ({ slice }) => ({ A: "AAA.L", B: "BBB" })[slice] ?? null };
  assert.deepEqual(sentOf(view), {
    positions: [{ ticker: "AAA.L", weight: 75 }, { ticker: "BBB", weight: 25 }], left_out: [{ slice: "C", name: "Secret" }],
  });
});

test("explain: paragraphs are separated by blank lines", () => {
  assert.deepEqual(paragraphsOf("One.\n\n\n Two\nlines. \n\n"), ["One.", "Two\nlines."]);
});

function storage() {
  const kept = new Map();
  return { kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, text) => kept.set(key, text), removeItem: (key) => kept.delete(key) };
}

test("explain: consent is remembered, holds elsewhere, and can be withdrawn", () => {
  const place = storage();
  const consent = new Consent(() => place);
  assert.equal(consent.given, false);
  consent.give();
  assert.deepEqual([consent.given, new Consent(() => place).given, [...place.kept.keys()]], [true, true, [CONSENT_KEY]]);
  consent.withdraw();
  assert.deepEqual([consent.given, place.kept.size], [false, 0]);
});

test("explain: where nothing can be kept, consent holds for this page", () => {
  const consent = new Consent(() => { throw new DOMException("no", "SecurityError"); });
  assert.equal(consent.given, false);
  consent.give();
  assert.equal(consent.given, true);
  consent.withdraw();
  assert.equal(consent.given, false);
});
