// The table of positions: searching and sorting, unknown amounts always last.

import { fold } from "./fold.js";

const plain = (text) => fold(text).normalize("NFD").replace(/\p{M}/gu, "");

/** Those whose ticker or name holds every word of the query, whatever case and accents. */
export function matching(positions, query) {
  const words = plain(query).split(" ").filter(Boolean);
  return positions.filter((each) => {
    const text = plain(`${each.slice} ${each.name}`);
    return words.every((word) => text.includes(word));
  });
}

function compare(a, b, language) {
  if (typeof a === "string" && typeof b === "string") return a.localeCompare(b, language, { numeric: true });
  return a - b;
}

/** A sorted copy by a column; equal ones keep their order. */
export function ordered(positions, column, { descending = false, language = "en" } = {}) {
  const unknown = (value) => value === null || value === undefined || value === "";
  return [...positions].sort((a, b) => {
    const [one, other] = [a[column], b[column]];
    if (unknown(one) || unknown(other)) return Number(unknown(one)) - Number(unknown(other));
    return (descending ? -1 : 1) * compare(one, other, language);
  });
}
