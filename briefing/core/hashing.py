"""Keyed hashes: of what the database must not hold readably (codes, clients, limited addresses), and of backups.

The key is `SERVICE_HASH_KEY`, which signs no cookie and is not derived from the cookies' secret: who has that
secret and a copy of a row cannot search for what was hashed, and a rotated secret resets no count.
"""

import hmac
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def keyed_hash(purpose: str, value: str) -> str:
    """64 hexadecimal digits; two purposes share no hash, whatever their values."""
    return hmac.digest(key_for(purpose), value.encode(), sha256).hex()


def key_for(purpose: str) -> bytes:
    """A key of 32 bytes for one purpose; ImproperlyConfigured without SERVICE_HASH_KEY."""
    if not settings.HASH_KEY:
        raise ImproperlyConfigured("SERVICE_HASH_KEY is empty; set 50 random characters or more.")
    return hmac.digest(
        settings.HASH_KEY.encode(), purpose.encode(), sha256
    )  # HKDF's expansion, RFC 5869, 2.3
