// The encrypted copy in the browser: set up, saved after a pause, opened elsewhere, and everything that may go wrong.

import assert from "node:assert/strict";
import test from "node:test";

import { open } from "../../static/js/portfolio/crypto.js";
import { emptyState, withoutPie, withPie, withSnapshot } from "../../static/js/portfolio/state.js";
import { names, pageKey } from "../../static/js/portfolio/place.js";
import { another, device, now, pie, PIN, shared } from "./sync-devices.js";
import { reply, Service } from "./sync-service.js";

const { state: KEY } = names(pageKey());

test("sync: nothing is there, a PIN is set, the copy is saved", async () => {
  const service = new Service();
  const { session } = device(service, [pie("a")]);
  await session.start();
  assert.deepEqual(now(session), ["absent", null]);
  await session.setUp(PIN);
  assert.deepEqual([...now(session), session.version, session.pending], ["open", null, 1, false]);
  const sealed = JSON.parse(await open(new Uint8Array(Buffer.from(service.row.blob, "base64")), PIN));
  assert.deepEqual(sealed, { ...emptyState(), pies: [pie("a")] });
});

test("sync: no call holds the PIN, a name or an amount, and writes carry the form's token", async () => {
  const { service, first } = await shared();
  await another(service);
  await first.session.remove();
  const told = JSON.stringify(service.calls);
  for (const secret of [PIN, Buffer.from(PIN).toString("base64"), "Secret Holding", "VUSA", "Pie a"]) assert.ok(!told.includes(secret));
  const writes = service.calls.filter(({ method }) => method !== "GET");
  assert.deepEqual(writes.map(({ method, headers }) => [method, headers["X-CSRFToken"]]), [["POST", "csrf"], ["DELETE", "csrf"]]);
});

test("sync: the key cannot be read out and goes when the copy is closed", async () => {
  const { first: { session } } = await shared();
  assert.equal(session.secret.keys.enc_key.extractable, false);
  await session.lock();
  assert.deepEqual([...now(session), session.secret], ["locked", null, null]);
});

for (const [pin, note] of [["12345", "weak_short"], ["123456", "weak_run"], ["310186", "weak_date"], ["password", "weak_common"]]) {
  test(`sync: ${pin} is refused and nothing is sent`, async () => {
    const service = new Service();
    const { session } = device(service, [pie("a")]);
    await session.start();
    await session.setUp(pin);
    assert.deepEqual([...now(session), service.asked()], ["absent", note, ["GET /status"]]);
  });
}

test("sync: an empty browser has nothing to save", async () => {
  const service = new Service();
  const { session } = device(service);
  await session.start();
  await session.setUp(PIN);
  assert.deepEqual([...now(session), service.row], ["absent", "nothing", null]);
});

test("sync: another device opens the copy with the PIN alone", async () => {
  const { service, first } = await shared();
  first.store.update((state) => ({ ...withSnapshot(state, "2026-11-20", { value: 1, invested: 1 }), privacy: true }));
  first.session.changed();
  await first.clock.pass();
  service.asked();
  const other = await another(service);
  assert.deepEqual([...now(other.session), other.brought, other.pies()], ["open", null, 1, ["a 100"]]);
  assert.deepEqual(service.asked(), ["GET /status", "GET /status", "GET /sync"]);
  const { state } = other.store.load();
  assert.deepEqual([state.snapshots.length, state.privacy], [1, false]);
});

test("sync: a wrong PIN says how many tries are left, then waits; the browser keeps what it has", async () => {
  const { service } = await shared();
  const other = device(service, [pie("b")]);
  await other.session.start();
  const told = [];
  for (let n = 0; n < 6; n += 1) {
    await other.session.unlock("999111");
    told.push([...now(other.session), other.session.triesLeft ?? other.session.seconds]);
  }
  assert.deepEqual(told.slice(0, 5), [4, 3, 2, 1, 0].map((left) => ["locked", "refused", left]));
  assert.deepEqual([...now(other.session), other.session.seconds, other.pies()], ["locked", "wait", 840, ["b 100"]]);
});

test("sync: the fiftieth wrong PIN is told as such", async () => {
  const { service } = await shared();
  const other = device(service);
  await other.session.start();
  service.next = [null, reply(403, { code: "sync_key_refused", tries_left: 0, removed: true })];
  await other.session.unlock("999111");
  assert.deepEqual([...now(other.session), other.session.version], ["absent", "guessed", 0]);
});

test("sync: an older copy without verifier that the PIN does not open", async () => {
  const { service } = await shared();
  const other = device(service);
  await other.session.start();
  service.next = [null, reply(200, { blob: service.row.blob, version: 1, updated_at: service.row.at })];
  await other.session.unlock("999111");
  assert.deepEqual(now(other.session), ["locked", "wrong_or_damaged"]);
});

test("sync: a change is saved five seconds after the last one", async () => {
  const { service, first } = await shared();
  service.asked();
  first.add(pie("b"));
  const firstWait = first.clock.waiting;
  first.session.changed();
  assert.equal(first.clock.waiting, firstWait); // drawn again without a change
  first.add(pie("c"));
  assert.notEqual(first.clock.waiting, firstWait);
  assert.deepEqual([first.clock.ms, first.session.pending, service.asked()], [5000, true, []]);
  await first.clock.pass();
  assert.deepEqual([first.session.pending, first.session.version, service.asked()], [false, 2, ["POST /sync"]]);
  assert.equal(first.clock.ms, null);
});

