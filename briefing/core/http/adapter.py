"""A requests adapter that opens its sockets through the outbound guard."""

import http.client
from functools import partial
from typing import Any, cast

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

from briefing.core.http.guard import Guard

# The library refuses responses with more than 100 header lines; some servers set more cookies than that.
http.client._MAXHEADERS = 300  # type: ignore[attr-defined]


class _GuardedHTTP(HTTPConnection):
    def __init__(self, *args: Any, guard: Guard, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guard = guard

    def _new_conn(self) -> Any:
        return self.guard.connect(self.host, self.port or 80)


class _GuardedHTTPS(HTTPSConnection):
    def __init__(self, *args: Any, guard: Guard, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guard = guard

    def _new_conn(self) -> Any:
        return self.guard.connect(self.host, self.port or 443)


class GuardedAdapter(HTTPAdapter):
    """Opens connections through the guard; TLS still verifies the certificate against the host name."""

    def __init__(self, guard: Guard) -> None:
        super().__init__()
        self._guard = guard

    def get_connection_with_tls_context(self, *args: Any, **kwargs: Any) -> HTTPConnectionPool:
        pool = cast(HTTPConnectionPool, super().get_connection_with_tls_context(*args, **kwargs))
        kind = _GuardedHTTPS if pool.scheme == "https" else _GuardedHTTP
        pool.ConnectionCls = partial(kind, guard=self._guard)  # type: ignore[assignment]  # any factory works
        return pool
