"""`GET /api/schema`: an OpenAPI 3.1 document generated from the routes and their models."""

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe
from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

from briefing.core import api
from briefing.core.api import Operation

REF = "#/components/schemas/{model}"
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "pattern": "^urn:market-briefing:problem:[a-z0-9_]+$"},
        "title": {"type": "string", "minLength": 1},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string"}, "code": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object", "required": ["field", "message"],
                "properties": {"field": {"type": "string"}, "message": {"type": "string"}},
            },
        },
    },
}  # fmt: skip
RETRY_AFTER = {"description": "Seconds until a call may succeed", "required": True,
               "schema": {"type": "integer", "minimum": 1}}  # fmt: skip


def routes() -> Iterator[tuple[str, Any]]:
    """Yields every path under /api with its view."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[tuple[str, Any]]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
            elif path.startswith("/api/"):
                yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path), pattern.callback

    return walk(get_resolver().url_patterns, "/")


def document() -> dict[str, Any]:
    """Returns the OpenAPI document; routes without `@api.describes` are left out, and a test fails for them."""
    described = [
        (path, view, operation) for path, view in routes() for operation in getattr(view, "operations", ())
    ]
    paths: dict[str, Any] = {}
    for path, view, operation in described:
        paths.setdefault(path, {})[operation.method] = _operation(path, view, operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Market Briefing",
            "version": api.API_VERSION,
            "description": "Educational market data and commentary. Sign in, or send a token: a reader's personal one"
            " where an operation says so, or the operator's.",
        },
        "servers": [{"url": settings.BASE_URL}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {"Problem": PROBLEM} | _models([operation for _, _, operation in described]),
            "securitySchemes": {
                "session": {
                    "type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME,
                    "description": f"A call that changes something also sends the cookie {settings.CSRF_COOKIE_NAME}"
                    " and the page's token in X-CSRFToken; without them it is 403.",
                },
                "bearer": {"type": "http", "scheme": "bearer", "description": "The operator's token."},
                "token": {
                    "type": "http", "scheme": "bearer",
                    "description": "A reader's token from /settings#tokens: read-only, limited per minute.",
                },
            },
        },
    }  # fmt: skip


def _models(operations: list[Operation]) -> dict[str, Any]:
    """Returns the schemas of request bodies (validation mode) and of responses (serialization mode)."""
    modes: dict[type[BaseModel], JsonSchemaMode] = {}
    for operation in operations:
        if operation.body:
            modes[operation.body] = "validation"
        if operation.answer:
            modes[operation.answer] = "serialization"
    chosen = sorted(modes.items(), key=lambda pair: pair[0].__name__)
    _, schemas = models_json_schema(chosen, ref_template=REF)
    found: dict[str, Any] = schemas.get("$defs", {})
    return found


def _operation(path: str, view: Any, operation: Operation) -> dict[str, Any]:
    checked = operation.query or operation.body or operation.headers
    failures = {400, *operation.statuses} if checked else set(operation.statuses)
    takes_tokens = getattr(view, "tokens", False)
    if not operation.public:
        failures |= {401, 403} | ({429} if takes_tokens else set())
    found: dict[str, Any] = {"summary": operation.summary}
    if operation.rules:
        found["description"] = operation.rules
    found["responses"] = {"200": _content("Done", operation.answer, operation.content_type)}
    found["responses"] |= {str(status): _failure(status) for status in sorted(failures)}
    # The operator's token has no user: routes that need one refuse it with 403.
    schemes = ["session"] if getattr(view, "needs_user", False) else ["session", "bearer"]
    schemes += ["token"] if takes_tokens else []
    found["security"] = [] if operation.public else [{name: []} for name in schemes]
    if parameters := _parameters(path, operation):
        found["parameters"] = parameters
    if operation.body:
        found["requestBody"] = {"required": True, "content": _content("", operation.body)["content"]}
    return found


def _failure(status: int) -> dict[str, Any]:
    if status < 400:
        return {"description": api.TITLES[status]}
    answer: dict[str, Any] = {
        "description": api.TITLES.get(status, "Error"),
        "content": {"application/problem+json": {"schema": {"$ref": REF.format(model="Problem")}}},
    }
    return answer | ({"headers": {"Retry-After": RETRY_AFTER}} if status == 429 else {})


def _content(
    text: str, model: type[BaseModel] | None, content_type: str = "application/json"
) -> dict[str, Any]:
    kind = "object" if content_type == "application/json" else "string"
    schema = {"$ref": REF.format(model=model.__name__)} if model else {"type": kind}
    return {"description": text, "content": {content_type: {"schema": schema}}}


def _parameters(path: str, operation: Operation) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    found += [
        {"name": header.name, "in": "header", "required": True, "description": header.description,
         "schema": header.schema}
        for header in operation.headers
    ]  # fmt: skip
    return found + (_query(operation.query) if operation.query else [])


def _query(model: type[BaseModel]) -> list[dict[str, Any]]:
    schema = model.model_json_schema()
    required = set(schema.get("required", ()))
    return [_query_parameter(name, name in required, each) for name, each in schema["properties"].items()]


def _query_parameter(name: str, required: bool, schema: dict[str, Any]) -> dict[str, Any]:
    """Returns a query parameter: lists are comma-separated, and null is not possible."""
    kinds = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    if len(kinds) == 1:
        schema = {key: value for key, value in schema.items() if key not in ("anyOf", "default")} | kinds[0]
    found = {"name": name, "in": "query", "required": required, "schema": schema}
    return found | ({"style": "form", "explode": False} if schema.get("type") == "array" else {})


@api.describes(Operation("get", gettext_noop("This document"), public=True))
@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    response = api.answer(document())
    response["Cache-Control"] = "public, max-age=3600"
    return response
