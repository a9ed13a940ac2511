// Each reader's own place in a browser that several share, and the portfolio of the time before there were places.

import assert from "node:assert/strict";
import test from "node:test";

import { Consent } from "../../static/js/portfolio/explain-call.js";
import { Former } from "../../static/js/portfolio/former.js";
import { FORMER, forget, isAlone, names, pageKey } from "../../static/js/portfolio/place.js";
import { emptyState, withPie } from "../../static/js/portfolio/state.js";
import { Store } from "../../static/js/portfolio/store.js";

const [ADA, BOB] = ["svc.portfolio.ada", "svc.portfolio.bob"];
const PIE = { id: "p1", name: "Pie", invested: 100, value: null, result: null, positions: [] };
const pie = (id) => (state) => withPie(state, { ...PIE, id });
const text = (...ids) => JSON.stringify(ids.reduce((state, id) => pie(id)(state), emptyState()));

function shelf(texts = {}, { refuses = null, room = Infinity } = {}) {
  const kept = new Map(Object.entries(texts));
  const size = () => [...kept].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const tried = () => {
    if (refuses) throw new DOMException("no", refuses);
  };
  return {
    kept,
    getItem: (key) => (tried(), kept.get(key) ?? null),
    removeItem: (key) => (tried(), kept.delete(key)),
    keys: () => (tried(), [...kept.keys()]),
    setItem(key, value) {
      tried();
      if (size() - (kept.has(key) ? key.length + kept.get(key).length : 0) + key.length + value.length > room) {
        throw new DOMException("full", "QuotaExceededError");
      }
      kept.set(key, value);
    },
  };
}

const storeOf = (storage, key) => new Store(storage, { key });
const former = (storage, key = ADA) => new Former(storeOf(storage, key), storage);
const ids = (storage, key) => storeOf(storage, key).load().state.pies.map((each) => each.id);

test("place: the next reader at this browser finds an empty one", () => {
  const storage = shelf();
  storeOf(storage, ADA).update(pie("p1"));
  assert.deepEqual([ids(storage, ADA), ids(storage, BOB)], [["p1"], []]);
});

test("place: what one reader deletes or agrees to is not the other's", () => {
  const storage = shelf();
  for (const key of [ADA, BOB]) storeOf(storage, key).update(pie("p1"));
  new Consent(() => storage, ADA).give();
  assert.equal(new Consent(() => storage, BOB).given, false);
  storeOf(storage, ADA).clear();
  assert.deepEqual([...storage.kept.keys()], [BOB]);
});

test("place: another reader's write in another tab is not heard", () => {
  const told = [];
  const target = new EventTarget();
  storeOf(shelf(), ADA).watch(target, () => told.push("heard"));
  for (const key of [BOB, FORMER, ADA, null]) target.dispatchEvent(Object.assign(new Event("storage"), { key }));
  assert.deepEqual(told, ["heard", "heard"]);
});

test("place: the page names it, and a page without a reader has nobody's", () => {
  assert.equal(pageKey(), "svc.portfolio.nobody");
  globalThis.document = { documentElement: { dataset: { portfolioKey: ADA } } };
  try {
    assert.deepEqual([pageKey(), new Store(shelf()).names], [ADA, names(ADA)]);
  } finally {
    delete globalThis.document;
  }
});

test("place: forgetting takes one reader's things and says when the browser refuses", () => {
  const storage = shelf({ [ADA]: "1", [`${ADA}.kept`]: "2", [`${ADA}.explain`]: "yes", [BOB]: "3", [FORMER]: "4", "svc.theme": "dark" });
  assert.equal(forget(ADA, storage), true);
  assert.deepEqual([...storage.kept.keys()], [BOB, FORMER, "svc.theme"]);
  assert.equal(forget(ADA, shelf({}, { refuses: "SecurityError" })), false);
});

test("place: a reader is alone where nothing is another's, the former one among them", () => {
  assert.equal(isAlone(ADA, shelf({ [ADA]: "1", [`${ADA}.left`]: "yes", "svc.theme": "dark" })), true);
  assert.equal(isAlone(ADA, shelf()), true);
  for (const other of [BOB, `${BOB}.kept`, FORMER, `${FORMER}.kept`, `${ADA}x`]) assert.equal(isAlone(ADA, shelf({ [other]: "1" })), false, other);
  assert.equal(isAlone(ADA, shelf({}, { refuses: "SecurityError" })), false);
});

test("former: it is asked about and shown to nobody before", () => {
  const storage = shelf({ [FORMER]: text("p1") });
  assert.deepEqual([former(storage).waits, ids(storage, ADA), former(shelf()).waits], [true, [], false]);
});

test("former: taken over it is the reader's, unchanged, and asked about no more", () => {
  const storage = shelf({ [FORMER]: text("p1"), [`${FORMER}.kept`]: "unreadable", [`${FORMER}.explain`]: "yes" });
  assert.equal(former(storage).adopt(), null);
  assert.deepEqual(Object.fromEntries(storage.kept), { [ADA]: text("p1"), [`${ADA}.kept`]: "unreadable" });
  assert.deepEqual([former(storage).waits, former(storage, BOB).waits], [false, false]);
});

test("former: who says no is not asked again, and its owner is", () => {
  const storage = shelf({ [FORMER]: text("p1") });
  assert.equal(former(storage).leave(), null);
  assert.deepEqual([former(storage).waits, former(storage, BOB).waits, storage.kept.get(FORMER)], [false, true, text("p1")]);
});

test("former: joined with what the reader has here", () => {
  const storage = shelf({ [FORMER]: text("p1", "p2"), [ADA]: text("p3") });
  assert.equal(former(storage).adopt(), null);
  assert.deepEqual([ids(storage, ADA), storage.kept.has(FORMER)], [["p3", "p1", "p2"], false]);
});

test("former: one that cannot be read is moved or put aside, never thrown away", () => {
  const moved = shelf({ [FORMER]: "{" });
  assert.deepEqual([former(moved).adopt(), moved.kept.get(ADA)], [null, "{"]);
  const beside = shelf({ [FORMER]: "{", [ADA]: text("p3") });
  assert.deepEqual([former(beside).adopt(), beside.kept.get(`${ADA}.kept`), ids(beside, ADA)], [null, "{", ["p3"]]);
  const full = shelf({ [FORMER]: "{", [ADA]: text("p3"), [`${ADA}.kept`]: "other" });
  assert.deepEqual([former(full).adopt(), full.kept.get(FORMER), full.kept.get(`${ADA}.kept`)], ["damaged", "{", "other"]);
});

test("former: one of a newer page stays until this page is newer", () => {
  const newer = '{"version":99}';
  const storage = shelf({ [FORMER]: newer, [ADA]: text("p3") });
  assert.deepEqual([former(storage).adopt(), storage.kept.get(FORMER)], ["newer", newer]);
});

test("former: a large one is moved though it does not fit twice", () => {
  const long = text("p".repeat(400));
  const storage = shelf({ [FORMER]: long }, { room: long.length + 60 });
  assert.equal(former(storage).adopt(), null);
  assert.deepEqual([...storage.kept], [[ADA, long]]);
});

test("former: one that does not fit at all, and a browser that refuses, lose nothing", () => {
  const long = text("p".repeat(400));
  const storage = shelf({ [FORMER]: long }, { room: long.length + FORMER.length });
  assert.deepEqual([former(storage).adopt(), [...storage.kept]], ["quota", [[FORMER, long]]]);
  const refusing = former(shelf({}, { refuses: "SecurityError" }));
  assert.deepEqual([refusing.waits, refusing.adopt(), refusing.leave()], [false, "refused", "refused"]);
});
