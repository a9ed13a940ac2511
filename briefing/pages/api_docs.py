"""`/api/docs`: the OpenAPI document as a page, with forms to try the API."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext
from django.views.decorators.http import require_safe

from accounts import access_tokens
from briefing.core import api
from briefing.core.api import schema
from briefing.core.web import page_cache
from briefing.core.web.page_cache import CacheableRequest
from indicators import groups
from indicators.redistribution import refusal

Schema = dict[str, Any]


@dataclass(frozen=True)
class Parameter:
    """A documented parameter; `choices` lists the allowed values, empty if free, and `default` the default."""

    name: str
    place: str
    kind: str
    text: str
    choices: list[str]
    default: str


@dataclass(frozen=True)
class ResponseField:
    """A response field by its path, such as `items[].figure.value`."""

    path: str
    kind: str
    text: str


@dataclass(frozen=True)
class DocumentedOperation:
    """An operation that personal tokens may call, in the reader's language; `example` is a path that works."""

    anchor: str
    path: str
    summary: str
    rules: str
    parameters: list[Parameter]
    fields: list[ResponseField]
    statuses: list[str]
    example: str


@dataclass(frozen=True)
class OtherOperation:
    """An operation that personal tokens cannot call, in one line."""

    method: str
    path: str
    summary: str


def documented(document: Schema) -> tuple[list[DocumentedOperation], list[OtherOperation]]:
    """Returns the document's operations that personal tokens may call, and the others."""
    found, others = [], []
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if {"token": []} in operation["security"]:
                found.append(_operation(path, operation, document["components"]["schemas"]))
            else:
                others.append(OtherOperation(method.upper(), path, _(operation["summary"])))
    return found, others


def _operation(path: str, operation: Schema, models: Schema) -> DocumentedOperation:
    answer = operation["responses"]["200"]["content"]["application/json"]["schema"]
    return DocumentedOperation(
        anchor=path.removeprefix("/api/").replace("/", "-").translate(str.maketrans("", "", "{}")),
        path=path,
        summary=_(operation["summary"]),
        rules=_marked(operation.get("description", "")),
        parameters=[_parameter(each) for each in operation.get("parameters", ())],
        fields=list(_fields(answer, models)),
        statuses=sorted(operation["responses"]),
        example=path.replace("{code}", example_code()),
    )


def example_code() -> str:
    """Returns the code of the first row that needs no key and may be redistributed."""
    rows = groups.load().active_rows()
    return next((row.code for row in rows if not row.requires and refusal(row, "en") is None), rows[0].code)


def _parameter(spec: Schema) -> Parameter:
    shape = spec["schema"]
    default = shape.get("default")
    text = gettext_noop("a row’s code, as /api/indicators lists it") if spec["in"] == "path" else ""
    return Parameter(
        name=spec["name"],
        place=spec["in"],
        kind=_kind(shape, {}),
        text=_marked(shape.get("description", text)),
        choices=[str(each) for each in shape.get("enum", ())],
        default="" if default in (None, "", []) else str(default),
    )


def _fields(shape: Schema, models: Schema, path: str = "") -> Iterator[ResponseField]:
    for name, spec in _resolved(shape, models).get("properties", {}).items():
        inner = _resolved(spec, models)
        listed = inner.get("type") == "array"
        own = f"{path}{name}{'[]' if listed else ''}"
        yield ResponseField(own, _kind(spec, models), _marked(spec.get("description", "")))
        yield from _fields(inner["items"] if listed else inner, models, f"{own}.")


def _marked(text: str) -> str:
    """Translates a text of the document and marks up its backticks as code."""
    if not text:
        return ""
    parts = enumerate(_(text).split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if n % 2 else part,) for n, part in parts)
    )


def _resolved(shape: Schema, models: Schema) -> Schema:
    """Returns the schema with its reference resolved and without null."""
    kinds = [each for each in shape.get("anyOf", ()) if each != {"type": "null"}]
    shape = kinds[0] if kinds else shape
    if "$ref" in shape:
        found: Schema = models[shape["$ref"].rsplit("/", 1)[1]]
        return found
    return shape


def _kind(shape: Schema, models: Schema) -> str:
    own = _resolved(shape, models)
    words = {
        "string": pgettext("kind of value", "text"),
        "number": pgettext("kind of value", "number"),
        "integer": pgettext("kind of value", "whole number"),
        "boolean": pgettext("kind of value", "true or false"),
        "array": pgettext("kind of value", "list"),
        "object": pgettext("kind of value", "object"),
    }
    formats = {"date": pgettext("kind of value", "date"), "date-time": pgettext("kind of value", "time, UTC")}
    values = own.get("enum") or ([own["const"]] if "const" in own else [])
    spec = ", ".join(values) or formats.get(own.get("format", "")) or words.get(own.get("type", ""), "")
    if {"type": "null"} in shape.get("anyOf", ()) and models:
        return _("%(kind)s, or null") % {"kind": spec}
    return spec


@api.describes(
    api.Operation(
        "get",
        gettext_noop("This API as a page to read and try out"),
        public=True,
        content_type="text/html",
    )
)
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """`/api/docs`: public; the calls that it tries still need a session or a token."""

    def render_page(cacheable: CacheableRequest) -> HttpResponse:
        operations, others = documented(schema.document())
        context = {
            "operations": operations,
            "others": others,
            "example_code": example_code(),
            "asked": access_tokens.ASKED,
        }
        return render(cacheable, "api_docs.html", context)

    return page_cache.serve_cached(request, "api/docs", render_page)
