"""HTTP client: GET with a guard, a total deadline, a size limit, checked redirects and safe retries."""

import contextlib
import http
import random
import zlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import urldefrag, urljoin

import requests
import urllib3
from django.conf import settings

from briefing.core.outside.http.adapter import GuardedAdapter
from briefing.core.outside.http.deadline import Deadline
from briefing.core.outside.http.errors import WebError, redacted
from briefing.core.outside.http.guard import CheckedUrl, Guard, Resolver, checked, system_resolver
from briefing.core.outside.http.response import FetchedResponse, pieces, retry_after

# Only these headers follow a redirect to another origin; any other may be a credential.
HARMLESS_HEADERS = {"accept", "accept-language", "if-modified-since", "if-none-match", "user-agent"}
BACK_OFF_S = 0.5
# Bytes read of an error's body, where publishers give the reason.
MOST_OF_AN_ERROR = 16 * 1024


def fetch(
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    deadline_s: float = 20.0,
    max_bytes: int = 5 * 2**20,
    max_redirects: int = 5,
    attempts: int = 1,
    resolver: Resolver = system_resolver,
    ca_bundle: str | None = None,
) -> FetchedResponse:
    """GETs the URL; returns a FetchedResponse for 2xx and 304 and raises WebError otherwise.

    The deadline covers name resolution, redirects, retries and the body. `max_bytes` limits the decoded body.
    With `attempts` above 1, failed connections, 429 and 5xx are retried with exponential backoff while the
    wait (Retry-After included) fits the deadline. `resolver` and `ca_bundle` serve tests and mirrors.
    """
    with (
        Deadline(deadline_s) as deadline,
        contextlib.closing(GuardedAdapter(Guard(deadline, resolver))) as adapter,
    ):
        client = _Client(adapter, deadline, max_bytes=max_bytes, verify=ca_bundle or True)
        for attempt in range(1, attempts + 1):
            try:
                return client.follow(url, headers or {}, max_redirects)
            except WebError as error:
                wait = BACK_OFF_S * 2 ** (attempt - 1) * random.uniform(0.5, 1.5)
                wait = max(wait, error.retry_after or 0)
                if attempt == attempts or not _is_transient(error) or wait >= deadline.remaining():
                    raise
            deadline.sleep(wait)
    raise ValueError("attempts is at least 1")


def exchange(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str],
    body: bytes,
    deadline: Deadline,
    max_bytes: int,
    own: bool = False,
) -> FetchedResponse:
    """Sends one request and returns its response for any status, without redirects or retries.

    `own` allows an address configured by the operator to be inside the private network.
    """
    with contextlib.closing(GuardedAdapter(Guard(deadline, own=own))) as adapter:
        client = _Client(adapter, deadline, max_bytes=max_bytes, verify=True)
        target = checked(url, own=own)
        response = client.send(target, headers, method=method, body=body)
        try:
            return client.read(response, target)
        finally:
            response.close()


def _is_transient(error: WebError) -> bool:
    return error.code == "connect" or error.status == 429 or (error.status or 0) >= 500


