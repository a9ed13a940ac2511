// The encrypted copy: only the browser that knows the PIN can make it or open it. WebCrypto alone.

import { HEAD_BYTES, MAX_BYTES, MIN_ITERATIONS, pad, readEnvelope, unpad, validIterations, writeHead } from "./envelope.js";

const utf8 = (text) => new TextEncoder().encode(text);
const random = (count) => crypto.getRandomValues(new Uint8Array(count));

/** One text for a wrong PIN and for damage, so that nobody learns which it was. */
export class OpenError extends Error {
  constructor() {
    super("The PIN is wrong, or the copy is damaged.");
    this.name = "OpenError";
    this.kind = "wrong_pin_or_damaged";
  }
}

/** The holdings are more than an encrypted copy may hold (256 KiB). */
export class TooLargeError extends Error {
  constructor() {
    super("The portfolio is too large for an encrypted copy.");
    this.name = "TooLargeError";
    this.kind = "too_large";
  }
}

async function stretch(pin, salt, iterations) {
  const secret = await crypto.subtle.importKey("raw", utf8(pin.normalize("NFKC")), "PBKDF2", false, ["deriveBits"]);
  const root = await crypto.subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations }, secret, 256);
  return crypto.subtle.importKey("raw", root, "HKDF", false, ["deriveKey", "deriveBits"]);
}

const expansion = (purpose) =>
  ({ name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: utf8(`portfolio-sync/${purpose}/v1`) });

/**
 * `{enc_key, auth_key}`: a CryptoKey that cannot be read out, and the 32 bytes shown to the server on download.
 * Refuses cheap costs too: a server that names its own must not learn the PIN from a weak auth_key.
 */
export async function deriveKeys(pin, salt, iterations) {
  if (!validIterations(iterations)) throw new RangeError("iterations out of range");
  const root = await stretch(pin, salt, iterations);
  const [encKey, authKey] = await Promise.all([
    crypto.subtle.deriveKey(expansion("enc"), root, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]),
    crypto.subtle.deriveBits(expansion("auth"), root, 256),
  ]);
  return { enc_key: encKey, auth_key: new Uint8Array(authKey) };
}

/** As `seal`, for keys derived before with this salt and cost: no save needs the PIN again. */
export async function sealWith(plaintext, keys, { salt, iterations, nonce = random(12) }) {
  const padded = pad(plaintext);
  if (HEAD_BYTES + padded.length + 16 > MAX_BYTES) throw new TooLargeError();
  const head = writeHead({ salt, nonce, iterations });
  const how = { name: "AES-GCM", iv: nonce, additionalData: head, tagLength: 128 };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(how, keys.enc_key, padded));
  const envelope = new Uint8Array(head.length + sealed.length);
  envelope.set(head);
  envelope.set(sealed, head.length);
  return envelope;
}

/** The text of an envelope for keys derived before; OpenError else. */
export async function openWith(envelope, keys) {
  const parts = readEnvelope(envelope);
  if (parts === null) throw new OpenError();
  const how = { name: "AES-GCM", iv: parts.nonce, additionalData: parts.head, tagLength: 128 };
  const padded = await crypto.subtle.decrypt(how, keys.enc_key, parts.sealed).catch(() => null);
  const text = padded === null ? null : unpad(new Uint8Array(padded));
  if (text === null) throw new OpenError();
  return text;
}

/** The envelope (Uint8Array) of a text. Salt and nonce are random unless given. */
export async function seal(plaintext, pin, { salt = random(16), nonce, iterations = MIN_ITERATIONS } = {}) {
  return sealWith(plaintext, await deriveKeys(pin, salt, iterations), { salt, iterations, nonce });
}

/** The text of an envelope. Form, size and cost are checked before a key is derived; OpenError on any failure. */
export async function open(envelope, pin) {
  const parts = readEnvelope(envelope);
  if (parts === null) throw new OpenError();
  return openWith(envelope, await deriveKeys(pin, parts.salt, parts.iterations));
}
