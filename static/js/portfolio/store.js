// The portfolio in this browser's storage: one versioned text, never half written, never thrown away unread.

import { browserStorage, forget, names, pageKey } from "./place.js";
import { emptyState, isState } from "./state.js";

const VERSION = 1;

const isQuota = (error) =>
  ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED"].includes(error?.name) || error?.code === 22;

/**
 * `migrations[n]` makes version n + 1 of version n; `isValid` checks the newest. Troubles, as `kind`:
 * "refused" (no storage here), "quota", "newer" (written by a newer page: reload), "damaged" (kept aside).
 */
export class Store {
  constructor(
    storage = browserStorage,
    { key = pageKey(), migrations = {}, version = VERSION, isValid = isState, fresh = emptyState } = {},
  ) {
    Object.assign(this, { storage, key, names: names(key), migrations, version, isValid, fresh });
  }

  /** `{state, trouble}`: the stored state, or a fresh one; trouble is null or a kind. */
  load() {
    let raw;
    try {
      raw = this.storage.getItem(this.key);
    } catch {
      return { state: this.fresh(), trouble: "refused" };
    }
    return raw === null ? { state: this.fresh(), trouble: null } : this.read(raw);
  }

  read(raw) {
    try {
      const stored = JSON.parse(raw);
      if (stored.version > this.version) return { state: this.fresh(), trouble: "newer" };
      const state = this.migrated(stored);
      if (this.isValid(state)) return { state, trouble: null };
    } catch { /* told as damaged below */ }
    return { state: this.fresh(), trouble: "damaged" };
  }

  migrated(stored) {
    let state = stored;
    while (state.version < this.version) {
      const from = state.version;
      state = { ...this.migrations[from](state), version: from + 1 };
    }
    return state;
  }

  /**
   * Reads what is stored now (another tab may have written), applies `change(state)` and writes the result:
   * `{state, trouble}`. With trouble nothing was written and the old text stands.
   */
  update(change) {
    const { state, trouble } = this.load();
    if (trouble === "refused" || trouble === "newer") return { state, trouble };
    try {
      if (trouble === "damaged" && !this.keepAside()) return { state, trouble };
      const next = { ...change(state), version: this.version };
      this.storage.setItem(this.key, JSON.stringify(next));
      return { state: next, trouble: null };
    } catch (error) {
      if (isQuota(error)) return { state, trouble: "quota" };
      if (error?.name === "SecurityError") return { state, trouble: "refused" };
      throw error;
    }
  }

  // Before the first write over a text that could not be read. There is room for one: with another kept already
  // nothing is written until the reader has saved or dropped that one.
  keepAside() {
    const raw = this.storage.getItem(this.key);
    const kept = this.storage.getItem(this.names.kept);
    if (kept === null) this.storage.setItem(this.names.kept, raw);
    return kept === null || kept === raw;
  }

  /** The text that could not be read, for the reader to save, or null. */
  kept() {
    try {
      return this.storage.getItem(this.names.kept) ?? (this.load().trouble === "damaged" ? this.storage.getItem(this.key) : null);
    } catch {
      return null;
    }
  }

  /** Forgets the copy that could not be read. */
  dropKept() {
    return this.remove(this.names.kept);
  }

  /** Forgets what could not be read, wherever it lies: the copy kept aside, else the damaged text itself. */
  forgetDamaged() {
    if (this.kept() === null) return true;
    const aside = this.storage.getItem(this.names.kept) !== null;
    return aside ? this.dropKept() : this.remove(this.key);
  }

  /** Everything of ours, the kept copy and the consent too. False when the browser refuses. */
  clear() {
    return forget(this.key, this.storage);
  }

  remove(...keys) {
    try {
      for (const key of keys) this.storage.removeItem(key);
      return true;
    } catch {
      return false;
    }
  }

  /** Calls `listener({state, trouble})` when another tab wrote or cleared; returns how to stop. */
  watch(target, listener) {
    const heard = (event) => {
      if (event.key === this.key || event.key === null) listener(this.load());
    };
    target.addEventListener("storage", heard);
    return () => target.removeEventListener("storage", heard);
  }
}
