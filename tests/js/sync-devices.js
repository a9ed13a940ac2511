// Browsers with a portfolio each, at one service.

import { withPie } from "../../static/js/portfolio/state.js";
import { Store } from "../../static/js/portfolio/store.js";
import { SyncApi } from "../../static/js/portfolio/sync-api.js";
import { SyncSession } from "../../static/js/portfolio/sync-session.js";
import { Clock, Service, Shelf } from "./sync-service.js";

export const PIN = "739104";

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
