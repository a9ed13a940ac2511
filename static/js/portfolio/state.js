// What is kept in this browser, and how it is checked before anything trusts it.

import { summary } from "./calculations.js";

const AMOUNTS = ["invested", "value", "result"];
const POSITION_AMOUNTS = [...AMOUNTS, "quantity", "avg_price", "price"];
const SNAPSHOTS_KEPT = 1500; // about four years of days

export const emptyState = () =>
  ({ version: 1, currency: null, pies: [], snapshots: [], corrections: {}, templates: {}, privacy: false });

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isAmount = (value) => value === null || Number.isFinite(value);
const isText = (value) => value === null || typeof value === "string";

const isPosition = (each) => isObject(each) && typeof each.slice === "string" && isText(each.name)
  && POSITION_AMOUNTS.every((key) => isAmount(each[key]));

const isPie = (pie) => isObject(pie) && typeof pie.id === "string" && isText(pie.name) && isText(pie.currency ?? null)
  && AMOUNTS.every((key) => isAmount(pie[key])) && Array.isArray(pie.positions) && pie.positions.every(isPosition);

const isSnapshot = (each) => isObject(each) && /^\d{4}-\d\d-\d\d$/.test(each.day)
  && Number.isFinite(each.value) && isAmount(each.invested);

/** The pies that the reader looks at: one that was unticked has `left_out` true. */
export const counted = (state) => state.pies.filter((pie) => pie.left_out !== true);

/** The currency of a pie's amounts: its file's where that differs from the account's, null when unknown. */
export const currencyOfPie = (pie, account) => pie.currency ?? account;

/**
 * `{pies, apart, currency}`: the pies in the account's currency, or where none is, in that of the first; and those in
 * others, which are never added to them.
 */
export function inOneCurrency(pies, account) {
  const codes = pies.map((pie) => currencyOfPie(pie, account));
  const currency = codes.includes(account) || codes.length === 0 ? account : codes[0];
  const [own, apart] = [true, false].map((same) => pies.filter((_, at) => (codes[at] === currency) === same));
  return { pies: own, apart, currency };
}

/** Whether this is a whole state of the present version. */
export function isState(state) {
  return isObject(state) && state.version === 1 && isText(state.currency)
    && Array.isArray(state.pies) && state.pies.every(isPie)
    && Array.isArray(state.snapshots) && state.snapshots.every(isSnapshot)
    && isObject(state.corrections) && Object.values(state.corrections).every(isText)
    && isObject(state.templates) && typeof state.privacy === "boolean";
}

/** The state with this pie, in place of one of the same id. */
export function withPie(state, pie) {
  const at = state.pies.findIndex((each) => each.id === pie.id);
  return { ...state, pies: at === -1 ? [...state.pies, pie] : state.pies.with(at, pie) };
}

/** The state with some fields of one pie changed; without such a pie (another tab deleted it) as it was. */
export const withChanged = (state, id, fields) =>
  ({ ...state, pies: state.pies.map((pie) => (pie.id === id ? { ...pie, ...fields } : pie)) });

export const withoutPie = (state, id) => ({ ...state, pies: state.pies.filter((pie) => pie.id !== id) });

/** The state with the reader's word on which quote a position means: a symbol, null for "no quote"; undefined undoes. */
export function withCorrection(state, key, symbol) {
  const { [key]: _, ...others } = state.corrections;
  return { ...state, corrections: symbol === undefined ? others : { ...others, [key]: symbol } };
}

/**
 * The state with a saved copy brought back: its pies in place of those of the same id, its days where this browser
 * has none, its corrections and templates first. What is only here stays; the privacy of this page too.
 */
export function withCopy(state, copy) {
  const days = new Set(state.snapshots.map((each) => each.day));
  const snapshots = [...state.snapshots, ...copy.snapshots.filter((each) => !days.has(each.day))];
  return {
    ...copy.pies.reduce(withPie, state),
    currency: copy.currency ?? state.currency,
    snapshots: snapshots.sort((a, b) => (a.day < b.day ? -1 : 1)).slice(-SNAPSHOTS_KEPT),
    corrections: { ...state.corrections, ...copy.corrections },
    templates: { ...state.templates, ...copy.templates },
  };
}

/** The reader's own calendar day: the line that snapshots draw is theirs, not Greenwich's. */
export function localDay(now) {
  const two = (number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** The state with today's snapshot; the last of a day stays. Without a known value there is nothing to remember. */
export function withSnapshot(state, day, { value, invested }) {
  if (value === null) return state;
  const others = state.snapshots.filter((each) => each.day !== day);
  const snapshots = [...others, { day, value, invested }].sort((a, b) => (a.day < b.day ? -1 : 1));
  return { ...state, snapshots: snapshots.slice(-SNAPSHOTS_KEPT) };
}

/** The state with this day's snapshot of all pies in one currency, ticked or not; as it was where that is kept already. */
export function withToday(state, day) {
  const { value, invested } = summary(inOneCurrency(state.pies, state.currency).pies);
  const kept = state.snapshots.find((each) => each.day === day);
  return kept?.value === value && kept?.invested === invested ? state : withSnapshot(state, day, { value, invested });
}
