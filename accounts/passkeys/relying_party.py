"""Who asks for a passkey, as browsers see it: the host and the origin of `BASE_URL`."""

from ipaddress import ip_address
from typing import Literal
from urllib.parse import SplitResult, urlsplit

import idna
from django.conf import settings

NAME = "Market Briefing"
DEFAULT_PORTS = {"http": 80, "https": 443}
Reason = Literal["", "address", "insecure"]


def _base() -> SplitResult:
    return urlsplit(settings.BASE_URL)


def rp_id() -> str:
    """The relying-party id: the host of `BASE_URL` as browsers write it (lower case, IDNA A-labels)."""
    host = (_base().hostname or "").lower()
    if host.isascii():
        return host
    try:
        return idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        return host  # no browser comes from there; the ceremony says so


def origin() -> str:
    """The only origin that an answer may come from; a default port is left out, as browsers do."""
    base = _base()
    port = "" if base.port in (None, DEFAULT_PORTS.get(base.scheme)) else f":{base.port}"
    return f"{base.scheme}://{rp_id()}{port}"


def unavailable() -> Reason:
    """Why no browser would make a passkey for this address; empty when it would."""
    host = rp_id()
    try:
        ip_address(host)
    except ValueError:
        pass
    else:
        return "address"
    local = host == "localhost" or host.endswith(".localhost")
    return "" if local or _base().scheme == "https" else "insecure"
