"""`GET /api/schema`: an OpenAPI 3.1 document made from the routes and the models that they use."""

import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from django.views.decorators.http import require_safe
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from briefing.core import api
from briefing.core.api import Operation

REF = "#/components/schemas/{model}"
PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
        "detail": {"type": "string"}, "code": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {"type": "object", "properties": {"field": {"type": "string"}, "message": {"type": "string"}}},
        },
    },
}  # fmt: skip


def routes() -> Iterator[tuple[str, Any]]:
    """Every path under /api with its view."""

    def walk(patterns: list[URLPattern | URLResolver], prefix: str) -> Iterator[tuple[str, Any]]:
        for pattern in patterns:
            path = prefix + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, path)
            elif path.startswith("/api/"):
                yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path), pattern.callback

    return walk(get_resolver().url_patterns, "/")


def document() -> dict[str, Any]:
    """The whole document. A route that nobody described shows itself as such in a test."""
    described = [
        (path, operation) for path, view in routes() for operation in getattr(view, "operations", ())
    ]
    models = {
        model
        for _, operation in described
        for model in (operation.query, operation.body, operation.answer)
        if model
    }
    _, schemas = models_json_schema(
        [(model, "serialization") for model in sorted(models, key=lambda model: model.__name__)],
        ref_template=REF,
    )
    paths: dict[str, Any] = {}
    for path, operation in described:
        paths.setdefault(path, {})[operation.method] = _operation(path, operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Market Briefing",
            "version": api.API_VERSION,
            "description": "Educational market data and commentary. Sign in, or send the operator's bearer token.",
        },
        "servers": [{"url": settings.BASE_URL}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {"Problem": PROBLEM} | schemas.get("$defs", {}),
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME},
                "bearer": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(path: str, operation: Operation) -> dict[str, Any]:
    failures = {400, *operation.statuses} if operation.query or operation.body else set(operation.statuses)
    if not operation.public:
        failures |= {401, 403}
    answers: dict[str, Any] = {"200": _content("Done", operation.answer)}
    for status in sorted(failures):
        answers[str(status)] = {
            "description": api.TITLES.get(status, "Error"),
            "content": {"application/problem+json": {"schema": {"$ref": REF.format(model="Problem")}}},
        }
    found: dict[str, Any] = {"summary": operation.summary, "responses": answers}
    found["security"] = [] if operation.public else [{"session": []}, {"bearer": []}]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    if operation.query:
        parameters += _query(operation.query)
    if parameters:
        found["parameters"] = parameters
    if operation.body:
        found["requestBody"] = {"required": True} | {
            key: value for key, value in _content("", operation.body).items() if key == "content"
        }
    return found


def _content(text: str, model: type[BaseModel] | None) -> dict[str, Any]:
    if model is None:
        return {"description": text}
    schema = {"$ref": REF.format(model=model.__name__)}
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _query(model: type[BaseModel]) -> list[dict[str, Any]]:
    schema = model.model_json_schema()
    required = set(schema.get("required", ()))
    return [
        {"name": name, "in": "query", "required": name in required, "schema": described}
        for name, described in schema["properties"].items()
    ]


@api.describes(Operation("get", "This document", public=True))
@require_safe
def schema(request: HttpRequest) -> HttpResponse:
    response = api.answer(document())
    response["Cache-Control"] = "public, max-age=3600"
    return response
