"""Headers on every answer, and whose word on addresses counts."""

from io import BytesIO
from ipaddress import ip_network

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from whitenoise.middleware import WhiteNoiseFileResponse

from briefing.core.models import StaffNotice
from briefing.pages.middleware import (
    ForwardedForMiddleware,
    SecurityHeadersMiddleware,
    SharedResponseMiddleware,
)

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; object-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


def seen(remote: str, **headers: str) -> dict[str, str]:
    request = RequestFactory().get("/", REMOTE_ADDR=remote, **headers)
    kept: dict[str, str] = {}

    def view(request: HttpRequest) -> HttpResponse:
        kept.update({key: value for key, value in request.META.items() if isinstance(value, str)})
        return HttpResponse()

    ForwardedForMiddleware(view)(request)
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
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert {"camera=()", "clipboard-read=()", "hid=()"} <= set(response["Permissions-Policy"].split(", "))


def test_file_says_in_few_bytes_what_it_may():
    response = SecurityHeadersMiddleware(lambda _request: WhiteNoiseFileResponse(BytesIO()))(
        RequestFactory().get("/x.js")
    )
    assert len(response["Permissions-Policy"]) < 60
    assert "camera=()" in response["Permissions-Policy"]
    assert response["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert "Cross-Origin-Opener-Policy" not in response


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/login", "/healthz", "/api/news", "/no-such-page", "/static/none.css"]
)
def test_tls_is_required_for_a_year_with_all_subdomains(settings, path):
    settings.SECURE_HSTS_SECONDS = 365 * 24 * 3600
    settings.SECURE_HSTS_INCLUDE_SUBDOMAINS = settings.SECURE_HSTS_PRELOAD = True
    response = Client().get(path, secure=True)
    assert response["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains; preload"


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/news", "/api/billing/webhook", "/feeds/news/en.atom?token=x"])
def test_program_that_calls_in_the_clear_is_refused(settings, path):
    settings.SECURE_SSL_REDIRECT = True
    response = Client().get(path)
    assert (response.status_code, response.json()["code"]) == (403, "https_required")
    assert Client().get(path, secure=True).status_code != 403


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("proto", "path", "status"),
    [
        ("https", "/", 503),
        ("https", "/api/news", 503),
        ("https", "/healthz", 200),
        ("http", "/", 301),
        ("", "/", 301),
    ],
)
def test_untrusted_proxy_is_reported_and_causes_no_redirect_loop(settings, proto, path, status):
    settings.SECURE_SSL_REDIRECT, settings.TRUSTED_PROXIES = True, [ip_network("10.0.0.0/8")]
    client = Client(REMOTE_ADDR="172.18.0.4", headers={"x-forwarded-proto": proto} if proto else {})
    assert [client.get(path).status_code for _ in range(2)] == [status] * 2
    told = StaffNotice.objects.filter(kind="unknown_proxy").values_list("subject", flat=True)
    assert list(told) == (["172.18.0.4"] if status == 503 else [])


@pytest.mark.django_db
def test_proxy_of_a_public_address_is_not_named(settings):
    settings.SECURE_SSL_REDIRECT = True
    assert Client(REMOTE_ADDR="8.0.0.1").get("/", headers={"x-forwarded-proto": "https"}).status_code == 503
    assert "8.0.0.1" not in StaffNotice.objects.get(kind="unknown_proxy").text


@pytest.mark.django_db
def test_browser_that_calls_in_the_clear_is_redirected(settings):
    settings.SECURE_SSL_REDIRECT = True
    response = Client().get("/news")
    assert (response.status_code, response["Location"]) == (301, "https://testserver/news")


@pytest.mark.django_db
@pytest.mark.parametrize(
    "path", ["/", "/api/news", "/api/schema", "/login", "/admin/", "/feeds/news/en.atom"]
)
def test_no_other_site_may_read_an_answer(path):
    response = Client().get(path, headers={"Origin": "https://elsewhere.example"})
    assert [name for name in response.headers if name.lower().startswith("access-control-")] == []


@pytest.mark.parametrize(("same", "vary"), [(True, "Accept-Encoding"), (False, "Cookie")])
def test_answer_for_all_says_to_caches_that_it_depends_on_no_cookie(same, vary):
    def view(request: HttpRequest) -> HttpResponse:
        response = HttpResponse(headers={"Vary": "Cookie", "Content-Language": "it"})
        response.same_for_all = same
        return response

    answer = SharedResponseMiddleware(view)(RequestFactory().get("/"))
    assert answer["Vary"] == vary
    assert ("Content-Language" in answer) is not same
