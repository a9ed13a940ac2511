"""The one way out to other sites: `fetch(url)`, guarded, with a total deadline and a size cap.

The SDKs of the models and of the processor leave through the same guard (`client.exchange`, `adapter.GuardedAdapter`).
"""

from briefing.core.http.client import fetch
from briefing.core.http.errors import WebError
from briefing.core.http.response import FetchedResponse

__all__ = ["FetchedResponse", "WebError", "fetch"]
