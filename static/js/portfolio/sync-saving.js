// The open copy: saved once the reader has paused, tried again when the line is down, never over another's save.

import { sealWith } from "./crypto.js";
import { toBase64 } from "./sync-api.js";
import { digest, isEmpty, sealable } from "./sync-merge.js";

const QUIET_MS = 5_000;
const AGAIN_MS = 30_000;
const PASSING = ["offline", "wait", "failed"];

const afterwards = (ms, deed) => {
  const timer = setTimeout(deed, ms);
  return () => clearTimeout(timer);
};

/**
 * What is known of the copy, and the key to it. `show(session)` draws; `brought()` tells the page that the store has
 * changed; `later(ms, deed)` waits and gives how to stop. No deed starts while another runs.
 */
export class SyncSaving {
  constructor({ store, api, show, brought, later = afterwards }) {
    Object.assign(this, { store, api, show, brought, later, stop: () => {} });
    Object.assign(this, { phase: "checking", note: null, busy: false, pending: false });
    Object.assign(this, { secret: null, version: 0, updatedAt: null, bytes: 0, saved: null, seen: null });
  }

  async act(deed) {
    if (this.busy) return;
    this.busy = true;
    this.show(this);
    try {
      await deed();
    } finally {
      this.busy = false;
      this.show(this);
    }
  }

  say(phase, note = null, facts = {}) {
    Object.assign(this, { phase, note, ...facts });
  }

  /** Forgets the key; the holdings stay where they are. */
  lose(phase, note, facts = {}) {
    this.stop();
    this.say(phase, note, { secret: null, pending: false, saved: null, seen: null, ...facts });
  }

  /** The page drew: saves five seconds after the last change. */
  changed() {
    if (this.secret === null || this.phase !== "open") return;
    const text = sealable(this.store.load().state);
    if (text === this.seen) return;
    this.seen = text;
    this.pending = text !== this.saved;
    if (this.pending) this.await(QUIET_MS);
    else this.stop();
    this.show(this);
  }

  await(ms) {
    this.stop();
    this.stop = this.later(ms, () => this.retry());
  }

  /** Saves what waits to be saved, now. */
  retry() {
    if (this.secret === null || !this.pending) return undefined;
    if (!this.busy) return this.act(() => this.save());
    return this.await(QUIET_MS);
  }

  async save() {
    this.stop();
    const { state } = this.store.load();
    // Deleted here means deleted here: the copy is removed by its own button alone.
    if (isEmpty(state)) return this.lose("locked", "emptied");
    if (await this.savedByAnotherTab(state)) return undefined;
    const { keys, salt, iterations } = this.secret;
    const text = sealable(state);
    const envelope = await sealWith(text, keys, { salt, iterations }).catch((error) => error);
    if (envelope.kind === "too_large") return this.say(this.phase, "too_large");
    this.secret.kdf = toBase64(envelope.slice(0, 28));
    const answer = await this.api.save(envelope, keys.auth_key, this.version);
    if (answer.kind === "conflict") return this.overtaken(answer.version);
    if (answer.kind !== "ok") return this.postpone(answer);
    Object.assign(this, { version: answer.version, updatedAt: answer.updated_at, bytes: answer.bytes });
    return this.agree(state);
  }

  postpone({ kind, seconds }) {
    this.pending = true;
    this.say(this.phase, kind, { seconds });
    if (PASSING.includes(kind)) this.await(seconds ? seconds * 1000 : AGAIN_MS);
  }

  // Another tab of this browser leaves its word in the store.
  async savedByAnotherTab({ synced, ...state }) {
    if (!synced || synced.version <= this.version) return false;
    if (synced.kdf !== this.secret.kdf) {
      this.lose("locked", "pin_changed");
      return true;
    }
    this.version = synced.version;
    if (synced.core !== await digest(state)) return false;
    await this.agree(state);
    return true;
  }

  // Another device was first: look at what it saved before anything is written.
  async overtaken(version) {
    if (version === 0) return this.lose("absent", "removed_elsewhere", { version });
    const found = await this.api.status();
    if (found.kind !== "ok") return this.postpone(found);
    if (found.kdf === this.secret.kdf) return this.open(this.secret);
    this.lose("locked", null);
    return this.look(found, "pin_changed");
  }

  /** Both hold `state` now. */
  async agree(state) {
    const synced = { version: this.version, core: await digest(state), kdf: this.secret.kdf };
    this.store.update((local) => ({ ...local, synced }));
    this.say("open", null, { saved: sealable(state), seen: null, pending: false });
    this.changed();
  }
}
