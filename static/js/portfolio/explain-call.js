// The one call that takes weights: what it sends, how each answer is told, and the consent before it.

import { analysisOf } from "./analysis.js";
import { names, pageKey } from "./place.js";

const KINDS = {
  authentication_required: "signed_out", acknowledgement_required: "signed_out", payment_required: "payment",
  feature_disabled: "off", rate_limited: "wait", invalid_request: "refused", too_large: "refused", unavailable: "failed",
};
const PATIENCE_MS = 40_000; // the service answers within 25 s; the rest is for a slow line
const isExplanation = (body) => typeof body?.text === "string" && ["ai", "rules"].includes(body.written_by)
  && typeof body.source_type === "string" && typeof body.label === "string" && Array.isArray(body.reviewed_by)
  && !Number.isNaN(Date.parse(body.generated_at));

/** `{positions: [{ticker, weight}], left_out}` of what the page shows (see view.js and analysis.js). */
export const sentOf = (view) => analysisOf(view.positions, view.symbolOf);

/** The explanation with kind "ok", or the kind of what went wrong; "wait" with `seconds`. Never throws. */
export async function explanation({ url, token, positions, tone, lang, ask = (...how) => fetch(...how) }) {
  try {
    const answer = await ask(url, {
      method: "POST",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { Accept: "application/json", "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify({ positions, tone, lang }),
    });
    const body = await answer.json();
    if (answer.ok) return isExplanation(body) ? { ...body, kind: "ok" } : { kind: "failed" };
    return { kind: KINDS[body.code] ?? "failed", seconds: Number(answer.headers.get("Retry-After")) || 0 };
  } catch (error) {
    // An answer that is no JSON is the service's failure (a proxy's page); no answer at all is the line's.
    return { kind: error instanceof SyntaxError ? "failed" : "offline" };
  }
}

/** The paragraphs of a text. */
export const paragraphsOf = (text) => text.split(/\n{2,}/).map((part) => part.trim()).filter(Boolean);

/** The reader's consent, kept in this browser alone; where it cannot be kept, it holds for this page. */
export class Consent {
  constructor(storage = () => localStorage, key = pageKey()) {
    Object.assign(this, { storage, held: null, name: names(key).consent });
  }

  get given() {
    try {
      return this.held ?? this.storage().getItem(this.name) === "yes";
    } catch {
      return this.held ?? false;
    }
  }

  give() {
    this.held = true;
    this.try((storage) => storage.setItem(this.name, "yes"));
  }

  withdraw() {
    this.held = false;
    this.try((storage) => storage.removeItem(this.name));
  }

  try(deed) {
    try {
      deed(this.storage());
      this.held = null;
    } catch { /* no storage here: `held` says it for this page */ }
  }
}
