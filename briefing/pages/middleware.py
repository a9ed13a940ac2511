"""Middleware: client addresses behind proxies, security headers, wrong methods and database outages."""

import logging
import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from whitenoise.middleware import WhiteNoiseFileResponse

from briefing.core import api
from briefing.core.operations import notices
from briefing.core.web import errors
from briefing.pages import outage

GetResponse = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger(__name__)

# In META: the client connected directly. Headers cannot set it, since theirs start with HTTP_.
DIRECT = "briefing.direct"
FORWARDING = (
    "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_PROTO", "HTTP_X_FORWARDED_HOST", "HTTP_FORWARDED", "HTTP_X_REAL_IP",
    "HTTP_VIA",
)  # fmt: skip
HEALTH_CHECKS = ("/healthz", "/readyz")
PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture",
        "encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "idle-detection",
        "local-fonts", "magnetometer", "microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock",
        "serial", "storage-access", "usb", "xr-spatial-tracking",
    )
)  # fmt: skip


# Files get a minimal policy: within a page the page's policy applies, and opened directly a file may load
# nothing. Short, because a page loads dozens of files.
FILE_POLICY = "default-src 'none'; frame-ancestors 'none'"
FILE_PERMISSIONS = "camera=(), geolocation=(), microphone=()"


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.strip().strip("[]"))
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def trusted(text: str) -> bool:
    address = _address(text)
    return address is not None and any(
        address.version == network.version and address in network for network in settings.TRUSTED_PROXIES
    )


class Middleware:
    """Passes each request on; subclasses do something before, after or instead."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class ForwardedForMiddleware(Middleware):
    """Trusts X-Forwarded-* from `TRUSTED_PROXIES` only.

    The client is the right-most entry that is not a trusted proxy; entries to its left were written by the client.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        meta = request.META
        by_proxy = trusted(meta.get("REMOTE_ADDR", ""))
        meta[DIRECT] = not by_proxy and not any(name in meta for name in FORWARDING)
        if by_proxy:
            hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
            while hops and trusted(hops[-1]):
                hops.pop()
            if hops and (client := _address(hops[-1])):
                meta["REMOTE_ADDR"] = str(client)
        else:
            request.unknown_proxy = meta.pop("HTTP_X_FORWARDED_PROTO", "") == "https"  # type: ignore[attr-defined]
        meta.pop("HTTP_X_FORWARDED_FOR", None)
        return self.get_response(request)


class AnonymousHealthCheckMiddleware(Middleware):
    """Drops the cookies of health checks: a session would query the database, which may be what hangs."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in HEALTH_CHECKS:
            request.META.pop("HTTP_COOKIE", None)
        return self.get_response(request)


class UnknownProxyMiddleware(Middleware):
    """Refuses HTTPS requests through a proxy that is missing in `TRUSTED_PROXIES`, and notifies staff.

    A redirect to https would return through the same proxy in an endless loop.
    """

    AGAIN_S = 60.0

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self.notified_at: float | None = None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        unknown = getattr(request, "unknown_proxy", False) and request.path not in HEALTH_CHECKS
        if not (unknown and settings.SECURE_SSL_REDIRECT):
            return self.get_response(request)
        if self.notified_at is None or time.monotonic() - self.notified_at > self.AGAIN_S:
            self.notified_at = time.monotonic()
            self._notify_staff(_address(request.META.get("REMOTE_ADDR", "")))
        return errors.respond(request, 503)

    def _notify_staff(self, peer: IPv4Address | IPv6Address | None) -> None:
        # A public address may be a client's that sent the header itself.
        name = str(peer) if peer is not None and peer.is_private else "a public address"
        text = f"Requests come through a proxy ({name}) that is not in TRUSTED_PROXIES, and are refused: add it there."
        try:
            notices.notify("unknown_proxy", name, text)
        except DatabaseError:
            log.error("%s", text)


class SecurityHeadersMiddleware(Middleware):
    """Sets the Content-Security-Policy and related headers on every response, errors and files included.

    A view marks a response that other sites may show as an image with `embeddable`.
    """

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self.policy = "; ".join(f"{name} {value}" for name, value in settings.SECURE_CSP.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        embeddable = getattr(response, "embeddable", False)
        is_file = embeddable or isinstance(response, WhiteNoiseFileResponse)
        response["Content-Security-Policy"] = FILE_POLICY if is_file else self.policy
        response["Permissions-Policy"] = FILE_PERMISSIONS if is_file else PERMISSIONS_POLICY
        # A card may be an image on other sites' pages; a browser would refuse it there otherwise.
        response["Cross-Origin-Resource-Policy"] = "cross-origin" if embeddable else "same-origin"
        response.setdefault("X-Content-Type-Options", "nosniff")
        response.setdefault("Referrer-Policy", settings.SECURE_REFERRER_POLICY)
        if is_file:
            del response["Cross-Origin-Opener-Policy"]  # applies to documents only
        else:
            response.setdefault("Cross-Origin-Opener-Policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY)
        return response


class RequireHttpsForApiMiddleware(Middleware):
    """Refuses plain HTTP for API and feeds instead of redirecting.

    A redirected program would continue to work and to send its token unencrypted.
    """

    PATHS = ("/api/", "/feeds/", "/mcp")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith(self.PATHS) and not request.is_secure():
            detail = (
                "Call over https. What was sent with this request travelled in the clear: renew its secrets."
            )
            return api.problem(403, "https_required", detail)
        return self.get_response(request)


class SharedResponseMiddleware(Middleware):
    """Removes headers on cookies and language from responses marked `same_for_all`, for caches."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(response, "same_for_all", False):
            response["Vary"] = "Accept-Encoding"
            del response["Content-Language"]
        return response


class PrivateResponseMiddleware(Middleware):
    """Forbids caching of responses that involve a session, a token or a new cookie, unless the view decides.

    It depends on what was sent, not on the reader: even public pages show signed-in readers another menu.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        signs = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
        if signs or response.cookies:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class WrongMethodMiddleware(Middleware):
    """Renders 405 like other errors, with the allowed methods (Allow)."""

    ADMIN_TAKES = ("GET", "HEAD", "POST")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed):
            return response
        answer = errors.respond(request, 405)
        answer["Allow"] = response["Allow"]
        return answer

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        """Django's admin treats every unknown method, TRACE included, as GET."""
        if request.path.startswith("/admin/") and request.method not in self.ADMIN_TAKES:
            return HttpResponseNotAllowed(self.ADMIN_TAKES)
        return None


class CsrfForFormMethodsMiddleware(Middleware):
    """Exempts methods that forms cannot send from the CSRF check, so that the view responds with 405.

    API views are exempt anyway and check tokens themselves (`accounts.access.endpoint`).
    """

    BY_FORMS = ("GET", "HEAD", "POST")

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        if request.method not in self.BY_FORMS and not getattr(view, "csrf_exempt", False):
            request.csrf_processing_done = True  # type: ignore[attr-defined]


class NullBytesMiddleware(Middleware):
    """Refuses NUL in the path or the query, which PostgreSQL cannot store, with 400."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return errors.respond(request, 400)
        return self.get_response(request)


class DatabaseOutageMiddleware(Middleware):
    """Responds to database outages with a stored copy of the page or with 503 and Retry-After."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return outage.answer(request) if isinstance(exception, outage.AWAY) else None
