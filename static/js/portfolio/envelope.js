// The bytes of an encrypted copy (version 1): 40 bytes of head, which are authenticated, then ciphertext and tag.

export const HEAD_BYTES = 40;
export const MAX_BYTES = 256 * 1024;
export const MIN_ITERATIONS = 600_000;
const MAX_ITERATIONS = 5_000_000;
const TAG_BYTES = 16;
const BLOCK = 1024; // padding hides how many holdings there are
const MAGIC = [0x50, 0x46, 0x53, 0x31]; // PFS1
const KDF_PBKDF2 = 1; // 2 is kept for Argon2id
const CIPHER_AES_GCM = 1;

const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

export const validIterations = (count) =>
  Number.isInteger(count) && count >= MIN_ITERATIONS && count <= MAX_ITERATIONS;

/** The head for these parameters, salt of 16 and nonce of 12 bytes. */
export function writeHead({ salt, nonce, iterations }) {
  if (salt.length !== 16 || nonce.length !== 12) throw new RangeError("salt has 16 bytes, nonce has 12");
  const head = new Uint8Array(HEAD_BYTES);
  head.set([...MAGIC, KDF_PBKDF2, CIPHER_AES_GCM]);
  view(head).setUint32(8, iterations);
  head.set(salt, 12);
  head.set(nonce, 28);
  return head;
}

/** `{salt, iterations}` of the 28 bytes that a device derives its keys from, or null when they are not ours. */
export function readKdf(bytes) {
  if (!(bytes instanceof Uint8Array) || bytes.length < 28) return null;
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) return null;
  if (bytes[4] !== KDF_PBKDF2 || bytes[5] !== CIPHER_AES_GCM || view(bytes).getUint16(6) !== 0) return null;
  const iterations = view(bytes).getUint32(8);
  return validIterations(iterations) ? { salt: bytes.slice(12, 28), iterations } : null;
}

/** `{salt, iterations, nonce, head, sealed}`, or null. All this is checked before a key is derived. */
export function readEnvelope(bytes) {
  if (!(bytes instanceof Uint8Array) || bytes.length > MAX_BYTES) return null;
  const sealedBytes = bytes.length - HEAD_BYTES;
  if (sealedBytes < BLOCK + TAG_BYTES || (sealedBytes - TAG_BYTES) % BLOCK !== 0) return null;
  const kdf = readKdf(bytes);
  if (kdf === null) return null;
  return { ...kdf, nonce: bytes.slice(28, 40), head: bytes.slice(0, HEAD_BYTES), sealed: bytes.slice(HEAD_BYTES) };
}

/** Length, text in UTF-8 (or bytes that are it already), zeros to a multiple of 1,024. */
export function pad(text) {
  const content = text instanceof Uint8Array ? text : new TextEncoder().encode(text);
  const padded = new Uint8Array(Math.ceil((content.length + 4) / BLOCK) * BLOCK);
  view(padded).setUint32(0, content.length);
  padded.set(content, 4);
  return padded;
}

/** The text again, or null when length, padding or encoding do not fit. */
export function unpad(padded) {
  const length = view(padded).getUint32(0);
  if (length > padded.length - 4 || Math.ceil((length + 4) / BLOCK) * BLOCK !== padded.length) return null;
  if (padded.subarray(4 + length).some((byte) => byte !== 0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(padded.subarray(4, 4 + length));
  } catch {
    return null;
  }
}
