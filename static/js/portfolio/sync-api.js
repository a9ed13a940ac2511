// The service's side of the encrypted copy: every call gives a plain outcome with its `kind`, and never throws.

const KINDS = {
  authentication_required: "signed_out", payment_required: "payment", feature_disabled: "off", unavailable: "off",
  not_found: "none", conflict: "conflict", gone: "gone", rate_limited: "wait", sync_key_refused: "refused",
  damaged: "damaged", too_large: "too_large",
};
const PATIENCE_MS = 30_000;

export const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
export const fromBase64 = (text) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

// What an honest answer to each call has; every other is a failure of whoever gave it, and is not taken for done.
const isVersion = (value) => Number.isSafeInteger(value) && value >= 0;
const isBase64 = (text) => typeof text === "string" && /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0;
const isStatus = (body) => typeof body?.exists === "boolean" && isVersion(body.version) && (body.kdf === null || isBase64(body.kdf));
const isCopy = (body) => isBase64(body?.blob) && isVersion(body.version);
const isSaved = (body) => isVersion(body?.version) && body.version > 0;
const isRemoved = (body) => typeof body?.removed === "boolean";

/** `ask` is fetch; `token` is the CSRF token of the page. */
export class SyncApi {
  constructor({ url, statusUrl, token, ask = (...how) => fetch(...how) }) {
    Object.assign(this, { url, statusUrl, token, ask });
  }

  /** `{exists, version, updated_at, bytes, kdf}` of kind "ok". */
  status() {
    return this.call(this.statusUrl, isStatus);
  }

  /** `{envelope, version, updated_at}` of kind "ok"; "refused" with `tries_left` and `removed`, "gone", "damaged", "none". */
  async load(authKey) {
    const found = await this.call(this.url, isCopy, { headers: authKey ? { "X-Sync-Auth": toBase64(authKey) } : {} });
    return found.kind === "ok" ? { ...found, envelope: fromBase64(found.blob) } : found;
  }

  /** `{version, updated_at, bytes}` of kind "ok"; "conflict" with the `version` that is stored, 0 for none. */
  save(envelope, authKey, version) {
    const body = JSON.stringify({ blob: toBase64(envelope), auth_key: toBase64(authKey), version });
    return this.call(this.url, isSaved, { method: "POST", body, headers: { "Content-Type": "application/json", "X-CSRFToken": this.token } });
  }

  /** Removes the copy; with `version` only that one. */
  remove(version) {
    const url = version ? `${this.url}?version=${version}` : this.url;
    return this.call(url, isRemoved, { method: "DELETE", headers: { "X-CSRFToken": this.token } });
  }

  async call(url, fits, how = {}) {
    const headers = { Accept: "application/json", ...how.headers };
    try {
      const answer = await this.ask(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS), ...how, headers });
      const body = await answer.json();
      if (answer.ok) return fits(body) ? { ...body, kind: "ok" } : { kind: "failed" };
      return { ...body, kind: KINDS[body?.code] ?? "failed", seconds: Number(answer.headers.get("Retry-After")) || 0 };
    } catch (error) {
      // An answer that is no JSON is the service's failure (a proxy's page); no answer at all is the line's.
      return { kind: error instanceof SyntaxError ? "failed" : "offline" };
    }
  }
}
