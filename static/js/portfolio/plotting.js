// Numbers in, places out: what the charts draw. Nothing here knows the page.

const LETTER = 0.62; // width of an average letter, in its own size
const DAY = 86_400_000;

/**
 * Bars on one scale that always shows zero: `{zero, bars: [{x, width}]}` between left and left + width. A number
 * that is unknown gets no bar.
 */
export function bars(numbers, left, width) {
  const known = numbers.filter((number) => number !== null);
  const least = Math.min(0, ...known);
  const span = Math.max(0, ...known) - least || 1;
  const place = (number) => left + ((number - least) / span) * width;
  const zero = place(0);
  return {
    zero,
    bars: numbers.map((number) => (number === null ? { x: zero, width: 0 }
      : { x: Math.min(zero, place(number)), width: Math.abs(place(number) - zero) })),
  };
}

/** Whether a text of this size fits a width. */
export const fits = (text, size, width) => text.length * size * LETTER <= width;

/** The first lines of a tile's text that fit it: none in a small one. `lines` are `[text, size]`. */
export function tileLines(box, lines, { pad = 8, leading = 1.3 } = {}) {
  const shown = [];
  let bottom = pad;
  for (const [text, size] of lines) {
    bottom += size * leading;
    if (bottom + pad > box.height || !fits(text, size, box.width - 2 * pad)) break;
    shown.push({ text, size, x: box.x + pad, y: box.y + bottom - size * (leading - 1) });
  }
  return shown;
}

/** The heaviest and, where there are more than `most`, the rest together: `{shown, rest: {count, weight} | null}`. */
export function heaviest(rows, most) {
  const weighty = rows.filter((row) => row.weight !== null);
  if (weighty.length <= most) return { shown: weighty, rest: null };
  const rest = weighty.slice(most - 1);
  return {
    shown: weighty.slice(0, most - 1),
    rest: { count: rest.length, weight: rest.reduce((sum, row) => sum + row.weight, 0) },
  };
}

const at = (day) => Date.parse(`${day}T00:00:00Z`) / DAY;
const rounded = (number) => Math.round(number * 10) / 10;

/**
 * Lines over days, of snapshots (`{day, value, invested}`, oldest first) within `{left, top, width, height}`:
 * `{value, invested, last, least, most}`. The two are lists of "x,y" texts, one list for each stretch without an
 * unknown; days are apart by the calendar. The scale is not from zero, or no movement would be seen.
 */
export function lines(snapshots, { left, top, width, height }) {
  const amounts = snapshots.flatMap((each) => [each.value, each.invested]).filter((amount) => amount !== null);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const [first, last] = [at(snapshots[0].day), at(snapshots.at(-1).day)];
  const x = (day) => rounded(left + (last > first ? (at(day) - first) / (last - first) : 1) * width);
  const y = (amount) => rounded(top + (most > least ? (most - amount) / (most - least) : 0.5) * height);
  const stretches = (key) => {
    const found = [[]];
    for (const each of snapshots) {
      if (each[key] === null) found.push([]);
      else found.at(-1).push(`${x(each.day)},${y(each[key])}`);
    }
    return found.filter((points) => points.length > 0).map((points) => points.join(" "));
  };
  const end = snapshots.at(-1);
  return { value: stretches("value"), invested: stretches("invested"), last: { x: x(end.day), y: y(end.value) }, least, most };
}
