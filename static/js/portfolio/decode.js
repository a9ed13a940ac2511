// From bytes to text: what is no text at all is refused before anything is read into it.

export const MAX_BYTES = 5 * 1024 * 1024;

const SIGNATURES = [
  [0x50, 0x4b, 0x03, 0x04], // zip, and so xlsx and ods
  [0x50, 0x4b, 0x05, 0x06], // an empty zip
  [0x25, 0x50, 0x44, 0x46], // PDF
  [0x89, 0x50, 0x4e, 0x47], // PNG
  [0xff, 0xd8, 0xff], // JPEG
  [0x1f, 0x8b], // gzip
  [0xd0, 0xcf, 0x11, 0xe0], // the old Excel
];

// What 0x80 to 0x9F mean in Windows-1252. Runtimes differ here, so the table is ours.
const WINDOWS_1252 =
  "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const startsWith = (bytes, signature) => signature.every((byte, at) => bytes[at] === byte);

function asBytes(input) {
  if (input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  return input instanceof ArrayBuffer ? new Uint8Array(input) : null;
}

function decoded(label, bytes) {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function fromWindows1252(bytes) {
  const parts = [];
  for (let from = 0; from < bytes.length; from += 8192) {
    parts.push(String.fromCharCode(...bytes.subarray(from, from + 8192)));
  }
  return parts.join("").replace(/[\u0080-\u009f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80]);
}

function toText(bytes) {
  if (startsWith(bytes, [0xff, 0xfe])) return decoded("utf-16le", bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return decoded("utf-16be", bytes);
  if (bytes.includes(0)) return null;
  return decoded("utf-8", bytes) ?? fromWindows1252(bytes);
}

// Marks of direction: invisible, beside a number or a code they make another text of it, in a name they turn it round.
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const DIGITS = /[^\P{Nd}0-9]/gu;

/** A digit of any script as 0 to 9: wide ones have a plain form, all others stand in tens that begin with zero. */
function plainDigit(digit) {
  const plain = digit.normalize("NFKC");
  if (plain >= "0" && plain <= "9") return plain;
  const code = digit.codePointAt(0);
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String(code - zero);
}

/** `{text}` without byte order mark and marks of direction and with plain digits, or `{kind, detail}` of the refusal. */
export function decode(input) {
  const bytes = asBytes(input);
  if (bytes === null) return { kind: "not_csv", detail: "no bytes" };
  if (bytes.length === 0) return { kind: "empty_file", detail: "" };
  if (SIGNATURES.some((signature) => startsWith(bytes, signature))) {
    return { kind: "not_csv", detail: "binary" };
  }
  if (bytes.length > MAX_BYTES) return { kind: "too_large", detail: `${bytes.length} bytes` };
  const text = toText(bytes)?.replace(/^\ufeff+/, "").replace(DIRECTION, "");
  if (text === undefined || text.includes("\0")) return { kind: "not_csv", detail: "binary" };
  const start = /[^\s\u200b-\u200d\u2060]/.exec(text)?.[0];
  if (start === undefined) return { kind: "empty_file", detail: "" };
  if (start === "<") return { kind: "not_csv", detail: "markup" };
  if (start === "{" || start === "[") return { kind: "not_csv", detail: "json" };
  return { text: text.replace(DIGITS, plainDigit) };
}
