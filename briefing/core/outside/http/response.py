"""HTTP responses: the fetched response, body decoding and header parsing."""

import email.message
import email.utils
import itertools
import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC
from typing import Any

from django.utils import timezone

from briefing.core.outside.http.errors import WebError

PIECE = 64 * 1024


@dataclass(frozen=True)
class FetchedResponse:
    """A fetched response: final URL, status, lower-case headers and decoded body."""

    url: str = field(repr=False)
    status: int
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)
    permanent_url: str | None = field(default=None, repr=False)

    def text(self, encoding: str | None = None) -> str:
        """Returns the body as text in the given encoding, else the header's, else UTF-8."""
        header = email.message.Message()
        header["content-type"] = self.headers.get("content-type", "")
        named = header.get_content_charset()
        try:
            text = self.body.decode(encoding or named or "utf-8", errors="replace")
        except (LookupError, ValueError):
            text = self.body.decode("utf-8", errors="replace")
        return text.removeprefix("\ufeff")

    def json(self) -> Any:
        """Parses the body as JSON; raises WebError `protocol` if it is not (e.g. an error page with status 200)."""
        try:
            return json.loads(self.body)
        except (ValueError, RecursionError):
            kind = self.headers.get("content-type", "no type")
            text = f"{self.url} did not answer with JSON but with {kind}."
            raise WebError(text, code="protocol", url=self.url, status=self.status) from None


# IANA's registered content codings. Other header values ("none", "aws-chunked", "utf-8") are ignored.
CODINGS = {
    "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip", "x-compress", "x-gzip",
    "zstd",
}  # fmt: skip
TEXT_STARTS = (b"<", b"{", b"[", b"\xef\xbb\xbf", b"\xfe\xff", b"\xff\xfe")


def pieces(raw: Any, encoding: str) -> Iterator[bytes]:
    """Yields the decoded body in pieces; raises ValueError if it is truncated or in an unrequested coding.

    A plain document mislabelled as gzip is returned unchanged.
    """
    codings = [name for part in encoding.split(",") if (name := part.strip()) in CODINGS]
    if codings not in ([], ["gzip"], ["x-gzip"]):
        raise ValueError(f"it is encoded as {encoding[:30]}, which was not asked for")
    read = _read(raw)
    if not codings:
        yield from read
        return
    start = next(read, b"")
    while start and len(start) < 2 and (more := next(read, b"")):
        start += more
    if start.startswith(b"\x1f\x8b") or not start:
        yield from _unpacked(itertools.chain([start], read))
    elif start.lstrip().startswith(TEXT_STARTS):
        yield from itertools.chain([start], read)
    else:
        raise ValueError("it is called gzip and is not compressed so")


def _read(raw: Any) -> Iterator[bytes]:
    while data := raw.read1(PIECE, decode_content=False):
        yield data


def _unpacked(packed: Iterable[bytes]) -> Iterator[bytes]:
    """Decompresses the members of a gzip stream and ignores anything after the last one."""
    member = zlib.decompressobj(16 + zlib.MAX_WBITS)
    started = False
    for piece in packed:
        data = piece
        started = started or bool(data)
        while data:
            if member.eof:
                if not data.startswith(b"\x1f"):
                    break  # padding after the last member, which gunzip ignores as well
                member = zlib.decompressobj(16 + zlib.MAX_WBITS)
            yield member.decompress(data, PIECE)
            data = member.unconsumed_tail or member.unused_data
    if started:
        yield member.flush()
        if not member.eof:
            raise ValueError("its compressed body is cut short")


def retry_after(text: str) -> float | None:
    """Returns Retry-After in seconds, from either form (RFC 9110, 10.2.3); None if it is invalid."""
    if text.strip().isascii() and text.strip().isdigit():
        return float(text.strip()[:9])
    try:
        moment = email.utils.parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - timezone.now()).total_seconds())