test("sync: a change that is taken back, or only hides amounts, is not saved", async () => {
  const { first } = await shared();
  first.add(pie("b"));
  first.change((state) => withoutPie(state, "b"));
  assert.deepEqual([first.clock.ms, first.session.pending], [null, false]);
  first.change((state) => ({ ...state, privacy: true }));
  assert.equal(first.clock.ms, null);
});

test("sync: a closed copy saves nothing", async () => {
  const { first } = await shared();
  await first.session.lock();
  first.add(pie("b"));
  assert.equal(first.clock.ms, null);
});

test("sync: deleting everything here leaves the copy alone", async () => {
  const { service, first } = await shared();
  first.store.clear();
  first.session.changed();
  await first.clock.pass();
  assert.deepEqual([...now(first.session), service.row.version], ["locked", "emptied", 1]);
  await first.session.unlock(PIN);
  assert.deepEqual([...now(first.session), first.pies()], ["open", null, ["a 100"]]);
});

for (const [what, answer, wait] of [
  ["offline", new TypeError("Failed to fetch"), 30_000],
  ["wait", reply(429, { code: "rate_limited" }, { "Retry-After": "120" }), 120_000],
  ["failed", reply(500, { code: "internal_error" }), 30_000],
  ["failed", { ok: false, status: 502, headers: new Headers(), json: async () => JSON.parse("<html>") }, 30_000],
]) {
  test(`sync: a save that meets "${what}" is tried again by itself`, async () => {
    const { service, first } = await shared();
    first.add(pie("b"));
    service.next = [answer];
    await first.clock.pass();
    assert.deepEqual([...now(first.session), first.session.pending, first.clock.ms], ["open", what, true, wait]);
    await first.clock.pass();
    assert.deepEqual([...now(first.session), first.session.pending, service.row.version], ["open", null, false, 2]);
  });
}

test("sync: back on line, what waits is saved at once", async () => {
  const { service, first } = await shared();
  first.add(pie("b"));
  service.next = [new TypeError("Failed to fetch")];
  await first.clock.pass();
  await first.session.retry();
  assert.deepEqual([first.session.pending, service.row.version], [false, 2]);
});

test("sync: signed out, the key stays and the next change tries again", async () => {
  const { service, first } = await shared();
  first.add(pie("b"));
  service.next = [reply(401, { code: "authentication_required" })];
  await first.clock.pass();
  assert.deepEqual([...now(first.session), first.clock.ms], ["open", "signed_out", null]);
  first.add(pie("c"));
  await first.clock.pass();
  assert.deepEqual([...now(first.session), service.row.version], ["open", null, 2]);
});

test("sync: a portfolio that is too large is told and not sent", async () => {
  const { service, first } = await shared();
  first.change((state) => withPie(state, { ...pie("b"), name: "x".repeat(256 * 1024) }));
  await first.clock.pass();
  assert.deepEqual([...now(first.session), service.row.version], ["open", "too_large", 1]);
});

for (const [code, status, note] of [["payment_required", 402, "payment"], ["feature_disabled", 404, "off"], ["unavailable", 503, "off"],
  ["authentication_required", 401, "signed_out"], ["acknowledgement_required", 403, "failed"]]) {
  test(`sync: ${code} closes the part and says so`, async () => {
    const service = new Service();
    service.next = [reply(status, { code })];
    const { session } = device(service);
    await session.start();
    assert.deepEqual(now(session), ["closed", note]);
    await session.start();
    assert.deepEqual(now(session), ["absent", null]);
  });
}

test("sync: another PIN has another salt, and the old one opens nothing", async () => {
  const { service, first } = await shared();
  const old = service.status().kdf;
  await first.session.setUp("quiet river lamp");
  assert.deepEqual([...now(first.session), first.session.version, service.status().kdf === old], ["open", null, 2, false]);
  const other = await another(service);
  assert.deepEqual(now(other.session), ["locked", "refused"]);
  await other.session.unlock("quiet river lamp");
  assert.deepEqual(other.pies(), ["a 100"]);
});

test("sync: removing leaves the browser's portfolio and asks for a new PIN next time", async () => {
  const { service, first } = await shared();
  await first.session.remove();
  assert.deepEqual([...now(first.session), service.row, first.pies()], ["absent", "removed", null, ["a 100"]]);
  await first.session.setUp("quiet river lamp");
  assert.deepEqual([...now(first.session), service.row.version], ["open", null, 1]);
});

test("sync: a removal that fails is told, and nothing changes", async () => {
  const { service, first } = await shared();
  service.next = [new TypeError("Failed to fetch")];
  await first.session.remove();
  assert.deepEqual([...now(first.session), service.row.version], ["open", "offline", 1]);
});

test("sync: a full browser takes nothing from the copy and loses nothing", async () => {
  const { service } = await shared();
  const other = device(service, [pie("b")]);
  await other.session.start();
  other.store.update(({ pies: _pies, ...state }) => ({ ...state, pies: [] }));
  other.shelf.full = true;
  const before = other.shelf.getItem(KEY);
  await other.session.unlock(PIN);
  assert.deepEqual([...now(other.session), other.shelf.getItem(KEY), service.row.version], ["locked", "storage", before, 1]);
});
