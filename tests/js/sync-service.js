// The service's answers for the encrypted copy, as a script for fetch; and a browser's storage and clock by hand.

export const reply = (status, body, headers = {}) => ({
  ok: status < 400, status, json: async () => structuredClone(body), headers: new Headers(headers),
});
const problem = (status, code, extra = {}, headers = {}) => reply(status, { code, status, ...extra }, headers);

/** One reader's copy at the service. `next` holds answers (or errors) that come before the ordinary ones. */
export class Service {
  constructor() {
    Object.assign(this, { row: null, calls: [], next: [], pepper: 1, tries: 5, damaged: false });
  }

  ask = async (url, how = {}) => {
    const call = { method: how.method ?? "GET", url, headers: how.headers, body: how.body };
    this.calls.push(call);
    const scripted = this.next.shift();
    if (scripted instanceof Error) throw scripted;
    if (scripted) return scripted;
    if (url === "/status") return reply(200, this.status());
    return { GET: () => this.load(call), POST: () => this.save(JSON.parse(call.body)), DELETE: () => this.remove(url) }[call.method]();
  };

  status() {
    const { row } = this;
    if (row === null) return { exists: false, updated_at: null, bytes: 0, version: 0, kdf: null };
    const inner = Buffer.from(row.blob, "base64");
    const opens = row.pepper === this.pepper && !this.damaged;
    return { exists: true, updated_at: row.at, bytes: inner.length, version: row.version, kdf: opens ? inner.subarray(0, 28).toString("base64") : null };
  }

  load({ headers }) {
    if (this.row === null) return problem(404, "not_found");
    if (this.row.pepper !== this.pepper) return problem(410, "gone", { version: this.row.version });
    if (this.tries === 0) return problem(429, "rate_limited", {}, { "Retry-After": "840" });
    if (headers["X-Sync-Auth"] !== this.row.auth_key) {
      this.tries -= 1;
      return problem(403, "sync_key_refused", { tries_left: this.tries, removed: false });
    }
    if (this.damaged) return problem(500, "damaged");
    return reply(200, { blob: this.row.blob, version: this.row.version, updated_at: this.row.at });
  }

  save({ blob, auth_key, version }) {
    const stored = this.row?.version ?? 0;
    if (version !== stored) return problem(409, "conflict", { version: stored });
    this.row = { blob, auth_key, version: version + 1, pepper: this.pepper, at: `2026-11-21T09:00:0${version % 10}Z` };
    return reply(200, { version: version + 1, updated_at: this.row.at, bytes: Buffer.from(blob, "base64").length });
  }

  remove(url) {
    const named = Number(new URL(url, "http://x").searchParams.get("version"));
    if (named && this.row && this.row.version !== named) return problem(409, "conflict", { version: this.row.version });
    const removed = this.row !== null;
    this.row = null;
    return reply(200, { removed });
  }

  /** Methods and paths asked since the last look. */
  asked() {
    return this.calls.splice(0).map(({ method, url }) => `${method} ${url}`);
  }
}

export class Shelf {
  constructor() {
    this.texts = new Map();
  }

  getItem(key) {
    return this.texts.get(key) ?? null;
  }

  setItem(key, text) {
    if (this.full) throw new DOMException("full", "QuotaExceededError");
    this.texts.set(key, text);
  }

  removeItem(key) {
    this.texts.delete(key);
  }
}

/** What waits, in milliseconds; `pass` lets it happen and waits until it is done. */
export class Clock {
  waiting = null;

  later = (ms, deed) => {
    const entry = { ms, deed };
    this.waiting = entry;
    return () => {
      if (this.waiting === entry) this.waiting = null;
    };
  };

  get ms() {
    return this.waiting?.ms ?? null;
  }

  async pass() {
    const { deed } = this.waiting;
    this.waiting = null;
    await deed();
  }
}
