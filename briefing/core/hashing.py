"""Keyed hashes of what the database must not hold readably: codes, clients, addresses that are limited.

The key is `SERVICE_HASH_KEY`, which signs nothing and is not derived from the cookies' secret: who has that
secret and a copy of a row cannot search for what was hashed, and a rotated secret resets no count.
"""

import hmac
from hashlib import sha256

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def keyed_hash(purpose: str, value: str) -> str:
    """64 hexadecimal digits; two purposes share no hash, whatever their values."""
    if not settings.HASH_KEY:
        raise ImproperlyConfigured("SERVICE_HASH_KEY is empty; set 50 random characters or more.")
    key = hmac.digest(settings.HASH_KEY.encode(), purpose.encode(), sha256)  # HKDF's expansion, RFC 5869, 2.3
    return hmac.digest(key, value.encode(), sha256).hex()
