// What saving does to the stored state: pure, so that it can be tried without a browser's storage.

import { fold } from "./fold.js";
import { withPie } from "./state.js";

/** The pie of this name, as names are compared, or null. */
export const namesake = (pies, name) => pies.find((pie) => fold(pie.name ?? "") === fold(name)) ?? null;

/** The name, or with the first free number behind it. */
export function freeName(pies, name) {
  let free = name;
  for (let number = 2; namesake(pies, free); number += 1) free = `${name} (${number})`;
  return free;
}

/**
 * The state with a read pie under `name`. `replace`: in place of the pie of that name, whose other marks stay, else
 * beside it under a free name. `currency` is the account's ("" leaves it as it is), `own` that of the file's
 * amounts where it is another (else null). `kept`, `{key, template}`, is
 * what the reader confirmed for another broker's columns.
 */
export function withImport(state, pie, { id, name, replace, currency, own = null, kept }) {
  const old = replace ? namesake(state.pies, name) : null;
  const { currency: _, ...marks } = old ?? {};
  const saved = { ...marks, ...pie, ...(own && { currency: own }), id: old?.id ?? id, name: old ? name : freeName(state.pies, name) };
  const templates = kept ? { ...state.templates, [kept.key]: kept.template } : state.templates;
  return { ...withPie(state, saved), currency: currency || state.currency, templates };
}
