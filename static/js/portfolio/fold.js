// How two names are compared, wherever they come from.

/** A name as it is compared: one width, one case, no zero-width characters, single blanks. */
export function fold(text) {
  return text
    .normalize("NFKC")
    .replace(/[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]/g, "")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
}
