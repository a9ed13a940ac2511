"""The door for programs: problems and bounded bodies."""

import json

import pytest
from django.test import RequestFactory
from pydantic import BaseModel

from briefing.core import api


class Order(BaseModel):
    cadence: str
    count: int


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
