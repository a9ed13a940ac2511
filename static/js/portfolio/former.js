// A portfolio that an older version left under one name for all. Nobody knows whose it is, so the reader is asked,
// before anything of it is shown; who says no leaves it for its owner, and nothing is ever lost.

import { browserStorage, FORMER, names } from "./place.js";
import { withCopy } from "./state.js";

const { kept: KEPT, consent: CONSENT, left: LEFT } = names(FORMER);

export class Former {
  constructor(store, storage = browserStorage) {
    Object.assign(this, { store, storage, own: names(store.key) });
  }

  /** Whether there is one that this reader has not been asked about. */
  get waits() {
    try {
      return this.storage.getItem(FORMER) !== null && this.storage.getItem(this.own.left) === null;
    } catch {
      return false;
    }
  }

  /** "It is not mine": it stays, and this reader is not asked again. */
  leave() {
    return this.try(() => this.storage.setItem(this.own.left, "yes"));
  }

  /** "It is mine": moved to the reader's place, or joined with what is there. A kind of trouble, or null. */
  adopt() {
    return this.try(() => {
      const text = this.storage.getItem(FORMER);
      if (text === null) return null; // another tab was first
      const trouble = this.storage.getItem(this.own.state) === null ? this.move(text) : this.join(text);
      if (trouble) return trouble;
      const kept = this.storage.getItem(KEPT);
      if (kept !== null && this.aside(kept)) this.storage.removeItem(KEPT);
      for (const name of [FORMER, CONSENT, LEFT]) this.storage.removeItem(name);
      return null;
    });
  }

  // What cannot be read is kept for the reader to save (see Store); there is room for one.
  aside(text) {
    const free = this.storage.getItem(this.own.kept) === null;
    if (free) this.storage.setItem(this.own.kept, text);
    return free;
  }

  // A large one does not fit twice: then the old place is given up first, and taken again if that was not enough.
  move(text) {
    try {
      this.storage.setItem(this.own.state, text);
    } catch {
      this.storage.removeItem(FORMER);
      try {
        this.storage.setItem(this.own.state, text);
      } catch (error) {
        this.storage.setItem(FORMER, text);
        throw error;
      }
    }
    return null;
  }

  join(text) {
    const { state, trouble } = this.store.read(text);
    if (trouble === "damaged") return this.aside(text) ? null : trouble;
    return trouble ?? this.store.update((here) => withCopy(here, state)).trouble;
  }

  try(deed) {
    try {
      return deed() ?? null;
    } catch (error) {
      return error?.name === "SecurityError" ? "refused" : "quota";
    }
  }
}