class _Client:
    """Sends requests within one deadline and follows redirects, without cookies, proxies or environment settings."""

    def __init__(
        self, adapter: GuardedAdapter, deadline: Deadline, *, max_bytes: int, verify: str | bool
    ) -> None:
        self.adapter = adapter
        self.deadline = deadline
        self.max_bytes = max_bytes
        self.verify = verify

    def follow(self, url: str, headers: Mapping[str, str], max_redirects: int) -> FetchedResponse:
        target = checked(url)
        sent = {name.lower(): value for name, value in headers.items()}
        permanent = True
        for hop in range(max_redirects + 1):
            response = self.send(target, sent)
            try:
                redirect = _redirect_target(response, target)
                if redirect is None:
                    moved = target.url if hop and permanent else None
                    return self._reply(response, target, moved)
            finally:
                response.close()
            permanent = permanent and response.status_code in (301, 308)
            if redirect.origin != target.origin and not _upgrade(target, redirect):
                sent = {name: value for name, value in sent.items() if name in HARMLESS_HEADERS}
            target = redirect
        raise WebError(
            f"{url} leads on and on: more than {max_redirects} redirects.",
            code="redirects",
            url=url,
            permanent=True,
        )

    def send(
        self,
        target: CheckedUrl,
        headers: Mapping[str, str],
        *,
        method: str = "GET",
        body: bytes | None = None,
    ) -> requests.Response:
        """Sends the request and returns the response with its body still unread."""
        contact = " ".join(settings.OUTBOUND_CONTACT.split())
        sent = {"user-agent": f"MarketBriefing/0.1 (+{contact})", "accept": "*/*"} | dict(headers)
        sent["accept-encoding"] = "gzip"
        if self.deadline.passed:
            raise self._deadline_error(target)
        try:
            request = requests.Request(method, target.url, headers=sent, data=body).prepare()
            return self.adapter.send(
                request,
                stream=True,
                timeout=self.deadline.remaining() or self.deadline.seconds,
                verify=self.verify,
            )
        except WebError as error:
            error.url = redacted(target.url)
            raise (self._deadline_error(target) if self.deadline.passed else error) from None
        except (requests.RequestException, urllib3.exceptions.HTTPError, OSError, ValueError) as error:
            # `from None`: the library's errors quote whole URLs, keys included.
            raise self._failed(error, target) from None

    def _failed(self, error: Exception, target: CheckedUrl) -> WebError:
        if self.deadline.passed or isinstance(error, requests.Timeout):
            return self._deadline_error(target)
        if isinstance(error, requests.exceptions.SSLError):
            text = f"{target.host} has no certificate that can be trusted for that name."
            return WebError(text, code="connect", url=target.url)
        if isinstance(error, ValueError):  # a header that cannot be sent
            text = f"The request to {target.host} cannot be written: a header or the address is malformed."
            return WebError(text, code="bad_url", url=target.url, permanent=True)
        if isinstance(error, requests.ConnectionError) and isinstance(_root(error), OSError):
            text = f"{target.host} broke the connection off before it answered."
            return WebError(text, code="connect", url=target.url)
        text = f"{target.host} does not speak HTTP correctly ({type(error).__name__})."
        return WebError(text, code="protocol", url=target.url)

    def _deadline_error(self, target: CheckedUrl) -> WebError:
        text = f"{target.host} did not finish within {self.deadline.seconds:g} seconds."
        return WebError(text, code="deadline", url=target.url)

    def _reply(self, response: requests.Response, target: CheckedUrl, moved: str | None) -> FetchedResponse:
        status = response.status_code
        if status != 304 and not 200 <= status < 300:
            phrase = http.HTTPStatus(status).phrase if status in set(http.HTTPStatus) else "no known meaning"
            raise WebError(
                f"{target.url} answered {status} ({phrase}).",
                code="status",
                url=target.url,
                permanent=400 <= status < 500 and status not in (408, 425, 429),
                status=status,
                retry_after=retry_after(response.headers.get("retry-after", "")),
                body=_start_of_body(response),
            )
        return self.read(response, target, moved)

    def read(
        self, response: requests.Response, target: CheckedUrl, moved: str | None = None
    ) -> FetchedResponse:
        """Reads and decodes the body within the deadline and the size limit."""
        headers = {name.lower(): value for name, value in response.headers.items()}
        body = b"" if response.status_code == 304 else self._body(response.raw, headers, target)
        return FetchedResponse(target.url, response.status_code, headers, body, moved)

    def _body(self, raw: Any, headers: Mapping[str, str], target: CheckedUrl) -> bytes:
        body = bytearray()
        length = headers.get("content-length", "")
        try:
            if length.isascii() and length.isdigit() and int(length[:18]) > self.max_bytes:
                raise OverflowError
            for piece in pieces(raw, headers.get("content-encoding", "").strip().lower()):
                body += piece
                if len(body) > self.max_bytes:
                    raise OverflowError
        except OverflowError:
            text = f"{target.url} is larger than {self.max_bytes:,} bytes, more than is read."
            raise WebError(text, code="too_large", url=target.url, permanent=True) from None
        except (urllib3.exceptions.HTTPError, OSError, ValueError, zlib.error) as error:
            if self.deadline.passed:
                raise self._deadline_error(target) from None
            reason = str(error) if type(error) is ValueError else "it broke off before its end"
            text = f"The answer of {target.url} is unusable: {reason}."
            raise WebError(text, code="protocol", url=target.url) from None
        if self.deadline.passed:  # the shutdown looks like the end of a body without a length
            raise self._deadline_error(target)
        return bytes(body)


def _start_of_body(response: requests.Response) -> bytes:
    """Returns the first bytes of an error's body; empty if it cannot be read, since the status is the error then."""
    body = bytearray()
    encoding = response.headers.get("content-encoding", "").strip().lower()
    with contextlib.suppress(urllib3.exceptions.HTTPError, OSError, ValueError, zlib.error):
        for piece in pieces(response.raw, encoding):
            body += piece
            if len(body) >= MOST_OF_AN_ERROR:
                break
    return bytes(body[:MOST_OF_AN_ERROR])


def _redirect_target(response: requests.Response, target: CheckedUrl) -> CheckedUrl | None:
    """Returns the redirect's target, checked like a first URL; None if the response is not a redirect."""
    location = response.headers.get("location", "")
    if response.status_code not in (301, 302, 303, 307, 308) or not location:
        return None
    with contextlib.suppress(UnicodeError):  # headers arrive as Latin-1, but most servers send UTF-8
        location = location.encode("latin-1").decode("utf-8")
    try:
        return checked(urldefrag(urljoin(target.url, location)).url)
    except WebError as error:
        text = f"{target.host} redirects to where we do not go. {error}"
        raise WebError(text, code=error.code, url=error.url, permanent=True) from None
    except ValueError:
        text = f"{target.host} redirects to an address that cannot be read."
        raise WebError(text, code="bad_url", url=target.url, permanent=True) from None


def _upgrade(old: CheckedUrl, new: CheckedUrl) -> bool:
    """Whether the redirect only goes from http to https on the same host."""
    return old.origin == ("http", new.host, 80) and new.origin == ("https", new.host, 443)


def _root(error: Exception) -> object:
    inner: object = error
    while isinstance(inner, requests.RequestException | urllib3.exceptions.HTTPError) and inner.args:
        inner = inner.args[-1]
    return inner
