// Storage: quota, two tabs, old versions, damage. Nothing is ever lost.

import assert from "node:assert/strict";
import test from "node:test";

import { names, pageKey } from "../../static/js/portfolio/place.js";
import { Store } from "../../static/js/portfolio/store.js";
import { emptyState, isState, localDay, withoutPie, withPie, withSnapshot } from "../../static/js/portfolio/state.js";

const { consent: CONSENT_KEY, kept: KEPT_KEY, state: KEY } = names(pageKey());

/** Storage with a limit, as a browser's: writing past it throws and leaves what was there. */
class Shelf {
  constructor(limit = Infinity) {
    this.limit = limit;
    this.texts = new Map();
  }

  getItem(key) {
    return this.texts.get(key) ?? null;
  }

  setItem(key, text) {
    const others = [...this.texts].filter(([each]) => each !== key);
    const size = others.reduce((sum, [name, value]) => sum + name.length + value.length, key.length + text.length);
    if (size > this.limit) throw new DOMException("full", "QuotaExceededError");
    this.texts.set(key, text);
  }

  removeItem(key) {
    this.texts.delete(key);
  }
}

class Locked {
  getItem() {
    throw new DOMException("no", "SecurityError");
  }

  removeItem() {
    throw new DOMException("no", "SecurityError");
  }
}

const PIE = { id: "p1", name: "Pie", invested: 100, value: null, result: null, positions: [
  { slice: "AAA", name: "Alpha", quantity: 1, invested: 100, value: null, result: null, avg_price: 100, price: null }] };
const add = (state) => withPie(state, PIE);

test("store: nothing stored is an empty state without trouble", () => {
  assert.deepEqual(new Store(new Shelf()).load(), { state: emptyState(), trouble: null });
});

test("store: what is written is read again", () => {
  const shelf = new Shelf();
  const written = new Store(shelf).update(add);
  assert.equal(written.trouble, null);
  assert.deepEqual(new Store(shelf).load(), { state: { ...emptyState(), pies: [PIE] }, trouble: null });
});

test("store: two tabs add to each other's pies instead of overwriting them", () => {
  const shelf = new Shelf();
  const [one, two] = [new Store(shelf), new Store(shelf)];
  one.load();
  two.load();
  one.update(add);
  two.update((state) => withPie(state, { ...PIE, id: "p2" }));
  assert.deepEqual(one.load().state.pies.map((pie) => pie.id), ["p1", "p2"]);
});

test("store: a full browser leaves the old text standing", () => {
  const shelf = new Shelf(600);
  const store = new Store(shelf);
  store.update(add);
  const before = shelf.getItem(KEY);
  const { state, trouble } = store.update((old) => withPie(old, { ...PIE, id: "p2", name: "x".repeat(600) }));
  assert.deepEqual([trouble, state.pies.length, shelf.getItem(KEY)], ["quota", 1, before]);
});

test("store: Firefox's older name for a full storage is known", () => {
  const shelf = new Shelf();
  shelf.setItem = () => {
    throw Object.assign(new Error("full"), { name: "NS_ERROR_DOM_QUOTA_REACHED" });
  };
  assert.equal(new Store(shelf).update(add).trouble, "quota");
});

test("store: a browser that refuses storage is told", () => {
  const store = new Store(new Locked());
  assert.deepEqual([store.load().trouble, store.update(add).trouble, store.kept(), store.clear()], ["refused", "refused", null, false]);
});

test("store: mistakes of our own are not taken for trouble", () => {
  assert.throws(() => new Store(new Shelf()).update(() => { throw new TypeError("ours"); }), TypeError);
});

const DAMAGED = ["", "{", "null", "[]", "5", '"x"', "{}", '{"version":1}', JSON.stringify({ ...emptyState(), pies: [{}] }),
  JSON.stringify({ ...emptyState(), version: 0 }), JSON.stringify({ ...emptyState(), version: "1" })];

for (const raw of DAMAGED) {
  test(`store: ${raw.slice(0, 30) || "an empty text"} is kept aside before anything is written`, () => {
    const shelf = new Shelf();
    shelf.setItem(KEY, raw);
    const store = new Store(shelf);
    assert.deepEqual(store.load(), { state: emptyState(), trouble: "damaged" });
    assert.deepEqual([store.kept(), shelf.getItem(KEY)], [raw, raw]);
    assert.equal(store.update(add).trouble, null);
    assert.deepEqual([shelf.getItem(KEPT_KEY), store.kept(), store.load().state.pies.length], [raw, raw, 1]);
  });
}

test("store: a second damage waits until the first copy was saved or dropped", () => {
  const shelf = new Shelf();
  const store = new Store(shelf);
  shelf.setItem(KEY, "first");
  store.update(add);
  shelf.setItem(KEY, "second");
  assert.equal(store.update(add).trouble, "damaged");
  assert.deepEqual([shelf.getItem(KEY), shelf.getItem(KEPT_KEY)], ["second", "first"]);
  assert.equal(store.dropKept(), true);
  assert.equal(store.update(add).trouble, null);
  assert.equal(store.kept(), "second");
});

