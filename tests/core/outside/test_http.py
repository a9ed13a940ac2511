"""The outbound HTTP client against a hostile loopback server: responses, limits, redirects, retries."""

import email.utils
import gzip
import math
import socket
import time
from datetime import UTC, datetime

import pytest
import time_machine
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from briefing.core.outside.http import FetchedResponse, WebError, fetch
from briefing.core.outside.http.client import exchange
from briefing.core.outside.http.deadline import Deadline
from tests.core.outside.upstream import upstream

OK = b"HTTP/1.1 200 OK\r\n"


pytestmark = pytest.mark.usefixtures("loopback_allowed")


def failure(url: str, **options) -> WebError:
    with pytest.raises(WebError) as caught:
        fetch(url, **options)
    return caught.value


def test_fetch_returns_status_headers_and_body(httpserver: HTTPServer):
    httpserver.expect_request("/a").respond_with_data("figures", headers={"ETag": '"v1"'})
    reply = fetch(httpserver.url_for("/a"))
    assert (reply.status, reply.headers["etag"], reply.body) == (200, '"v1"', b"figures")
    assert (reply.url, reply.permanent_url) == (httpserver.url_for("/a"), None)


def test_fetch_says_honestly_who_asks_and_takes_gzip_only(httpserver: HTTPServer):
    httpserver.expect_request("/").respond_with_data("")
    fetch(httpserver.url_for("/"), headers={"If-None-Match": '"v1"'})
    sent = httpserver.log[0][0].headers
    assert sent["User-Agent"] == "MarketBriefing/0.1 (+ops@example.org)"
    assert (sent["Accept-Encoding"], sent["If-None-Match"]) == ("gzip", '"v1"')


def test_fetch_ignores_proxies_and_passwords_of_the_environment(
    httpserver: HTTPServer, monkeypatch, tmp_path
):
    (tmp_path / ".netrc").write_text("machine 127.0.0.1 login me password hidden\n")
    with upstream() as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        monkeypatch.setenv("all_proxy", proxy.url)
        monkeypatch.setenv("HOME", str(tmp_path))
        httpserver.expect_request("/").respond_with_data("direct")
        assert fetch(httpserver.url_for("/")).body == b"direct"
        assert proxy.connections == 0
    assert "Authorization" not in httpserver.log[0][0].headers


def test_fetch_decodes_gzip(httpserver: HTTPServer):
    packed = gzip.compress(b"one") + gzip.compress(b"two")
    httpserver.expect_request("/").respond_with_data(packed, headers={"Content-Encoding": "gzip"})
    assert fetch(httpserver.url_for("/")).body == b"onetwo"


def test_fetch_gives_304_as_a_reply(httpserver: HTTPServer):
    httpserver.expect_request("/").respond_with_data("", status=304, headers={"ETag": '"v2"'})
    reply = fetch(httpserver.url_for("/"))
    assert (reply.status, reply.body, reply.headers["etag"]) == (304, b"", '"v2"')


@pytest.mark.parametrize(
    ("status", "permanent"),
    [(404, True), (410, True), (408, False), (429, False), (500, False), (503, False)],
)
def test_fetch_raises_on_a_status_and_says_whether_it_lasts(httpserver: HTTPServer, status, permanent):
    httpserver.expect_request("/").respond_with_data("", status=status)
    error = failure(httpserver.url_for("/"))
    assert (error.code, error.status, error.permanent) == ("status", status, permanent)


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("120", 120.0),
        ("Sat, 21 Nov 2026 12:01:30 GMT", 90.0),
        ("Fri, 20 Nov 2026 12:00:00 GMT", 0.0),
        ("soon", None),
    ],
)
def test_retry_after_is_read_in_both_forms(httpserver: HTTPServer, header, seconds):
    httpserver.expect_request("/").respond_with_data("", status=429, headers={"Retry-After": header})
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False):
        assert failure(httpserver.url_for("/")).retry_after == seconds


