// What of the portfolio is sealed, and how this browser's and the copy's come together without losing either.

import { freeName } from "./saving.js";
import { emptyState, withCopy } from "./state.js";

/** Nothing of the reader's own is here: such a state is never saved over a copy. */
export const isEmpty = (state) => state.pies.length === 0;

/** The text to seal: everything but what belongs to this browser alone. */
export function sealable(state) {
  const { privacy: _privacy, synced: _synced, unreadable: _unreadable, ...shared } = state;
  return JSON.stringify({ ...shared, privacy: false });
}

/** The state without the word on what this browser and the copy agreed on. */
export const withoutAgreement = ({ synced: _synced, ...state }) => state;

const sorted = (_key, value) =>
  (typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value);
const stable = (value) => JSON.stringify(value, sorted);

/** SHA-256 (hex) of what the reader did. The daily line is left out: it grows by itself in every browser. */
export async function digest({ currency, pies, corrections, templates }) {
  const bytes = new TextEncoder().encode(stable({ currency, pies, corrections, templates }));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * "same", "take" (only the copy changed since both agreed), "send" (only this browser did) or "ask" (both did). An
 * agreement on a copy with another `kdf` counts for nothing: that copy was made anew, perhaps without what is here.
 */
export async function decide(local, remote, kdf) {
  const [here, there] = await Promise.all([digest(local), digest(remote)]);
  if (here === there) return "same";
  if (isEmpty(local)) return "take";
  const agreed = local.synced?.kdf === kdf ? local.synced.core : null;
  if (agreed === there) return "send";
  return agreed === here ? "take" : "ask";
}

/** This browser's state with the days of the line that only the copy has. */
export const keepHere = (local, remote) => withCopy(local, { ...emptyState(), snapshots: remote.snapshots });

/** The copy's state, with this browser's own days and privacy; an empty browser's corrections and templates stay too. */
export function takeCopy(local, remote) {
  const taken = { ...remote, privacy: local.privacy, snapshots: keepHere(local, remote).snapshots };
  if (!isEmpty(local)) return taken;
  return {
    ...taken,
    corrections: { ...local.corrections, ...remote.corrections },
    templates: { ...local.templates, ...remote.templates },
  };
}

/** All pies of both. Where one differs, the copy's stands beside it under a name of its own, not counted twice. */
export function keepBoth(local, remote) {
  const own = new Map(local.pies.map((pie) => [pie.id, pie]));
  const pies = [];
  for (const pie of remote.pies) {
    if (!own.has(pie.id)) pies.push(pie);
    else if (stable(own.get(pie.id)) !== stable(pie)) {
      const name = freeName([...local.pies, ...pies], pie.name ?? "");
      pies.push({ ...pie, id: crypto.randomUUID(), name, left_out: true });
    }
  }
  return withCopy(local, {
    ...remote, pies,
    currency: local.currency ?? remote.currency,
    corrections: { ...remote.corrections, ...local.corrections },
    templates: { ...remote.templates, ...local.templates },
  });
}

/** What the reader is shown of a state when there are two to choose from; `value` is null when a part is unknown. */
export function describe({ pies, currency }) {
  const values = pies.map((pie) => pie.value);
  return {
    pies: pies.map(({ name, positions }) => ({ name, positions: positions.length })),
    positions: pies.reduce((sum, pie) => sum + pie.positions.length, 0),
    value: values.includes(null) ? null : values.reduce((sum, value) => sum + value, 0),
    currency,
  };
}
