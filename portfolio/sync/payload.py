"""Checks the unencrypted header and the length of the browser's envelope."""

import struct

HEAD_BYTES = 40
KDF_BYTES = 28
TAG_BYTES = 16
BLOCK = 1024
MAX_BYTES = 256 * 1024
MIN_ITERATIONS, MAX_ITERATIONS = 600_000, 5_000_000
PBKDF2, AES_GCM = 1, 1


def is_envelope(inner: bytes) -> bool:
    """Whether magic, ids, flags, cost and length are those of version 1."""
    sealed = len(inner) - HEAD_BYTES - TAG_BYTES
    if len(inner) > MAX_BYTES or sealed < BLOCK or sealed % BLOCK:
        return False
    magic, kdf, cipher, flags, iterations = struct.unpack(">4sBBHI", inner[:12])
    known = (magic, kdf, cipher, flags) == (b"PFS1", PBKDF2, AES_GCM, 0)
    return bool(known and MIN_ITERATIONS <= iterations <= MAX_ITERATIONS)


def kdf(inner: bytes) -> bytes:
    """Ids, cost and salt (28 bytes), from which a new device derives its keys before the download."""
    return inner[:KDF_BYTES]
