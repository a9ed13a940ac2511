// Arithmetic over amounts that may be unknown: null in, null out, and never NaN or infinity.

export const finite = (number) => (Number.isFinite(number) ? number : null);

export const difference = (a, b) => (a === null || b === null ? null : finite(a - b));

export const quotient = (a, b) => (a === null || b === null || b === 0 ? null : finite(a / b));

/** Neumaier's sum, so that pence do not get lost in thousands of rows; null as soon as one is unknown. */
export function total(numbers) {
  let sum = 0;
  let lost = 0;
  for (const number of numbers) {
    if (number === null) return null;
    const next = sum + number;
    lost += Math.abs(sum) >= Math.abs(number) ? sum - next + number : number - next + sum;
    sum = next;
  }
  return finite(sum + lost);
}
