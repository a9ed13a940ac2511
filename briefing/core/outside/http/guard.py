"""Blocks outbound requests to private networks and malformed URLs."""

import ipaddress
import re
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import requests
from django.conf import settings

from briefing.core.outside.http.deadline import Deadline
from briefing.core.outside.http.errors import WebError

# Networks that `is_global` accepts, in some or all Python releases, but that host no public site: the rest of
# IANA's special-purpose registries and the metadata addresses of clouds.
NOT_PUBLIC = [
    ipaddress.ip_network(text)
    for text in (
        "100.64.0.0/10",  # shared by a carrier's customers; a cloud's metadata service at 100.100.100.200
        "168.63.129.16/32",  # a cloud's internal services on an address that looks public
        "192.0.0.0/24",  # protocol assignments; a cloud's metadata service at 192.0.0.192
        "192.31.196.0/24",  # AS112, answers for private addresses
        "192.52.193.0/24",  # multicast tunnels
        "192.88.99.0/24",  # relays of 6to4
        "192.175.48.0/24",  # AS112
        "2001::/23",  # protocol assignments: Teredo, ORCHID, benchmarks, drones
        "2002::/16",  # 6to4, which embeds an arbitrary IPv4 address
        "2620:4f:8000::/48",  # AS112
        "3fff::/20",  # documentation
    )
]
# The only IPv6 range routed on the internet. It excludes NAT64 (which may embed a private IPv4 address),
# IPv4-mapped, -translated and -compatible, site-local and unassigned addresses.
ROUTED_IPV6 = ipaddress.ip_network("2000::/3")
PORTS = {"http": 80, "https": 443}
LONGEST_URL = 8192
# A slow first address must leave time for the next one.
CONNECT_S = 6.0

Address = tuple[int, tuple[Any, ...]]  # family, and the argument of `socket.connect`
Resolver = Callable[[str, int], list[Address]]


def is_public(address: str) -> bool:
    """Whether a textual IP address belongs to the public internet."""
    ip = ipaddress.ip_address(address)
    if isinstance(ip, ipaddress.IPv6Address) and ip.ipv4_mapped:
        ip = ip.ipv4_mapped
    odd = ip.is_multicast or ip.is_reserved or ip.is_unspecified or ip.is_loopback or ip.is_link_local
    if isinstance(ip, ipaddress.IPv6Address) and ip not in ROUTED_IPV6:
        return False
    return ip.is_global and not odd and not any(ip in network for network in NOT_PUBLIC)


def system_resolver(host: str, port: int) -> list[Address]:
    """Returns every address of the name as (family, sockaddr); raises OSError if there is none."""
    return [
        (family, sockaddr)
        for family, _, _, _, sockaddr in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ]


def is_allowed(host: str, port: int) -> bool:
    """Whether OUTBOUND_ALLOWED_HOSTS names this host, alone or with this port."""
    name = f"[{host}]" if ":" in host else host
    entries = {entry.strip().lower() for entry in settings.OUTBOUND_ALLOWED_HOSTS}
    return bool(entries & {host, name, f"{name}:{port}"})


@dataclass(frozen=True)
class CheckedUrl:
    """A normalised URL that passed the checks that need no network."""

    url: str
    scheme: str
    host: str
    port: int

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port


