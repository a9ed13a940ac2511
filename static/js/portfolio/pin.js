// What a PIN must not be. Six digits are the least; the page proposes eight characters or more.

const LISTED = new Set(["password", "passwort", "qwerty", "qwertz", "letmein", "abc123", "ciaociao", "iloveyou"]);

const MONTH = (text) => Number(text) >= 1 && Number(text) <= 12;
const DAY = (text) => Number(text) >= 1 && Number(text) <= 31;
const YEAR = (text) => /^(19|20)\d\d$/.test(text);

function isRun(text) {
  const steps = new Set([...text].slice(1).map((char, at) => char.codePointAt(0) - text.codePointAt(at)));
  return steps.size === 1 && [-1, 0, 1].includes([...steps][0]);
}

function isDate(digits) {
  const [a, b, c] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  const shortDate = digits.length === 6 && ((DAY(a) && MONTH(b)) || (MONTH(a) && DAY(b)) || (MONTH(b) && DAY(c)));
  const longDate = digits.length === 8 && ((YEAR(c) && ((DAY(a) && MONTH(b)) || (MONTH(a) && DAY(b))))
    || (YEAR(digits.slice(0, 4)) && MONTH(digits.slice(4, 6)) && DAY(digits.slice(6))));
  return shortDate || longDate;
}

/** Why this PIN is refused: "short", "run" (000000, 123456), "date", "common", or null when it may be used. */
export function weakness(pin) {
  const text = pin.normalize("NFKC");
  if ([...text].length < 6) return "short";
  if (/^[\x20-\x7e]+$/.test(text) && isRun(text)) return "run";
  const digits = text.replace(/[-./ ]/g, "");
  if (/^\d+$/.test(digits)) {
    if (isRun(digits) || /^(\d{1,4})\1+$/.test(digits)) return "run";
    if (isDate(digits)) return "date";
  }
  return LISTED.has(text.toLowerCase()) ? "common" : null;
}