test("store: with no room to keep the damaged text nothing is written", () => {
  const shelf = new Shelf(100);
  shelf.setItem(KEY, "x".repeat(80));
  assert.equal(new Store(shelf).update(add).trouble, "quota");
  assert.equal(shelf.getItem(KEY), "x".repeat(80));
});

const versioned = { version: 3, isValid: (state) => Array.isArray(state.list), fresh: () => ({ version: 3, list: [] }),
  migrations: { 1: (old) => ({ items: old.things }), 2: (old) => ({ list: old.items.map(String) }) } };

test("store: old versions are brought forward step by step", () => {
  const shelf = new Shelf();
  shelf.setItem(KEY, '{"version":1,"things":[1,2]}');
  const store = new Store(shelf, versioned);
  assert.deepEqual(store.load(), { state: { version: 3, list: ["1", "2"] }, trouble: null });
  store.update((state) => state);
  assert.equal(shelf.getItem(KEY), '{"list":["1","2"],"version":3}');
});

test("store: a migration that fails keeps the last good copy", () => {
  const shelf = new Shelf();
  const old = '{"version":1,"things":null}';
  shelf.setItem(KEY, old);
  const store = new Store(shelf, versioned);
  assert.deepEqual(store.load(), { state: { version: 3, list: [] }, trouble: "damaged" });
  store.update((state) => state);
  assert.equal(shelf.getItem(KEPT_KEY), old);
});

test("store: what a newer page wrote is left alone", () => {
  const shelf = new Shelf();
  const newer = JSON.stringify({ ...emptyState(), version: 2 });
  shelf.setItem(KEY, newer);
  assert.equal(new Store(shelf).update(add).trouble, "newer");
  assert.equal(shelf.getItem(KEY), newer);
});

test("store: another tab's writing and clearing are heard, other keys not", () => {
  const shelf = new Shelf();
  const store = new Store(shelf);
  const tab = new EventTarget();
  const heard = [];
  const stop = store.watch(tab, ({ state }) => heard.push(state.pies.length));
  const tell = (key) => tab.dispatchEvent(Object.assign(new Event("storage"), { key }));
  store.update(add);
  tell(KEY);
  tell("svc.theme");
  store.clear();
  tell(null);
  stop();
  tell(KEY);
  assert.deepEqual(heard, [1, 0]);
});

test("store: delete everything leaves nothing of ours", () => {
  const shelf = new Shelf();
  const store = new Store(shelf);
  shelf.setItem(KEY, "broken");
  shelf.setItem("other", "stays");
  shelf.setItem(CONSENT_KEY, "yes");
  store.update(add);
  assert.equal(store.clear(), true);
  assert.deepEqual([...shelf.texts.keys()], ["other"]);
});

test("state: a pie replaces one of its id, and can be taken out", () => {
  const state = withPie(withPie(add(emptyState()), { ...PIE, id: "p2" }), { ...PIE, name: "New" });
  assert.deepEqual(state.pies.map((pie) => [pie.id, pie.name]), [["p1", "New"], ["p2", "Pie"]]);
  assert.deepEqual(withoutPie(state, "p1").pies.map((pie) => pie.id), ["p2"]);
});

test("state: one snapshot a day, the last one, in order, none without a value", () => {
  let state = emptyState();
  for (const [day, value] of [["2026-11-21", 1], ["2026-11-20", 2], ["2026-11-21", 3], ["2026-11-22", null]]) {
    state = withSnapshot(state, day, { value, invested: null });
  }
  assert.deepEqual(state.snapshots.map((each) => [each.day, each.value]), [["2026-11-20", 2], ["2026-11-21", 3]]);
  assert.ok(isState(state));
});

test("state: fifteen hundred snapshots are kept, the newest", () => {
  let state = emptyState();
  const day = (n) => new Date(Date.UTC(2020, 0, 1 + n)).toISOString().slice(0, 10);
  for (let n = 0; n < 1502; n += 1) state = withSnapshot(state, day(n), { value: n, invested: 1 });
  assert.deepEqual([state.snapshots.length, state.snapshots[0].value], [1500, 2]);
});

test("state: days are the reader's own", () => {
  assert.equal(localDay(new Date(2026, 0, 5, 23, 59)), "2026-01-05");
});

test("state: shapes that do not fit are refused", () => {
  const good = add(emptyState());
  assert.ok(isState(good));
  const broken = [{ pies: [{ ...PIE, value: "1" }] }, { pies: [{ ...PIE, positions: [{ ...PIE.positions[0], quantity: "1" }] }] },
    { pies: [{ ...PIE, positions: null }] }, { pies: {} }, { snapshots: [{ day: "yesterday", value: 1, invested: 1 }] },
    { corrections: { AAA: 5 } }, { privacy: "yes" }, { currency: 5 }, { templates: [] }, { version: 2 }];
  for (const change of broken) assert.equal(isState({ ...good, ...change }), false, JSON.stringify(change));
});
