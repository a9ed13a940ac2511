"""What every request passes: whose address counts, the fixed headers, a wrong method, a database that is away."""

import logging
from collections.abc import Callable
from ipaddress import IPv4Address, IPv6Address, ip_address

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from briefing.core import api, errors

GetResponse = Callable[[HttpRequest], HttpResponse]
log = logging.getLogger(__name__)

PERMISSIONS_POLICY = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer", "autoplay", "camera", "clipboard-read", "display-capture",
        "encrypted-media", "fullscreen", "gamepad", "geolocation", "gyroscope", "hid", "idle-detection",
        "local-fonts", "magnetometer", "microphone", "midi", "payment", "picture-in-picture", "screen-wake-lock",
        "serial", "storage-access", "usb", "xr-spatial-tracking",
    )
)  # fmt: skip


def _address(text: str) -> IPv4Address | IPv6Address | None:
    try:
        found = ip_address(text.strip().strip("[]"))
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def _trusted(text: str) -> bool:
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
        if _trusted(meta.get("REMOTE_ADDR", "")):
            hops = [hop.strip() for hop in meta.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
            while hops and _trusted(hops[-1]):
                hops.pop()
            if hops and (client := _address(hops[-1])):
                meta["REMOTE_ADDR"] = str(client)
        else:
            meta.pop("HTTP_X_FORWARDED_PROTO", None)
        meta.pop("HTTP_X_FORWARDED_FOR", None)
        return self.get_response(request)


class SecurityHeaders:
    """One constant Content-Security-Policy and its companions on every answer, errors and files included."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self.policy = "; ".join(f"{name} {value}" for name, value in settings.SECURE_CSP.items())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Content-Security-Policy"] = self.policy
        response["Permissions-Policy"] = PERMISSIONS_POLICY
        response["Cross-Origin-Resource-Policy"] = "same-origin"
        response.setdefault("X-Content-Type-Options", "nosniff")
        response.setdefault("Referrer-Policy", settings.SECURE_REFERRER_POLICY)
        response.setdefault("Cross-Origin-Opener-Policy", settings.SECURE_CROSS_ORIGIN_OPENER_POLICY)
        return response


class ProgramsOverTls:
    """Refuses plain HTTP where programs call, instead of redirecting them as browsers.

    A program that is redirected works on, and nobody learns that its token travelled in the clear.
    """

    PATHS = ("/api/", "/feeds/")

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


class NoNullBytes:
    """A NUL in the path or the query is nothing a reader sends, and nothing that PostgreSQL stores: 400."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return errors.respond(request, 400)
        return self.get_response(request)


class DatabaseDown:
    """A database that is away gives 503 with Retry-After, never a traceback page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, OperationalError):
            return None
        log.error("database unavailable: %s", exception.__class__.__name__)
        response = errors.respond(request, 503)
        response["Retry-After"] = "10"
        return response
