"""Unsubscribe links of digests and other messages: signed, valid without sign-in, for readers and mail programs.

RFC 8058: the address is in `List-Unsubscribe`, and a POST with `List-Unsubscribe=One-Click` unsubscribes. GET
changes nothing, since scanners follow links. A token only identifies the account, is valid for 400 days and is
verified with the fallback secrets too.
"""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.core.signing import BadSignature, SignatureExpired, Signer, TimestampSigner
from django.urls import reverse
from django.utils import timezone

PARAMETER = "t"
# The salts say what a link switches off.
DIGEST, FOLLOWED = "commentary.digest.unsubscribe", "commentary.followed.unsubscribe"
LASTS = timedelta(days=400)
# Links made before 2026-11-23 are undated; they expire as if made on that day.
UNDATED_UNTIL = datetime(2026, 11, 23, tzinfo=UTC) + LASTS


class BadToken(ValueError):
    """The token is invalid or truncated."""


class OldToken(BadToken):
    """The token is valid but has expired."""


def _signer(salt: str) -> TimestampSigner:
    return TimestampSigner(salt=f"{salt}.dated", sep=".")


def token_of(user_id: int, salt: str = DIGEST) -> str:
    return _signer(salt).sign(str(user_id))


def reader_of(token: str, salt: str = DIGEST) -> int:
    """Returns the id of the account. Raises BadToken."""
    try:
        if salt == DIGEST and token.count(".") == 1:
            return _undated(token)
        return int(_signer(salt).unsign(token, max_age=LASTS))
    except (SignatureExpired, OldToken):
        raise OldToken from None
    except (BadSignature, ValueError):
        raise BadToken from None


def _undated(token: str) -> int:
    reader = int(Signer(salt=DIGEST, sep=".").unsign(token))
    if timezone.now() >= UNDATED_UNTIL:
        raise OldToken
    return reader


def link(token: str, language: str, page: str = "commentary:unsubscribe") -> str:
    """Returns the unsubscribe address; the token is in the query, which logs omit."""
    query = urlencode({PARAMETER: token, "lang": language})
    return f"{settings.BASE_URL}{reverse(page)}?{query}"


def headers(url: str) -> dict[str, str]:
    """Returns the headers for one-click unsubscribing and against automatic replies (RFC 3834)."""
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
