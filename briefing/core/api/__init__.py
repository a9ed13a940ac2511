"""HTTP API helpers: problem documents (RFC 9457), bounded JSON bodies, query parsing and the schema's operations.

Imports none of the apps: checks that need accounts are passed in as functions.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from math import inf
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, JsonResponse, QueryDict
from django.utils.cache import get_conditional_response
from pydantic import BaseModel, PlainSerializer, ValidationError, WithJsonSchema

from briefing.core.dates import rfc3339

Model = TypeVar("Model", bound=BaseModel)

# A time as RFC 3339 in UTC with Z.
Moment = Annotated[
    datetime,
    PlainSerializer(rfc3339, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}, mode="serialization"),
]
NUL_FREE = r"^[^\x00]*$"  # PostgreSQL cannot store NUL
API_VERSION = "1.0.0"
# Of an answer: a body of 1 MiB can have a hundred thousand unknown fields.
MOST_ERRORS, LONGEST_FIELD = 20, 200
UNSTORABLE = re.compile("[\\0\ud800-\udfff]")
TITLES = {
    304: "Not changed", 400: "Invalid request", 401: "Sign-in needed", 402: "Payment needed", 403: "Not allowed",
    404: "Not found", 405: "Method not allowed", 409: "Conflict", 410: "Gone", 413: "Too large",
    429: "Too many requests", 500: "Internal error", 502: "Processor unavailable", 503: "Unavailable",
}  # fmt: skip


class Problem(Exception):
    """An error raised by an endpoint and returned as application/problem+json."""

    def __init__(self, status: int, code: str, detail: str, *, retry_after: int | None = None, **extra: Any):
        super().__init__(detail)
        self.status, self.code, self.detail = status, code, detail
        self.retry_after, self.extra = retry_after, extra

    def response(self) -> HttpResponse:
        answer = problem(self.status, self.code, self.detail, **self.extra)
        if self.retry_after is not None:
            answer["Retry-After"] = str(self.retry_after)
        return answer


def versioned(response: HttpResponse) -> HttpResponse:
    response["API-Version"] = API_VERSION.split(".", maxsplit=1)[0]
    response.setdefault("Cache-Control", "no-store")
    return response


def problem(status: int, code: str, detail: str, *, title: str = "", **extra: Any) -> HttpResponse:
    """Returns a problem document with type, title, status, detail, code and the extra members."""
    body = {"type": f"urn:market-briefing:problem:{code}", "title": title or TITLES.get(status, "Error"),
            "status": status, "detail": detail, "code": code} | extra  # fmt: skip
    return versioned(JsonResponse(body, status=status, content_type="application/problem+json"))


def answer(body: dict[str, Any] | BaseModel) -> HttpResponse:
    data = body.model_dump(mode="json") if isinstance(body, BaseModel) else body
    return versioned(JsonResponse(data))


def read_json(request: HttpRequest, *, limit: int = 2**20) -> dict[str, Any]:
    """Returns the request's body as a JSON object.

    Raises Problem 413 if it is longer than `limit` bytes, and 400 if it is not UTF-8 JSON with an object at the top.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdigit() and int(length) > limit:
        raise Problem(413, "too_large", f"The body is longer than {limit // 1024} KiB.")
    raw = request.read(limit + 1)
    if len(raw) > limit:
        raise Problem(413, "too_large", f"The body is longer than {limit // 1024} KiB.")
    try:
        data = json.loads(raw.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise Problem(400, "invalid_request", "The body is not JSON in UTF-8.") from None
    if not isinstance(data, dict):
        raise Problem(400, "invalid_request", "The body must be a JSON object.")
    if b"\\u" in raw and not is_storable(data):
        raise Problem(
            400, "invalid_request", "The body has a NUL or half of a surrogate pair: no text has those."
        )
    return data


def is_storable(value: Any, depth: float = inf) -> bool:
    """Whether no text inside holds NUL or a lone surrogate, which PostgreSQL refuses and JSON can only escape.

    False also for a value nested deeper than `depth`.
    """
    waiting = [(value, depth)]
    while waiting:  # a function that calls itself would end at Python's own bound, below that of the parser
        each, left = waiting.pop()
        if isinstance(each, str):
            if UNSTORABLE.search(each):
                return False
        elif left <= 0:
            return False
        elif isinstance(each, dict | list):
            inner = [*each, *each.values()] if isinstance(each, dict) else each
            waiting += [(part, left - 1) for part in inner]
    return True


def conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Sets an ETag from the response's bytes; returns 304 if the client already has them."""
    response["ETag"] = f'"{sha256(response.content).hexdigest()[:32]}"'
    response["Cache-Control"] = "private, no-cache"
    found = get_conditional_response(request, etag=response["ETag"], response=response)
    assert found is not None
    return found


def canonical(query: BaseModel) -> str:
    """Returns a canonical query string without defaults, so that equal requests give equal strings."""
    return urlencode(query.model_dump(exclude_defaults=True), doseq=True)


def whole(value: object) -> object:
    """Turns 1.0 into 1: JSON has one number type, and strict models would refuse the float as an integer."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


@dataclass(frozen=True)
class Header:
    name: str
    description: str
    schema: dict[str, Any]


@dataclass(frozen=True)
class Operation:
    """An OpenAPI operation, built from the view's own models so that the schema cannot drift from the code.

    `rules` states what JSON Schema cannot express: time limits, sums, signatures.
    """

    method: str
    summary: str
    rules: str = ""
    headers: tuple[Header, ...] = ()
    query: type[BaseModel] | None = None
    body: type[BaseModel] | None = None
    answer: type[BaseModel] | None = None
    statuses: tuple[int, ...] = ()
    public: bool = False
    content_type: str = "application/json"


View = Callable[..., HttpResponse]


def describes(*operations: Operation) -> Callable[[View], View]:
    """Attaches the operations that `GET /api/schema` describes; must be the outermost decorator."""

    def decorate(view: View) -> View:
        view.operations = operations  # type: ignore[attr-defined]
        return view

    return decorate


def query_as(model: type[Model], query: QueryDict, *, lists: tuple[str, ...] = ()) -> Model:
    """Parses query parameters into the model; raises Problem 400 if they are invalid.

    Empty parameters count as absent. Unknown and repeated ones are refused, since a client could misread the
    response. Parameters named in `lists` are comma lists and may be repeated.
    """
    if unknown := [name for name in query if name not in model.model_fields]:
        errors = [{"field": name[:60], "message": "is not known here"} for name in unknown[:5]]
        raise Problem(400, "invalid_request", f"{errors[0]['field']}: is not known here.", errors=errors)
    twice = [name for name in model.model_fields if name not in lists and len(query.getlist(name)) > 1]
    if twice:
        raise Problem(400, "invalid_request", f"{twice[0]}: given more than once.")
    given: dict[str, Any] = {name: ",".join(query.getlist(name)) for name in lists}
    given |= {name: query.get(name) for name in model.model_fields if name not in lists and query.get(name)}
    return validated(model, given)


def in_digits(value: object) -> object:
    """Accepts a string only if it is 1 to 18 digits: no sign, space, underscore or decimal point."""
    if isinstance(value, str) and not re.fullmatch("[0-9]{1,18}", value):
        raise ValueError("must be a whole number in digits")
    return value


def validated(model: type[Model], data: dict[str, Any]) -> Model:
    """Parses `data` into the model; raises Problem 400 with the first `errors: [{field, message}]` if it is invalid."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        found = [
            {
                "field": ".".join(map(str, item["loc"]))[:LONGEST_FIELD] or "body",
                "message": item["msg"].removeprefix("Value error, "),
            }
            for item in error.errors(include_url=False, include_input=False)[:MOST_ERRORS]
        ]
        detail = "; ".join(f"{item['field']}: {item['message']}" for item in found[:5])
        raise Problem(400, "invalid_request", detail, errors=found) from None
