// Two devices, two tabs, a dead copy: whatever comes together, no holding is lost and nobody is overwritten unasked.

import assert from "node:assert/strict";
import test from "node:test";

import { withChanged, withoutPie, withSnapshot } from "../../static/js/portfolio/state.js";
import { isEmpty, keepBoth } from "../../static/js/portfolio/sync-merge.js";
import { another, device, now, pie, PIN, shared } from "./sync-devices.js";
import { reply } from "./sync-service.js";

/** Both devices have the copy open; each changes something, the first one saves. */
async function apart() {
  const { service, first } = await shared();
  const other = await another(service);
  first.add(pie("b"));
  await first.clock.pass();
  other.add(pie("a", 55), pie("c"));
  await other.clock.pass();
  return { service, first, other };
}

test("conflict: both changed: shown side by side, nothing written until the reader chooses", async () => {
  const { service, other } = await apart();
  assert.deepEqual([...now(other.session), service.row.version, other.pies()], ["conflict", null, 2, ["a 55", "c 100"]]);
  const names = ({ pies, positions, value, currency }) => [pies.map(({ name }) => name), positions, value, currency];
  assert.deepEqual(names(other.session.here), [["Pie a", "Pie c"], 2, 155, null]);
  assert.deepEqual(names(other.session.copy), [["Pie a", "Pie b"], 2, 200, null]);
  other.add(pie("d"));
  assert.equal(other.clock.ms, null);
});

for (const [choice, pies, version] of [["here", ["a 55", "c 100"], 3], ["copy", ["a 100", "b 100"], 2]]) {
  test(`conflict: the reader keeps "${choice}"`, async () => {
    const { service, first, other } = await apart();
    await other.session.choose(choice);
    assert.deepEqual([...now(other.session), other.pies(), service.row.version], ["open", null, pies, version]);
    first.add(pie("e"));
    await first.clock.pass();
    if (choice === "here") assert.equal(first.session.phase, "conflict");
    else assert.deepEqual(first.pies(), ["a 100", "b 100", "e 100"]);
  });
}

test("conflict: keeping both leaves no pie out and counts none twice", async () => {
  const { service, other } = await apart();
  await other.session.choose("both");
  const { pies } = other.store.load().state;
  assert.deepEqual(pies.map(({ name, value, left_out }) => [name, value, left_out ?? false]), [["Pie a", 55, false],
    ["Pie c", 100, false], ["Pie a (2)", 100, true], ["Pie b", 100, false]]);
  assert.equal(new Set(pies.map(({ id }) => id)).size, 4);
  assert.deepEqual([...now(other.session), service.row.version], ["open", null, 3]);
});

test("conflict: only the copy changed: it is taken, deletions too", async () => {
  const { service, first } = await shared();
  const other = await another(service);
  await other.session.lock();
  first.add(pie("b"));
  first.change((state) => withoutPie(state, "a"));
  await first.clock.pass();
  await other.session.unlock(PIN);
  assert.deepEqual([...now(other.session), other.pies(), service.row.version], ["open", null, ["b 100"], 2]);
});

test("conflict: only this browser changed while the copy was closed: it is saved", async () => {
  const { service, first } = await shared();
  await first.session.lock();
  first.add(pie("b"));
  await first.session.unlock(PIN);
  assert.deepEqual([...now(first.session), service.row.version, first.pies()], ["open", null, 2, ["a 100", "b 100"]]);
});

test("conflict: a browser with holdings of its own is asked, not overwritten", async () => {
  const { service } = await shared();
  const other = await another(service, [pie("z")]);
  assert.deepEqual([...now(other.session), other.pies(), service.row.version], ["conflict", null, ["z 100"], 1]);
});

test("conflict: the same holdings with another line come together without a question", async () => {
  const { service, first } = await shared();
  const other = await another(service);
  first.change((state) => withSnapshot(state, "2026-11-20", { value: 1, invested: 1 }));
  await first.clock.pass();
  other.change((state) => withSnapshot(state, "2026-11-21", { value: 2, invested: 1 }));
  await other.clock.pass();
  const days = other.store.load().state.snapshots.map(({ day }) => day);
  assert.deepEqual([...now(other.session), days, service.row.version], ["open", null, ["2026-11-20", "2026-11-21"], 3]);
});

test("conflict: an empty browser's corrections stay beside the copy's", async () => {
  const { service, first } = await shared();
  first.change((state) => ({ ...state, corrections: { VUSA: "VUSA.L" } }));
  await first.clock.pass();
  const other = device(service);
  other.store.update((state) => ({ ...state, corrections: { BA: null }, templates: { key: {} } }));
  await other.session.start();
  await other.session.unlock(PIN);
  const { corrections, templates } = other.store.load().state;
  assert.deepEqual([corrections, templates], [{ BA: null, VUSA: "VUSA.L" }, { key: {} }]);
});

test("conflict: a copy made anew elsewhere is no reason to drop what the old one held", async () => {
  const { service, first } = await shared();
  await first.session.lock();
  const other = device(service, [pie("z")]);
  await other.session.start();
  await other.session.remove();
  await other.session.setUp(PIN);
  await first.session.unlock(PIN);
  assert.deepEqual([...now(first.session), first.pies()], ["conflict", null, ["a 100"]]);
});

