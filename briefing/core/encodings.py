"""How an answer travels: which compression a client takes, and bytes compressed once for all of them."""

import gzip
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256

import brotli

IDENTITY = "identity"
# A tenth more than the best quality makes of it, in a twentieth of its time.
BROTLI_QUALITY = 6


@lru_cache(maxsize=64)  # browsers send few different ones
def preferred(header: str) -> str:
    """The coding to answer an Accept-Encoding header with (RFC 9110, 12.5.3; q=0 refuses): br, gzip or identity."""
    weights: dict[str, str] = {}
    for part in header.lower().split(","):
        coding, _, parameters = part.partition(";")
        name, _, weight = parameters.partition("=")
        weights[coding.strip()] = weight.strip() if name.strip() == "q" else "1"
    for coding in ("br", "gzip"):
        if weights.get(coding, weights.get("*", "0")).replace("0", "").replace(".", ""):
            return coding
    return IDENTITY


@dataclass(frozen=True)
class Packed:
    """A body in its codings. The same body gives the same bytes in every process."""

    gzip: bytes
    brotli: bytes
    digest: str

    @classmethod
    def of(cls, body: bytes) -> "Packed":
        digest = sha256(body).hexdigest()[:32]
        return cls(gzip.compress(body, 9, mtime=0), brotli.compress(body, quality=BROTLI_QUALITY), digest)

    def coded(self, coding: str) -> bytes:
        """The bytes in a coding of `preferred`; the plain ones are unpacked, since hardly anybody asks for them."""
        if coding == IDENTITY:
            return gzip.decompress(self.gzip)
        return self.brotli if coding == "br" else self.gzip

    def etag(self, coding: str) -> str:
        """A strong one for each coding, since their bytes differ."""
        return f'"{self.digest}"' if coding == IDENTITY else f'"{self.digest}-{coding}"'
