"""Reads the API for one request to `/mcp`: the same views, models and cached bytes, without a second gate."""

from typing import TypeVar

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from pydantic import BaseModel

from accounts import access
from briefing.core import api

Answer = TypeVar("Answer", bound=BaseModel)


def read(
    request: HttpRequest,
    view: access.View,
    name: str,
    answer: type[Answer],
    arguments: BaseModel | None = None,
    **path: str,
) -> Answer:
    """Returns the API route's answer for the reader of `request`, with the `arguments` that the route knows.

    Raises Problem and Http404 as the view does. A session sent with the token is ignored.
    """
    query: type[BaseModel] = view.operations[0].query  # type: ignore[attr-defined]
    known = arguments.model_dump(include=set(query.model_fields)) if arguments else {}
    inner = HttpRequest()
    inner.method, inner.path = "GET", reverse(name, kwargs=path)
    inner.GET = QueryDict(api.canonical(query.model_validate(known)))
    inner.user = AnonymousUser()
    inner.identity = access.admitted(request)  # type: ignore[attr-defined]
    response = view.ungated(inner, **path)  # type: ignore[attr-defined]
    return answer.model_validate_json(response.content)