test("conflict: the copy was removed on another device", async () => {
  const { service, first } = await shared();
  const other = await another(service);
  await other.session.remove();
  first.add(pie("b"));
  await first.clock.pass();
  assert.deepEqual([...now(first.session), first.session.secret, service.row], ["absent", "removed_elsewhere", null, null]);
  await first.session.setUp(PIN);
  assert.deepEqual([...now(first.session), first.pies()], ["open", null, ["a 100", "b 100"]]);
});

test("conflict: another device set another PIN", async () => {
  const { service, first } = await shared();
  const other = await another(service);
  await other.session.setUp("quiet river lamp");
  first.add(pie("b"));
  await first.clock.pass();
  assert.deepEqual([...now(first.session), first.session.secret, service.row.version], ["locked", "pin_changed", null, 2]);
  await first.session.unlock("quiet river lamp");
  assert.deepEqual([...now(first.session), first.pies()], ["conflict", null, ["a 100", "b 100"]]);
});

test("conflict: two devices that set up at once: the second opens the first one's copy", async () => {
  const { service } = await shared();
  const late = device(service, [pie("z")]);
  service.next = [reply(200, { exists: false, updated_at: null, bytes: 0, version: 0, kdf: null })];
  await late.session.start();
  await late.session.setUp("quiet river lamp");
  assert.deepEqual([...now(late.session), service.row.version, late.pies()], ["locked", "pin_changed", 1, ["z 100"]]);
});

test("conflict: two tabs of one browser save once", async () => {
  const { service, first } = await shared();
  const tab = await another(service, [], first.shelf);
  first.add(pie("b"));
  tab.session.changed();
  await first.clock.pass();
  service.asked();
  await tab.clock.pass();
  assert.deepEqual([...now(tab.session), tab.session.version, service.asked()], ["open", null, 2, []]);
  tab.add(pie("c"));
  await tab.clock.pass();
  assert.deepEqual([service.asked(), service.row.version], [["POST /sync"], 3]);
});

test("conflict: another tab set another PIN", async () => {
  const { service, first } = await shared();
  const tab = await another(service, [], first.shelf);
  await first.session.setUp("quiet river lamp");
  tab.add(pie("b"));
  await tab.clock.pass();
  assert.deepEqual([...now(tab.session), service.row.version], ["locked", "pin_changed", 2]);
});

test("conflict: the line goes down while another's save is looked at", async () => {
  const { service, first } = await shared();
  const other = await another(service);
  first.add(pie("b"));
  await first.clock.pass();
  other.add(pie("c"));
  service.next = [null, new TypeError("Failed to fetch")];
  await other.clock.pass();
  assert.deepEqual([...now(other.session), other.clock.ms, other.session.pending], ["open", "offline", 30_000, true]);
  await other.clock.pass();
  assert.equal(other.session.phase, "conflict");
});

test("dead copy: with another pepper it is removed, and the reader is told to save or import again", async () => {
  const { service } = await shared();
  service.pepper = 2;
  service.asked();
  const other = device(service, [pie("a")]);
  await other.session.start();
  assert.deepEqual([...now(other.session), service.row, other.pies()], ["absent", "gone", null, ["a 100"]]);
  assert.deepEqual(service.asked(), ["GET /status", "GET /sync", "DELETE /sync?version=1"]);
  await other.session.setUp(PIN);
  assert.deepEqual([...now(other.session), service.row.version], ["open", null, 1]);
});

test("dead copy: one that was saved anew meanwhile is not removed", async () => {
  const { service, first } = await shared();
  const dead = { ...service.status(), kdf: null };
  await first.session.setUp("quiet river lamp");
  const other = device(service);
  service.next = [reply(200, dead), reply(410, { code: "gone", version: 1 })];
  await other.session.start();
  assert.deepEqual([...now(other.session), service.row.version], ["locked", null, 2]);
});

test("dead copy: when it cannot be removed, the next save replaces it", async () => {
  const { service } = await shared();
  service.pepper = 2;
  const other = device(service, [pie("a")]);
  service.next = [null, null, new TypeError("Failed to fetch")];
  await other.session.start();
  assert.deepEqual(now(other.session), ["absent", "gone"]);
  await other.session.setUp(PIN);
  assert.deepEqual([...now(other.session), service.row.version, service.row.pepper], ["open", null, 2, 2]);
});

test("damaged copy: told, kept, and asked about once, since each asking counts as a wrong PIN", async () => {
  const { service } = await shared();
  service.damaged = true;
  const other = device(service);
  await other.session.start();
  assert.deepEqual([...now(other.session), service.row.version, service.tries], ["unreadable", null, 1, 4]);
  const again = device(service, [], other.shelf);
  await again.session.start();
  assert.deepEqual([...now(again.session), service.tries], ["unreadable", null, 4]);
  await again.session.remove();
  assert.deepEqual(now(again.session), ["absent", "removed"]);
});

test("damaged copy: found only when it is opened", async () => {
  const { service } = await shared();
  const other = device(service);
  await other.session.start();
  service.next = [null, reply(500, { code: "damaged" })];
  await other.session.unlock(PIN);
  assert.deepEqual([...now(other.session), service.row.version], ["unreadable", null, 1]);
});

test("merge: keeping both of the same adds nothing, and left-out pies are holdings too", () => {
  const state = { ...device({ ask: null }, [pie("a"), pie("b")]).store.load().state };
  assert.deepEqual(keepBoth(state, structuredClone(state)).pies, state.pies);
  assert.equal(isEmpty(withChanged(state, "a", { left_out: true })), false);
});
