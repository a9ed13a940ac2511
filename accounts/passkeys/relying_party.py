"""The WebAuthn relying party: host and origin of `BASE_URL`."""

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
    """Returns the relying-party id: `BASE_URL`'s host as browsers write it (lower case, IDNA A-labels)."""
    host = (_base().hostname or "").lower()
    if host.isascii():
        return host
    try:
        return idna.encode(host, uts46=True).decode()
    except idna.IDNAError:
        return host  # no browser can send this host; the ceremony reports the wrong origin


def origin() -> str:
    """Returns the only origin accepted in answers, without a default port, as browsers write it."""
    base = _base()
    port = "" if base.port in (None, DEFAULT_PORTS.get(base.scheme)) else f":{base.port}"
    return f"{base.scheme}://{rp_id()}{port}"


def unavailable() -> Reason:
    """Returns why browsers would refuse passkeys for this address; "" if they accept it."""
    host = rp_id()
    try:
        ip_address(host)
    except ValueError:
        pass
    else:
        return "address"
    local = host == "localhost" or host.endswith(".localhost")
    return "" if local or _base().scheme == "https" else "insecure"
