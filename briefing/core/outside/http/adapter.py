"""A requests adapter that opens its sockets through the outbound guard."""

import http.client
from functools import partial
from typing import Any, cast

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from briefing.core.outside.http.guard import Guard

# The library refuses responses with more than 100 header lines; some servers set more cookies than that.
http.client._MAXHEADERS = 300  # type: ignore[attr-defined]


MOST_INTERIM = 20


class _FinalResponse(http.client.HTTPResponse):
    """The final response: the library skips 100 alone, and takes 102 and 103 for the answer (RFC 9110, 15.2)."""

    def _read_status(self) -> tuple[str, int, str]:
        for _each in range(MOST_INTERIM + 1):
            version, status, reason = super()._read_status()  # type: ignore[misc]  # not in the stubs
            if not 100 <= status < 200 or status == http.HTTPStatus.SWITCHING_PROTOCOLS:
                return version, status, reason
            http.client.parse_headers(self.fp)
        raise http.client.HTTPException(f"more than {MOST_INTERIM} interim responses")


class _Guarded(HTTPConnection):
    response_class = _FinalResponse

    def __init__(self, *args: Any, guard: Guard, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guard = guard

    def _new_conn(self) -> Any:
        return self.guard.connect(self.host, self.port or self.default_port)


class _GuardedTLS(_Guarded, HTTPSConnection):
    pass


class GuardedAdapter(HTTPAdapter):
    """Opens connections through the guard; TLS still verifies the certificate against the host name."""

    def __init__(self, guard: Guard) -> None:
        super().__init__()
        self._guard = guard

    def get_connection_with_tls_context(self, *args: Any, **kwargs: Any) -> HTTPConnectionPool:
        pool = cast(HTTPConnectionPool, super().get_connection_with_tls_context(*args, **kwargs))
        kind = _GuardedTLS if pool.scheme == "https" else _Guarded
        pool.ConnectionCls = partial(kind, guard=self._guard)  # type: ignore[assignment]  # any factory works
        return pool
