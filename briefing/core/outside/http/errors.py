"""The HTTP client's exception, and the redaction of URLs in its message."""

import re

_SECRET = re.compile(
    r"(?i)(?<![a-z_-])([a-z_-]*(?:api[_-]?key|apikey|token|secret|passw(?:or)?d|signature))(=|%3D)[^&\s\"'<>]*"
)
_USER_INFO = re.compile(r"(?<=://)[^/?#\s]*@")
# In the address of a redirect: a database refuses NUL and surrogates, and marks of direction disguise an address.
_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def redacted(text: str) -> str:
    """Returns the text with the values of keys, tokens and passwords in URLs replaced by ***."""
    return _USER_INFO.sub("***@", _SECRET.sub(r"\1\2***", text))


class WebError(Exception):
    """A failed fetch; the message is a sentence that says what to do.

    `code` is blocked, deadline, too_large, redirects, connect, status, protocol or bad_url. `permanent` means
    that a retry cannot help. `retry_after` is in seconds. `body` is the start of an error response's body,
    where publishers give the reason.
    """

    def __init__(
        self,
        message: str,
        *,
        code: str,
        url: str = "",
        permanent: bool = False,
        status: int | None = None,
        retry_after: float | None = None,
        body: bytes = b"",
    ) -> None:
        super().__init__(redacted(_UNSEEN.sub("\ufffd", message)))
        self.code = code
        self.url = redacted(_UNSEEN.sub("\ufffd", url))
        self.permanent = permanent
        self.status = status
        self.retry_after = retry_after
        self.body = body
