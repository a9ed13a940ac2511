"""The server's layer of the encrypted copy: AES-GCM with a key derived from the pepper, around opaque bytes."""

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from typing import TYPE_CHECKING

from briefing.core.lazy_module import LazyModule

if TYPE_CHECKING:
    from cryptography import exceptions
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.ciphers import aead
    from cryptography.hazmat.primitives.kdf import hkdf
else:
    exceptions, hashes, aead, hkdf = (
        LazyModule("cryptography.exceptions"),
        LazyModule("cryptography.hazmat.primitives.hashes"),
        LazyModule("cryptography.hazmat.primitives.ciphers.aead"),
        LazyModule("cryptography.hazmat.primitives.kdf.hkdf"),
    )

PEPPER_BYTES = 32
VERSION = b"\x01"
NONCE_BYTES = 12
TAG_BYTES = 16
OVERHEAD = len(VERSION) + NONCE_BYTES + TAG_BYTES
LABEL = b"portfolio-sync/outer/v1"


class PepperError(ValueError):
    """The pepper is too short or neither hex nor base64; the text never repeats it."""


class Damaged(Exception):
    """Stored bytes cannot be decrypted: damage, tampering, or another reader's row."""


def parse_pepper(text: str) -> bytes:
    """The bytes of PORTFOLIO_SYNC_PEPPER: hex or base64 (either alphabet, padding optional) of at least 32 bytes."""
    text = text.strip()
    if re.fullmatch(r"(?:[0-9A-Fa-f]{2})+", text):  # a text of hex digits is always hex, not base64
        pepper = bytes.fromhex(text)
    else:
        plain = text.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            pepper = base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True)
        except (binascii.Error, ValueError):
            raise PepperError("PORTFOLIO_SYNC_PEPPER is neither hex nor base64.") from None
    return _long_enough(pepper)


def _long_enough(pepper: bytes) -> bytes:
    if len(pepper) < PEPPER_BYTES:
        raise PepperError(f"PORTFOLIO_SYNC_PEPPER has {len(pepper)} bytes, {PEPPER_BYTES} are needed.")
    return pepper


def _bytes(pepper: bytes | str) -> bytes:
    return parse_pepper(pepper) if isinstance(pepper, str) else _long_enough(pepper)


def fingerprint(pepper: bytes | str) -> bytes:
    """Eight bytes that identify the pepper of a row without revealing it."""
    return hmac.digest(_bytes(pepper), b"portfolio-sync/fingerprint/v1", hashlib.sha256)[:8]


def _derive(pepper: bytes, salt: bytes, user_id: int | str) -> bytes:
    return hkdf.HKDF(hashes.SHA256(), 32, salt, f"user:{user_id}".encode()).derive(pepper)


def _cipher(secret: bytes, user_id: int | str) -> "aead.AESGCM":
    return aead.AESGCM(_derive(secret, LABEL, user_id))


def _associated(pepper: bytes, user_id: int | str) -> bytes:
    return LABEL + b"\x00" + fingerprint(pepper) + str(user_id).encode()


def encrypt(inner: bytes, user_id: int | str, pepper: bytes | str, nonce: bytes | None = None) -> bytes:
    """Returns version, nonce, ciphertext and tag. The nonce is random unless a test supplies it."""
    secret = _bytes(pepper)
    nonce = secrets.token_bytes(NONCE_BYTES) if nonce is None else nonce
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"A nonce has {NONCE_BYTES} bytes.")
    return VERSION + nonce + _cipher(secret, user_id).encrypt(nonce, inner, _associated(secret, user_id))


def decrypt(stored: bytes, user_id: int | str, pepper: bytes | str) -> bytes:
    """Returns the bytes passed to `encrypt`; raises Damaged on any failure."""
    secret = _bytes(pepper)
    stored = bytes(stored)
    if stored[:1] != VERSION or len(stored) < OVERHEAD:
        raise Damaged("The stored copy has no known form.")
    nonce, sealed = stored[1 : 1 + NONCE_BYTES], stored[1 + NONCE_BYTES :]
    try:
        return _cipher(secret, user_id).decrypt(nonce, sealed, _associated(secret, user_id))
    except exceptions.InvalidTag:
        raise Damaged("The stored copy does not open.") from None


def verifier(auth_key: bytes, user_id: int | str, pepper: bytes | str) -> bytes:
    """The stored form of auth_key: its HMAC with a key of this reader derived from the pepper (32 bytes)."""
    key = _derive(_bytes(pepper), b"portfolio-sync/verifier/v1", user_id)
    return hmac.digest(key, auth_key, hashlib.sha256)


def same(left: bytes, right: bytes) -> bool:
    """Compares fingerprints or verifiers in constant time."""
    return hmac.compare_digest(bytes(left), bytes(right))
