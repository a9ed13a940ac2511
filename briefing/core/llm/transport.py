"""The SDK's transport: its requests leave through the service's one HTTP client, with guard, deadline and size cap.

A transport of one's own is how both the SDK and its HTTP library mean to be adapted.
"""

import httpx2

from briefing.core.http.client import exchange
from briefing.core.http.deadline import Deadline
from briefing.core.http.errors import WebError

# The SDK adds the machine's system, processor and versions, and what OPENAI_* variables say: nobody's business.
SENT = {"authorization", "content-type", "accept", "user-agent", "x-or-allow-training"}
# The body is decoded already, and no longer as long as it was on the wire.
OF_THE_WIRE = {"content-encoding", "content-length", "transfer-encoding"}


class Transport(httpx2.BaseTransport):
    """One attempt within the deadline, no redirect followed. `failed`: why no answer came, for the caller."""

    def __init__(self, deadline: Deadline, *, max_bytes: int) -> None:
        self.deadline, self.max_bytes = deadline, max_bytes
        self.failed: WebError | None = None

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        headers = {name: value for name, value in request.headers.items() if name in SENT}
        try:
            reply = exchange(
                request.method, str(request.url), headers=headers, body=request.read(), deadline=self.deadline,
                max_bytes=self.max_bytes, own=True,
            )  # fmt: skip
        except WebError as error:
            self.failed = error
            # `from None`: what this error says is told by `failed`; the SDK only has to know that it was no answer.
            raise httpx2.TransportError("no answer") from None
        answered = {name: value for name, value in reply.headers.items() if name not in OF_THE_WIRE}
        return httpx2.Response(reply.status, headers=answered, content=reply.body)
