"""Offline reading: the service worker at the root, and the page for addresses that it has not stored."""

from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

WORKER = Path(settings.BASE_DIR) / "static/js/offline/worker.js"


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """`/sw.js`: served at the root, because a worker controls only paths below its own."""
    response = HttpResponse(WORKER.read_bytes(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response.same_for_all = True  # type: ignore[attr-defined]  # read by SharedResponseMiddleware
    return response


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """`/offline`: shown without a network instead of a page that is not stored."""
    return render(request, "briefing/offline.html")
