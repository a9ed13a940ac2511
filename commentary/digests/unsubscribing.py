"""The way out of the digest: a signed link that works without sign-in, for readers and for mail programs.

RFC 8058: the address stands in `List-Unsubscribe`, and a POST to it with `List-Unsubscribe=One-Click` is enough;
a GET changes nothing, since scanners follow links. The token says whose digest ends and can do nothing else. It
does not expire, and is read with the fallback secrets too.
"""

from urllib.parse import urlencode

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import User

PARAMETER = "t"


class BadToken(ValueError):
    """The token was not made here, or was cut."""


def _signer() -> Signer:
    return Signer(salt="commentary.digest.unsubscribe", sep=".")


def token_of(user_id: int) -> str:
    return _signer().sign(str(user_id))


def reader_of(token: str) -> int:
    """The id of the account. Raises BadToken."""
    try:
        return int(_signer().unsign(token))
    except (BadSignature, ValueError):
        raise BadToken from None


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
