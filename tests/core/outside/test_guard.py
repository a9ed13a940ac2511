"""Addresses that the guard refuses, verified with loopback servers that must see no connection."""

import ipaddress
import socket

import pytest

from briefing.core.outside.http import WebError, fetch
from briefing.core.outside.http.deadline import Deadline
from briefing.core.outside.http.guard import Guard, checked, is_public, system_resolver
from tests.core.outside.upstream import upstream


def answers(*addresses: str):
    """Returns a resolver with the same addresses for every name, which counts its calls."""
    asked: list[str] = []

    def resolve(host: str, port: int) -> list:
        asked.append(host)
        return [
            (socket.AF_INET6 if ":" in address else socket.AF_INET, (address, port)) for address in addresses
        ]

    resolve.asked = asked
    return resolve


def failure(url: str, **options) -> WebError:
    with pytest.raises(WebError) as caught:
        fetch(url, deadline_s=5, **options)
    return caught.value


@pytest.fixture
def canary(settings):
    settings.OUTBOUND_ALLOWED_HOSTS = []
    with upstream(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") as server:
        yield server
        assert server.connections == 0


# Every range of IANA's special-purpose registries for IPv4 and IPv6, and adjacent ones.
SPECIAL = [
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
    "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24",
    "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    "168.63.129.16/32",
    "::/128", "::1/128", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64",
    "2001::/32", "2001:1::1/128", "2001:1::2/128", "2001:1::3/128", "2001:2::/48", "2001:3::/32", "2001:4:112::/48",
    "2001:10::/28", "2001:20::/28", "2001:30::/28", "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48",
    "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
]  # fmt: skip


# Metadata addresses of clouds, which return a machine's credentials.
METADATA = ["169.254.169.254", "169.254.170.2", "100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254",
            "fd20:ce::254"]  # fmt: skip


# Private IPv4 addresses embedded in IPv6.
DRESSED = ["::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:168.63.129.16", "::ffff:0:10.0.0.1",
           "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::a00:1", "2002:7f00:1::", "2002:a9fe:a9fe::1",
           "2001:0:7f00:1::"]  # fmt: skip


# Adjacent addresses that are ordinary ones of the internet.
BESIDE = [
    "1.0.0.0", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255", "128.0.0.0",
    "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
    "191.255.255.255", "192.0.1.0", "192.0.3.0", "192.31.195.255", "192.31.197.0", "192.52.192.255", "192.52.194.0",
    "192.88.98.255", "192.88.100.0", "192.167.255.255", "192.169.0.0", "192.175.47.255", "192.175.49.0",
    "198.17.255.255", "198.20.0.0", "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0",
    "223.255.255.255",
    "2001:200::", "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff", "2001:db9::", "2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "2003::", "2620:4f:7fff:ffff:ffff:ffff:ffff:ffff", "2620:4f:8001::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    "3fff:1000::",
]  # fmt: skip


def test_special_range_is_not_public_from_its_first_address_to_its_last():
    networks = [ipaddress.ip_network(text) for text in SPECIAL]
    addresses = [
        str(address)
        for network in networks
        for address in (network[0], network[network.num_addresses // 2], network[-1])
    ]
    assert [address for address in addresses if is_public(address)] == []


@pytest.mark.parametrize("address", [*METADATA, *DRESSED])
def test_metadata_and_private_addresses_in_disguise_are_not_public(address):
    assert not is_public(address)


def test_address_beside_a_special_range_is_public():
    assert [address for address in BESIDE if not is_public(address)] == []


@pytest.mark.parametrize("address", ["8.8.8.8", "93.184.215.14", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_address_of_the_internet_is_public(address):
    assert is_public(address)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "localhost.", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"]
)
def test_loopback_is_blocked_on_the_open_ports(canary, host):
    error = failure(f"http://{host}/")
    assert (error.code, error.permanent) == ("blocked", True)


def test_name_with_one_private_answer_is_blocked(canary):
    resolver = answers("8.8.8.8", "127.0.0.1")
    assert failure("http://two.example/", resolver=resolver).code == "blocked"


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::ffff:127.0.0.1"]])
def test_guard_opens_no_socket_to_a_listener_inside(canary, addresses):
    with Deadline(5) as deadline, pytest.raises(WebError) as caught:
        Guard(deadline, answers(*addresses)).connect("feeds.example", canary.port)
    assert caught.value.code == "blocked"


def test_other_port_is_blocked_before_the_name_is_resolved(canary):
    resolver = answers("127.0.0.1")
    assert failure(f"http://feed.example:{canary.port}/", resolver=resolver).code == "blocked"
    assert resolver.asked == []


@pytest.mark.parametrize("url", ["http://feeds.example:443/", "https://feeds.example:80/"])
def test_both_ports_of_the_web_are_open_to_either_scheme(url):
    assert checked(url).url == url


@pytest.mark.parametrize(
    "host",
    [
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0177.0.0.1",
        "127.1",
        "127.0.0.01",
        "1.2.3.4.5",
        "feeds.0x7f",
        "%31",
    ],
)
def test_oddly_written_number_is_refused(canary, host):
    assert failure(f"http://{host}/").code == "bad_url"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://feeds.example/",
        "gopher://127.0.0.1:6379/_INFO",
        "javascript:alert(1)",
        "http://user:pw@feeds.example/",
        "http://feeds.example@127.0.0.1/",
        "http://127.0.0.1\\@feeds.example/",
        "http://feeds.example/\r\nHost: inside",
        "http://[fe80::1%25eth0]/",
        "http://[::1/",
        "http://feeds..example/",
        "http://-/",
        "http://feeds.example:99999/",
        "http:///path",
        "//feeds.example/",
        "",
        "http://feeds.example/" + "a" * 9000,
    ],
)
def test_address_that_is_no_plain_web_address_is_refused(canary, url):
    error = failure(url, resolver=answers("127.0.0.1"))
    assert (error.code, error.permanent) == ("bad_url", True)
    assert "pw" not in str(error)


def test_wide_digits_that_mean_loopback_are_refused(canary):
    assert failure("http://１２７.０.０.１/").code in ("bad_url", "blocked")


@pytest.mark.parametrize(
    ("location", "code"),
    [
        ("file:///etc/passwd", "bad_url"),
        ("http://169.254.169.254/latest/meta-data/", "blocked"),
        ("http://[::1]/", "blocked"),
        ("http://0x7f.1/", "bad_url"),
        ("http://2852039166/latest/meta-data/", "bad_url"),
        ("http://0251.0376.0251.0376/", "bad_url"),
        ("http://[::ffff:a9fe:a9fe]/", "blocked"),
        ("http://169.254.169.254#@feeds.example/", "blocked"),
        ("http://127.0.0.1\t/", "blocked"),
        ("http://[", "bad_url"),
        ("//user@feeds.example/", "bad_url"),
    ],
)
def test_redirect_is_checked_like_a_first_address(settings, canary, location, code):
    answer = f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()
    with upstream(answer) as server:
        settings.OUTBOUND_ALLOWED_HOSTS = [f"127.0.0.1:{server.port}"]
        assert failure(server.url).code == code


def test_name_that_resolves_to_a_private_address_the_second_time_is_refused(settings, canary):
    """DNS rebinding: the first answer was let through, the redirect comes back to the same name."""
    answer = b"HTTP/1.1 302 Found\r\nLocation: http://feeds.example/next\r\nContent-Length: 0\r\n\r\n"
    with upstream(answer) as server:
        settings.OUTBOUND_ALLOWED_HOSTS = [f"feeds.example:{server.port}"]
        resolver = answers("127.0.0.1")
        assert failure(f"http://feeds.example:{server.port}/", resolver=resolver).code == "blocked"
    assert resolver.asked == ["feeds.example", "feeds.example"]


def test_redirect_to_another_private_port_is_refused(settings, canary):
    answer = f"HTTP/1.1 302 Found\r\nLocation: {canary.url}\r\nContent-Length: 0\r\n\r\n".encode()
    with upstream(answer) as server:
        settings.OUTBOUND_ALLOWED_HOSTS = [f"127.0.0.1:{server.port}"]
        assert failure(server.url).code == "blocked"


@pytest.mark.parametrize("entry", ["feeds.example", "feeds.example:{port}", "Feeds.Example:{port}"])
def test_allowed_host_passes_and_gets_one_request(settings, entry):
    with upstream(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") as server:
        settings.OUTBOUND_ALLOWED_HOSTS = [entry.format(port=server.port)]
        resolver = answers("127.0.0.1")
        # Only this resolver knows the name, so the connection used the checked address.
        assert fetch(f"http://feeds.example:{server.port}/", resolver=resolver).body == b"ok"
        assert resolver.asked == ["feeds.example"]
        assert f"Host: feeds.example:{server.port}".encode() in server.requests[0]


def test_next_address_is_tried_when_the_first_is_dead(settings):
    with upstream(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok") as server:
        settings.OUTBOUND_ALLOWED_HOSTS = ["feeds.example"]
        resolver = answers("127.0.0.9", "127.0.0.1")
        assert fetch(f"http://feeds.example:{server.port}/", resolver=resolver).body == b"ok"


def test_name_without_an_answer_is_a_failed_connection(canary):
    def nobody(host: str, port: int) -> list:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    error = failure("http://nowhere.example/", resolver=nobody)
    assert (error.code, error.permanent) == ("connect", False)
    assert str(error) == "The name nowhere.example cannot be resolved: Name or service not known."


def test_system_resolver_gives_addresses_to_connect_to():
    assert {
        ipaddress.ip_address(address[0]).is_loopback for _, address in system_resolver("localhost", 80)
    } == {True}
