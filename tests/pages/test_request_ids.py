"""Each request has a name; a stranger's own is not taken over."""

import re
from io import BytesIO
from ipaddress import ip_network

import pytest
from django.test import Client
from structlog.contextvars import get_contextvars
from whitenoise.middleware import WhiteNoiseFileResponse

from briefing.core.models import Job
from briefing.core.work import jobs
from briefing.pages.request_ids import RequestIdMiddleware
from tests.accounts.readers import signed_in

OWN = re.compile(r"[0-9a-f]{16}\Z")


@pytest.fixture
def proxied(settings) -> Client:
    settings.TRUSTED_PROXIES = [ip_network("10.0.0.1")]
    return Client(REMOTE_ADDR="10.0.0.1")


def test_a_trusted_proxys_name_is_taken_over(proxied):
    answer = proxied.get(
        "/healthz", headers={"x-request-id": "req_01-ABCdef", "x-forwarded-for": "203.0.113.9"}
    )
    assert answer["X-Request-ID"] == "req_01-ABCdef"


@pytest.mark.parametrize(
    "given", ["", "short", "x" * 65, "a b c d e f", "req_01-ABC\n", "ada@example.org", "<script>x</script>"]
)
def test_a_name_of_another_shape_is_replaced(proxied, given):
    assert OWN.match(proxied.get("/healthz", headers={"x-request-id": given})["X-Request-ID"])


def test_a_strangers_name_is_replaced():
    answer = Client(REMOTE_ADDR="203.0.113.9").get("/healthz", headers={"x-request-id": "req_01-ABCdef"})
    assert OWN.match(answer["X-Request-ID"])


def test_two_requests_have_two_names_and_leave_none_behind():
    names = {Client().get("/healthz")["X-Request-ID"] for _ in range(2)}
    assert (len(names), get_contextvars()) == (2, {})


def test_a_file_says_no_name(rf):
    response = RequestIdMiddleware(lambda _request: WhiteNoiseFileResponse(BytesIO()))(
        rf.get("/static/css/base.css")
    )
    assert "X-Request-ID" not in response


@pytest.mark.django_db
def test_the_reader_is_logged_by_id_where_the_page_used_the_session():
    client = signed_in()
    response = client.get("/settings")
    assert response.wsgi_request.META["briefing.user_id"] == response.wsgi_request.user.pk
    assert "briefing.user_id" not in Client().get("/healthz").wsgi_request.META


@pytest.mark.django_db
def test_lines_of_a_job_carry_its_id_and_attempt(monkeypatch):
    seen: list[dict[str, object]] = []
    monkeypatch.setitem(jobs.KINDS, "test.kind", jobs.JobKind(lambda job: seen.append(get_contextvars()), jobs.USUALLY_WITHIN, "work"))  # fmt: skip
    job = Job.objects.create(kind="test.kind", key="1")
    jobs.run(job.pk)
    assert (seen, get_contextvars()) == ([{"job_id": job.pk, "kind": "test.kind", "attempt": 1}], {})
