"""What every request passes: whose address counts, the fixed headers, a wrong method, a database that is away."""

import logging
import time
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from whitenoise.middleware import WhiteNoiseFileResponse

from briefing.core import api, errors, notices
from briefing.pages import outage

GetResponse = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger(__name__)

# In META: the peer asked for itself. No header can write it, since those begin with HTTP_.
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


# A file has no permissions and no policy of its own: the page's count. Opened by itself it may load nothing. It says so
# in few bytes, dozens of times a page.
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


class ForwardedFor:
    """Believes X-Forwarded-* from `TRUSTED_PROXIES` only.

    The client is the right-most entry that is not itself a trusted proxy: what stands left of it was
    written by the client.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

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


class NobodysHealthChecks:
    """Drops the cookies of health checks: a reader's session would ask the database, which may be what hangs."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path in HEALTH_CHECKS:
            request.META.pop("HTTP_COOKIE", None)
        return self.get_response(request)


class UnknownProxy:
    """A proxy that is not in `TRUSTED_PROXIES` and received a request over TLS: an error page, and staff are told.

    A redirect to https would come back through the same proxy without end.
    """

    AGAIN_S = 60.0

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.told_at: float | None = None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        unknown = getattr(request, "unknown_proxy", False) and request.path not in HEALTH_CHECKS
        if not (unknown and settings.SECURE_SSL_REDIRECT):
            return self.get_response(request)
        if self.told_at is None or time.monotonic() - self.told_at > self.AGAIN_S:
            self.told_at = time.monotonic()
            self._tell(_address(request.META.get("REMOTE_ADDR", "")))
        return errors.respond(request, 503)

    def _tell(self, peer: IPv4Address | IPv6Address | None) -> None:
        # A public address may be a stranger's, who sent the header by hand.
        name = str(peer) if peer is not None and peer.is_private else "a public address"
        text = f"Requests come through a proxy ({name}) that is not in TRUSTED_PROXIES, and are refused: add it there."
        try:
            notices.tell("unknown_proxy", name, text)
        except DatabaseError:
            log.error("%s", text)


class SecurityHeaders:
    """A constant Content-Security-Policy and its companions on every answer, errors and files included."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.policy = "; ".join(f"{name} {value}" for name, value in settings.SECURE_CSP.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_file = isinstance(response, WhiteNoiseFileResponse)
        response["Content-Security-Policy"] = FILE_POLICY if is_file else self.policy
        response["Permissions-Policy"] = FILE_PERMISSIONS if is_file else PERMISSIONS_POLICY
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response.setdefault("X-Content-Type-Options", "nosniff")
        response.setdefault("Referrer-Policy", settings.SECURE_REFERRER_POLICY)
        if is_file:
            del response["Cross-Origin-Opener-Policy"]  # of documents alone
        else:
            response.setdefault("Cross-Origin-Opener-Policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY)
        return response


class ProgramsOverTls:
    """Refuses plain HTTP where programs call, instead of redirecting them as browsers.

    A program that is redirected works on, and nobody learns that its token travelled in the clear.
    """

    PATHS = ("/api/", "/feeds/", "/mcp")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SECURE_SSL_REDIRECT and request.path.startswith(self.PATHS) and not request.is_secure():
            detail = (
                "Call over https. What was sent with this request travelled in the clear: renew its secrets."
            )
            return api.problem(403, "https_required", detail)
        return self.get_response(request)


class SameForAll:
    """An answer with `same_for_all` depends on no cookie and no language, so it says that to no cache."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(response, "same_for_all", False):
            response["Vary"] = "Accept-Encoding"
            del response["Content-Language"]
        return response


class Personal:
    """What a session, a token or a new cookie takes part in is kept by nobody, where its view says nothing itself.

    By what was sent, not by who it is: a page for everybody tells a signed-in reader another way out.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        signs = settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
        if signs or response.cookies:
            response.headers.setdefault("Cache-Control", "private, no-store")
        return response


class WrongMethod:
    """A method that an address does not take is told as every other error is, with those that it takes (Allow)."""

    ADMIN_TAKES = ("GET", "HEAD", "POST")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

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
        """Django's admin takes every method that it does not know, TRACE too, for GET."""
        if request.path.startswith("/admin/") and request.method not in self.ADMIN_TAKES:
            return HttpResponseNotAllowed(self.ADMIN_TAKES)
        return None


class TokenForForms:
    """A method that no form sends is refused by its view, with 405 and what it takes, not for want of a form's token.

    What programs call is exempt here, and checks tokens itself (`accounts.access.endpoint`).
    """

    BY_FORMS = ("GET", "HEAD", "POST")

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> None:
        if request.method not in self.BY_FORMS and not getattr(view, "csrf_exempt", False):
            request.csrf_processing_done = True  # type: ignore[attr-defined]


class NoNullBytes:
    """A NUL in the path or the query is nothing a reader sends, and nothing that PostgreSQL stores: 400."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return errors.respond(request, 400)
        return self.get_response(request)


class DatabaseDown:
    """A database that is away gives the kept copy of a page or 503 with Retry-After, never a traceback page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return outage.answer(request) if isinstance(exception, outage.AWAY) else None
