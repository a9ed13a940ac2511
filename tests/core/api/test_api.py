"""The API: problem responses and limits of request bodies."""

import json
from typing import Annotated

import pytest
from django.http import QueryDict
from django.test import RequestFactory
from pydantic import BaseModel, BeforeValidator, ConfigDict

from briefing.core import api


class Order(BaseModel):
    cadence: str
    count: int


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid")


def read(body: bytes, limit: int = 1000, **headers: object) -> dict[str, object]:
    request = RequestFactory().post("/api/x", body, content_type="application/json", **headers)
    return api.read_json(request, limit=limit)


def refusal(body: bytes, **kwargs: object) -> tuple[int, str]:
    with pytest.raises(api.Problem) as caught:
        read(body, **kwargs)
    return caught.value.status, caught.value.code


def test_body_is_an_object():
    assert read(b'{"a": "\xc3\xa8"}') == {"a": "è"}


@pytest.mark.parametrize("body", [b"", b"[]", b"1", b"null", b'{"a":', b'{"a": "\xff"}', b"[" * 900])
def test_other_bodies_are_400(body):
    assert refusal(body) == (400, "invalid_request")


@pytest.mark.parametrize("text", [b"a", b"\\u0041"], ids=["plain", "escaped"])
def test_depth_that_the_parser_bears_is_no_error(text):
    assert read(b'{"text": "%b", "deep": %b%b}' % (text, b"[" * 450, b"]" * 450))["text"].lower() == "a"


@pytest.mark.parametrize("text", [b"\\u0000", b"\\ud800"], ids=["NUL", "half of a pair"])
def test_what_cannot_be_stored_is_found_at_every_depth(text):
    assert refusal(b'{"deep": %b"%b"%b}' % (b'[{"a": ' * 150, text, b"}]" * 150), limit=5000) == (
        400,
        "invalid_request",
    )


def test_so_many_errors_are_named_and_no_more():
    with pytest.raises(api.Problem) as caught:
        api.validated(Closed, {f"unknown {number}": 1 for number in range(1000)})
    assert len(caught.value.extra["errors"]) == api.MOST_ERRORS


def test_long_body_is_413():
    assert refusal(b'{"a": "' + b"x" * 1000 + b'"}') == (413, "too_large")


def test_body_that_lies_about_its_length_is_read_to_the_limit():
    assert refusal(b'{"a": "' + b"x" * 2000 + b'"}', CONTENT_LENGTH="5000000000") == (413, "too_large")


def test_validation_names_each_field():
    with pytest.raises(api.Problem) as caught:
        api.validated(Order, {"cadence": 1})
    answer = json.loads(caught.value.response().content)
    assert answer["status"] == 400
    assert [error["field"] for error in answer["errors"]] == ["cadence", "count"]


def test_problem_document_has_every_member():
    response = api.Problem(429, "rate_limited", "Later.", retry_after=7).response()
    assert response["Content-Type"] == "application/problem+json"
    assert (response["Retry-After"], response["API-Version"], response["Cache-Control"]) == (
        "7",
        "1",
        "no-store",
    )
    assert json.loads(response.content) == {
        "type": "urn:market-briefing:problem:rate_limited", "title": "Too many requests", "status": 429,
        "detail": "Later.", "code": "rate_limited",
    }  # fmt: skip


class Wanted(BaseModel):
    tags: str = ""
    limit: Annotated[int, BeforeValidator(api.in_digits)] = 50


def test_address_is_read_with_empty_as_absent_and_lists_joined():
    wanted = api.query_as(Wanted, QueryDict("tags=a&tags=b,c&limit="), lists=("tags",))
    assert (wanted.tags, wanted.limit) == ("a,b,c", 50)


@pytest.mark.parametrize(
    "query",
    [
        "limit=1&limit=2",
        "limit=1_0",
        "limit=%201",
        "limit=1.0",
        "limit=-1",
        "limit=%D9%A1",
        "limit=" + "9" * 19,
    ],
)
def test_number_of_an_address_stands_there_once_and_in_digits(query):
    with pytest.raises(api.Problem) as caught:
        api.query_as(Wanted, QueryDict(query))
    assert (caught.value.status, "limit" in caught.value.detail) == (400, True)


@pytest.mark.parametrize(
    ("value", "read_as"), [(1.0, 1), (1, 1), (1.5, 1.5), ("1", "1"), (True, True), (None, None)]
)
def test_whole_number_with_a_point_is_the_integer(value, read_as):
    found = api.whole(value)
    assert (found, type(found)) == (read_as, type(read_as))
