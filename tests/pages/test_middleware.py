"""Headers on every answer, and whose word on addresses counts."""

from ipaddress import ip_network

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from briefing.pages.middleware import DatabaseDown, ForwardedFor, SameForAll

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def seen(remote: str, **headers: str) -> dict[str, str]:
    request = RequestFactory().get("/", REMOTE_ADDR=remote, **headers)
    kept: dict[str, str] = {}

    def view(request: HttpRequest) -> HttpResponse:
        kept.update({key: value for key, value in request.META.items() if isinstance(value, str)})
        return HttpResponse()

    ForwardedFor(view)(request)
    return kept


def test_forwarded_for_of_a_stranger_is_ignored():
    meta = seen("203.0.113.9", HTTP_X_FORWARDED_FOR="198.51.100.1", HTTP_X_FORWARDED_PROTO="https")
    assert meta["REMOTE_ADDR"] == "203.0.113.9"
    assert "HTTP_X_FORWARDED_PROTO" not in meta


def test_forwarded_for_takes_the_last_entry_that_is_no_proxy(settings):
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.0/8")]
    meta = seen(
        "10.0.0.1", HTTP_X_FORWARDED_FOR="1.1.1.1, 198.51.100.7, 10.0.0.2", HTTP_X_FORWARDED_PROTO="https"
    )
    assert (meta["REMOTE_ADDR"], meta["HTTP_X_FORWARDED_PROTO"]) == ("198.51.100.7", "https")


@pytest.mark.parametrize("value", ["", "nonsense", "10.0.0.9", ", ,"])
def test_forwarded_for_without_a_client_keeps_the_proxy(settings, value):
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.0/8")]
    assert seen("10.0.0.1", HTTP_X_FORWARDED_FOR=value)["REMOTE_ADDR"] == "10.0.0.1"


def test_mapped_proxy_address_is_recognised(settings):
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.0/8")]
    assert seen("::ffff:10.0.0.1", HTTP_X_FORWARDED_FOR="2001:db8::1")["REMOTE_ADDR"] == "2001:db8::1"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/no-such-page", "/api/none", "/static/none.css", "/admin/"]
)
def test_headers_stand_on_every_answer(path):
    response = Client().get(path)
    assert response["Content-Security-Policy"] == POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


@pytest.mark.parametrize(("path", "kind"), [("/x", "text/html"), ("/api/x", "application/problem+json")])
def test_database_that_is_away_is_503_with_retry_after(path, kind):
    request = RequestFactory().get(path)
    response = DatabaseDown(lambda request: HttpResponse()).process_exception(
        request, OperationalError("gone")
    )
    assert response is not None
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert response["Content-Type"].startswith(kind)


def test_other_errors_pass_by():
    assert DatabaseDown(lambda request: HttpResponse()).process_exception(HttpRequest(), ValueError()) is None


@pytest.mark.parametrize(("same", "vary"), [(True, "Accept-Encoding"), (False, "Cookie")])
def test_answer_for_all_says_to_caches_that_it_depends_on_no_cookie(same, vary):
    def view(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(headers={"Vary": "Cookie", "Content-Language": "it"})
        response.same_for_all = same
        return response

    answer = SameForAll(view)(RequestFactory().get("/"))
    assert answer["Vary"] == vary
    assert ("Content-Language" in answer) is not same
