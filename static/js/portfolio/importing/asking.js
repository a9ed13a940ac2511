// The one thing that an import sends: header names, after the reader saw them and clicked.

import { isTemplate } from "../template.js";

/** Exactly what is sent for a header: its names as they are shown, and the delimiter. */
export const question = ({ names, delimiter }) => ({ headers: names, delimiter });

const only = ({ columns, unit, row_filter, skip_rows }) => ({ columns, unit, row_filter, skip_rows });
const REFUSALS = { 401: "ask_signed_out", 403: "ask_signed_out", 404: "ask_not_holdings", 429: "ask_rate_limited" };

/**
 * `{template, broker, madeBy}`, or `{refused, minutes}` with the key of the text that says why. What comes back is
 * taken only when it is a template for this header.
 */
export async function askFormat(header, { api, token, request = fetch }) {
  const answer = await request(api, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify(question(header)),
  }).catch(() => null);
  const found = await answer?.json().catch(() => null);
  if (answer?.ok && isTemplate(found, header.names.length)) {
    return { template: only(found), broker: String(found.broker ?? ""), madeBy: String(found.made_by ?? "") };
  }
  const seconds = Number(answer?.headers.get("Retry-After"));
  return { refused: REFUSALS[answer?.status] ?? "ask_failed", minutes: Math.max(1, Math.ceil((seconds || 60) / 60)) };
}
