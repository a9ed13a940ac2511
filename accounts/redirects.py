"""Validation of the path that a sign-in redirects to."""

import unicodedata

from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.http import url_has_allowed_host_and_scheme

MAX_LENGTH = 500


def safe_next(request: HttpRequest, target: str) -> str:
    """Returns `target` when it is a path that this site serves, else `/`.

    Control characters are refused first: Django's helper accepts a path with a line break in it.
    """
    if not target or len(target) > MAX_LENGTH or not target.startswith("/"):
        return "/"
    if any(unicodedata.category(character).startswith("C") for character in target) or "\\" in target:
        return "/"
    if not url_has_allowed_host_and_scheme(target, allowed_hosts=None, require_https=request.is_secure()):
        return "/"
    try:
        resolve(target.partition("?")[0].partition("#")[0])
    except Resolver404:
        return "/"
    return target
