"""Keyed hashes for backups and for values not stored in clear: codes, clients, limited addresses.

The key is `SERVICE_HASH_KEY`, which is independent of the cookies' secret: that secret and a database copy do
not suffice to guess a hashed value, and rotating the secret resets no count.
"""

import hmac
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def keyed_hash(purpose: str, value: str) -> str:
    """Returns 64 hexadecimal digits; the same value hashes differently for each purpose."""
    return hmac.digest(key_for(purpose), value.encode(), sha256).hex()


def key_for(purpose: str) -> bytes:
    """Returns a 32-byte key for one purpose; raises ImproperlyConfigured if SERVICE_HASH_KEY is empty."""
    if not settings.HASH_KEY:
        raise ImproperlyConfigured("SERVICE_HASH_KEY is empty; set 50 random characters or more.")
    return hmac.digest(
        settings.HASH_KEY.encode(), purpose.encode(), sha256
    )  # HKDF's expansion, RFC 5869, 2.3
