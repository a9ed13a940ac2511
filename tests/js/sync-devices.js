// Browsers with a portfolio each, at one service.
//
// One derivation of a key takes 0.12 s of processor time, and these tests need 148: each process derives for a PIN,
// salt, hash and cost once. `portfolio-crypto.test.js` does without this file and derives each time.

import { mock } from "node:test";

import { withPie } from "../../static/js/portfolio/state.js";
import { Store } from "../../static/js/portfolio/store.js";
import { SyncApi } from "../../static/js/portfolio/sync-api.js";
import { SyncSession } from "../../static/js/portfolio/sync-session.js";
import { Clock, Service, Shelf } from "./sync-service.js";

export const PIN = "739104";

/** The salt of every copy made by `shared`; a later PIN gets a random one. */
export const SALT = Uint8Array.from({ length: 16 }, (_, at) => at + 1);

const hex = (data) => Buffer.from(data).toString("hex");
const { importKey, deriveBits } = crypto.subtle;
const secrets = new WeakMap();
const derived = new Map();

mock.method(crypto.subtle, "importKey", async (format, data, algorithm, ...more) => {
  const key = await importKey.call(crypto.subtle, format, data, algorithm, ...more);
  if (algorithm === "PBKDF2") secrets.set(key, hex(data));
  return key;
});

mock.method(crypto.subtle, "deriveBits", async (how, key, length) => {
  const derive = () => deriveBits.call(crypto.subtle, how, key, length);
  if (how.name !== "PBKDF2" || !secrets.has(key)) return derive();
  const asked = JSON.stringify([secrets.get(key), how.hash, hex(how.salt), how.iterations, length]);
  if (!derived.has(asked)) derived.set(asked, derive());
  return (await derived.get(asked)).slice();
});

export const pie = (id, value = 100) => ({ id, name: `Pie ${id}`, invested: 90, value, result: null, positions: [
  { slice: "VUSA", name: "Secret Holding", quantity: 3, invested: 90, value, result: null, avg_price: 30, price: null }] });

export const now = ({ phase, note }) => [phase, note];

/** A browser with these pies, and its tab. */
export function device(service, pies = [], shelf = new Shelf()) {
  const store = new Store(shelf);
  const clock = new Clock();
  const api = new SyncApi({ url: "/sync", statusUrl: "/status", token: "csrf", ask: service.ask });
  const found = { store, clock, shelf, brought: 0 };
  found.session = new SyncSession({ store, api, show: () => {}, brought: () => { found.brought += 1; }, later: clock.later });
  if (pies.length) store.update((state) => pies.reduce(withPie, state));
  found.change = (change) => {
    store.update(change);
    found.session.changed();
  };
  found.add = (...more) => found.change((state) => more.reduce(withPie, state));
  found.pies = () => store.load().state.pies.map(({ id, value }) => `${id} ${value}`);
  return found;
}

/** A service with a copy of pie "a", and the browser that saved it. */
export async function shared() {
  const service = new Service();
  const first = device(service, [pie("a")]);
  await first.session.start();
  mock.method(crypto, "getRandomValues", (bytes) => { bytes.set(SALT); return bytes; }, { times: 1 });
  await first.session.setUp(PIN);
  return { service, first };
}

/** A browser that opens the copy. */
export async function another(service, pies = [], shelf = undefined) {
  const found = device(service, pies, shelf);
  await found.session.start();
  await found.session.unlock(PIN);
  return found;
}