def checked(url: str, *, own: bool = False) -> CheckedUrl:
    """Returns the normalised URL (international names in ASCII); raises WebError `bad_url` or `blocked`.

    `own` allows an address configured by the operator to be inside the private network.
    """
    url = url.strip()
    try:
        parts = urlsplit(url)
        if not parts.netloc or re.search(r"[\x00-\x1f\x7f]", url) or len(url) > LONGEST_URL:
            raise ValueError("not an address")
        if parts.scheme.lower() not in PORTS:
            raise ValueError("only http and https are followed")
        if re.search(r"[@\\%]", parts.netloc):
            raise ValueError("a user name or an escape in the host is refused")
        # requests converts the name to IDNA and quotes the path; its result is what is checked and connected to.
        normal = requests.Request("GET", url).prepare().url or ""
        parts = urlsplit(normal)
        host = (parts.hostname or "").rstrip(".").lower()
        port = PORTS[parts.scheme] if parts.port is None else parts.port
        _check_host(host)
    except (ValueError, UnicodeError, requests.RequestException) as error:
        reason = str(error) if type(error) is ValueError else "it cannot be read"
        raise WebError(
            f"The address {url[:200]} cannot be used: {reason}.", code="bad_url", url=url, permanent=True
        ) from None
    if port != PORTS[parts.scheme] and port not in PORTS.values() and not (own or is_allowed(host, port)):
        raise WebError(
            f"Port {port} of {host} is refused: only 80 and 443 are open, unless OUTBOUND_ALLOWED_HOSTS"
            " names the host and port.",
            code="blocked",
            url=url,
            permanent=True,
        )
    return CheckedUrl(normal, parts.scheme, host, port)


def _check_host(host: str) -> None:
    """Raises ValueError unless the host is a name or an IP address in canonical form (not 127.1, 0x7f.1, 017…)."""
    if ":" in host:
        ipaddress.IPv6Address(host)
        return
    if not re.fullmatch(r"[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?", host) or ".." in host:
        raise ValueError("the host is not a name")
    if re.fullmatch(r"\d+|0x[0-9a-f]*", host.rsplit(".", 1)[-1]):
        try:
            ipaddress.IPv4Address(host)
        except ValueError:
            raise ValueError("the host is an oddly written number") from None


@dataclass(frozen=True)
class Guard:
    """Opens sockets: resolves a name once, checks every address and connects to a checked one."""

    deadline: Deadline
    resolver: Resolver = system_resolver
    own: bool = False  # allows private addresses that the operator configured: a local model, a proxy

    def connect(self, host: str, port: int) -> socket.socket:
        """Returns a connected socket; raises WebError `blocked`, `connect` or `deadline`."""
        host = host.strip("[]").rstrip(".").lower()
        addresses = self._resolve(host, port)
        inside = [sockaddr[0] for _, sockaddr in addresses if not is_public(sockaddr[0])]
        if inside and not (self.own or is_allowed(host, port)):
            raise WebError(
                f"{host} is refused: it leads to {inside[0]}, which is not a public address. If that is"
                " meant, name the host in OUTBOUND_ALLOWED_HOSTS.",
                code="blocked",
                url=host,
                permanent=True,
            )
        reason = "no address"
        for family, sockaddr in addresses:
            if self.deadline.passed:
                break
            try:
                return self._open(family, sockaddr)
            except OSError as error:
                reason = error.strerror or str(error) or type(error).__name__
        raise WebError(f"{host} port {port} cannot be reached: {reason}.", code="connect", url=host)

    def _open(self, family: int, sockaddr: tuple[Any, ...]) -> socket.socket:
        sock = socket.socket(family, socket.SOCK_STREAM)
        try:
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.settimeout(min(CONNECT_S, self.deadline.remaining()) or CONNECT_S)
            self.deadline.watch(sock)
            sock.connect(sockaddr)
            sock.settimeout(self.deadline.remaining() or CONNECT_S)
        except BaseException:
            sock.close()
            raise
        return sock

    def _resolve(self, host: str, port: int) -> list[Address]:
        """Resolves the name in a thread, because the resolver has no time limit."""
        answers: list[Address] = []
        failures: list[OSError] = []

        def ask() -> None:
            try:
                answers.extend(self.resolver(host, port))
            except OSError as error:
                failures.append(error)
            except UnicodeError:
                failures.append(OSError("the name is malformed"))

        thread = threading.Thread(target=ask, daemon=True, name="resolve")
        thread.start()
        thread.join(self.deadline.remaining())
        if thread.is_alive():
            raise WebError(f"The name {host} was not resolved in time.", code="deadline", url=host)
        if failures or not answers:
            reason = (failures[0].strerror or str(failures[0])) if failures else "no address"
            raise WebError(f"The name {host} cannot be resolved: {reason}.", code="connect", url=host)
        return answers
