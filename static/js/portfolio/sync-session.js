// The encrypted copy as a story of phases. The PIN lives for one derivation, the key only in this object's memory.
//
// Phases: checking, closed (the note says why), absent, locked, open, conflict, unreadable.

import { deriveKeys, openWith } from "./crypto.js";
import { MIN_ITERATIONS, readKdf } from "./envelope.js";
import { weakness } from "./pin.js";
import { fromBase64 } from "./sync-api.js";
import { decide, describe, isEmpty, keepBoth, keepHere, sealable, takeCopy, withoutAgreement } from "./sync-merge.js";
import { SyncSaving } from "./sync-saving.js";

const CHOICES = { here: keepHere, copy: takeCopy, both: keepBoth };

/** The deeds of the reader: start, setUp, unlock, choose, lock, remove. Each is over when its promise is. */
export class SyncSession extends SyncSaving {
  start() {
    return this.act(async () => this.look(await this.api.status()));
  }

  async look(found, note = null) {
    if (found.kind !== "ok") return this.say("closed", found.kind, { seconds: found.seconds });
    Object.assign(this, { version: found.version, updatedAt: found.updated_at, bytes: found.bytes });
    if (!found.exists) return this.say("absent", note);
    return found.kdf === null ? this.probe() : this.say("locked", note);
  }

  // The service cannot open its wrap: its key is another by now (the copy is dead), or the copy is damaged.
  async probe() {
    const asked = this.store.load().state.unreadable === this.version; // each asking counts as a wrong PIN
    const answer = asked ? {} : await this.api.load(null);
    if (answer.kind === "gone") return this.bury(answer.version);
    if (["refused", "damaged"].includes(answer.kind)) this.store.update((state) => ({ ...state, unreadable: this.version }));
    return this.say("unreadable");
  }

  async bury(version) {
    const removed = await this.api.remove(version);
    if (removed.kind === "conflict") return this.look(await this.api.status());
    return this.lose("absent", "gone", { version: removed.kind === "ok" ? 0 : version });
  }

  /** A first PIN, or another one: a new salt, and the copy saved with it. */
  setUp(pin) {
    return this.act(async () => {
      const weak = weakness(pin);
      if (weak) return this.say(this.phase, `weak_${weak}`);
      if (isEmpty(this.store.load().state)) return this.say(this.phase, "nothing");
      this.store.update(withoutAgreement);
      const how = { salt: crypto.getRandomValues(new Uint8Array(16)), iterations: MIN_ITERATIONS };
      this.secret = { ...how, keys: await deriveKeys(pin, how.salt, how.iterations) };
      return this.save();
    });
  }

  unlock(pin) {
    return this.act(async () => {
      const found = await this.api.status();
      if (found.kind !== "ok") return this.say("locked", found.kind, { seconds: found.seconds });
      if (!found.exists || found.kdf === null) return this.look(found, "removed_elsewhere");
      const kdf = readKdf(fromBase64(found.kdf));
      if (kdf === null) return this.say("locked", "newer");
      return this.open({ ...kdf, keys: await deriveKeys(pin, kdf.salt, kdf.iterations), kdf: found.kdf });
    });
  }

  async open(secret) {
    const answer = await this.api.load(secret.keys.auth_key);
    if (answer.kind === "gone") return this.bury(answer.version);
    if (answer.removed) return this.lose("absent", "guessed", { version: 0 });
    if (answer.kind === "none") return this.lose("absent", "removed_elsewhere", { version: 0 });
    if (answer.kind === "damaged") return this.lose("unreadable", null);
    if (answer.kind !== "ok") return this.lose("locked", answer.kind, { seconds: answer.seconds, triesLeft: answer.tries_left });
    const text = await openWith(answer.envelope, secret.keys).catch(() => null);
    const { state, trouble } = text === null ? { trouble: "damaged" } : this.store.read(text);
    if (trouble) return this.lose("locked", trouble === "newer" ? "newer" : "wrong_or_damaged");
    Object.assign(this, { secret, version: answer.version, updatedAt: answer.updated_at, bytes: answer.envelope.length });
    return this.settle(state);
  }

  async settle(remote) {
    const local = this.store.load().state;
    const verdict = await decide(local, remote, this.secret.kdf);
    if (verdict === "ask") return this.say("conflict", null, { remote, here: describe(local), copy: describe(remote) });
    return this.bring(verdict === "send" ? keepHere : takeCopy, remote);
  }

  /** "here", "copy" or "both", after a conflict. */
  choose(which) {
    return this.act(() => this.bring(CHOICES[which], this.remote));
  }

  async bring(change, remote) {
    const { state, trouble } = this.store.update((local) => withoutAgreement(change(local, remote)));
    if (trouble) return this.lose("locked", "storage");
    this.say("open", null, { remote: null });
    const same = sealable(state) === sealable(remote);
    await (same ? this.agree(state) : this.save());
    return this.brought();
  }

  lock() {
    return this.act(() => this.lose("locked", null));
  }

  remove() {
    return this.act(async () => {
      const answer = await this.api.remove();
      if (answer.kind !== "ok") return this.say(this.phase, answer.kind, { seconds: answer.seconds });
      this.store.update(withoutAgreement);
      return this.lose("absent", "removed", { version: 0 });
    });
  }
}
