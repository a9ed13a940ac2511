"""The one error of the HTTP client, and the redaction that every address in it passes."""

import re

_SECRET = re.compile(
    r"(?i)(?<![a-z_-])([a-z_-]*(?:api[_-]?key|apikey|token|secret|passw(?:or)?d|signature))(=|%3D)[^&\s\"'<>]*"
)
_USER_INFO = re.compile(r"(?<=://)[^/?#\s]*@")


def redacted(text: str) -> str:
    """The text without the values of keys, tokens and passwords that stand in addresses."""
    return _USER_INFO.sub("***@", _SECRET.sub(r"\1\2***", text))


class WebError(Exception):
    """A fetch that gave nothing usable; its text is a sentence that a person can act on.

    `code` is one of blocked, deadline, too_large, redirects, connect, status, protocol, bad_url.
    `permanent` says that asking again without a change is pointless. `retry_after` is in seconds. `body` is the start
    of what came with an error status: publishers put the reason there.
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
        super().__init__(redacted(message))
        self.code = code
        self.url = redacted(url)
        self.permanent = permanent
        self.status = status
        self.retry_after = retry_after
        self.body = body
