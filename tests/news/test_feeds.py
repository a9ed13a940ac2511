"""A single fetch of a feed, over a real socket."""

from datetime import timedelta

import pytest
from werkzeug import Request, Response

from news.feeds import fetch as fetching
from news.feeds import parse
from news.feeds.fetch import FeedRequest, FeedResponse, FetchOutcome, Validators
from tests.news.conftest import rss


def fetch(asked: FeedRequest) -> FeedResponse:
    return fetching.fetch(asked, parse.parse)


@pytest.fixture
def asked(publisher):
    return FeedRequest(1, publisher.url_for("/feed.xml"))


def test_fetch_reads_entries_and_validators(publisher, asked):
    publisher.expect_request("/feed.xml").respond_with_data(
        rss("One"), headers={"ETag": '"v1"', "Last-Modified": "Fri, 20 Nov 2026 09:00:00 GMT"}
    )
    answer = fetch(asked)
    assert (answer.result, [entry.title for entry in answer.entries]) == (FetchOutcome.NEW, ["One"])
    assert answer.validators.etag == '"v1"'
    assert answer.validators.last_modified == "Fri, 20 Nov 2026 09:00:00 GMT"


def test_fetch_sends_the_validators_and_takes_304(publisher, asked):
    seen = []

    def answer_with_304(request: Request) -> Response:
        seen.append((request.headers["If-None-Match"], request.headers["If-Modified-Since"]))
        return Response(status=304)

    publisher.expect_request("/feed.xml").respond_with_handler(answer_with_304)
    validators = Validators('"v1"', "Fri, 20 Nov 2026 09:00:00 GMT", "digest")
    answer = fetch(FeedRequest(1, asked.url, validators))
    assert seen == [('"v1"', "Fri, 20 Nov 2026 09:00:00 GMT")]
    assert (answer.result, answer.validators) == (FetchOutcome.UNCHANGED, validators)


def test_the_same_bytes_are_not_parsed_again(publisher, asked):
    publisher.expect_request("/feed.xml").respond_with_data(rss("One"))
    again = fetch(FeedRequest(1, asked.url, fetch(asked).validators))
    assert (again.result, again.entries) == (FetchOutcome.UNCHANGED, [])


@pytest.mark.parametrize(
    ("status", "headers", "result", "code"),
    [
        (404, {}, FetchOutcome.FAILED, "http_404"),
        (500, {}, FetchOutcome.FAILED, "http_500"),
        (410, {}, FetchOutcome.GONE, "http_410"),
        (429, {}, FetchOutcome.FAILED, "http_429"),
        (429, {"Retry-After": "3600"}, FetchOutcome.LATER, "http_429"),
        (503, {"Retry-After": "60"}, FetchOutcome.LATER, "http_503"),
        (503, {}, FetchOutcome.FAILED, "http_503"),
    ],
)
def test_a_refusal_differs_from_a_failure(publisher, asked, status, headers, result, code):
    publisher.expect_request("/feed.xml").respond_with_data("x", status=status, headers=headers)
    answer = fetch(asked)
    assert (answer.result, answer.code) == (result, code)
    assert str(status) in answer.error


def test_a_web_page_is_named_as_one(publisher, asked):
    publisher.expect_request("/feed.xml").respond_with_data(
        "<!doctype html><p>Sign in", content_type="text/html"
    )
    answer = fetch(asked)
    assert (answer.result, answer.code) == (FetchOutcome.FAILED, "html")


def test_a_feed_served_as_html_is_read_all_the_same(publisher, asked):
    publisher.expect_request("/feed.xml").respond_with_data(rss("One"), content_type="text/html")
    assert fetch(asked).result is FetchOutcome.NEW


def test_a_huge_document_is_given_up(publisher, asked):
    publisher.expect_request("/feed.xml").respond_with_data(b"<rss>" + b" " * (5 * 2**20 + 1))
    answer = fetch(asked)
    assert (answer.result, answer.code) == (FetchOutcome.FAILED, "too_large")


def test_a_private_address_is_blocked(settings):
    settings.OUTBOUND_ALLOWED_HOSTS = []
    answer = fetch(FeedRequest(1, "http://127.0.0.1:1/feed.xml"))
    assert (answer.result, answer.code) == (FetchOutcome.FAILED, "blocked")


def test_a_closed_port_is_out_of_reach(settings):
    settings.OUTBOUND_ALLOWED_HOSTS = ["127.0.0.1:1"]
    assert fetch(FeedRequest(1, "http://127.0.0.1:1/feed.xml")).result is FetchOutcome.UNREACHABLE


def test_a_permanent_redirect_is_reported_and_a_temporary_one_is_not(publisher):
    publisher.expect_request("/new.xml").respond_with_data(rss("One"))
    for status, path in ((301, "/moved.xml"), (302, "/elsewhere.xml")):
        publisher.expect_request(path).respond_with_data("", status=status, headers={"Location": "/new.xml"})
    assert fetch(FeedRequest(1, publisher.url_for("/moved.xml"))).permanent_url == publisher.url_for(
        "/new.xml"
    )
    assert fetch(FeedRequest(1, publisher.url_for("/elsewhere.xml"))).permanent_url is None


@pytest.mark.parametrize(
    ("header", "minutes"), [("max-age=3600", 60), ("public, s-maxage=9, max-age=1800", 30), ("no-store", 0)]
)
def test_max_age_is_part_of_the_ttl(publisher, asked, header, minutes):
    publisher.expect_request("/feed.xml").respond_with_data(rss("One"), headers={"Cache-Control": header})
    assert fetch(asked).ttl == timedelta(minutes=minutes)


@pytest.mark.parametrize("etag", ["x" * 600, "caf\u00e9"])
def test_a_validator_that_cannot_be_sent_back_is_dropped(publisher, asked, etag):
    publisher.expect_request("/feed.xml").respond_with_data(rss("One"), headers={"ETag": etag})
    assert fetch(asked).validators.etag == ""
