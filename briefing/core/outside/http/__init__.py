"""Outbound HTTP: `fetch(url)`, guarded, with a total deadline and a size limit.

The SDKs of the model providers and the payment processor use the same guard (`client.exchange`,
`adapter.GuardedAdapter`).
"""

from briefing.core.outside.http.client import fetch
from briefing.core.outside.http.errors import WebError
from briefing.core.outside.http.response import FetchedResponse

__all__ = ["FetchedResponse", "WebError", "fetch"]
