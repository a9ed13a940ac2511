// Statements of sections, as Interactive Brokers writes them: each record begins with its section and its kind.

import { fold } from "./fold.js";

/** A statement of sections names the record in its second cell (Header, Data): each section has a header. */
export const isSectionHeader = (cells) => cells.length > 3 && fold(cells[1]) === "header";

// Interactive Brokers names its sections in the reader's language; the records of positions are "Summary" in each.
const OPEN_POSITIONS = new Set(["open positions", "offene positionen", "offene long-positionen", "positions ouvertes",
  "posizioni aperte", "posiciones abiertas", "open posities", "posições abertas", "posições em aberto", "открытые позиции"]);

/** Whether the row heads the section of what is held. */
export function arePositions(rows, at) {
  const [section, kind] = rows[at].cells;
  if (!isSectionHeader(rows[at].cells)) return false;
  const below = rows[at + 1]?.cells ?? [];
  return OPEN_POSITIONS.has(fold(section)) || (below[0] === section && kind !== undefined && fold(below[2] ?? "") === "summary");
}