def test_fetch_tries_again_where_that_is_safe(httpserver: HTTPServer):
    httpserver.expect_ordered_request("/").respond_with_data("", status=503)
    httpserver.expect_ordered_request("/").respond_with_data("at last")
    assert fetch(httpserver.url_for("/"), attempts=2).body == b"at last"


def test_fetch_does_not_repeat_a_refusal(httpserver: HTTPServer):
    httpserver.expect_request("/").respond_with_data("", status=404)
    failure(httpserver.url_for("/"), attempts=3)
    assert len(httpserver.log) == 1


@pytest.mark.parametrize("coding", ["", "gzip"])
def test_an_error_carries_the_start_of_its_body(httpserver: HTTPServer, coding):
    body = b'{"error": "unit is unknown"}' + b" " * 100_000
    sent = gzip.compress(body) if coding else body
    headers = {"Content-Encoding": coding} if coding else {}
    httpserver.expect_request("/").respond_with_data(sent, status=400, headers=headers)
    error = failure(httpserver.url_for("/"))
    assert (error.status, error.body) == (400, body[: 16 * 1024])


def test_an_error_whose_body_cannot_be_read_is_that_error():
    with upstream(
        b"HTTP/1.1 404 Not Found\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope"
    ) as server:
        error = failure(server.url)
    assert (error.status, error.body) == (404, b"")


def test_fetch_waits_for_retry_after_only_inside_the_deadline(httpserver: HTTPServer):
    httpserver.expect_request("/").respond_with_data("", status=429, headers={"Retry-After": "60"})
    assert failure(httpserver.url_for("/"), attempts=3, deadline_s=5).retry_after == 60
    assert len(httpserver.log) == 1


def test_fetch_waits_until_the_date_of_retry_after():
    """The server names the second three seconds on; nothing is asked before it, by the clock of both."""
    asked: list[float] = []

    def act(connection: socket.socket, _: bytes) -> None:
        asked.append(time.time())
        again = email.utils.formatdate(math.floor(asked[0]) + 3, usegmt=True)
        head = f"HTTP/1.1 503 Busy\r\nRetry-After: {again}\r\n" if len(asked) == 1 else OK.decode()
        connection.sendall(f"{head}Content-Length: 0\r\n\r\n".encode())

    with upstream(act) as server:
        assert fetch(server.url, attempts=2).status == 200
    assert 0 <= asked[1] - (math.floor(asked[0]) + 3) < 1


def test_fetch_says_when_nobody_listens():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    error = failure(f"http://127.0.0.1:{port}/")
    assert (error.code, error.permanent) == ("connect", False)


def redirect(httpserver: HTTPServer, path: str, location: str, status: int = 302) -> None:
    httpserver.expect_request(path).respond_with_data("", status=status, headers={"Location": location})


def test_permanent_url_is_given_when_every_hop_is_permanent(httpserver: HTTPServer):
    redirect(httpserver, "/a", "/b", 301)
    redirect(httpserver, "/b", "c#part", 308)
    httpserver.expect_request("/c").respond_with_data("moved")
    reply = fetch(httpserver.url_for("/a"))
    assert (reply.body, reply.url, reply.permanent_url) == (b"moved", *[httpserver.url_for("/c")] * 2)


def test_permanent_url_is_none_after_a_temporary_hop(httpserver: HTTPServer):
    redirect(httpserver, "/a", "/b", 301)
    redirect(httpserver, "/b", "/c", 302)
    httpserver.expect_request("/c").respond_with_data("moved")
    assert fetch(httpserver.url_for("/a")).permanent_url is None


def test_redirects_are_limited(httpserver: HTTPServer):
    redirect(httpserver, "/a", "/a", 301)
    error = failure(httpserver.url_for("/a"), max_redirects=3)
    assert (error.code, error.permanent, len(httpserver.log)) == ("redirects", True, 4)


