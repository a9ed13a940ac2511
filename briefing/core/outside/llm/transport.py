"""The SDK's HTTP transport, which uses the service's client with its guard, deadline and size limit."""

import httpx2

from briefing.core.outside.http.client import exchange
from briefing.core.outside.http.deadline import Deadline
from briefing.core.outside.http.errors import WebError

# Other headers tell the machine's system, processor and versions, or come from OPENAI_* variables.
SENT = {"authorization", "content-type", "accept", "user-agent", "x-or-allow-training"}
# The body is already decoded, so its encoding and length no longer apply.
OF_THE_WIRE = {"content-encoding", "content-length", "transfer-encoding"}


class Transport(httpx2.BaseTransport):
    """Makes one attempt within the deadline, without redirects. `failed` is the error if no response came."""

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
            # `from None`: the caller reads the reason in `failed`.
            raise httpx2.TransportError("no answer") from None
        answered = {name: value for name, value in reply.headers.items() if name not in OF_THE_WIRE}
        return httpx2.Response(reply.status, headers=answered, content=reply.body)
