"""The way out of the digest: a signed link that works without sign-in, for readers and for mail programs.

RFC 8058: the address stands in `List-Unsubscribe`, and a POST to it with `List-Unsubscribe=One-Click` is enough;
a GET changes nothing, since scanners follow links. The token says whose digest ends and can do nothing else. It
works for 400 days, and is read with the fallback secrets too.
"""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlencode

from django.conf import settings
from django.core.signing import BadSignature, SignatureExpired, Signer, TimestampSigner
from django.urls import reverse
from django.utils import timezone

from accounts.models import User

PARAMETER = "t"
LASTS = timedelta(days=400)
# Until 2026-11-23 links had no date; what is in a mailbox since then lasts as long as a link made on that day.
UNDATED_UNTIL = datetime(2026, 11, 23, tzinfo=UTC) + LASTS


class BadToken(ValueError):
    """The token was not made here, or was cut."""


class OldToken(BadToken):
    """The token was made here, longer ago than it lasts."""


def _signer() -> TimestampSigner:
    return TimestampSigner(salt="commentary.digest.unsubscribe.dated", sep=".")


def token_of(user_id: int) -> str:
    return _signer().sign(str(user_id))


def reader_of(token: str) -> int:
    """The id of the account. Raises BadToken."""
    try:
        if token.count(".") == 1:
            return _undated(token)
        return int(_signer().unsign(token, max_age=LASTS))
    except (SignatureExpired, OldToken):
        raise OldToken from None
    except (BadSignature, ValueError):
        raise BadToken from None


def _undated(token: str) -> int:
    reader = int(Signer(salt="commentary.digest.unsubscribe", sep=".").unsign(token))
    if timezone.now() >= UNDATED_UNTIL:
        raise OldToken
    return reader


def link(token: str, language: str) -> str:
    """The page of the reader's own language; the token is in the query alone, which no log keeps."""
    query = urlencode({PARAMETER: token, "lang": language})
    return f"{settings.BASE_URL}{reverse('commentary:unsubscribe')}?{query}"


def headers(url: str) -> dict[str, str]:
    """What mail programs make their own button of; and no automatic answers, please (RFC 3834)."""
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }


def switch_off(user_id: int) -> None:
    """Idempotent; an account that is gone has no digest either."""
    User.objects.filter(pk=user_id).update(digest_opt_in=User.Digest.OFF)