def test_redirect_to_another_host_drops_credentials(httpserver: HTTPServer):
    other = f"http://localhost:{httpserver.port}/b"
    redirect(httpserver, "/a", other)
    httpserver.expect_request("/b").respond_with_data("")
    fetch(
        httpserver.url_for("/a").replace("localhost", "127.0.0.1"),
        headers={"Authorization": "Bearer x", "X-Api-Key": "x", "Cookie": "x=1", "Accept": "text/csv"},
    )
    first, second = (request.headers for request, _ in httpserver.log)
    assert [first.get(name) for name in ("Authorization", "X-Api-Key", "Cookie")] == ["Bearer x", "x", "x=1"]
    assert [second.get(name) for name in ("Authorization", "X-Api-Key", "Cookie")] == [None] * 3
    assert second["Accept"] == "text/csv"


def test_cookies_of_a_redirect_are_dropped(httpserver: HTTPServer):
    def cookie(_: Request) -> Response:
        return Response("", 302, headers={"Location": "/b", "Set-Cookie": "track=1"})

    httpserver.expect_request("/a").respond_with_handler(cookie)
    httpserver.expect_request("/b").respond_with_data("")
    fetch(httpserver.url_for("/a"))
    assert "Cookie" not in httpserver.log[1][0].headers


def test_keys_are_redacted_in_messages_and_addresses(httpserver: HTTPServer):
    httpserver.expect_request("/").respond_with_data("<html>", content_type="text/html")
    httpserver.expect_request("/gone").respond_with_data("", status=410)
    url = httpserver.url_for("/?series=X&api_key=s3cret&z=1")
    error = failure(httpserver.url_for("/gone?api_key=s3cret"))
    with pytest.raises(WebError) as caught:
        fetch(url).json()
    seen = [str(error), error.url, str(caught.value), caught.value.url, repr(fetch(url))]
    assert not any("s3cret" in text for text in seen)
    assert "series=X&api_key=***&z=1" in caught.value.url


def test_header_that_cannot_be_sent_is_a_bad_request(httpserver: HTTPServer):
    assert failure(httpserver.url_for("/"), headers={"X": "a\r\nHost: evil"}).code == "bad_url"


@pytest.mark.parametrize(
    ("content_type", "body", "text"),
    [
        ("text/xml", "è".encode(), "è"),
        ("text/html; charset=ISO-8859-1", b"\xe8", "è"),
        ("text/html; charset=made-up", "è".encode(), "è"),
        ("text/csv", "\ufeffdate".encode(), "date"),
        ("text/csv", b"\xff!", "\ufffd!"),
    ],
)
def test_text_is_decoded_by_header_else_as_utf8(content_type, body, text):
    assert FetchedResponse("u", 200, {"content-type": content_type}, body).text() == text


def test_json_that_is_none_is_an_error():
    assert FetchedResponse("u", 200, {}, b'{"a": [1]}').json() == {"a": [1]}
    for body in (b"<html>", b"", b"[" * 100_000):
        with pytest.raises(WebError) as caught:
            FetchedResponse("http://x/", 200, {"content-type": "text/html"}, body).json()
        assert caught.value.code == "protocol"


def test_exchange_hands_back_whatever_status_and_follows_nothing(httpserver, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = []
    httpserver.expect_request("/a", method="POST", data="{}").respond_with_data("no", status=404)
    httpserver.expect_request("/b", method="POST").respond_with_data(
        "", status=307, headers={"Location": "/a"}
    )
    found = []
    for path in ("/a", "/b"):
        with Deadline(10) as deadline:
            reply = exchange(
                "POST",
                httpserver.url_for(path),
                headers={},
                body=b"{}",
                deadline=deadline,
                max_bytes=100,
                own=True,
            )
        found.append((reply.status, reply.body))
    assert found == [(404, b"no"), (307, b"")]


def test_exchange_with_a_private_address_that_is_not_the_operators_own_is_refused(httpserver, settings):
    settings.OUTBOUND_ALLOWED_HOSTS = []
    with Deadline(10) as deadline, pytest.raises(WebError) as caught:
        exchange("POST", "http://127.0.0.1/x", headers={}, body=b"", deadline=deadline, max_bytes=100)
    assert caught.value.code == "blocked"
